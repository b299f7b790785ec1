#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank::sampling {

/// The values of one relevant item in one metric, by how many sampled items stand above it.
class TableRow {
 public:
  TableRow(const double* values, double scale) : values_(values), scale_(scale) {}
  double operator[](std::uint64_t sampled) const { return scale_ * values_[sampled]; }

 private:
  const double* values_;
  double scale_;
};

/// What each relevant item of a user is worth in each metric, by how many sampled items stand above
/// it. Sampled metrics, as they are or corrected, are sums of such values.
///
/// The number of a user's relevant items changes most metrics by a factor alone: users share the
/// values and have scales of their own.
class MetricTables {
 public:
  /// Zeros, for up to `orders` relevant items.
  MetricTables(std::size_t metrics, std::uint64_t orders, std::uint64_t samples)
      : orders_(orders),
        samples_(samples),
        values_(std::make_shared<std::vector<double>>(metrics * orders * (samples + 1))),
        scale_(metrics, 1.0) {}

  /// The same values with other scales of the metrics.
  MetricTables scaled(std::vector<double> scale) const {
    MetricTables tables = *this;
    tables.scale_ = std::move(scale);
    return tables;
  }

  /// samples + 1 values of the relevant item number `order`, from 1, to be written.
  std::span<double> values(std::size_t metric, std::uint64_t order) {
    return {values_->data() + place(metric, order), samples_ + 1};
  }
  TableRow row(std::size_t metric, std::uint64_t order) const {
    return {values_->data() + place(metric, order), scale_[metric]};
  }

 private:
  std::size_t place(std::size_t metric, std::uint64_t order) const {
    return (metric * orders_ + order - 1) * (samples_ + 1);
  }

  std::uint64_t orders_;
  std::uint64_t samples_;
  std::shared_ptr<std::vector<double>> values_;
  std::vector<double> scale_;
};

/// The metrics as they are, of a ranking of `relevant` relevant and `samples` sampled items.
MetricTables plain_tables(std::span<const Metric> metrics, std::uint64_t relevant,
                          std::uint64_t samples);

/// The tables that a user's sampled metrics are read from, by entry of the ranks. Called by several
/// threads at once.
using TablesOf = std::function<std::shared_ptr<const MetricTables>(std::size_t entry)>;

/// The metrics as they are, of all users of `ranks`. Those with one number of relevant items share
/// their tables, unless these are large.
TablesOf plain_tables_of(const UserRanks& ranks, std::span<const Metric> metrics,
                         std::uint64_t samples);

}  // namespace honestrank::sampling
