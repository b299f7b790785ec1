#pragma once

#include <cstdint>

#include "honestrank/metrics/metric.h"

namespace honestrank::metrics {

/// What each relevant item of a user adds to a metric.
///
/// Every metric is a sum over the relevant items of a function of two numbers: the place of the
/// item among the user's relevant items (its order, from 1), and how many irrelevant items stand
/// above it; its rank is the sum of both. A sample shows the order exactly and only the
/// second number is uncertain, which is why sampled metrics can be corrected item by item. Gains
/// are 1.
class RankContribution {
 public:
  /// For users with `relevant` relevant (at least 1) and `irrelevant` other items. auc and gauc
  /// need one of the others.
  RankContribution(const Metric& metric, std::uint64_t relevant, std::uint64_t irrelevant);

  /// What the relevant item number `order` adds below `above` irrelevant ones. Between whole
  /// numbers of `above` it is smooth as long as the cut-off is not passed.
  double operator()(std::uint64_t order, double above) const;

  /// What is the same for all of a user's relevant items: a factor that depends on their number.
  double scale() const noexcept { return scale_; }
  /// Without that factor. Only r_precision still depends on the number, by its cut-off.
  RankContribution unscaled() const {
    RankContribution result = *this;
    result.scale_ = 1;
    return result;
  }

  /// The number of irrelevant items above from which on item `order` adds nothing; at most
  /// irrelevant + 1.
  std::uint64_t zero_from(std::uint64_t order) const;

 private:
  MetricKind kind_;
  std::uint64_t irrelevant_;
  std::uint64_t cutoff_;
  double scale_ = 1;  ///< what the sum is multiplied by
  double persistence_;
};

}  // namespace honestrank::metrics
