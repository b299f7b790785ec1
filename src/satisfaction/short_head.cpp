#include "honestrank/satisfaction/short_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <system_error>

#include "base/portable_math.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

[[noreturn]] void fail(std::string_view text) {
  throw InputError(
      fmt::format("short head: expected none, step(ITEMS) or sigmoid(ITEMS,WIDTH) with ITEMS of at "
                  "least 0, whole "
                  "for a step, and WIDTH above 0; got '{}'",
                  text));
}

}  // namespace

ShortHead parse_short_head(std::string_view text) {
  ShortHead head;
  if (text == "none") return head;
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') fail(text);
  const std::string_view name = text.substr(0, open);
  const char* at = text.data() + open + 1;
  const char* const end = text.data() + text.size() - 1;
  const auto number = [&](double& value) {
    while (at != end && *at == ' ') ++at;
    const auto result = std::from_chars(at, end, value);
    if (result.ec != std::errc() || !std::isfinite(value)) fail(text);
    at = result.ptr;
    while (at != end && *at == ' ') ++at;
  };
  number(head.items);
  if (head.items < 0) fail(text);
  if (name == "step") {
    head.kind = ShortHead::Kind::step;
    if (head.items != std::floor(head.items)) fail(text);
  } else if (name == "sigmoid") {
    head.kind = ShortHead::Kind::sigmoid;
    if (at == end || *at++ != ',') fail(text);
    number(head.width);
    if (!(head.width > 0)) fail(text);
  } else {
    fail(text);
  }
  if (at != end) fail(text);
  return head;
}

std::string to_string(const ShortHead& head) {
  switch (head.kind) {
    case ShortHead::Kind::step: return fmt::format("step({})", head.items);
    case ShortHead::Kind::sigmoid: return fmt::format("sigmoid({},{})", head.items, head.width);
    case ShortHead::Kind::none: break;
  }
  return "none";
}

std::vector<std::uint32_t> by_popularity(std::span<const std::uint64_t> ratings) {
  std::vector<std::uint32_t> order(ratings.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return ratings[a] > ratings[b]; });
  return order;
}

std::vector<double> penalties(const ShortHead& head, std::span<const std::uint64_t> ratings) {
  std::vector<double> result(ratings.size(), 1.0);
  if (head.kind == ShortHead::Kind::none) return result;
  if (std::all_of(ratings.begin(), ratings.end(), [](std::uint64_t n) { return n == 0; })) {
    throw InputError(
        "short head: expected interactions to learn from, which say what is popular; got none");
  }
  const std::vector<std::uint32_t> order = by_popularity(ratings);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto place = static_cast<double>(i + 1);
    result[order[i]] = head.kind == ShortHead::Kind::step
                           ? (place <= head.items ? 0.0 : 1.0)
                           : 1 / (1 + portable::exp(-(place - head.items - 0.5) / head.width));
  }
  return result;
}

}  // namespace honestrank
