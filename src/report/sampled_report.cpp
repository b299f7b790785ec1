#include "honestrank/report/sampled_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "honestrank/sampling/sampled_ranks_table.h"

namespace honestrank {
namespace {

/// "ndcg@10, recall@10 and 3 others".
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kNamed = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() <= kNamed ? text
                                : text + fmt::format(" and {} others", names.size() - kNamed);
}

}  // namespace

ResultRow estimate_row(const std::string& model, const MetricEstimate& estimate) {
  std::vector<std::string> diagnostics = estimate.diagnostics;
  constexpr double kUnbiased = 1e-9;
  if (std::max(std::abs(estimate.least_bias), std::abs(estimate.most_bias)) > kUnbiased) {
    diagnostics.push_back(fmt::format(
        "biased by about {:+.4f} to {:+.4f} at worst, wherever the items stand; the interval is "
        "around the estimator's mean",
        estimate.least_bias, estimate.most_bias));
  }
  if (estimate.users_outside > 0) {
    diagnostics.push_back(fmt::format("{:.1f} % of users have a value that no ranking has",
                                      100 * estimate.users_outside));
  }
  ResultRow row = result_row(model, estimate.result, std::move(diagnostics));
  row.estimator = estimate.estimator.name;
  return row;
}

std::vector<std::string> estimate_warnings(const std::string& model,
                                           std::span<const Metric> metrics,
                                           std::span<const MetricEstimate> estimates) {
  std::vector<std::string> warnings;
  if (estimates.empty()) return warnings;
  std::vector<std::string> unseen;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (estimates[i].in_blind_spot) unseen.push_back(metrics[i].name);
  }
  if (!unseen.empty()) {
    warnings.push_back(
        fmt::format("{}: one sampled rank stands for {:.3g} ranks, so that the top of {} is not "
                    "seen: estimates of it may be far off; draw more, or rank everything",
                    model, estimates[0].resolution, some_of(unseen)));
  }
  std::set<std::string> named;
  for (const MetricEstimate& estimate : estimates) {
    const std::string& name = estimate.estimator.name;
    if (!(estimate.falling_p_value < kFallingDoubtful) || !named.insert(name).second) continue;
    const FallingShape shape = estimate.estimator.shape;
    const std::string peaked =
        fmt::format("{}(shape=peaked), or mle", name.substr(0, name.find('(')));
    warnings.push_back(fmt::format(
        "{}: {} takes it for granted that {}, and the samples contradict it (p = "
        "{:.2f}): take {} instead",
        model, name,
        shape == FallingShape::any ? "fewer users are at each further rank"
                                   : "probabilities fall with the rank in that shape",
        estimate.falling_p_value, shape == FallingShape::peaked ? "mle or adaptive_mle" : peaked));
  }
  std::set<std::string> stopped;
  for (const MetricEstimate& estimate : estimates) {
    for (const std::string& text : estimate.diagnostics) {
      const bool limits = text.starts_with("not converged") || text.starts_with("too few users");
      if (!limits || !stopped.insert(estimate.estimator.name).second) continue;
      warnings.push_back(fmt::format("{}: {}: {}", model, estimate.estimator.name, text));
    }
  }
  constexpr double kMany = 0.5;
  std::vector<std::string> wild;
  for (const MetricEstimate& estimate : estimates) {
    const std::string name = estimate.estimator.name + " of " + estimate.result.metric.name;
    if (estimate.users_outside > kMany) wild.push_back(name);
  }
  if (!wild.empty()) {
    warnings.push_back(
        fmt::format("{}: {}: most users have a value that no ranking has: alone it means nothing, "
                    "and the mean over users is worth what its error and bias say",
                    model, some_of(wild)));
  }
  return warnings;
}

std::string sample_note(const std::string& model, const MetricEstimate& estimate,
                        const SampledRanks& sampled) {
  return fmt::format("{}: {} samples of {:.0f} items a user, on average ({})", model,
                     estimate.samples, estimate.population,
                     describe(sampled.protocol, sampled.replacement));
}

std::string several_items_note(const std::string& model, std::span<const Metric> metrics,
                               std::span<const Estimator> estimators, const SampledRanks& sampled) {
  constexpr std::size_t kUsers = 100;  // from fewer there is little to learn
  const bool can_be_learnt = sampled.protocol == SamplingProtocol::uniform ||
                             sampled.protocol == SamplingProtocol::candidates;
  const bool learns = std::any_of(estimators.begin(), estimators.end(),
                                  [](const Estimator& each) { return each.is_learnt(); });
  const bool unbiased = std::all_of(metrics.begin(), metrics.end(), [](const Metric& metric) {
    return metric.kind == MetricKind::auc || metric.kind == MetricKind::gauc;
  });
  if (!can_be_learnt || learns || unbiased || sampled.size() < kUsers) return {};
  bool several = false;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    if (sampled.samples(entry) != sampled.samples(0)) return {};
    several = several || sampled.ranks[entry].relevant() > 1;
  }
  if (!several) return {};
  return model +
         ": users have several relevant items; the estimator mle, which learns where the first, "
         "the second, ... of them stand, is usually closer";
}

std::vector<std::string> estimate_notes(std::span<const Estimator> estimators) {
  const auto any = [&](const auto& condition) {
    return std::any_of(estimators.begin(), estimators.end(), condition);
  };
  std::vector<std::string> notes;
  if (any([](const Estimator& each) { return each.kind == EstimatorKind::naive; })) {
    std::string naive =
        "naive is the metric of the sampled ranking, which is not that over all items";
    if (any([](const Estimator& each) { return each.kind != EstimatorKind::naive; })) {
      naive += "; the others estimate the metric over all items";
    }
    notes.push_back(std::move(naive));
  }
  std::string intervals =
      "intervals are around an estimator's mean and speak of chance, not of bias";
  if (any([](const Estimator& each) { return !each.is_learnt(); })) {
    intervals += "; JSON and CSV bound the bias where they can";
    if (any([](const Estimator& each) { return each.is_learnt(); })) {
      intervals += ", but not that of estimators that learn";
    }
  }
  notes.push_back(std::move(intervals));
  return notes;
}

ResultRow expected_row(const std::string& model, const ExpectedMetric& expected,
                       const std::string& estimator, std::uint64_t samples) {
  constexpr double kNormalQuantile = 1.959963984540054;
  ResultRow row;
  row.model = model;
  row.metric = expected.metric.name;
  row.estimator = fmt::format("{} m={}", estimator, samples);
  row.value = expected.value;
  // In expectation over the orders of tied items; what the best and the worst come to is not known.
  row.optimistic = row.pessimistic = std::nan("");
  row.standard_error = expected.standard_deviation;
  row.low = expected.value - kNormalQuantile * expected.standard_deviation;
  row.high = expected.value + kNormalQuantile * expected.standard_deviation;
  row.users = expected.users;
  row.users_skipped = expected.users_skipped;
  for (const SkippedUsers& skipped : expected.skipped) {
    row.diagnostics.push_back(fmt::format("{} users skipped: {}", skipped.users, skipped.reason));
  }
  return row;
}

std::string expected_note(Replacement replacement) {
  return fmt::format(
      "m items are drawn uniformly for each user, {} replacement; value and std.err. are mean and "
      "standard deviation over all that could be drawn, the interval is the mean and 1.96 such "
      "deviations; rows 'exact' are over all items, their error bars over users",
      replacement == Replacement::without ? "without" : "with");
}

}  // namespace honestrank
