#include "honestrank/comparison/estimation_study.h"

#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

#include "honestrank/base/error.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/estimators/rank_distribution.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/full_ranks.h"

namespace honestrank {
namespace {

using Estimates = std::vector<std::vector<MetricEstimate>>;  // by repeat

ScoreSource quickly_sampled(const ScoreSource& scores) {
  if (std::holds_alternative<Factors>(scores)) return scores;
  const std::size_t users = user_count(scores);
  std::vector<double> row(item_count(scores));
  std::vector<float> values;
  values.reserve(users * row.size());
  for (std::uint32_t user = 0; user < users; ++user) {
    score_users(scores, {&user, 1}, row);
    for (const double score : row) values.push_back(static_cast<float>(score));
  }
  return ScoreMatrix{make_matrix(users, row.size(), std::move(values))};
}

/// The values that one estimator gives metrics, by repeat; `first` is the place of its first one.
std::vector<MetricValues> values_of(const Estimates& estimates, std::size_t first,
                                    std::span<const std::size_t> metrics) {
  std::vector<MetricValues> result;
  for (const auto& repeat : estimates) {
    result.emplace_back();
    for (const std::size_t i : metrics) result.back().push_back(repeat[first + i].result.value);
  }
  return result;
}

/// A family's metrics that are not 0: of others there is no relative error.
std::vector<std::size_t> places_above_0(std::size_t family, const StudiedMetrics& metrics,
                                        const MetricValues& truth) {
  std::vector<std::size_t> result;
  for (std::size_t i = family * metrics.cut_offs; i < (family + 1) * metrics.cut_offs; ++i) {
    if (truth[i] > 0) result.push_back(i);
  }
  if (result.empty()) {
    throw InputError("study_estimation: expected metrics above 0; got none of " +
                     metrics.families[family]);
  }
  return result;
}

/// The mean over repeats of the distributions that `learn` finds: probabilities of ranks.
template <typename Learn>
std::vector<double> prior_of_all(std::span<const SampledRanks> repeats, const Learn& learn) {
  std::vector<double> prior(repeats[0].population[0]);
  for (const SampledRanks& sampled : repeats) {
    const std::uint64_t samples = sampled.samples(0);
    SampledCounts counts{
        prior.size() - 1, sampled.replacement, {{samples, std::vector<double>(samples + 1)}}};
    for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
      const TieGroup& group = sampled.ranks[entry].groups[0];
      for (std::uint64_t tied = 0; tied < group.size; ++tied) {
        counts.sizes[0].users[group.above + tied] += 1 / static_cast<double>(group.size);
      }
    }
    for (const RankCell& cell : learn(counts).cells) {
      for (std::uint64_t i = 0; i < cell.ranks; ++i) {
        prior[cell.first - 1 + i] +=
            cell.probability / static_cast<double>(cell.ranks * repeats.size());
      }
    }
  }
  return prior;
}

/// Adds bv and mn with priors from all repeats to every repeat; their names say so.
void add_shared_priors(std::span<const SampledRanks> repeats, std::span<const Metric> metrics,
                       Estimates& estimates) {
  const auto add = [&](const std::string& source, std::vector<double> prior) {
    EstimateOptions options;
    options.correction.population = Population::mean;
    options.correction.prior = std::move(prior);
    std::vector<Estimator> estimators = parse_estimators("bv(0.01),mn");
    estimators[0].name = "bv_" + source + ", prior of all repeats";
    estimators[1].name = "mn_" + source + ", prior of all repeats";
    const Estimates own = estimate_repeats(repeats, metrics, estimators, options);
    for (std::size_t i = 0; i < own.size(); ++i) {
      estimates[i].insert(estimates[i].end(), own[i].begin(), own[i].end());
    }
  };
  add("mle", prior_of_all(repeats, [](const auto& counts) { return learn_mle(counts); }));
  add("mes", prior_of_all(repeats, [](const auto& counts) { return learn_mes(counts); }));
}

double mean_size(std::span<const SampledRanks> repeats) {
  double sum = 0;
  double users = 0;
  for (const SampledRanks& sampled : repeats) {
    for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
      sum += static_cast<double>(sampled.samples(entry) + 1);
      ++users;
    }
  }
  return sum / users;
}

/// Share of repeats and metrics whose 95 % interval holds the truth.
double share_held(const Estimates& estimates, std::size_t first,
                  std::span<const std::size_t> metrics, const MetricValues& truth) {
  double held = 0;
  for (const auto& repeat : estimates) {
    for (const std::size_t i : metrics) {
      const MetricResult& result = repeat[first + i].result;
      held += result.low <= truth[i] && truth[i] <= result.high ? 1 : 0;
    }
  }
  return held / static_cast<double>(estimates.size() * metrics.size());
}

/// Relative errors of each metric on its own.
std::vector<MeanOverRepeats> metric_errors(const Estimates& estimates, std::size_t first,
                                           const MetricValues& truth) {
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  std::vector<MeanOverRepeats> errors;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    errors.push_back(truth[i] > 0 ? relative_error(values_of(estimates, first, {&i, 1}), {truth[i]})
                                  : MeanOverRepeats{kUndefined, kUndefined});
  }
  return errors;
}

StudyRow row_of(const StudiedModel& model, const Estimates& estimates, std::size_t first,
                const StudiedMetrics& metrics, bool intervals) {
  StudyRow row;
  row.model = model.name;
  row.estimator = estimates[0][first].estimator.name;
  for (std::size_t family = 0; family < metrics.families.size(); ++family) {
    const std::vector<std::size_t> places = places_above_0(family, metrics, model.truth);
    MetricValues truth;
    for (const std::size_t i : places) truth.push_back(model.truth[i]);
    row.error.push_back(relative_error(values_of(estimates, first, places), truth));
    if (intervals) row.held.push_back(share_held(estimates, first, places, model.truth));
  }
  row.metric_error = metric_errors(estimates, first, model.truth);
  return row;
}

}  // namespace

std::vector<Metric> StudiedMetrics::list() const {
  std::vector<Metric> metrics;
  for (const std::string& family : families) {
    for (std::size_t k = 1; k <= cut_offs; ++k) {
      metrics.push_back(parse_metric(family + "@" + std::to_string(k)));
    }
  }
  return metrics;
}

StudiedModel studied_model(const std::string& name, const ScoreSource& scores,
                           const UserItems& held_out, const UserItems& seen,
                           const StudiedMetrics& metrics) {
  StudiedModel model{name, quickly_sampled(scores), {}};
  const UserRanks ranks = full_ranks(model.scores, held_out, seen);
  for (const MetricResult& result : evaluate(ranks, metrics.list()).results) {
    model.truth.push_back(result.value);
  }
  return model;
}

StudyResult study_estimation(std::span<const StudiedModel> models, const UserItems& held_out,
                             const UserItems& seen, const StudyDesign& design,
                             const StudiedMetrics& metrics, const ProgressCallback& progress) {
  const std::vector<Metric> list = metrics.list();
  std::vector<std::size_t> all(list.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  StudyResult result;
  std::vector<std::vector<std::vector<MetricValues>>> values;  // by estimator, model, repeat
  std::vector<MetricValues> truth;
  for (std::size_t done = 0; done < models.size(); ++done) {
    const StudiedModel& model = models[done];
    if (progress) progress({"sampling " + model.name, done, models.size()});
    const auto repeats = sample_ranks(model.scores, held_out, seen, design.sampling);
    Estimates estimates =
        estimate_repeats(repeats, list, design.estimators, {.learnt_errors = design.intervals});
    if (design.shared_prior) add_shared_priors(repeats, list, estimates);
    const std::size_t kinds = estimates[0].size() / list.size();
    values.resize(kinds);
    for (std::size_t e = 0; e < kinds; ++e) {
      const std::size_t first = e * list.size();
      values[e].push_back(values_of(estimates, first, all));
      result.rows.push_back(row_of(model, estimates, first, metrics, design.intervals));
      result.rows.back().mean_size = mean_size(repeats);
    }
    truth.push_back(model.truth);
  }
  for (std::size_t e = 0; models.size() > 1 && e < values.size(); ++e) {
    result.winners.push_back({result.rows[e].estimator, right_winners(values[e], truth)});
  }
  return result;
}

}  // namespace honestrank
