#include "estimators/learnt_estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "estimators/blind_spot.h"
#include "estimators/bootstrap.h"
#include "estimators/item_counts.h"
#include "estimators/metric_parts.h"
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

/// How the distributions that a metric is read off were learnt.
struct Learning {
  std::size_t distributions = 0;
  std::uint32_t iterations = 0;  ///< at most
  double log_likelihood = 0;
  double shortfall = 0;
  bool converged = true;
  double condition = 0;           ///< the worst, of tables
  std::size_t without_table = 0;  ///< distributions under which what was seen cannot be

  void add(const RankDistribution& learnt, const RankLearner::Readings& readings) {
    ++distributions;
    iterations = std::max(iterations, learnt.iterations);
    log_likelihood += learnt.log_likelihood;
    shortfall += learnt.shortfall;
    converged = converged && learnt.converged;
    condition = std::max(condition, readings.condition);
    without_table += readings.without_table ? 1 : 0;
  }
};

/// Of every estimator and metric, in this order.
struct LearntValues {
  std::vector<double> value;
  std::vector<double> optimistic;
  std::vector<double> pessimistic;
  std::vector<std::vector<double>> resampled;  ///< values for samples of users; none: not asked for
  std::vector<Learning> learning;
};

/// What estimators that learn alike make of one sample.
class OneSample {
 public:
  OneSample(const SeenUsers& seen, const Alike& alike, std::span<const Metric> metrics,
            std::span<const PartsAlike> parts)
      : seen_(seen), alike_(alike), metrics_(metrics), parts_(parts) {}

  /// No user yet.
  ItemCounts counts(TiedItems tied) const { return {seen_, metrics_, parts_, tied}; }

  /// Of every estimator and metric; also how that was learnt, where asked for.
  std::vector<double> values(const RankLearner& learner, const ItemCounts& counts,
                             std::vector<Learning>* learning = nullptr) const {
    std::vector<double> result(alike_.size() * metrics_.size());
    for (std::size_t place = 0; place < parts_.size(); ++place) {
      const auto& orders = counts.orders()[place];
      for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders[i].weight == 0) continue;
        const std::vector<MetricPart> parts = parts_with(place, i + 1);
        const UserCounts own = user_counts(orders[i].counts, "estimate");
        const RankDistribution learnt = learner.learn(alike_[0], own);
        for (std::size_t each = 0; each < alike_.size(); ++each) {
          const RankLearner::Readings readings =
              learner.read(alike_[each], learnt, own, orders[i].users(), parts, i + 1);
          for (std::size_t part = 0; part < parts.size(); ++part) {
            const std::size_t metric = parts[part].metric;
            const std::size_t value = each * metrics_.size() + metric;
            result[value] += orders[i].weight / counts.users(metric) * readings.values[part];
            if (learning != nullptr) (*learning)[value].add(learnt, readings);
          }
        }
      }
    }
    return result;
  }

  std::vector<double> values_of_all(const RankLearner& learner, TiedItems tied,
                                    std::vector<Learning>* learning = nullptr) const {
    ItemCounts all = counts(tied);
    for (const SeenUser& user : seen_.users) all.add(user);
    if (learning != nullptr) learning->resize(alike_.size() * metrics_.size());
    return values(learner, all, learning);
  }

 private:
  /// Those to which relevant item number `order` adds something.
  std::vector<MetricPart> parts_with(std::size_t place, std::uint64_t order) const {
    std::vector<MetricPart> result;
    for (const MetricPart& part : parts_[place].parts) {
      if (part.value.zero_from(order) > 0) result.push_back(part);
    }
    return result;
  }

  const SeenUsers& seen_;
  const Alike& alike_;
  std::span<const Metric> metrics_;
  std::span<const PartsAlike> parts_;
};

/// Values for samples of users, which are the same for all samples of items.
std::vector<std::vector<double>> resampled_values(const SeenUsers& seen, const OneSample& sample,
                                                  const RankLearner& learner,
                                                  const EstimateOptions& options) {
  const std::uint32_t draws = options.bootstrap == 0 ? kDraws : options.bootstrap;
  const CounterRandom random(options.seed, kLearningStream);
  std::vector<std::vector<double>> values(draws);
  parallel_for(draws, 1, options.threads, [&](const Block& block) {
    ItemCounts counts = sample.counts(TiedItems::shared);
    for (std::size_t i = 0; i < seen.users.size(); ++i) {
      counts.add(
          seen.users[random.below(seen.users.size(), i, static_cast<std::uint32_t>(block.begin))]);
    }
    values[block.begin] = sample.values(learner, counts);
  });
  std::vector<std::vector<double>> result(values[0].size());
  for (const auto& own : values) {
    for (std::size_t i = 0; i < own.size(); ++i) result[i].push_back(own[i]);
  }
  return result;
}

/// What learns, for all samples.
struct Learners {
  RankLearner fine;
  std::optional<RankLearner> coarse;  ///< for error bars

  Learners(const Alike& alike, std::span<const PartsAlike> parts, const SampledCounts& drawn,
           bool errors)
      : fine(alike, parts, drawn, cell_size(alike[0])) {
    if (errors) coarse.emplace(alike, parts, drawn, CellSize::coarse);
  }
};

LearntValues learnt_values(const SeenUsers& seen, const OneSample& sample, const Learners& learners,
                           const EstimateOptions& options) {
  LearntValues result;
  result.value = sample.values_of_all(learners.fine, TiedItems::shared, &result.learning);
  const auto with_ties = [&](TiedItems tied) {
    return seen.has_ties() ? sample.values_of_all(learners.fine, tied) : result.value;
  };
  result.optimistic = with_ties(TiedItems::none);
  result.pessimistic = with_ties(TiedItems::all);
  result.resampled.resize(result.value.size());
  if (learners.coarse && seen.users.size() > 1) {
    result.resampled = resampled_values(seen, sample, *learners.coarse, options);
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

/// How distributions were learnt, and how far they may be from the optimum.
std::string description_of_learning(const Learning& learning, const Estimator& estimator) {
  std::string text = learning.distributions == 1
                         ? std::string("rank distribution")
                         : fmt::format(
                               "{} rank distributions, of the first, second, ... relevant "
                               "items,",
                               learning.distributions);
  text += fmt::format(" learnt in {} iterations, log-likelihood {:.6g}", learning.iterations,
                      learning.log_likelihood);
  if (!learns_by_mes(estimator)) {
    text += fmt::format(", at most {:.2g} below the largest", learning.shortfall);
  }
  return text + "; the interval speaks of chance, and no bound of the bias is known";
}

std::uint64_t most_samples(const SampledCounts& drawn) {
  std::uint64_t most = 0;
  for (const SampledCounts::Size& size : drawn.sizes) most = std::max(most, size.samples);
  return most;
}

/// Value number `place`, of `metric`, with all that is known of it.
MetricEstimate described(const LearntValues& values, std::size_t place, const Estimator& estimator,
                         const Metric& metric, const SeenUsers& seen) {
  MetricEstimate one;
  one.estimator = estimator;
  one.samples = static_cast<std::uint64_t>(std::llround(seen.samples));
  one.population = seen.population;
  MetricResult& result = one.result;
  result.metric = metric;
  result.value = values.value[place];
  result.optimistic = std::max(result.value, values.optimistic[place]);
  result.pessimistic = std::min(result.value, values.pessimistic[place]);
  one.resampled = values.resampled[place];
  set_error(standard_deviation(one.resampled), result);
  result.users = seen.users.size();
  for (std::size_t reason = 1; reason < seen.skipped.size(); ++reason) {
    if (seen.skipped[reason] == 0) continue;
    result.users_skipped += seen.skipped[reason];
    result.skipped.push_back({std::string(metrics::reason(static_cast<metrics::Undefined>(reason))),
                              seen.skipped[reason]});
  }
  const Learning& learning = values.learning[place];
  one.diagnostics.push_back(description_of_learning(learning, estimator));
  if (learning.condition > 0) {
    const bool definite = estimator.kind == EstimatorKind::mn ||
                          (estimator.kind == EstimatorKind::bv && estimator.gamma > 0);
    one.diagnostics.push_back(fmt::format("equations{}, condition number about {:.1e}",
                                          definite ? " positive definite" : " of least squares",
                                          learning.condition));
  }
  if (learning.without_table > 0) {
    one.diagnostics.push_back(
        fmt::format("too few users: {} of {} distributions are no prior for all that was seen, and "
                    "are taken themselves",
                    learning.without_table, learning.distributions));
  }
  one.least_bias = one.most_bias = std::numeric_limits<double>::quiet_NaN();
  describe_blind_spot(seen.adaptive ? static_cast<double>(most_samples(seen.drawn)) : seen.samples,
                      one);
  if (learns_by_mes(estimator) && !learning.converged) {
    one.diagnostics.emplace_back("not converged: no better distribution was found");
  } else if (!learns_by_mes(estimator) && estimator.tolerance > 0 && !learning.converged) {
    one.diagnostics.emplace_back("not converged: take more iterations");
  }
  return one;
}

/// What is learnt of the second and later relevant items rests on samples that did not end where
/// the first one told them to, and on no shape.
void require_orders_can_be_learnt(const SampledRanks& sampled, const SeenUsers& seen,
                                  std::span<const Estimator> estimators) {
  if (seen.adaptive || seen.drawn.sizes.size() > 1) {
    require_lone_items(sampled, estimators[0].name,
                       seen.adaptive ? "in adaptive samples" : "in samples of several sizes",
                       "draw samples of one size");
  }
  for (const Estimator& estimator : estimators) {
    if (estimator.kind != EstimatorKind::monotone_mle) continue;
    require_lone_items(sampled, estimator.name,
                       "whose shapes are not those of the second and later ones", "take mle");
  }
}

void require_few_distributions(std::span<const PartsAlike> parts) {
  constexpr std::uint64_t kMost = 5000;  // minutes, with error bars
  const std::uint64_t number = distributions_of(parts);
  if (number <= kMost) return;
  throw InputError(fmt::format(
      "estimate: expected at most {} rank distributions to learn, one for each relevant item of a "
      "user and each denominator of a metric, or cut-off of r_precision; got {}; take metrics with "
      "a cut-off, or bv",
      kMost, number));
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
  const auto seen =
      seen_users(repeats, options.correction.likelihood.value_or(repeats[0].replacement));
  require_orders_can_be_learnt(repeats[0], seen[0], estimators);
  const SampledCounts all = counts_of_all(seen);
  const std::vector<PartsAlike> parts =
      metric_parts(metrics, seen[0].numbers_of_relevant(), all.irrelevant);
  require_few_distributions(parts);
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
    const Learners learners(alike, parts, all, options.learnt_errors);
    parallel_for(repeats.size(), 1, options.threads, [&](const Block& block) {
      const std::size_t repeat = block.begin;
      const OneSample sample(seen[repeat], alike, metrics, parts);
      const LearntValues values = learnt_values(seen[repeat], sample, learners, own_options);
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
        MetricEstimate one = described(values, i, alike[own], metrics[metric], seen[repeat]);
        one.falling_p_value = falling;
        if (test) one.diagnostics.push_back(description_of_falling(alike[0].shape, falling));
        results[repeat][places[own] * metrics.size() + metric] = std::move(one);
      }
    });
  }
  return results;
}

}  // namespace honestrank::estimators
