#include "metrics/rank_contribution.h"

#include <algorithm>
#include <limits>

#include "base/portable_math.h"
#include "honestrank/base/error.h"
#include "metrics/tied_sums.h"

namespace honestrank::metrics {

RankContribution::RankContribution(const Metric& metric, std::uint64_t relevant,
                                   std::uint64_t irrelevant)
    : kind_(metric.kind),
      irrelevant_(irrelevant),
      cutoff_(metric.kind == MetricKind::r_precision
                  ? relevant
                  : metric.cutoff.value_or(std::numeric_limits<std::uint64_t>::max())),
      persistence_(metric.persistence) {
  const auto all = static_cast<double>(relevant);
  const auto capped = static_cast<double>(std::min(relevant, cutoff_));
  switch (kind_) {
    case MetricKind::auc:
    case MetricKind::gauc:
    case MetricKind::recall:
    case MetricKind::ap_trec:
    case MetricKind::r_precision: scale_ = 1 / all; break;
    case MetricKind::precision: scale_ = 1 / static_cast<double>(cutoff_); break;
    case MetricKind::recall_capped:
    case MetricKind::ap: scale_ = 1 / capped; break;
    case MetricKind::f1: scale_ = 2 / (static_cast<double>(cutoff_) + all); break;
    case MetricKind::ndcg: scale_ = 1 / discount_sum(0, std::min(relevant, cutoff_)); break;
    case MetricKind::rbp: scale_ = 1 - persistence_; break;
    case MetricKind::dcg:
    case MetricKind::rr:
    case MetricKind::hit: break;
  }
}

double RankContribution::operator()(std::uint64_t order, double above) const {
  const double place = static_cast<double>(order);
  const double rank = place + above;
  switch (kind_) {
    case MetricKind::auc:
    case MetricKind::gauc: return scale_ * (1 - above / static_cast<double>(irrelevant_));
    case MetricKind::precision:
    case MetricKind::recall:
    case MetricKind::recall_capped:
    case MetricKind::f1:
    case MetricKind::r_precision: return rank <= static_cast<double>(cutoff_) ? scale_ : 0;
    default: break;
  }
  if (rank > static_cast<double>(cutoff_)) return 0;
  switch (kind_) {
    case MetricKind::ap:
    case MetricKind::ap_trec: return scale_ * place / rank;
    case MetricKind::ndcg:
    case MetricKind::dcg: return scale_ / portable::log2(rank + 1);
    case MetricKind::rr: return order == 1 ? 1 / rank : 0;
    case MetricKind::hit: return order == 1 ? 1 : 0;
    case MetricKind::rbp: return scale_ * portable::pow(persistence_, rank - 1);
    default: break;
  }
  throw InputError("RankContribution: unknown kind of metric");
}

std::uint64_t RankContribution::zero_from(std::uint64_t order) const {
  const bool first_alone = kind_ == MetricKind::rr || kind_ == MetricKind::hit;
  if (first_alone && order != 1) return 0;
  const std::uint64_t end = irrelevant_ + 1;
  if (kind_ == MetricKind::auc || kind_ == MetricKind::gauc) return end;
  if (order > cutoff_) return 0;
  return cutoff_ - order >= irrelevant_ ? end : cutoff_ - order + 1;
}

}  // namespace honestrank::metrics
