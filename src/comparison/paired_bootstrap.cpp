#include "honestrank/comparison/paired_bootstrap.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "comparison/resampled_means.h"
#include "comparison/resampling_check.h"
#include "comparison/rounding.h"

namespace honestrank {
namespace {

constexpr double kOutside = 0.05;

/// The value below which a share of the sorted values lies, between two of them in proportion.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * (static_cast<double>(sorted.size()) - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// Which share of the resampled means each end of the interval leaves below.
double bca_share(double share, const PairedBootstrap& bootstrap) {
  const boost::math::normal normal;
  const double z = bootstrap.bias_correction + boost::math::quantile(normal, share);
  return boost::math::cdf(normal, bootstrap.bias_correction + z / (1 - bootstrap.acceleration * z));
}

void set_interval(const std::vector<double>& sorted, PairedBootstrap& result) {
  const auto below = std::lower_bound(sorted.begin(), sorted.end(), result.mean) - sorted.begin();
  const auto up_to = std::upper_bound(sorted.begin(), sorted.end(), result.mean) - sorted.begin();
  const double share = static_cast<double>(below + up_to) / 2 / static_cast<double>(sorted.size());
  result.corrected = share > 0 && share < 1;
  double low = kOutside / 2;
  double high = 1 - kOutside / 2;
  if (result.corrected) {
    result.bias_correction = boost::math::quantile(boost::math::normal(), share);
    low = bca_share(low, result);
    high = bca_share(high, result);
  }
  result.low = quantile(sorted, low);
  result.high = quantile(sorted, high);
}

}  // namespace

PairedBootstrap paired_bootstrap(std::span<const double> differences,
                                 const ResamplingOptions& options) {
  comparison::require_resamples(options, "paired_bootstrap");
  std::vector<double> values;
  double sum = 0;
  for (const double each : differences) {
    if (std::isnan(each)) continue;
    values.push_back(each);
    sum += each;
  }
  PairedBootstrap result;
  const auto users = static_cast<double>(values.size());
  result.users = values.size();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  result.mean = values.empty() ? kNan : sum / users;
  result.standard_error = result.low = result.high = result.p_value = kNan;
  if (values.size() < 2) return result;

  double squares = 0;
  double cubes = 0;
  for (const double each : values) {
    const double from_mean = each - result.mean;
    squares += from_mean * from_mean;
    cubes += from_mean * from_mean * from_mean;
  }
  result.resamples = options.resamples;
  const double rounding = comparison::rounding_of(values);
  if (squares <= (users - 1) * rounding * rounding) {
    result.standard_error = 0;
    result.low = result.high = result.mean;
    result.p_value = result.mean == 0 ? 1 : 1 / (1 + static_cast<double>(options.resamples));
    return result;
  }
  result.acceleration = cubes / (6 * squares * std::sqrt(squares));
  std::vector<double> means = comparison::resampled_means(values, 1, options);
  double spread = 0;
  double as_far = 0;
  const double limit = std::abs(result.mean) * (1 - 1e-12);  // but for rounding
  for (const double each : means) {
    spread += (each - result.mean) * (each - result.mean);
    if (std::abs(each - result.mean) >= limit) ++as_far;
  }
  const auto resamples = static_cast<double>(means.size());
  result.standard_error = std::sqrt(spread / resamples);
  result.p_value = (1 + as_far) / (1 + resamples);
  std::sort(means.begin(), means.end());
  set_interval(means, result);
  return result;
}

}  // namespace honestrank
