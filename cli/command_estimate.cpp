#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "commands.h"
#include "correction_arguments.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/sampling/sampled_ranks_table.h"
#include "named_file.h"
#include "output_options.h"
#include "rank_charts.h"
#include "ready_models.h"
#include "sampled_inputs.h"
#include "sampling_charts.h"

namespace honestrank::cli {
namespace {

struct Arguments {
  std::vector<std::string> sampled;
  SampledFileOptions files;
  std::string metrics = "recall@10,ndcg@10,ap,auc";
  std::uint32_t bootstrap = 0;
  CorrectionArguments correction;
  OutputOptions output;
};

ResultRow row_of(const std::string& model, const MetricEstimate& estimate) {
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

/// What a reader of the table must know: cut-offs that the sample does not resolve, estimators
/// whose values cannot be.
void add_warnings(const SampledModel& model, const std::vector<Metric>& metrics,
                  const std::vector<MetricEstimate>& estimates, ResultReport& report) {
  const double resolution = estimates[0].population / static_cast<double>(estimates[0].samples);
  std::vector<std::string> unseen;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (estimates[i].in_blind_spot) unseen.push_back(metrics[i].name);
  }
  if (!unseen.empty()) {
    report.warnings.push_back(
        fmt::format("{}: one sampled rank stands for {:.0f} ranks, so that the top of {} is not "
                    "seen: what corrections say of it is biased; draw more, or rank everything",
                    model.name, resolution, some_of(unseen)));
  }
  constexpr double kMany = 0.5;
  std::vector<std::string> wild;
  for (const MetricEstimate& estimate : estimates) {
    const std::string name = estimate.estimator.name + " of " + estimate.result.metric.name;
    if (estimate.users_outside > kMany) wild.push_back(name);
  }
  if (!wild.empty()) {
    report.warnings.push_back(fmt::format(
        "{}: {}: most users have a value that no ranking has; such estimates are of no use",
        model.name, some_of(wild)));
  }
}

/// Where sampled ranks are, and the tables that correct those of the first model.
void add_charts(const std::vector<SampledModel>& models, const std::vector<Metric>& metrics,
                const std::vector<Estimator>& estimators, const EstimateOptions& options,
                const MetricEstimate& first, ResultReport& report) {
  std::vector<NamedRanks> ranks;
  for (const SampledModel& model : models) ranks.push_back({model.name, &model.repeats[0].ranks});
  add_rank_charts(ranks, "sampled rank", report);
  const SampledRanks& sampled = models[0].repeats[0];
  const auto population = static_cast<std::uint64_t>(std::llround(first.population));
  if (sampled.protocol != SamplingProtocol::popularity && population > 1) {
    const Replacement replacement = options.correction.likelihood.value_or(sampled.replacement);
    add_correction_charts(metrics, estimators,
                          SamplingModel(population - 1, first.samples, replacement),
                          options.correction.prior, sampled.size(), report);
  }
  add_estimator_definitions(estimators, report);
}

void estimate_models(const Arguments& arguments, const Invocation& invocation) {
  const std::vector<Metric> metrics = parse_metrics(arguments.metrics);
  const std::vector<Estimator> estimators = parse_estimators(arguments.correction.estimators);
  EstimateOptions options;
  options.correction = arguments.correction.to_options();
  options.bootstrap = arguments.bootstrap;
  options.seed = arguments.output.seed;
  options.threads = arguments.output.threads;
  options.per_user = true;  // for the means over repeats
  std::vector<std::string> inputs;
  for (const std::string& file : arguments.sampled) inputs.push_back(parse_named_file(file).path);
  if (!arguments.correction.prior.empty()) inputs.push_back(arguments.correction.prior);
  ResultWriter writer(arguments.output, inputs);
  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.inputs.push_back({path, ""});
  std::vector<SampledModel> models;
  for (const std::string& argument : arguments.sampled) {
    models.push_back(read_sampled_model(argument, arguments.files));
  }
  require_different_names(models);
  std::optional<MetricEstimate> first;
  for (const SampledModel& model : models) {
    std::vector<std::vector<MetricEstimate>> repeats;
    with_source_named(model.path, [&] {
      repeats = estimate_repeats(model.repeats, metrics, estimators, options);
      if (repeats.size() > 1)
        repeats.push_back(mean_of_repeats(repeats, model.repeats[0].ranks, options));
    });
    for (const MetricEstimate& one : repeats.back()) report.rows.push_back(row_of(model.name, one));
    if (repeats[0].empty()) continue;
    if (!first) first = repeats[0][0];
    add_warnings(model, metrics, repeats.back(), report);
    report.notes.push_back(
        fmt::format("{}: {} samples of {:.0f} items a user, on average ({})", model.name,
                    repeats[0][0].samples, repeats[0][0].population,
                    describe(model.repeats[0].protocol, model.repeats[0].replacement)));
  }
  const auto any = [&](const auto& condition) {
    return std::any_of(estimators.begin(), estimators.end(), condition);
  };
  if (any([](const Estimator& each) { return each.kind == EstimatorKind::naive; })) {
    report.notes.emplace_back(
        "naive is the metric of the sampled ranking, which is not that over all items; the others "
        "estimate the metric over all items");
  }
  std::string intervals =
      "intervals are around an estimator's mean and speak of chance, not of bias";
  if (any([](const Estimator& each) { return !each.is_learnt(); })) {
    intervals += "; JSON and CSV bound the bias";
  }
  report.notes.push_back(std::move(intervals));
  if (writer.wants_report() && first) {
    add_charts(models, metrics, estimators, options, *first, report);
  }
  writer.write(std::move(report), {});
}

}  // namespace

void add_estimate(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("estimate", "metrics over all items, from sampled ranks");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--sampled", arguments->sampled, "sampled ranks; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->required();
  command->add_option("--items", arguments->files.items, "items of a user, where the file has none")
      ->check(whole_number_from(1))
      ->type_name("N");
  command->add_option("--samples", arguments->files.samples, "items drawn, where the file has none")
      ->check(whole_number_from(1))
      ->type_name("M");
  command->add_flag("--without-replacement", arguments->files.without_replacement,
                    "no item was drawn twice, where the file does not say");
  command->add_option("--metrics", arguments->metrics, "as in ndcg@10,recall@5,20,ap")
      ->capture_default_str()
      ->type_name("LIST");
  command
      ->add_option("--bootstrap", arguments->bootstrap,
                   "error bars from so many samples of users, as in 1000")
      ->check(CLI::Range(100U, 1000000U).description(""))
      ->type_name("N");
  move_help_here(*command);
  arguments->correction.add_to(*command, "naive,rank,cls,bv(0.1),bv(0.01)", /*learnt=*/true);
  arguments->output.add_to(*command, /*with_users=*/false);
  command->footer(
      "Examples:\n"
      "  honestrank sample --train train.tsv --test test.tsv --model ease \\\n"
      "      --samples 100 --out ease.tsv\n"
      "  honestrank estimate --sampled ease.tsv --metrics ndcg@10,recall@10,ap\n"
      "  honestrank estimate --sampled A=a.tsv --sampled B=b.tsv \\\n"
      "      --estimators 'cls,bv(0.1)'\n"
      "  honestrank estimate --sampled ranks.tsv --items 3706 --samples 99");
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { estimate_models(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
