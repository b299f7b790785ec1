#include "estimators/rank_learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "estimators/rank_mean.h"
#include "honestrank/base/error.h"
#include "metrics/rank_contribution.h"

namespace honestrank::estimators {
namespace {

/// Others read metrics off the distribution itself.
bool has_table(const Estimator& estimator) { return estimator.prior != PriorSource::given; }

void check(const Estimator& estimator, const SampledCounts& drawn) {
  if (drawn.sizes.size() > 1 && (learns_by_mes(estimator) || has_table(estimator))) {
    throw InputError(
        fmt::format("estimate: expected one number of samples for all users for {}; got {} and "
                    "{}; take mle",
                    estimator.name, drawn.sizes[0].samples, drawn.sizes[1].samples));
  }
  if (has_table(estimator) && drawn.sizes[0].samples > kMostSolvedSamples) {
    throw InputError(fmt::format("estimate: expected at most {} samples for {}; got {}; take mle",
                                 kMostSolvedSamples, estimator.name, drawn.sizes[0].samples));
  }
}

}  // namespace

bool learns_by_mes(const Estimator& estimator) {
  return estimator.kind == EstimatorKind::mes || estimator.prior == PriorSource::mes;
}

bool learn_alike(const Estimator& one, const Estimator& other) {
  if (learns_by_mes(one) != learns_by_mes(other)) return false;
  if (learns_by_mes(one)) return one.eta == other.eta;
  const auto falls = [](const Estimator& each) { return each.kind == EstimatorKind::monotone_mle; };
  return falls(one) == falls(other) && one.shape == other.shape &&
         one.iterations == other.iterations && one.tolerance == other.tolerance;
}

CellSize cell_size(const Estimator& estimator) {
  return learns_by_mes(estimator) ? CellSize::finest : CellSize::fine;
}

RankLearner::RankLearner(std::span<const Estimator> estimators, std::span<const PartsAlike> parts,
                         const SampledCounts& drawn, CellSize cells)
    : model_(drawn.irrelevant, drawn.sizes[0].samples, drawn.replacement),
      mixture_(drawn, rank_cells(drawn, cells)) {
  for (const Estimator& estimator : estimators) check(estimator, drawn);
  if (std::any_of(estimators.begin(), estimators.end(), has_table)) make_rows(parts);
}

/// Cells are cut where a metric jumps.
void RankLearner::make_rows(std::span<const PartsAlike> parts) {
  std::vector<std::uint64_t> jumps;
  for (const PartsAlike& alike : parts) {
    for (const MetricPart& part : alike.parts) {
      for (std::uint64_t order = 1; order <= alike.orders; ++order) {
        jumps.push_back(part.value.zero_from(order));
      }
    }
  }
  std::sort(jumps.begin(), jumps.end());
  jumps.erase(std::unique(jumps.begin(), jumps.end()), jumps.end());
  const double each = 1 / static_cast<double>(model_.irrelevant() + 1);
  std::vector<RankNode> nodes;
  for (std::size_t i = 0; i < mixture_.cells().size(); ++i) {
    const RankCell& cell = mixture_.cells()[i];
    std::uint64_t begin = cell.first - 1;
    const std::uint64_t end = begin + cell.ranks;
    while (begin < end) {
      const auto jump = std::upper_bound(jumps.begin(), jumps.end(), begin);
      const std::uint64_t part = std::min(end, jump == jumps.end() ? end : *jump);
      for (const RankNode& node : uniform_nodes(begin, part - begin)) {
        nodes.push_back({node.above, node.weight * each * static_cast<double>(part - begin)});
        cell_of_node_.push_back(i);
      }
      begin = part;
    }
  }
  all_.emplace(model_, std::move(nodes));
}

SampledRows RankLearner::rows_of(const RankDistribution& learnt) const {
  const auto ranks = static_cast<double>(model_.irrelevant() + 1);
  std::vector<double> weights;
  for (std::size_t node = 0; node < cell_of_node_.size(); ++node) {
    const RankCell& cell = learnt.cells[cell_of_node_[node]];
    const double share = cell.probability * (ranks / static_cast<double>(cell.ranks));
    const double weight = all_->nodes()[node].weight * share;
    constexpr double kNothing = 1e-200;  // the roots and squares of others are numbers
    weights.push_back(weight > kNothing ? weight : 0);
  }
  return all_->reweighted(weights);
}

RankDistribution RankLearner::learn(const Estimator& estimator, const UserCounts& counts) const {
  if (learns_by_mes(estimator)) return learn_mes(mixture_, counts, estimator.eta);
  const LearnOptions options{.iterations = estimator.iterations,
                             .tolerance = estimator.tolerance,
                             .shape = estimator.shape};
  return estimator.kind == EstimatorKind::monotone_mle
             ? learn_monotone_mle(mixture_, counts, options)
             : learn_mle(mixture_, counts, options);
}

RankLearner::Readings RankLearner::read(const Estimator& estimator, const RankDistribution& learnt,
                                        const UserCounts& counts, double users,
                                        std::span<const MetricPart> parts,
                                        std::uint64_t order) const {
  Readings result;
  if (!has_table(estimator)) {
    for (const MetricPart& part : parts) {
      result.values.push_back(rank_mean(learnt, part.value, order));
    }
    return result;
  }
  const SampledRows rows = rows_of(learnt);
  const Correction correction(estimator, rows, *all_, users);
  result.condition = correction.condition();
  for (const MetricPart& part : parts) {
    // What it adds to the sampled metric is asked for by naive alone.
    const auto table = correction.table(part.value, part.value, order, /*linear=*/false).value;
    double sum = 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const double seen = counts.users[0][static_cast<Eigen::Index>(i)];
      if (seen != 0) sum += seen * table[i];
    }
    if (std::isnan(sum)) {
      result.without_table = true;
      result.values.push_back(rank_mean(learnt, part.value, order));
      continue;
    }
    result.values.push_back(sum / counts.all);
  }
  return result;
}

}  // namespace honestrank::estimators
