#include "estimators/learnt_estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "estimators/blind_spot.h"
#include "estimators/correction.h"
#include "estimators/falling_check.h"
#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "metrics/user_metrics.h"

namespace honestrank::estimators {
namespace {

constexpr std::uint32_t kDraws = 100;  // of users, for error bars, unless told
constexpr std::uint32_t kStream = 0x6c656172;
constexpr double kNormalQuantile = 1.959963984540054;

/// What was seen of a user: so many sampled items above and beside the relevant one.
struct SeenUser {
  std::size_t size = 0;  ///< which of the numbers of samples
  std::uint64_t above = 0;
  std::uint64_t tied = 0;
};

/// The users who count, and how their items were drawn.
struct SeenUsers {
  SampledCounts counts;
  std::vector<SeenUser> users;
  double population = 0;  ///< mean number of items
  double samples = 0;     ///< mean number
  std::vector<std::uint64_t> skipped = std::vector<std::uint64_t>(metrics::kUndefinedReasons);
};

SeenUsers seen_users(const SampledRanks& sampled, const Estimator& estimator) {
  SeenUsers result;
  std::map<std::uint64_t, std::size_t> sizes;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    if (sampled.samples(entry) > 0) sizes[sampled.samples(entry)] = 0;
  }
  for (auto& [samples, place] : sizes) {
    place = result.counts.sizes.size();
    result.counts.sizes.push_back({samples, std::vector<double>(samples + 1)});
  }
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const UserRanking ranking = sampled.ranks[entry];
    const auto skip = [&](metrics::Undefined reason) {
      ++result.skipped[static_cast<std::size_t>(reason)];
    };
    if (ranking.relevant() == 0) {
      skip(metrics::Undefined::no_relevant_item);
      continue;
    }
    if (sampled.samples(entry) == 0 && sampled.population[entry] > ranking.relevant()) {
      throw InputError(fmt::format("estimate: expected samples of entry {}; got none", entry));
    }
    if (ranking.relevant() > 1) {
      throw InputError(fmt::format(
          "estimate: entry {}: expected one relevant item of each user for {}, which learns where "
          "lone items stand; got {}; take bv or cls",
          entry, estimator.name, ranking.relevant()));
    }
    if (sampled.population[entry] == 1) {
      skip(metrics::Undefined::no_irrelevant);
      continue;
    }
    const TieGroup& group = ranking.groups[0];
    result.users.push_back({sizes.at(sampled.samples(entry)), group.above, group.size - 1});
    result.population += static_cast<double>(sampled.population[entry]);
    result.samples += static_cast<double>(sampled.samples(entry));
  }
  if (result.users.empty()) {
    throw InputError("estimate: expected a user with a relevant and an irrelevant item; got none");
  }
  const auto count = static_cast<double>(result.users.size());
  result.population /= count;
  result.samples /= count;
  result.counts.irrelevant = static_cast<std::uint64_t>(std::llround(result.population)) - 1;
  return result;
}

/// Adds a user to the counts; tied items share the user out.
void add(const SeenUser& user, SampledCounts& counts) {
  const double share = 1 / (static_cast<double>(user.tied) + 1);
  for (std::uint64_t i = 0; i <= user.tied; ++i) {
    counts.sizes[user.size].users[user.above + i] += share;
  }
}

/// The counts for all ties gone well, or badly.
UserCounts counts_of_ties(const SeenUsers& seen, bool well) {
  SampledCounts counts = seen.counts;
  for (auto& size : counts.sizes) std::fill(size.users.begin(), size.users.end(), 0.0);
  for (const SeenUser& user : seen.users) {
    ++counts.sizes[user.size].users[user.above + (well ? 0 : user.tied)];
  }
  return user_counts(counts, "estimate");
}

bool learns_by_mes(const Estimator& estimator) {
  return estimator.kind == EstimatorKind::mes || estimator.prior == PriorSource::mes;
}

/// Learns from counts, and reads the metrics off.
class Learner {
 public:
  Learner(const Estimator& estimator, std::span<const Metric> metrics, const SampledCounts& drawn,
          std::vector<RankCell> cells)
      : estimator_(estimator),
        metrics_(metrics),
        irrelevant_(drawn.irrelevant),
        replacement_(drawn.replacement),
        samples_(drawn.sizes[0].samples),
        mixture_(drawn, std::move(cells)) {
    const bool has_table = !reads_distribution();
    if (drawn.sizes.size() > 1 && (learns_by_mes(estimator) || has_table)) {
      throw InputError(
          fmt::format("estimate: expected one number of samples for all users for {}; got {} and "
                      "{}; take mle",
                      estimator.name, drawn.sizes[0].samples, drawn.sizes[1].samples));
    }
    if (has_table && samples_ > kMostSolvedSamples) {
      throw InputError(fmt::format("estimate: expected at most {} samples for {}; got {}",
                                   kMostSolvedSamples, estimator.name, samples_));
    }
  }

  RankDistribution learn(const UserCounts& counts) const {
    if (learns_by_mes(estimator_)) return learn_mes(mixture_, counts, estimator_.eta);
    const LearnOptions options{.iterations = estimator_.iterations};
    return estimator_.kind == EstimatorKind::monotone_mle
               ? learn_monotone_mle(mixture_, counts, options)
               : learn_mle(mixture_, counts, options);
  }

  std::vector<double> values(const RankDistribution& learnt, const UserCounts& counts) const {
    std::vector<double> result;
    if (reads_distribution()) {
      for (const Metric& metric : metrics_) result.push_back(learnt.mean(metric));
      return result;
    }
    const SamplingModel model(irrelevant_, samples_, replacement_);
    const SampledRows rows(
        model, nodes_of(learnt.cells, [](const RankCell& cell) { return cell.probability; }));
    const auto ranks = static_cast<double>(irrelevant_ + 1);
    const SampledRows all(model, nodes_of(learnt.cells, [&](const RankCell& cell) {
                            return static_cast<double>(cell.ranks) / ranks;
                          }));
    const Correction correction(estimator_, rows, all, counts.all);
    for (const Metric& metric : metrics_) {
      const metrics::RankContribution full(metric, 1, irrelevant_);
      const metrics::RankContribution sampled(metric, 1, samples_);
      const CorrectedTable table = correction.table(full, sampled, 1, /*linear=*/false);
      double sum = 0;
      for (std::size_t i = 0; i < table.value.size(); ++i) {
        const double users = counts.users[0][static_cast<Eigen::Index>(i)];
        if (users != 0) sum += users * table.value[i];
      }
      if (std::isnan(sum)) {
        throw InputError(fmt::format(
            "estimate: expected a learnt prior under which all sampled ranks can occur; got "
            "another one for {}; take mle",
            estimator_.name));
      }
      result.push_back(sum / counts.all);
    }
    return result;
  }

 private:
  bool reads_distribution() const {
    return estimator_.prior == PriorSource::given;  // others have a table, with that prior
  }

  /// Nodes of the cells, which are cut where a metric jumps.
  template <typename Probability>
  std::vector<RankNode> nodes_of(const std::vector<RankCell>& cells,
                                 const Probability& probability) const {
    std::vector<std::uint64_t> jumps;
    for (const Metric& metric : metrics_) {
      jumps.push_back(metrics::RankContribution(metric, 1, irrelevant_).zero_from(1));
    }
    std::sort(jumps.begin(), jumps.end());
    std::vector<RankNode> nodes;
    for (const RankCell& cell : cells) {
      std::uint64_t begin = cell.first - 1;
      const std::uint64_t end = begin + cell.ranks;
      const double each = probability(cell) / static_cast<double>(cell.ranks);
      while (begin < end) {
        const auto jump = std::upper_bound(jumps.begin(), jumps.end(), begin);
        const std::uint64_t part = std::min(end, jump == jumps.end() ? end : *jump);
        for (const RankNode& node : uniform_nodes(begin, part - begin)) {
          const double weight = node.weight * each * static_cast<double>(part - begin);
          constexpr double kNothing = 1e-200;  // its root and squares are numbers
          if (weight > kNothing) nodes.push_back({node.above, weight});
        }
        begin = part;
      }
    }
    return nodes;
  }

  const Estimator& estimator_;
  std::span<const Metric> metrics_;
  std::uint64_t irrelevant_;
  Replacement replacement_;
  std::uint64_t samples_;
  SampledMixture mixture_;
};

/// Standard deviations of the metrics over samples of users.
std::vector<double> bootstrap_errors(const SeenUsers& seen, const Learner& learner,
                                     std::size_t metrics, const EstimateOptions& options) {
  const std::uint32_t draws = options.bootstrap == 0 ? kDraws : options.bootstrap;
  const CounterRandom random(options.seed, kStream);
  std::vector<std::vector<double>> values(draws);
  parallel_for(draws, 1, options.threads, [&](const Block& block) {
    SampledCounts counts = seen.counts;
    for (auto& size : counts.sizes) std::fill(size.users.begin(), size.users.end(), 0.0);
    for (std::size_t i = 0; i < seen.users.size(); ++i) {
      add(seen.users[random.below(seen.users.size(), i, static_cast<std::uint32_t>(block.begin))],
          counts);
    }
    const UserCounts users = user_counts(counts, "estimate");
    values[block.begin] = learner.values(learner.learn(users), users);
  });
  std::vector<double> errors;
  for (std::size_t metric = 0; metric < metrics; ++metric) {
    double mean = 0;
    for (const auto& own : values) mean += own[metric] / static_cast<double>(draws);
    double squares = 0;
    for (const auto& own : values) squares += (own[metric] - mean) * (own[metric] - mean);
    errors.push_back(std::sqrt(squares / (static_cast<double>(draws) - 1)));
  }
  return errors;
}

/// Whether users contradict what monotone_mle takes for granted.
std::string description_of_falling(const SampledCounts& counts, const EstimateOptions& options) {
  constexpr double kDoubtful = 0.05;
  const double p = falling_p_value(counts, {.seed = options.seed, .threads = options.threads});
  if (std::isnan(p)) {
    return "probabilities that do not rise with the rank: not tested for samples like these";
  }
  return fmt::format("probabilities that do not rise with the rank: p = {:.2f}{}", p,
                     p < kDoubtful ? "; the samples contradict it, take mle" : "");
}

}  // namespace

std::vector<MetricEstimate> learnt_estimates(const SampledRanks& sampled,
                                             std::span<const Metric> metrics,
                                             const Estimator& estimator,
                                             const EstimateOptions& options, bool test_assumption) {
  if (!options.correction.prior.empty()) {
    throw InputError(fmt::format("estimate: expected no given prior for {}, which learns its own",
                                 estimator.name));
  }
  SeenUsers seen = seen_users(sampled, estimator);
  seen.counts.replacement = options.correction.likelihood.value_or(sampled.replacement);
  for (const SeenUser& user : seen.users) add(user, seen.counts);
  const UserCounts users = user_counts(seen.counts, "estimate");
  const CellSize cells = learns_by_mes(estimator) ? CellSize::finest : CellSize::fine;
  const Learner learner(estimator, metrics, seen.counts, rank_cells(seen.counts, cells));
  const RankDistribution learnt = learner.learn(users);
  const std::vector<double> values = learner.values(learnt, users);
  std::vector<double> optimistic = values;
  std::vector<double> pessimistic = values;
  if (std::any_of(seen.users.begin(), seen.users.end(),
                  [](const SeenUser& user) { return user.tied > 0; })) {
    const UserCounts well = counts_of_ties(seen, true);
    const UserCounts badly = counts_of_ties(seen, false);
    optimistic = learner.values(learner.learn(well), well);
    pessimistic = learner.values(learner.learn(badly), badly);
  }
  std::vector<double> errors(metrics.size(), std::numeric_limits<double>::quiet_NaN());
  if (options.learnt_errors) {
    const Learner coarse(estimator, metrics, seen.counts,
                         rank_cells(seen.counts, CellSize::coarse));
    errors = bootstrap_errors(seen, coarse, metrics.size(), options);
  }
  const std::string falling =
      estimator.kind == EstimatorKind::monotone_mle && test_assumption && options.learnt_errors
          ? description_of_falling(seen.counts, options)
          : "";
  std::vector<MetricEstimate> results;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    MetricEstimate one;
    one.estimator = estimator;
    one.samples = static_cast<std::uint64_t>(std::llround(seen.samples));
    one.population = seen.population;
    MetricResult& result = one.result;
    result.metric = metrics[i];
    result.value = values[i];
    result.optimistic = std::max(values[i], optimistic[i]);
    result.pessimistic = std::min(values[i], pessimistic[i]);
    result.standard_error = errors[i];
    if (seen.users.size() < 2) result.standard_error = std::numeric_limits<double>::quiet_NaN();
    result.low = values[i] - kNormalQuantile * result.standard_error;
    result.high = values[i] + kNormalQuantile * result.standard_error;
    result.users = seen.users.size();
    for (std::size_t reason = 1; reason < seen.skipped.size(); ++reason) {
      if (seen.skipped[reason] == 0) continue;
      result.users_skipped += seen.skipped[reason];
      result.skipped.push_back(
          {std::string(metrics::reason(static_cast<metrics::Undefined>(reason))),
           seen.skipped[reason]});
    }
    one.diagnostics.push_back(
        fmt::format("rank distribution learnt in {} iterations, log-likelihood {:.6g}; the "
                    "interval speaks of chance, and no bound of the bias is known",
                    learnt.iterations, learnt.log_likelihood));
    if (!falling.empty()) one.diagnostics.push_back(falling);
    one.least_bias = one.most_bias = std::numeric_limits<double>::quiet_NaN();
    if (seen.counts.sizes.size() == 1) describe_blind_spot(seen.samples, one);
    if (learns_by_mes(estimator) && !learnt.converged) {
      one.diagnostics.emplace_back("not converged: no better distribution was found");
    }
    results.push_back(std::move(one));
  }
  return results;
}

}  // namespace honestrank::estimators
