#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace honestrank {

/// Arbitrary string ids, numbered 0, 1, 2, ... in the order in which they were first added.
///
/// Everything after reading works with these numbers; the strings are kept for output. Lookup is
/// a hash table with the short ids (up to 8 bytes) stored in its slots. Memory: the text plus
/// about 40 bytes an id.
class IdMap {
 public:
  IdMap();

  std::size_t size() const noexcept { return ends_.size(); }
  bool empty() const noexcept { return ends_.empty(); }

  /// The number of `id`, added at the end if it is new. Throws InputError beyond 2^32-2 ids.
  std::uint32_t add(std::string_view id);

  /// The number of `id`, or nothing if it was never added.
  std::optional<std::uint32_t> find(std::string_view id) const noexcept;

  /// The text of number `index`. Throws InputError if there is no such number.
  std::string_view operator[](std::size_t index) const;

  /// Makes room for `ids` ids in one step.
  void reserve(std::size_t ids);

  /// The ids of two maps in the same order.
  friend bool operator==(const IdMap& a, const IdMap& b) noexcept {
    return a.ends_ == b.ends_ && a.text_ == b.text_;
  }

 private:
  /// `key` is the id itself (zero padded) for `length` up to 8, else its hash.
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t length = 0;
    std::uint32_t number = 0;
  };
  /// Four slots, which memory brings together.
  struct alignas(64) Line {
    std::array<Slot, 4> slot;
  };
  friend class IdInterner;

  std::uint32_t append(std::string_view id, Slot& slot, std::uint64_t key);
  std::string_view text_of(std::uint32_t number) const noexcept;
  void grow();

  std::vector<Line> lines_;  ///< open addressing, a power of two; a free slot has no number
  std::vector<char> text_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace honestrank
