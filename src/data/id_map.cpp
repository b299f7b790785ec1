#include "honestrank/data/id_map.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "base/huge_pages.h"
#include "data/id_interner.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {

namespace {

constexpr std::size_t kSlots = 4;  // of a line

/// A line without ids. Slot is private, so that the type is told from the lines.
template <typename Lines>
typename Lines::value_type free_line() {
  typename Lines::value_type line;
  for (auto& slot : line.slot) slot.number = kFreeSlot;
  return line;
}

}  // namespace

IdMap::IdMap() : lines_(4, free_line<decltype(lines_)>()) {}

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
  const Slot& found = IdInterner::search(lines_, key.hash, [&](const Slot& slot) {
    return slot.key == key.key && slot.length == id.size() &&
           (id.size() <= kShortId || text_of(slot.number) == id);
  });
  if (found.number == kFreeSlot) return std::nullopt;
  return found.number;
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

std::uint32_t IdMap::append(std::string_view id, Slot& slot, std::uint64_t key) {
  if (size() >= kFreeSlot) throw InputError("IdMap::add: expected at most 2^32-2 ids; got more");
  const auto number = static_cast<std::uint32_t>(size());
  text_.insert(text_.end(), id.begin(), id.end());
  ends_.push_back(text_.size());
  slot = {key, static_cast<std::uint32_t>(id.size()), number};
  // At most half full, so that probe chains stay short.
  if (2 * size() > kSlots * lines_.size()) grow();
  return number;
}

void IdMap::reserve(std::size_t ids) {
  ends_.reserve(ids);
  while (kSlots * lines_.size() < 2 * ids) grow();
}

void IdMap::grow() {
  std::vector<Line> old;
  old.swap(lines_);
  reserve_on_huge_pages(lines_, 2 * old.size());
  lines_.resize(2 * old.size(), free_line<decltype(lines_)>());
  for (const Line& line : old) {
    for (const Slot& slot : line.slot) {
      if (slot.number == kFreeSlot) continue;
      IdInterner::search(lines_, IdKey::hash_of(slot.key, slot.length),
                         [](const Slot&) { return false; }) = slot;
    }
  }
}

std::vector<std::uint32_t> IdInterner::reorder(const std::vector<std::uint32_t>& order,
                                               unsigned threads) {
  constexpr std::size_t kBlockLines = 1U << 14;
  constexpr std::size_t kBlockIds = 1U << 14;
  std::vector<std::uint32_t> number(order.size());
  std::vector<std::uint64_t> ends;
  ends.reserve(map_.ends_.capacity());
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    ends.push_back(end += map_.text_of(order[i]).size());
    number[order[i]] = static_cast<std::uint32_t>(i);
  }
  std::vector<char> text(map_.text_.size());
  parallel_for(order.size(), kBlockIds, threads, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const std::string_view id = map_.text_of(order[i]);
      std::copy(id.begin(), id.end(),
                text.begin() + static_cast<std::ptrdiff_t>(ends[i] - id.size()));
    }
  });
  map_.text_ = std::move(text);
  map_.ends_ = std::move(ends);
  parallel_for(map_.lines_.size(), kBlockLines, threads, [&](const Block& block) {
    for (std::size_t at = block.begin; at < block.end; ++at) {
      for (IdMap::Slot& slot : map_.lines_[at].slot) {
        if (slot.number != kFreeSlot) slot.number = number[slot.number];
      }
    }
  });
  return number;
}

}  // namespace honestrank
