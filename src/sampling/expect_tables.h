#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "honestrank/sampling/expect.h"
#include "metrics/user_metrics.h"
#include "sampling/metric_tables.h"

namespace honestrank::sampling {

/// Throws InputError, beginning with `caller`, as expect_sampled says.
void check_expectable(const UserRanks& ranks, std::span<const Metric> metrics,
                      const ExpectOptions& options, std::string_view caller);

/// Why a user has no sampled metrics.
metrics::Undefined undefined_for(const UserRanking& ranking);

/// expect_sampled for values of any tables, of which each has one for every metric. Messages begin
/// with `caller`.
ExpectedSample expect_tables(const UserRanks& ranks, std::span<const Metric> metrics,
                             const ExpectOptions& options, std::string_view caller,
                             const std::function<TablesOf()>& make_tables);

}  // namespace honestrank::sampling
