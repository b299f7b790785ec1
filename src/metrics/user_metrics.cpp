#include "metrics/user_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "base/portable_math.h"
#include "honestrank/base/error.h"
#include "metrics/metric_rules.h"
#include "metrics/tied_sums.h"

namespace honestrank::metrics {
namespace {

constexpr std::size_t kPowers = 512;
constexpr double kNegligible = 1e-20;

/// Gains from here to highest_gain() can be added up, and divided, without leaving the range of a
/// double.
constexpr double kLowestGain = 1e-150;

/// How many of a group's positions lie in the top `cutoff`; the group must begin there.
std::uint64_t positions_in_top(const TieGroup& group, std::uint64_t cutoff) {
  return std::min(group.size, cutoff - group.above);
}

/// Share of a group's items that are relevant: the expected relevance of each of its positions.
double relevant_share(const TieGroup& group) {
  return static_cast<double>(group.relevant) / static_cast<double>(group.size);
}

double hits(const UserRanking& ranking, std::uint64_t cutoff) {
  double sum = 0;
  for (const TieGroup& group : ranking.groups) {
    if (group.above >= cutoff) break;
    if (group.size == 1) {
      sum += 1;
    } else if (group.relevant == group.size) {
      sum += static_cast<double>(positions_in_top(group, cutoff));
    } else {
      sum += relevant_share(group) * static_cast<double>(positions_in_top(group, cutoff));
    }
  }
  return sum;
}

/// Sum over the top `cutoff` positions of [relevant] times the precision there.
double precision_sum(const UserRanking& ranking, std::uint64_t cutoff) {
  double sum = 0;
  std::uint64_t found = 0;
  for (const TieGroup& group : ranking.groups) {
    if (group.above >= cutoff) break;
    const auto before = static_cast<double>(found);
    const std::uint64_t positions = positions_in_top(group, cutoff);
    if (group.size == 1) {
      sum += (before + 1) / (static_cast<double>(group.above) + 1);
    } else if (group.relevant == group.size && group.above == found) {
      sum += static_cast<double>(positions);
    } else {
      // A relevant item at the i-th position of the group has on average (i-1) * others relevant
      // ones before it in the group.
      const double others =
          static_cast<double>(group.relevant - 1) / static_cast<double>(group.size - 1);
      sum += relevant_share(group) * ((before + 1 - others) * harmonic_sum(group.above, positions) +
                                      others * ratio_sum(group.above, positions));
    }
    found += group.relevant;
  }
  return sum;
}

double gain_value(GainKind kind, double gain) {
  switch (kind) {
    case GainKind::linear: return gain;
    case GainKind::exponential:
      return gain < 0.5 ? portable::expm1(gain * std::numbers::ln2) : portable::exp2(gain) - 1;
    case GainKind::binary: return 1;
  }
  throw InputError("gain_value: unknown kind of gain");
}

double binary_dcg(const UserRanking& ranking, std::uint64_t cutoff) {
  double sum = 0;
  for (const TieGroup& group : ranking.groups) {
    if (group.above >= cutoff) break;
    sum += group.size == 1
               ? discount(group.above + 1)
               : relevant_share(group) * discount_sum(group.above, positions_in_top(group, cutoff));
  }
  return sum;
}

double graded_dcg(GainKind kind, const UserRanking& ranking, std::uint64_t cutoff) {
  double sum = 0;
  auto gain = ranking.gains.begin();
  for (const TieGroup& group : ranking.groups) {
    if (group.above >= cutoff) break;
    double gains = 0;
    for (std::uint64_t i = 0; i < group.relevant; ++i) gains += gain_value(kind, *gain++);
    sum += group.size == 1 ? gains * discount(group.above + 1)
                           : gains / static_cast<double>(group.size) *
                                 discount_sum(group.above, positions_in_top(group, cutoff));
  }
  return sum;
}

double dcg(const PreparedMetric& metric, const UserRanking& ranking) {
  return ranking.gains.empty() || metric.gain == GainKind::binary
             ? binary_dcg(ranking, metric.cutoff)
             : graded_dcg(metric.gain, ranking, metric.cutoff);
}

double ideal_dcg(const PreparedMetric& metric, const RankedUser& user) {
  const std::uint64_t length = std::min(metric.cutoff, user.relevant);
  if (user.ideal_gains.empty() || metric.gain == GainKind::binary) return discount_sum(0, length);
  double sum = 0;
  for (std::uint64_t i = 0; i < length; ++i) {
    sum += gain_value(metric.gain, user.ideal_gains[i]) * discount(i + 1);
  }
  return sum;
}

double rank_biased_precision(const PreparedMetric& metric, const UserRanking& ranking) {
  const double p = metric.persistence;
  double sum = 0;
  for (const TieGroup& group : ranking.groups) {
    if (group.above >= metric.cutoff) break;
    // All ranks below `above` together weigh p^above.
    if (group.above >= kPowers && metric.powers.back() < kNegligible * sum) break;
    const double weight = group.above < kPowers
                              ? metric.powers[group.above]
                              : portable::pow(p, static_cast<double>(group.above));
    if (group.size == 1) {
      sum += (1 - p) * weight;
    } else {
      const auto positions = static_cast<double>(positions_in_top(group, metric.cutoff));
      sum += relevant_share(group) * weight * -portable::expm1(positions * portable::log(p));
    }
  }
  return sum;
}

// The first group alone decides: it holds a relevant item, and later groups stand lower.
double reciprocal_rank(const UserRanking& ranking, std::uint64_t cutoff) {
  if (ranking.groups.empty() || ranking.groups.front().above >= cutoff) return 0;
  const TieGroup& group = ranking.groups.front();
  return reciprocal_rank_sum(group.above, group.size, group.relevant,
                             positions_in_top(group, cutoff));
}

double hit(const UserRanking& ranking, std::uint64_t cutoff) {
  if (ranking.groups.empty() || ranking.groups.front().above >= cutoff) return 0;
  const TieGroup& group = ranking.groups.front();
  return hit_probability(group.size, group.relevant, positions_in_top(group, cutoff));
}

double auc(const UserRanking& ranking, std::uint64_t relevant) {
  const double pairs =
      static_cast<double>(relevant) * static_cast<double>(ranking.items - relevant);
  double wrong = 0;
  std::uint64_t found = 0;
  for (const TieGroup& group : ranking.groups) {
    const auto irrelevant_above = static_cast<double>(group.above - found);
    const auto irrelevant_tied = static_cast<double>(group.size - group.relevant);
    wrong += static_cast<double>(group.relevant) * (irrelevant_above + 0.5 * irrelevant_tied);
    found += group.relevant;
  }
  return (pairs - wrong) / pairs;
}

}  // namespace

PreparedMetric::PreparedMetric(const Metric& metric)
    : kind(metric.kind),
      gain(metric.gain),
      cutoff(metric.cutoff.value_or(std::numeric_limits<std::uint64_t>::max())),
      persistence(metric.persistence),
      relevance_level(metric.relevance_level) {
  if (kind != MetricKind::rbp) return;
  powers.reserve(kPowers);
  for (std::size_t i = 0; i < kPowers; ++i) {
    powers.push_back(portable::pow(persistence, static_cast<double>(i)));
  }
}

std::string_view reason(Undefined undefined) {
  switch (undefined) {
    case Undefined::defined: return "";
    case Undefined::no_relevant_item: return "no relevant item";
    case Undefined::unranked_items: return "relevant items outside the ranking";
    case Undefined::unknown_items: return "number of items unknown";
    case Undefined::no_irrelevant: return "no irrelevant item";
  }
  throw InputError("reason: unknown reason");
}

Undefined undefined_for(MetricKind kind, const UserRanking& ranking, std::uint64_t relevant) {
  if (relevant == 0) return Undefined::no_relevant_item;
  if (kind != MetricKind::auc && kind != MetricKind::gauc) return Undefined::defined;
  if (ranking.unranked > 0) return Undefined::unranked_items;
  if (ranking.items == 0) return Undefined::unknown_items;
  if (ranking.items == relevant) return Undefined::no_irrelevant;
  return Undefined::defined;
}

double expected_value(const PreparedMetric& metric, const RankedUser& user) {
  const UserRanking& ranking = user.ranking;
  const std::uint64_t cutoff = metric.cutoff;
  const auto top = static_cast<double>(cutoff);
  const auto relevant = static_cast<double>(user.relevant);
  const auto capped = static_cast<double>(std::min(cutoff, user.relevant));
  // Rounding may carry a sum that is 1 in theory just beyond it.
  const auto at_most_one = [](double value) { return std::min(value, 1.0); };
  switch (metric.kind) {
    case MetricKind::auc:
    case MetricKind::gauc: return auc(ranking, user.relevant);
    case MetricKind::precision: return at_most_one(hits(ranking, cutoff) / top);
    case MetricKind::recall: return at_most_one(hits(ranking, cutoff) / relevant);
    case MetricKind::recall_capped: return at_most_one(hits(ranking, cutoff) / capped);
    case MetricKind::f1: return at_most_one(2 * hits(ranking, cutoff) / (top + relevant));
    case MetricKind::ap: return at_most_one(precision_sum(ranking, cutoff) / capped);
    case MetricKind::ap_trec: return at_most_one(precision_sum(ranking, cutoff) / relevant);
    case MetricKind::ndcg: return at_most_one(dcg(metric, ranking) / ideal_dcg(metric, user));
    case MetricKind::dcg: return dcg(metric, ranking);
    case MetricKind::rr: return reciprocal_rank(ranking, cutoff);
    case MetricKind::hit: return hit(ranking, cutoff);
    case MetricKind::rbp: return at_most_one(rank_biased_precision(metric, ranking));
    case MetricKind::r_precision: return at_most_one(hits(ranking, user.relevant) / relevant);
  }
  throw InputError("expected_value: unknown kind of metric");
}

void check_gains(const Metric& metric, std::span<const double> gains, std::string_view caller) {
  if (!uses_gains(metric.kind) || metric.gain == GainKind::binary) return;
  const double highest = highest_gain(metric.gain);
  for (const double gain : gains) {
    if (gain < metric.relevance_level || (gain >= kLowestGain && gain <= highest)) continue;
    throw InputError(fmt::format("{}: expected gains from {} to {} for {}; got {}", caller,
                                 kLowestGain, highest, canonical_name(metric), gain));
  }
}

}  // namespace honestrank::metrics
