#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "arrays.h"
#include "bound_types.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/report/sampled_report.h"
#include "honestrank/sampling/metric_distribution.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

ResultReport estimate_sampled(const Sampled& sampled, const std::string& name,
                              const std::string& metric_list, const std::string& estimator_list,
                              const std::string& population, const std::string& likelihood,
                              std::vector<double> prior, std::uint32_t bootstrap,
                              std::uint64_t seed, unsigned threads, bool learnt_errors) {
  const std::vector<Metric> metrics = parse_metrics(metric_list);
  const SampledRanks& first = sampled.repeats.at(0);
  const std::vector<Estimator> estimators = !estimator_list.empty()
                                                ? parse_estimators(estimator_list)
                                            : prior.empty() ? usual_estimators(first)
                                                            : usual_estimators(first.protocol);
  EstimateOptions options;
  options.correction = correction_options(population, likelihood, std::move(prior));
  options.bootstrap = bootstrap;
  options.seed = seed;
  options.threads = threads;
  options.per_user = true;  // for the means over repeats
  options.learnt_errors = learnt_errors;
  ResultReport report;
  report.seed = seed;
  const nb::gil_scoped_release released;
  auto repeats = estimate_repeats(sampled.repeats, metrics, estimators, options);
  if (repeats.size() > 1) {
    repeats.push_back(mean_of_repeats(repeats, sampled.repeats[0].ranks, options));
  }
  for (const MetricEstimate& each : repeats.back()) {
    report.rows.push_back(estimate_row(name, each));
  }
  report.warnings = estimate_warnings(name, metrics, repeats.back());
  if (!repeats[0].empty()) {
    report.notes.push_back(sample_note(name, repeats[0][0], sampled.repeats[0]));
    std::string several = several_items_note(name, metrics, estimators, sampled.repeats[0]);
    if (!several.empty() && options.correction.prior.empty())
      report.notes.push_back(std::move(several));
  }
  const auto notes = estimate_notes(estimators);
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  return report;
}

/// What `compare` needs of a sample: a report with a row for every estimator and metric, and in its
/// order the values of users and of repeats, none where there is but one.
nb::tuple estimate_users(const Sampled& sampled, const std::string& name,
                         const std::string& metric_list, const std::string& estimator_list,
                         const std::string& population, const std::string& likelihood,
                         std::vector<double> prior, std::uint64_t seed, unsigned threads) {
  const std::vector<Metric> metrics = parse_metrics(metric_list);
  const std::vector<Estimator> estimators = parse_estimators(estimator_list);
  for (const Estimator& estimator : estimators) {
    if (!estimator.is_learnt()) continue;
    throw InputError(
        "compare: expected estimators with values of users, which tests compare; got '" +
        estimator.name + "', which learns from all users together");
  }
  EstimateOptions options;
  options.correction = correction_options(population, likelihood, std::move(prior));
  options.seed = seed;
  options.threads = threads;
  options.per_user = true;
  ResultReport report;
  report.seed = seed;
  std::vector<std::vector<MetricEstimate>> repeats;
  std::vector<MetricEstimate> means;
  {
    const nb::gil_scoped_release released;
    repeats = estimate_repeats(sampled.repeats, metrics, estimators, options);
    means = repeats.size() == 1 ? repeats[0]
                                : mean_of_repeats(repeats, sampled.repeats[0].ranks, options);
  }
  nb::list values;
  for (std::size_t i = 0; i < means.size(); ++i) {
    ResultRow row = result_row(name, means[i].result, means[i].diagnostics);
    row.estimator = means[i].estimator.name;
    report.rows.push_back(std::move(row));
    std::vector<double> of_repeats;
    for (const auto& repeat : repeats) {
      if (repeats.size() > 1) of_repeats.push_back(repeat[i].result.value);
    }
    values.append(nb::make_tuple(array_of(std::move(means[i].result.per_user)),
                                 nb::cast(std::move(of_repeats))));
  }
  return nb::make_tuple(std::move(report), values);
}

ResultReport expect_ranks(const Ranks& own, const std::string& name,
                          const std::vector<std::uint64_t>& samples, const std::string& metric_list,
                          const std::string& estimator_list, bool replacement,
                          const std::string& population, const std::string& likelihood,
                          std::vector<double> prior, unsigned threads) {
  const std::vector<Metric> metrics = parse_metrics(metric_list);
  const std::vector<Estimator> estimators = parse_estimators(estimator_list);
  const CorrectionOptions correction = correction_options(population, likelihood, std::move(prior));
  ExpectOptions options;
  options.replacement = replacement ? Replacement::with : Replacement::without;
  options.threads = threads;
  const nb::gil_scoped_release released;
  ResultReport report;
  report.rows = result_rows(name, evaluate(own.ranks, metrics, {.threads = threads}));
  for (const std::uint64_t size : samples) {
    options.samples = size;
    const auto expected = expect_estimates(own.ranks, metrics, estimators, options, correction);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      report.rows.push_back(
          expected_row(name, expected[i], estimators[i / metrics.size()].name, size));
    }
  }
  report.notes.push_back(expected_note(options.replacement));
  return report;
}

/// For sampled ranks 1 to samples + 1.
nb::object table_of(const std::string& metric, const std::string& estimator, std::uint64_t items,
                    std::uint64_t samples, bool replacement, const std::vector<double>& prior,
                    std::size_t users) {
  if (items < 2) {
    throw InputError("correction_table: expected at least 2 items; got " + std::to_string(items));
  }
  const SamplingModel model(items - 1, samples,
                            replacement ? Replacement::with : Replacement::without);
  return array_of(
      correction_table(parse_metric(metric), parse_estimator(estimator), model, prior, users));
}

/// (sampled rank, its probabilities), then for every metric (values, probabilities).
nb::tuple sampled_distribution(const Ranks& own, std::uint64_t samples,
                               const std::string& metric_list, bool replacement, unsigned threads) {
  const std::vector<Metric> metrics = parse_metrics(metric_list);
  const ExpectOptions options{.samples = samples,
                              .replacement = replacement ? Replacement::with : Replacement::without,
                              .threads = threads,
                              .distribution = true};
  ExpectedSample expected;
  std::vector<std::vector<ValueProbability>> distributions;
  {
    const nb::gil_scoped_release released;
    expected = expect_sampled(own.ranks, {}, options);
    distributions = sampled_distributions(own.ranks, metrics, options);
  }
  nb::dict by_metric;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    std::vector<double> values;
    std::vector<double> probabilities;
    for (const auto& [value, probability] : distributions[i]) {
      values.push_back(value);
      probabilities.push_back(probability);
    }
    by_metric[metrics[i].name.c_str()] =
        nb::make_tuple(array_of(std::move(values)), array_of(std::move(probabilities)));
  }
  return nb::make_tuple(array_of(std::move(expected.sampled_rank)), by_metric);
}

}  // namespace

CorrectionOptions correction_options(const std::string& population, const std::string& likelihood,
                                     std::vector<double> prior) {
  CorrectionOptions options;
  options.population = enum_of<Population>(
      "population", population, {{"per_user", Population::per_user}, {"mean", Population::mean}});
  options.likelihood =
      enum_of<std::optional<Replacement>>("likelihood", likelihood,
                                          {{"", std::nullopt},
                                           {"binomial", Replacement::with},
                                           {"hypergeometric", Replacement::without}});
  options.prior = std::move(prior);
  return options;
}

void bind_estimators(nb::module_& module) {
  const EstimateOptions options;
  module.def("estimate_sampled", &estimate_sampled, "sampled"_a, nb::kw_only(), "name"_a = "model",
             "metrics"_a, "estimators"_a, "population"_a = "per_user", "likelihood"_a = "",
             "prior"_a = options.correction.prior, "bootstrap"_a = options.bootstrap,
             "seed"_a = options.seed, "threads"_a = options.threads,
             "learnt_errors"_a = options.learnt_errors);
  module.def("estimate_users", &estimate_users, "sampled"_a, nb::kw_only(), "name"_a, "metrics"_a,
             "estimators"_a, "population"_a = "per_user", "likelihood"_a = "",
             "prior"_a = options.correction.prior, "seed"_a = options.seed,
             "threads"_a = options.threads);
  const ExpectOptions expect;
  module.def("correction_table", &table_of, "metric"_a, "estimator"_a, nb::kw_only(), "items"_a,
             "samples"_a, "replacement"_a = expect.replacement == Replacement::with,
             "prior"_a = options.correction.prior, "users"_a = 1);
  module.def("sampled_distribution", &sampled_distribution, "ranks"_a, nb::kw_only(), "samples"_a,
             "metrics"_a, "replacement"_a = expect.replacement == Replacement::with,
             "threads"_a = expect.threads);
  module.def("expect_ranks", &expect_ranks, "ranks"_a, nb::kw_only(), "name"_a = "model",
             "samples"_a, "metrics"_a, "estimators"_a,
             "replacement"_a = expect.replacement == Replacement::with, "population"_a = "per_user",
             "likelihood"_a = "", "prior"_a = options.correction.prior,
             "threads"_a = expect.threads);
}

}  // namespace honestrank::python
