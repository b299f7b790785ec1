#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"
#include "honestrank/report/result_report.h"

namespace honestrank::cli {

/// The ranks of a model.
struct NamedRanks {
  std::string name;
  const UserRanks* ranks = nullptr;
};

/// 1, 2, ... 10, then about `per_decade` ranks for every power of ten, up to `last`.
std::vector<std::uint64_t> rank_grid(std::uint64_t last, double per_decade);

/// What a metric is worth for a user with one relevant item at `rank` among `items`; NaN where it
/// is not defined.
double value_at(const Metric& metric, std::uint64_t rank, std::uint64_t items);

/// Where relevant items stand: how likely each rank is, and each rank or a better one. `what` is
/// the axis, as in "rank" or "sampled rank".
void add_rank_charts(std::span<const NamedRanks> models, const std::string& what,
                     ResultReport& report);

/// What an item at each rank adds to each metric, for as many items as the first user has (Krichene
/// & Rendle, Figure 1).
void add_metric_by_rank(std::span<const NamedRanks> models, std::span<const Metric> metrics,
                        ResultReport& report);

}  // namespace honestrank::cli
