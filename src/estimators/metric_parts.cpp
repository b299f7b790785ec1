#include "estimators/metric_parts.h"

#include <algorithm>
#include <utility>

namespace honestrank::estimators {
namespace {

std::uint64_t last_order(const metrics::RankContribution& value, std::uint64_t most) {
  while (most > 0 && value.zero_from(most) == 0) --most;
  return most;
}

/// The part of a metric for users with one of the numbers of `relevant`: what their items add is a
/// multiple of what those of users with `reference` relevant items do.
PartsAlike part_of(std::span<const Metric> metrics, std::size_t place, std::uint64_t reference,
                   std::span<const std::uint64_t> relevant, std::uint64_t irrelevant) {
  const metrics::RankContribution value(metrics[place], reference, irrelevant);
  PartsAlike result{{{place, value}}, {}, last_order(value, relevant.back())};
  result.weight.resize(relevant.back() + 1);
  for (const std::uint64_t number : relevant) {
    const metrics::RankContribution own(metrics[place], number, irrelevant);
    // All items of all users count alike in gauc: no rounding is to tell them apart.
    result.weight[number] =
        metrics[place].kind == MetricKind::gauc ? 1 : own.scale() / value.scale();
  }
  return result;
}

void add(PartsAlike one, std::vector<PartsAlike>& all) {
  for (PartsAlike& other : all) {
    if (other.weight != one.weight) continue;
    other.parts.push_back(one.parts[0]);
    other.orders = std::max(other.orders, one.orders);
    return;
  }
  all.push_back(std::move(one));
}

}  // namespace

std::uint64_t distributions_of(std::span<const PartsAlike> parts) {
  std::uint64_t sum = 0;
  for (const PartsAlike& own : parts) sum += own.orders;
  return sum;
}

double user_weight(const Metric& metric, std::uint64_t relevant) {
  return metric.kind == MetricKind::gauc ? static_cast<double>(relevant) : 1;
}

std::vector<PartsAlike> metric_parts(std::span<const Metric> metrics,
                                     std::span<const std::uint64_t> relevant,
                                     std::uint64_t irrelevant) {
  std::vector<PartsAlike> result;
  for (std::size_t place = 0; place < metrics.size(); ++place) {
    if (metrics[place].kind != MetricKind::r_precision) {
      add(part_of(metrics, place, 1, relevant, irrelevant), result);
      continue;
    }
    for (std::size_t i = 0; i < relevant.size(); ++i) {
      PartsAlike own = part_of(metrics, place, relevant[i], relevant.subspan(i, 1), irrelevant);
      own.weight.resize(relevant.back() + 1);
      add(std::move(own), result);
    }
  }
  return result;
}

}  // namespace honestrank::estimators
