#include "honestrank/satisfaction/attribute_shuffles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "satisfaction/newcomers.h"

namespace honestrank {

AttributeTable shuffled_attributes(const AttributeTable& table, std::uint64_t seed,
                                   std::uint32_t number) {
  AttributeTable result;
  result.ids = table.ids;
  result.names = table.names;
  result.columns.resize(table.columns.size());
  for (const std::size_t row : satisfaction_detail::dealt_out(table.ids.size(), seed, number)) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      result.columns[i].push_back(table.columns[i][row]);
    }
  }
  return result;
}

double ShuffledGains::mean() const {
  double sum = 0;
  for (const double each : shuffled) sum += each;
  return shuffled.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : sum / static_cast<double>(shuffled.size());
}

double ShuffledGains::standard_deviation() const {
  if (shuffled.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double centre = mean();
  double sum = 0;
  for (const double each : shuffled) sum += (each - centre) * (each - centre);
  return std::sqrt(sum / static_cast<double>(shuffled.size() - 1));
}

ShuffledGains compare_with_shuffled(const AttributeTable& table,
                                    const std::function<double(const AttributeTable&)>& gain,
                                    const ShuffleOptions& options) {
  ShuffledGains result;
  result.gain = gain(table);
  for (std::uint32_t number = 0; number < options.shuffles; ++number) {
    result.shuffled.push_back(gain(shuffled_attributes(table, options.seed, number)));
  }
  const auto as_large = std::count_if(result.shuffled.begin(), result.shuffled.end(),
                                      [&](double each) { return each >= result.gain; });
  result.p_value = result.shuffled.empty() ? std::numeric_limits<double>::quiet_NaN()
                                           : static_cast<double>(1 + as_large) /
                                                 static_cast<double>(1 + result.shuffled.size());
  return result;
}

}  // namespace honestrank
