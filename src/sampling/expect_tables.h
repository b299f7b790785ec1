#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "honestrank/sampling/expect.h"
#include "sampling/metric_tables.h"

namespace honestrank::sampling {

/// The tables that a user's sampled metrics are read from, by entry of the ranks. Called by several
/// threads at once.
using TablesOf = std::function<std::shared_ptr<const MetricTables>(std::size_t entry)>;

/// expect_sampled for values of any tables, of which each has one for every metric. Messages begin
/// with `caller`.
ExpectedSample expect_tables(const UserRanks& ranks, std::span<const Metric> metrics,
                             const ExpectOptions& options, std::string_view caller,
                             const std::function<TablesOf()>& make_tables);

}  // namespace honestrank::sampling
