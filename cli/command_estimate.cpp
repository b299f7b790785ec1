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
#include "honestrank/estimators/learn_ranks.h"
#include "honestrank/report/rank_distribution_report.h"
#include "honestrank/report/sampled_report.h"
#include "honestrank/sampling/sampled_ranks_table.h"
#include "named_file.h"
#include "output_options.h"
#include "rank_charts.h"
#include "ready_models.h"
#include "sampled_inputs.h"
#include "sampling_charts.h"

namespace honestrank::cli {
namespace {

struct EstimateArguments {
  std::vector<std::string> sampled;
  SampledFileOptions files;
  std::string metrics = "recall@10,ndcg@10,ap,auc";
  std::uint32_t bootstrap = 0;
  std::string distribution;  ///< where rank distributions go; empty: nowhere
  CorrectionArguments correction;
  OutputOptions output;
};

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

/// Those asked for; else what fits the samples of all models, but for those drawn by popularity
/// where others are there. A prior that is given is for estimators that do not learn.
std::vector<Estimator> estimators_for(const std::string& asked, bool prior,
                                      const std::vector<SampledModel>& models) {
  if (!asked.empty()) return parse_estimators(asked);
  std::vector<Estimator> most = usual_estimators(SamplingProtocol::popularity);
  for (const SampledModel& model : models) {
    const SampledRanks& sampled = model.repeats[0];
    if (sampled.protocol == SamplingProtocol::adaptive) return usual_estimators(sampled.protocol);
    std::vector<Estimator> own =
        prior ? usual_estimators(sampled.protocol) : usual_estimators(sampled);
    if (own.size() > most.size()) most = std::move(own);
  }
  return most;
}

/// Of every model, estimator that is one, and sample.
std::vector<NamedRankDistribution> distributions_of(const std::vector<SampledModel>& models,
                                                    const std::vector<Estimator>& estimators,
                                                    const EstimateOptions& options) {
  std::vector<NamedRankDistribution> distributions;
  for (const SampledModel& model : models) {
    with_source_named(model.path, [&] {
      for (const Estimator& estimator : estimators) {
        if (!estimator.is_distribution()) continue;
        std::uint32_t repeat = 0;
        for (LearntRanks& learnt : learn_ranks(
                 model.repeats, estimator,
                 {.likelihood = options.correction.likelihood, .threads = options.threads})) {
          distributions.push_back(
              {model.name, estimator.name, ++repeat, std::move(learnt.distribution)});
        }
      }
    });
  }
  return distributions;
}

void estimate_models(const EstimateArguments& arguments, const Invocation& invocation) {
  const std::vector<Metric> metrics = parse_metrics(arguments.metrics);
  if (!arguments.correction.estimators.empty()) parse_estimators(arguments.correction.estimators);
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
  require_no_input(arguments.distribution, inputs);
  if (!arguments.distribution.empty() && arguments.distribution == arguments.output.out) {
    throw UsageError("estimate: --save-distribution and --out name one file; give each its own");
  }
  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.inputs.push_back({path, ""});
  std::vector<SampledModel> models;
  for (const std::string& argument : arguments.sampled) {
    models.push_back(read_sampled_model(argument, arguments.files));
    const auto& warnings = models.back().warnings;
    report.warnings.insert(report.warnings.end(), warnings.begin(), warnings.end());
  }
  require_different_names(models);
  const std::vector<Estimator> estimators =
      estimators_for(arguments.correction.estimators, !arguments.correction.prior.empty(), models);
  if (!arguments.distribution.empty() &&
      std::none_of(estimators.begin(), estimators.end(),
                   [](const Estimator& each) { return each.is_distribution(); })) {
    throw UsageError(
        "estimate: --save-distribution is for estimators that learn a rank distribution, and there "
        "is none; give --estimators mle, monotone_mle or mes");
  }
  std::vector<NamedRankDistribution> distributions;
  if (!arguments.distribution.empty())
    distributions = distributions_of(models, estimators, options);
  std::optional<MetricEstimate> first;
  for (const SampledModel& model : models) {
    const bool alone = arguments.correction.estimators.empty() && is_by_popularity(model);
    const std::vector<Estimator> own =
        alone ? usual_estimators(SamplingProtocol::popularity) : estimators;
    std::vector<std::vector<MetricEstimate>> repeats;
    with_source_named(model.path, [&] {
      repeats = estimate_repeats(model.repeats, metrics, own, options);
      if (repeats.size() > 1)
        repeats.push_back(mean_of_repeats(repeats, model.repeats[0].ranks, options));
    });
    for (const MetricEstimate& one : repeats.back())
      report.rows.push_back(estimate_row(model.name, one));
    if (repeats[0].empty()) continue;
    if (!first) first = repeats[0][0];
    const auto warnings = estimate_warnings(model.name, metrics, repeats.back());
    report.warnings.insert(report.warnings.end(), warnings.begin(), warnings.end());
    report.notes.push_back(sample_note(model.name, repeats[0][0], model.repeats[0]));
    std::string several = several_items_note(model.name, metrics, own, model.repeats[0]);
    if (!several.empty() && options.correction.prior.empty())
      report.notes.push_back(std::move(several));
    if (alone) {
      report.notes.push_back(
          fmt::format("{}: naive alone, since no correction is known for items drawn by popularity",
                      model.name));
    }
  }
  const auto notes = estimate_notes(estimators);
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  if (writer.wants_report() && first) {
    add_charts(models, metrics, estimators, options, *first, report);
  }
  if (!arguments.distribution.empty()) {
    write_rank_distributions(arguments.distribution, distributions);
  }
  writer.write(std::move(report), {});
}

}  // namespace

void add_estimate(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("estimate", "metrics over all items, from sampled ranks");
  auto arguments = std::make_shared<EstimateArguments>();
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
  command
      ->add_option("--save-distribution", arguments->distribution,
                   "write what is learnt of users with one item each")
      ->type_name("FILE");
  move_help_here(*command);
  arguments->correction.add_to(*command, "", /*learnt=*/true);
  arguments->output.add_to(*command, /*with_users=*/false);
  command->footer(
      "Without --estimators: naive,rank,cls,bv(0.1),bv(0.01), and mle where users have\n"
      "several held-out items; for adaptive samples adaptive_mle,adaptive_monotone_mle,\n"
      "for those drawn by popularity naive.\n\n"
      "Examples:\n"
      "  honestrank sample --train train.tsv --test test.tsv --model ease \\\n"
      "      --samples 100 --out ease.tsv\n"
      "  honestrank estimate --sampled ease.tsv --metrics ndcg@10,recall@10,ap\n"
      "  honestrank estimate --sampled A=a.tsv --sampled B=b.tsv \\\n"
      "      --estimators 'cls,bv(0.1)'\n"
      "  honestrank estimate --sampled ranks.tsv --items 3706 --samples 99");
  command->callback([arguments, &invocation] {
    if (arguments->distribution == "-") arguments->distribution = "/dev/stdout";
    invocation.action = [arguments, &invocation] { estimate_models(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
