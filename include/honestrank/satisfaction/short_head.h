#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace honestrank {

/// How little the most popular items count, which everybody knows anyway.
struct ShortHead {
  enum class Kind {
    none,     ///< all items count the same
    step,     ///< the `items` most popular ones count nothing
    sigmoid,  ///< 1 / (1 + exp(-(place - items - 0.5) / width)) for the item at a place
  };
  Kind kind = Kind::none;
  double items = 0;
  double width = 0;  ///< sigmoid: places over which it rises
};

/// Reads `none`, `step(100)` or `sigmoid(100,20)`. Throws InputError for anything else, a number of
/// items below 0 or, of a step, not whole, and a width that is not above 0.
ShortHead parse_short_head(std::string_view text);

std::string to_string(const ShortHead& head);

/// Items by falling number of ratings; of equal ones the lower number first.
std::vector<std::uint32_t> by_popularity(std::span<const std::uint64_t> ratings);

/// What every item counts, from 0 to 1.
std::vector<double> penalties(const ShortHead& head, std::span<const std::uint64_t> ratings);

}  // namespace honestrank
