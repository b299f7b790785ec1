#include "id_shift.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace honestrank::cli {
namespace {

struct Range {
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last = 0;
};

/// Of ids that are all whole numbers.
std::optional<Range> range_of(const IdMap& ids) {
  Range range;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string_view id = ids[i];
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (error != std::errc() || end != id.data() + id.size()) return std::nullopt;
    range.first = std::min(range.first, number);
    range.last = std::max(range.last, number);
  }
  return ids.empty() ? std::nullopt : std::optional(range);
}

}  // namespace

std::string id_shift_hint(const IdMap& ids, const IdMap& known) {
  const std::optional<Range> here = range_of(ids);
  const std::optional<Range> there = here ? range_of(known) : std::nullopt;
  if (!there) return {};
  const bool above = here->first == there->first + 1 && here->last == there->last + 1;
  const bool below = there->first == here->first + 1 && there->last == here->last + 1;
  if (!above && !below) return {};
  return fmt::format("; ids are {} to {} here, {} to {} there: are they off by one?", here->first,
                     here->last, there->first, there->last);
}

}  // namespace honestrank::cli
