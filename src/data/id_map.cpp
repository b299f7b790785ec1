#include "honestrank/data/id_map.h"

#include <limits>
#include <string>
#include <utility>

#include "base/huge_pages.h"
#include "data/id_interner.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {

IdMap::IdMap() : slots_(16, Slot{0, 0, kFreeSlot}) {}

std::uint32_t IdMap::add(std::string_view id) {
  if (id.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError("IdMap::add: expected an id below 4 GiB; got one of " +
                     std::to_string(id.size()) + " bytes");
  }
  return IdInterner(*this).add(IdKey::of(id));
}

std::optional<std::uint32_t> IdMap::find(std::string_view id) const noexcept {
  if (id.size() > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  const IdKey key = IdKey::of(id);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.number == kFreeSlot) return std::nullopt;
    if (slot.key == key.key && slot.length == id.size() &&
        (id.size() <= kShortId || text_of(slot.number) == id)) {
      return slot.number;
    }
  }
}

std::string_view IdMap::operator[](std::size_t index) const {
  if (index >= size()) {
    throw InputError("IdMap: expected a number below " + std::to_string(size()) + "; got " +
                     std::to_string(index));
  }
  return text_of(static_cast<std::uint32_t>(index));
}

std::string_view IdMap::text_of(std::uint32_t number) const noexcept {
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return {text_.data() + begin, ends_[number] - begin};
}

std::uint32_t IdMap::append(std::string_view id, std::size_t slot, std::uint64_t key) {
  if (size() >= kFreeSlot) throw InputError("IdMap::add: expected at most 2^32-2 ids; got more");
  const auto number = static_cast<std::uint32_t>(size());
  text_.insert(text_.end(), id.begin(), id.end());
  ends_.push_back(text_.size());
  slots_[slot] = {key, static_cast<std::uint32_t>(id.size()), number};
  // At most half full, so that probe chains stay short.
  if (2 * size() > slots_.size()) grow();
  return number;
}

void IdMap::reserve(std::size_t ids) {
  ends_.reserve(ids);
  while (slots_.size() < 2 * ids) grow();
}

void IdMap::grow() {
  std::vector<Slot> old;
  old.swap(slots_);
  reserve_on_huge_pages(slots_, 2 * old.size());
  slots_.resize(2 * old.size(), Slot{0, 0, kFreeSlot});
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number == kFreeSlot) continue;
    std::size_t at = IdKey::hash_of(slot.key, slot.length) & mask;
    while (slots_[at].number != kFreeSlot) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

std::vector<std::uint32_t> IdInterner::reorder(const std::vector<std::uint32_t>& order,
                                               unsigned threads) {
  constexpr std::size_t kBlockSlots = 1U << 16;
  std::vector<std::uint32_t> number(order.size());
  std::vector<char> text;
  std::vector<std::uint64_t> ends;
  text.reserve(map_.text_.size());
  ends.reserve(map_.ends_.capacity());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string_view id = map_.text_of(order[i]);
    text.insert(text.end(), id.begin(), id.end());
    ends.push_back(text.size());
    number[order[i]] = static_cast<std::uint32_t>(i);
  }
  map_.text_ = std::move(text);
  map_.ends_ = std::move(ends);
  parallel_for(map_.slots_.size(), kBlockSlots, threads, [&](const Block& block) {
    for (std::size_t at = block.begin; at < block.end; ++at) {
      std::uint32_t& slot_number = map_.slots_[at].number;
      if (slot_number != kFreeSlot) slot_number = number[slot_number];
    }
  });
  return number;
}

}  // namespace honestrank
