#include "estimators/bias_bounds.h"

#include <algorithm>
#include <cmath>

#include "metrics/rank_contribution.h"

namespace honestrank::estimators {
namespace {

/// Numbers of irrelevant items above, rising.
std::vector<std::uint64_t> places(const SamplingModel& model) {
  constexpr std::uint64_t kTop = 512;
  constexpr double kOfDeviation = 0.25;
  const auto all = static_cast<double>(model.irrelevant());
  const auto samples = static_cast<double>(model.samples());
  const double finite = model.replacement() == Replacement::without ? 1 - samples / all : 1;
  std::vector<std::uint64_t> result;
  for (std::uint64_t above = 0; above < model.irrelevant();) {
    result.push_back(above);
    const double share = static_cast<double>(above) / all;
    const double deviation = all * std::sqrt(share * (1 - share) * std::max(finite, 0.0) / samples);
    const auto wide = static_cast<std::uint64_t>(kOfDeviation * deviation);
    const std::uint64_t step = above < kTop ? 1 : std::max<std::uint64_t>(1, wide);
    above += std::min(step, model.irrelevant() - above);
  }
  result.push_back(model.irrelevant());
  return result;
}

double bias_at(const CountDistribution& seen, const sampling::TableRow& table, double exact) {
  double bias = -exact;
  for (std::size_t j = 0; j < seen.probability.size(); ++j) {
    bias += seen.probability[j] * table[seen.first + j];
  }
  return bias;
}

void widen(BiasBound& bound, double bias) {
  if (std::isnan(bias)) return;  // ranks that the prior excludes have no table
  bound.least = std::min(bound.least, bias);
  bound.most = std::max(bound.most, bias);
}

}  // namespace

BiasBounds::BiasBounds(std::uint64_t fewest, std::uint64_t most, std::uint64_t samples,
                       Replacement drawn) {
  models_.emplace_back(fewest, samples, drawn);
  if (most != fewest) models_.emplace_back(most, samples, drawn);
}

std::vector<BiasBound> BiasBounds::of(const sampling::MetricTables& tables,
                                      std::span<const Metric> metrics, std::size_t estimators,
                                      std::uint64_t relevant) const {
  std::vector<BiasBound> bounds(metrics.size() * estimators * relevant);
  for (const SamplingModel& model : models_) {
    std::vector<metrics::RankContribution> full;
    for (const Metric& metric : metrics) {
      full.push_back(metrics::RankContribution(metric, relevant, model.irrelevant()).unscaled());
    }
    const auto add = [&](const CountDistribution& seen, std::uint64_t above, std::size_t metric,
                         std::uint64_t order) {
      const double exact = full[metric](order, static_cast<double>(above));
      for (std::size_t i = 0; i < estimators; ++i) {
        const std::size_t place = i * metrics.size() + metric;
        widen(bounds[place * relevant + order - 1], bias_at(seen, tables.row(place, order), exact));
      }
    };
    for (const std::uint64_t above : places(model)) {
      const CountDistribution seen = model.distribution(above);
      for (std::size_t metric = 0; metric < metrics.size(); ++metric) {
        for (std::uint64_t order = 1; order <= relevant; ++order) add(seen, above, metric, order);
      }
    }
    for (std::size_t metric = 0; metric < metrics.size(); ++metric) {
      for (std::uint64_t order = 1; order <= relevant; ++order) {
        const std::uint64_t jump = full[metric].zero_from(order);
        if (jump > 0) add(model.distribution(jump - 1), jump - 1, metric, order);
        if (jump <= model.irrelevant()) add(model.distribution(jump), jump, metric, order);
      }
    }
  }
  return bounds;
}

}  // namespace honestrank::estimators
