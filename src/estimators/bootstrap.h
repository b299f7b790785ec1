#pragma once

#include <cstdint>
#include <span>

#include "honestrank/metrics/evaluate.h"

namespace honestrank::estimators {

/// Replaces the standard error and the interval of `result` by those of means over users drawn with
/// replacement, `draws` times: their standard deviation, and their 2.5 % and 97.5 % quantiles.
/// Users without a value (NaN) are not drawn. `weights` of users: empty, all alike.
void set_bootstrap_interval(std::span<const double> values, std::span<const double> weights,
                            std::uint32_t draws, std::uint64_t seed, unsigned threads,
                            MetricResult& result);

/// Of some values; NaN of fewer than two.
double standard_deviation(std::span<const double> values);

/// The error, and the interval of 1.96 errors around the value.
void set_error(double standard_error, MetricResult& result);

}  // namespace honestrank::estimators
