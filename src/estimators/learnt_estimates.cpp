#include "estimators/learnt_estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "estimators/blind_spot.h"
#include "estimators/rank_learner.h"
#include "estimators/seen_users.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "honestrank/estimators/falling_check.h"
#include "metrics/user_metrics.h"

namespace honestrank::estimators {
namespace {

constexpr std::uint32_t kDraws = 100;  // of users, for error bars, unless told
constexpr std::uint32_t kLearningStream = 0x6c656172;

/// Estimators that learn the same distribution.
using Alike = std::vector<Estimator>;

/// Of every estimator and metric, in this order.
struct LearntValues {
  std::vector<double> value;
  std::vector<double> optimistic;
  std::vector<double> pessimistic;
  std::vector<double> error;
  std::vector<double> condition;  ///< of every estimator
  RankDistribution learnt;
};

/// Of every estimator and metric; with `condition`, also that of every estimator.
std::vector<double> values_of(const RankLearner& learner, const Alike& alike,
                              const RankDistribution& learnt, const UserCounts& counts,
                              std::vector<double>* condition = nullptr) {
  std::vector<double> result;
  for (const Estimator& estimator : alike) {
    const RankLearner::Readings own = learner.read(estimator, learnt, counts);
    result.insert(result.end(), own.values.begin(), own.values.end());
    if (condition != nullptr) condition->push_back(own.condition);
  }
  return result;
}

/// Standard deviations over samples of users.
std::vector<double> bootstrap_errors(const SeenUsers& seen, const RankLearner& learner,
                                     const Alike& alike, const EstimateOptions& options) {
  const std::uint32_t draws = options.bootstrap == 0 ? kDraws : options.bootstrap;
  const CounterRandom random(options.seed, kLearningStream);
  std::vector<std::vector<double>> values(draws);
  parallel_for(draws, 1, options.threads, [&](const Block& block) {
    SampledCounts counts = seen.drawn;
    for (std::size_t i = 0; i < seen.users.size(); ++i) {
      add(seen.users[random.below(seen.users.size(), i, static_cast<std::uint32_t>(block.begin))],
          TiedItems::shared, counts);
    }
    const UserCounts users = user_counts(counts, "estimate");
    values[block.begin] = values_of(learner, alike, learner.learn(alike[0], users), users);
  });
  std::vector<double> errors;
  for (std::size_t i = 0; i < values[0].size(); ++i) {
    double mean = 0;
    for (const auto& own : values) mean += own[i] / static_cast<double>(draws);
    double squares = 0;
    for (const auto& own : values) squares += (own[i] - mean) * (own[i] - mean);
    errors.push_back(std::sqrt(squares / (static_cast<double>(draws) - 1)));
  }
  return errors;
}

/// What learns, for all samples.
struct Learners {
  RankLearner fine;
  std::optional<RankLearner> coarse;  ///< for error bars

  Learners(const Alike& alike, std::span<const Metric> metrics, const SampledCounts& drawn,
           bool errors)
      : fine(alike, metrics, drawn, cell_size(alike[0])) {
    if (errors) coarse.emplace(alike, metrics, drawn, CellSize::coarse);
  }
};

LearntValues learnt_values(const SeenUsers& seen, const Learners& learners, const Alike& alike,
                           const EstimateOptions& options) {
  LearntValues result;
  const auto learn = [&](TiedItems tied) {
    const UserCounts counts = user_counts(seen.counts(tied), "estimate");
    RankDistribution learnt = learners.fine.learn(alike[0], counts);
    const bool is_shared = tied == TiedItems::shared;
    std::vector<double> values =
        values_of(learners.fine, alike, learnt, counts, is_shared ? &result.condition : nullptr);
    if (is_shared) result.learnt = std::move(learnt);
    return values;
  };
  result.value = learn(TiedItems::shared);
  result.optimistic = seen.has_ties() ? learn(TiedItems::none) : result.value;
  result.pessimistic = seen.has_ties() ? learn(TiedItems::all) : result.value;
  if (learners.coarse) {
    result.error = bootstrap_errors(seen, *learners.coarse, alike, options);
  } else {
    result.error.assign(result.value.size(), std::numeric_limits<double>::quiet_NaN());
  }
  return result;
}

std::string_view description_of(FallingShape shape) {
  switch (shape) {
    case FallingShape::convex: return "probabilities that fall ever more slowly with the rank";
    case FallingShape::geometric: return "probabilities that fall as a mixture of geometric ones";
    case FallingShape::peaked: return "probabilities that fall behind a rank up to which they rise";
    case FallingShape::any: break;
  }
  return "probabilities that do not rise with the rank";
}

/// What the test of falling ranks says.
std::string description_of_falling(FallingShape shape, double p) {
  if (std::isnan(p)) {
    return fmt::format("{}: not tested for samples like these", description_of(shape));
  }
  return fmt::format("{}: p = {:.2f}{}", description_of(shape), p,
                     p >= kFallingDoubtful           ? ""
                     : shape == FallingShape::peaked ? "; the samples contradict it, take mle"
                                                     : "; the samples contradict it, take "
                                                       "shape=peaked or mle");
}

/// How the distribution was learnt, and how far it may be from the optimum.
std::string description_of_learning(const RankDistribution& learnt, const Estimator& estimator) {
  std::string text = fmt::format("rank distribution learnt in {} iterations, log-likelihood {:.6g}",
                                 learnt.iterations, learnt.log_likelihood);
  if (!learns_by_mes(estimator)) {
    text += fmt::format(", at most {:.2g} below the largest", learnt.shortfall);
  }
  return text + "; the interval speaks of chance, and no bound of the bias is known";
}

std::uint64_t most_samples(const SampledCounts& drawn) {
  std::uint64_t most = 0;
  for (const SampledCounts::Size& size : drawn.sizes) most = std::max(most, size.samples);
  return most;
}

/// Value number `place`, of `metric`, with all that is known of it; `condition` is that of the
/// estimator's equations, where it has any.
MetricEstimate described(const LearntValues& values, std::size_t place, const Estimator& estimator,
                         double condition, const Metric& metric, const SeenUsers& seen) {
  constexpr double kNormalQuantile = 1.959963984540054;
  MetricEstimate one;
  one.estimator = estimator;
  one.samples = static_cast<std::uint64_t>(std::llround(seen.samples));
  one.population = seen.population;
  MetricResult& result = one.result;
  result.metric = metric;
  result.value = values.value[place];
  result.optimistic = std::max(result.value, values.optimistic[place]);
  result.pessimistic = std::min(result.value, values.pessimistic[place]);
  result.standard_error =
      seen.users.size() < 2 ? std::numeric_limits<double>::quiet_NaN() : values.error[place];
  result.low = result.value - kNormalQuantile * result.standard_error;
  result.high = result.value + kNormalQuantile * result.standard_error;
  result.users = seen.users.size();
  for (std::size_t reason = 1; reason < seen.skipped.size(); ++reason) {
    if (seen.skipped[reason] == 0) continue;
    result.users_skipped += seen.skipped[reason];
    result.skipped.push_back({std::string(metrics::reason(static_cast<metrics::Undefined>(reason))),
                              seen.skipped[reason]});
  }
  one.diagnostics.push_back(description_of_learning(values.learnt, estimator));
  if (condition > 0) {
    const bool definite = estimator.kind == EstimatorKind::mn ||
                          (estimator.kind == EstimatorKind::bv && estimator.gamma > 0);
    one.diagnostics.push_back(fmt::format("equations{}, condition number about {:.1e}",
                                          definite ? " positive definite" : " of least squares",
                                          condition));
  }
  one.least_bias = one.most_bias = std::numeric_limits<double>::quiet_NaN();
  describe_blind_spot(seen.adaptive ? static_cast<double>(most_samples(seen.drawn)) : seen.samples,
                      one);
  if (learns_by_mes(estimator) && !values.learnt.converged) {
    one.diagnostics.emplace_back("not converged: no better distribution was found");
  } else if (!learns_by_mes(estimator) && estimator.tolerance > 0 && !values.learnt.converged) {
    one.diagnostics.emplace_back("not converged: take more iterations");
  }
  return one;
}

}  // namespace

std::vector<std::vector<MetricEstimate>> learnt_estimates(std::span<const SampledRanks> repeats,
                                                          std::span<const Metric> metrics,
                                                          std::span<const Estimator> estimators,
                                                          const EstimateOptions& options) {
  if (!options.correction.prior.empty()) {
    throw InputError(fmt::format("estimate: expected no given prior for {}, which learns its own",
                                 estimators[0].name));
  }
  const auto seen = seen_users(
      repeats, options.correction.likelihood.value_or(repeats[0].replacement), estimators[0].name);
  const SampledCounts all = counts_of_all(seen);
  // Repeats share the threads; what is left is for their error bars.
  EstimateOptions own_options = options;
  const unsigned threads = thread_count(options.threads);
  own_options.threads =
      std::max(1U, threads / static_cast<unsigned>(std::min<std::size_t>(repeats.size(), threads)));

  std::vector<std::vector<MetricEstimate>> results(repeats.size());
  for (auto& result : results) result.resize(estimators.size() * metrics.size());
  std::vector<bool> done(estimators.size());
  for (std::size_t first = 0; first < estimators.size(); ++first) {
    if (done[first]) continue;
    Alike alike;
    std::vector<std::size_t> places;
    for (std::size_t i = first; i < estimators.size(); ++i) {
      if (!learn_alike(estimators[first], estimators[i])) continue;
      alike.push_back(estimators[i]);
      places.push_back(i);
      done[i] = true;
    }
    const Learners learners(alike, metrics, all, options.learnt_errors);
    parallel_for(repeats.size(), 1, options.threads, [&](const Block& block) {
      const std::size_t repeat = block.begin;
      const LearntValues values = learnt_values(seen[repeat], learners, alike, own_options);
      const bool test =
          alike[0].kind == EstimatorKind::monotone_mle && repeat == 0 && options.learnt_errors;
      const double falling =
          test ? falling_p_value(seen[repeat].counts(), {.shape = alike[0].shape,
                                                         .seed = own_options.seed,
                                                         .threads = own_options.threads})
               : std::numeric_limits<double>::quiet_NaN();
      for (std::size_t i = 0; i < alike.size() * metrics.size(); ++i) {
        const std::size_t metric = i % metrics.size();
        const std::size_t own = i / metrics.size();
        MetricEstimate one =
            described(values, i, alike[own], values.condition[own], metrics[metric], seen[repeat]);
        one.falling_p_value = falling;
        if (test) one.diagnostics.push_back(description_of_falling(alike[0].shape, falling));
        results[repeat][places[own] * metrics.size() + metric] = std::move(one);
      }
    });
  }
  return results;
}

}  // namespace honestrank::estimators
