#include "honestrank/comparison/multiple_comparisons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "honestrank/base/error.h"

namespace honestrank {

Correction parse_correction(std::string_view name) {
  if (name == "none") return Correction::none;
  if (name == "holm") return Correction::holm;
  if (name == "bh") return Correction::bh;
  throw InputError(
      fmt::format("parse_correction: expected none, holm or bh; got '{}'", std::string(name)));
}

std::string_view to_string(Correction correction) {
  switch (correction) {
    case Correction::none: return "none";
    case Correction::holm: return "holm";
    case Correction::bh: return "bh";
  }
  return "";
}

std::vector<double> adjusted_p_values(std::span<const double> p_values, Correction correction) {
  std::vector<double> adjusted(p_values.begin(), p_values.end());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (std::isnan(p_values[i])) continue;
    if (p_values[i] < 0 || p_values[i] > 1) {
      throw InputError(
          fmt::format("adjusted_p_values: expected numbers from 0 to 1; got {}", p_values[i]));
    }
    order.push_back(i);
  }
  if (correction == Correction::none) return adjusted;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  const std::size_t count = order.size();
  if (correction == Correction::holm) {
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      largest = std::max(largest, static_cast<double>(count - i) * p_values[order[i]]);
      adjusted[order[i]] = std::min(1.0, largest);
    }
  } else {
    double least = 1;
    for (std::size_t i = count; i-- > 0;) {
      const double own = static_cast<double>(count) / static_cast<double>(i + 1);
      least = std::min(least, own * p_values[order[i]]);
      adjusted[order[i]] = least;
    }
  }
  return adjusted;
}

}  // namespace honestrank
