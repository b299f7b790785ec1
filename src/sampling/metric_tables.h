#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/metrics/metric.h"

namespace honestrank::sampling {

/// What each relevant item of a user is worth in each metric, by how many sampled items stand above
/// it. Sampled metrics, as they are or corrected, are sums of such values.
class MetricTables {
 public:
  MetricTables(std::size_t metrics, std::uint64_t relevant, std::uint64_t samples)
      : relevant_(relevant), samples_(samples), values_(metrics * relevant * (samples + 1)) {}

  std::uint64_t relevant() const noexcept { return relevant_; }
  std::uint64_t samples() const noexcept { return samples_; }

  /// samples + 1 values of the relevant item number `order`, from 1.
  std::span<double> row(std::size_t metric, std::uint64_t order) {
    return {values_.data() + place(metric, order), samples_ + 1};
  }
  std::span<const double> row(std::size_t metric, std::uint64_t order) const {
    return {values_.data() + place(metric, order), samples_ + 1};
  }

 private:
  std::size_t place(std::size_t metric, std::uint64_t order) const {
    return (metric * relevant_ + order - 1) * (samples_ + 1);
  }

  std::uint64_t relevant_;
  std::uint64_t samples_;
  std::vector<double> values_;
};

/// The metrics as they are, of a ranking of `relevant` relevant and `samples` sampled items.
MetricTables plain_tables(std::span<const Metric> metrics, std::uint64_t relevant,
                          std::uint64_t samples);

}  // namespace honestrank::sampling
