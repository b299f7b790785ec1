#include <fmt/format.h>

#include <string>

#include "sampling_charts.h"

namespace honestrank::cli {
namespace {

/// M is the metric as a function of the rank, m the number of samples, n that of items, P(s|r) the
/// probability of sampled rank s at rank r, p(r) the prior of ranks (all alike unless told).
std::string formula(const Estimator& estimator) {
  switch (estimator.kind) {
    case EstimatorKind::naive:
      return "M(s): the metric of the sampled ranking, which is not that over all items.";
    case EstimatorKind::rank:
      return "M(floor(1 + (n - 1) (s - 1) / m)): the metric at the rank that s stands for.";
    case EstimatorKind::rank_linear:
      return "M at 1 + (n - 1) (s - 1) / m, interpolated between whole ranks.";
    case EstimatorKind::least_squares:
      return "the table T with the least bias:\n"
             "  sum over r of p(r) (sum over s of P(s|r) T(s) - M(r))^2.";
    case EstimatorKind::cls:
      return "the table T with the least bias,\n"
             "  sum over r of p(r) (sum over s of P(s|r) T(s) - M(r))^2,\n"
             "among tables that do not rise with s and are not negative.";
    case EstimatorKind::bv:
      return fmt::format(
          "the table T with the least sum of squared bias and variance, weighed\n"
          "(1 - gamma) bias^2 + gamma (bias^2 + variance), gamma = {}.",
          estimator.gamma);
    case EstimatorKind::mn:
      return "the table with the least mean squared error for the number of users there is:\n"
             "  bias^2 + variance / users.";
    case EstimatorKind::mle:
      return fmt::format(
          "the metric of the rank distribution under which the sampled ranks are most\n"
          "likely: EM from the uniform distribution, {} iterations.",
          estimator.iterations);
    case EstimatorKind::monotone_mle:
      return "the same as mle among distributions that do not rise with the rank.";
    case EstimatorKind::mes:
      return fmt::format(
          "the metric of a rank distribution that fits the sampled ranks and is spread\n"
          "out: least squares less eta times entropy, eta = {}.",
          estimator.eta);
  }
  return {};
}

}  // namespace

void add_estimator_definitions(std::span<const Estimator> estimators, ResultReport& report) {
  for (const Estimator& estimator : estimators) {
    std::string text =
        "For a user whose relevant item has sampled rank s among m samples of n items,\n"
        "M the metric by rank, P(s|r) the probability of s at rank r, p(r) the prior of r:\n\n" +
        formula(estimator);
    if (estimator.prior != PriorSource::given) {
      text += "\nThe prior p(r) is learnt from the sampled ranks of all users.";
    }
    report.definitions.push_back({estimator.name, text + "\n\nSee docs/sampled_metrics.md."});
  }
}

}  // namespace honestrank::cli
