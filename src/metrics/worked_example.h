#pragma once

#include <string>

#include "honestrank/metrics/metric.h"

namespace honestrank::metrics {

/// A small user, described, and what the library makes of it.
struct WorkedExample {
  std::string setting;  ///< "k = 5, |R| = 8, relevant items at ranks 1 and 3"
  std::string value;    ///< "0.4000"
};

/// The metric of a user of docs/metrics.md (case 1, or 4 for auc), graded where the metric asks
/// about grades. With `cutoff_missing` the example takes k = 5 and says so.
WorkedExample worked_example(const Metric& metric, bool cutoff_missing);

}  // namespace honestrank::metrics
