#pragma once

#include <span>
#include <string_view>

#include "honestrank/metrics/metric.h"

namespace honestrank::metrics {

/// What explain() says about a kind of metric. In the texts {name}, {k}, {p} and {gain} stand for
/// the metric's own, {compared} for the user whose values are quoted; a newline ends a line, other
/// lines are broken where they must.
struct Explanation {
  MetricKind kind;
  std::string_view title;
  std::string_view sentence;  ///< for list_metrics()
  std::string_view formula;
  std::string_view whole_formula = "";  ///< without a cut-off, where it may be left out
  std::string_view ties;
  std::string_view undefined;
  std::string_view short_lists;
  std::string_view names;
  std::string_view elsewhere;  ///< one line per tool or group of tools
  std::string_view reference;
};

/// One per kind, in the order of MetricKind.
std::span<const Explanation> explanations();

/// Stands in for `short_lists` where a metric that can be cut at k is not.
std::string_view outside_list();

}  // namespace honestrank::metrics
