#pragma once

#include <string_view>
#include <vector>

#include "honestrank/metrics/metric.h"

namespace honestrank::metrics {

/// What a name is read for: to explain a metric, it need not say everything that a value needs.
enum class NameUse {
  evaluate,
  explain,  ///< a cut-off may be missing, and a preset refuses no metric
};

/// A metric as its name was read.
struct ReadName {
  Metric metric;
  bool cutoff_missing = false;  ///< the name needs a cut-off and has none; NameUse::explain alone
};

/// Reads a list as parse_metrics() does.
std::vector<ReadName> read_names(std::string_view list, Convention convention, NameUse use);

}  // namespace honestrank::metrics
