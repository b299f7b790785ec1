#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "honestrank/data/id_map.h"

namespace honestrank {

inline constexpr std::uint32_t kFreeSlot = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::size_t kShortId = 8;

/// An id with what the hash table needs of it, computed once.
struct IdKey {
  std::uint64_t key = 0;   ///< the id itself, zero padded, up to 8 bytes; beyond, a hash of it
  std::uint64_t hash = 0;  ///< where to look in the table
  const char* text = nullptr;
  std::uint32_t length = 0;

  std::string_view view() const noexcept { return {text, length}; }

  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  static std::uint64_t hash_of(std::uint64_t key, std::uint32_t length) noexcept {
    return mix(key ^ 0x9E3779B97F4A7C15ULL, 0xD6E8FEB86659FD93ULL + 2 * std::uint64_t{length});
  }

  static IdKey of(std::string_view id) noexcept {
    std::uint64_t key = 0;
    if (id.size() <= kShortId) {
      if (!id.empty()) std::memcpy(&key, id.data(), id.size());
    } else {
      key = hash_of_text(id);
    }
    return with_key(id, key);
  }

  /// Sets this to the key of text followed by at least 8 readable bytes; faster. Field by field: a
  /// key that is copied right after it was written waits for the writes.
  void set_padded(std::string_view id) noexcept {
    const std::uint64_t padded = padded_key(id);
    key = padded;
    length = static_cast<std::uint32_t>(id.size());
    hash = hash_of(padded, length);
    text = id.data();
  }

  static IdKey of_padded(std::string_view id) noexcept { return with_key(id, padded_key(id)); }

  /// Of more than 8 bytes.
  static std::uint64_t hash_of_text(std::string_view text) noexcept {
    std::uint64_t hash = 0x2D358DCCAA6C78A5ULL;
    const char* at = text.data();
    std::size_t left = text.size();
    std::uint64_t word = 0;
    for (; left > 8; at += 8, left -= 8) {
      std::memcpy(&word, at, 8);
      hash = mix(hash ^ word, 0x8BB84B93962EACC9ULL);
    }
    std::memcpy(&word, at + left - 8, 8);  // the last 8, some of them again
    return mix(hash ^ word, 0x4B33A62ED433D4A3ULL ^ (text.size() << 1));
  }

 private:
  static std::uint64_t padded_key(std::string_view id) noexcept {
    if (id.size() > kShortId) return hash_of_text(id);
    std::uint64_t key = 0;
    std::memcpy(&key, id.data(), 8);
    if (id.size() < kShortId) key &= (std::uint64_t{1} << (8 * id.size())) - 1;
    return key;
  }

  static IdKey with_key(std::string_view id, std::uint64_t key) noexcept {
    const auto length = static_cast<std::uint32_t>(id.size());
    return {key, hash_of(key, length), id.data(), length};
  }
};

/// The inner loop of reading: numbers ids whose keys are ready, with the memory fetched ahead.
class IdInterner {
 public:
  explicit IdInterner(IdMap& map) noexcept : map_(map) {}

  void prefetch(const IdKey& key) const noexcept {
    __builtin_prefetch(map_.lines_.data() + (key.hash / 4 & (map_.lines_.size() - 1)));
  }

  /// The slot that is `wanted`, or the free one where it belongs: the line that the hash points to
  /// is searched first, from the slot that it points to on, then the lines behind it.
  template <typename Lines, typename Wanted>
  static auto& search(Lines& lines, std::uint64_t hash, const Wanted& wanted) noexcept {
    for (std::uint64_t line = hash / 4;; ++line) {
      auto& slots = lines[line & (lines.size() - 1)].slot;
      for (std::uint64_t i = 0; i < slots.size(); ++i) {
        auto& slot = slots[(hash + i) % slots.size()];
        if (slot.number == kFreeSlot || wanted(slot)) return slot;
      }
    }
  }

  /// The id that `key` most likely is, told from key and length alone; kFreeSlot if it is new.
  std::uint32_t likely(const IdKey& key) const noexcept {
    return search(map_.lines_, key.hash,
                  [&](const IdMap::Slot& slot) {
                    return slot.key == key.key && slot.length == key.length;
                  })
        .number;
  }

  /// Steps on the way to the text of an id, to be taken some time before it is compared.
  void prefetch_place(std::uint32_t number) const noexcept {
    __builtin_prefetch(map_.ends_.data() + number);
  }
  void prefetch_text(std::uint32_t number) const noexcept {
    __builtin_prefetch(map_.text_of(number).data());
  }

  bool is(std::uint32_t number, const IdKey& key) const noexcept {
    return key.length <= kShortId || map_.text_of(number) == key.view();
  }

  /// The number of the id; kFreeSlot if it has none.
  std::uint32_t find(const IdKey& key) const noexcept { return slot_of(key).number; }

  std::uint32_t add(const IdKey& key) {
    IdMap::Slot& slot = slot_of(key);
    return slot.number != kFreeSlot ? slot.number : map_.append(key.view(), slot, key.key);
  }

  /// Puts id `order[i]` at place i for each i; gives the new number of each old one.
  std::vector<std::uint32_t> reorder(const std::vector<std::uint32_t>& order, unsigned threads);

 private:
  IdMap::Slot& slot_of(const IdKey& key) const noexcept {
    return search(map_.lines_, key.hash, [&](const IdMap::Slot& slot) {
      return slot.key == key.key && slot.length == key.length && is(slot.number, key);
    });
  }

  IdMap& map_;
};

}  // namespace honestrank
