#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "estimators/metric_parts.h"
#include "estimators/seen_users.h"
#include "honestrank/metrics/metric.h"

namespace honestrank::estimators {

/// How often the first, second, ... relevant items of users were seen below so many sampled ones,
/// each user with the weight that the metrics give.
class ItemCounts {
 public:
  /// Of one relevant item of each user who has so many.
  struct Order {
    SampledCounts counts;
    double weight = 0;   ///< of these users together
    double squares = 0;  ///< of weights

    /// The number of users of equal weights whose mean is as certain; there have to be users.
    double users() const { return weight * weight / squares; }
  };

  /// Of no user. Keeps references to what it is given.
  ItemCounts(const SeenUsers& seen, std::span<const Metric> metrics,
             std::span<const PartsAlike> parts, TiedItems tied);

  void add(const SeenUser& user);

  /// By place of the parts, then by order, from the first relevant item on; those that no user has
  /// have no weight.
  const std::vector<std::vector<Order>>& orders() const noexcept { return orders_; }

  /// What the users count together in the mean of a metric.
  double users(std::size_t metric) const { return users_[metric]; }

 private:
  const SeenUsers& seen_;
  std::span<const Metric> metrics_;
  std::span<const PartsAlike> parts_;
  TiedItems tied_;
  std::vector<std::vector<Order>> orders_;
  std::vector<double> users_;
};

}  // namespace honestrank::estimators
