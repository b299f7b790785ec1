#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "commands.h"
#include "correction_arguments.h"
#include "evaluate_inputs.h"
#include "honestrank/data/output_file.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/report/sampled_report.h"
#include "honestrank/sampling/metric_distribution.h"
#include "named_file.h"
#include "output_options.h"
#include "rank_charts.h"
#include "ready_models.h"
#include "sampling_charts.h"

namespace honestrank::cli {
namespace {

struct ExpectArguments {
  std::vector<std::string> ranks;
  std::uint64_t items = 0;
  std::string samples;
  bool without_replacement = false;
  std::string metrics = "recall@10,ndcg@10,ap,auc";
  std::string distribution;
  CorrectionArguments correction;
  OutputOptions output;
};

/// One line for each model, number of samples, sampled rank and value of a metric.
void write_distributions(const std::string& path, const std::vector<RankedModel>& models,
                         const std::vector<Metric>& metrics,
                         const std::vector<std::uint64_t>& sizes, const ExpectOptions& options) {
  OutputFile file(path);
  file.write("model\tsamples\tmetric\tvalue\tprobability\n");
  for (const RankedModel& model : models) {
    for (const std::uint64_t samples : sizes) {
      ExpectOptions own = options;
      own.samples = samples;
      own.distribution = true;
      with_source_named(model.name, [&] {
        const ExpectedSample expected = expect_sampled(model.ranks, {}, own);
        for (std::size_t i = 0; i < expected.sampled_rank.size(); ++i) {
          file.write(fmt::format("{}\t{}\tsampled_rank\t{}\t{}\n", model.name, samples, i + 1,
                                 expected.sampled_rank[i]));
        }
        const auto distributions = sampled_distributions(model.ranks, metrics, own);
        for (std::size_t i = 0; i < metrics.size(); ++i) {
          for (const auto& [value, probability] : distributions[i]) {
            file.write(fmt::format("{}\t{}\t{}\t{}\t{}\n", model.name, samples, metrics[i].name,
                                   value, probability));
          }
        }
      });
    }
  }
  file.commit();
}

/// `options` with the numbers of samples that were asked for, and those of a curve.
void add_charts(const std::vector<RankedModel>& models, const std::vector<Metric>& metrics,
                const std::vector<Estimator>& estimators, const std::vector<std::uint64_t>& sizes,
                const ExpectOptions& options, const CorrectionOptions& correction,
                ResultReport& report) {
  std::vector<NamedRanks> ranks;
  for (const RankedModel& model : models) ranks.push_back({model.name, &model.ranks});
  add_charts_by_samples(ranks, metrics, estimators, options, correction,
                        *std::max_element(sizes.begin(), sizes.end()), report);
  add_sampled_metric_by_rank(metrics, models[0].ranks.items[0], sizes, options.replacement, report);
  add_rank_charts(ranks, "rank", report);
  add_estimator_definitions(estimators, report);
}

void expect(const ExpectArguments& arguments, const Invocation& invocation) {
  const std::vector<std::uint64_t> sizes = parse_sizes(arguments.samples);
  const std::vector<Metric> metrics = parse_metrics(arguments.metrics);
  const std::vector<Estimator> estimators = parse_estimators(arguments.correction.estimators);
  const CorrectionOptions correction = arguments.correction.to_options();
  std::vector<std::string> inputs;
  for (const std::string& file : arguments.ranks) inputs.push_back(parse_named_file(file).path);
  if (!arguments.correction.prior.empty()) inputs.push_back(arguments.correction.prior);
  ResultWriter writer(arguments.output, inputs);
  require_no_input(arguments.distribution, inputs);
  if (!arguments.distribution.empty() && arguments.distribution == arguments.output.out) {
    throw UsageError("expect: --distribution and --out name one file; give each its own");
  }
  const std::vector<RankedModel> models = models_from_ranks(arguments.ranks, arguments.items);
  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.inputs.push_back({path, ""});
  for (const RankedModel& model : models) {
    report.warnings.insert(report.warnings.end(), model.warnings.begin(), model.warnings.end());
  }
  ExpectOptions options;
  options.replacement = arguments.without_replacement ? Replacement::without : Replacement::with;
  options.threads = arguments.output.threads;
  for (const RankedModel& model : models) {
    const Evaluation exact = evaluate(model.ranks, metrics, {.threads = arguments.output.threads});
    const auto rows = result_rows(model.name, exact);
    report.rows.insert(report.rows.end(), rows.begin(), rows.end());
    for (const std::uint64_t samples : sizes) {
      options.samples = samples;
      with_source_named(model.name, [&] {
        const auto expected =
            expect_estimates(model.ranks, metrics, estimators, options, correction);
        for (std::size_t i = 0; i < expected.size(); ++i) {
          report.rows.push_back(
              expected_row(model.name, expected[i], estimators[i / metrics.size()].name, samples));
        }
      });
    }
  }
  report.notes.push_back(expected_note(options.replacement));
  if (writer.wants_report() && models[0].ranks.size() != 0) {
    add_charts(models, metrics, estimators, sizes, options, correction, report);
  }
  if (!arguments.distribution.empty()) {
    write_distributions(arguments.distribution, models, metrics, sizes, options);
  }
  writer.write(std::move(report), {});
}

}  // namespace

void add_expect(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("expect", "what sampled metrics of known ranks come to, exactly");
  auto arguments = std::make_shared<ExpectArguments>();
  command->add_option("--ranks", arguments->ranks, "ranks of the held-out items; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->required();
  command->add_option("--items", arguments->items, "number of items in the catalogue")
      ->check(whole_number_from(1))
      ->type_name("N");
  command->add_option("--samples", arguments->samples, "items drawn for each user, as in 10,100")
      ->type_name("M[,M2]")
      ->required();
  command->add_flag("--without-replacement", arguments->without_replacement,
                    "no item is drawn twice for a user");
  command->add_option("--metrics", arguments->metrics, "as in ndcg@10,recall@5,20,ap")
      ->capture_default_str()
      ->type_name("LIST");
  command
      ->add_option("--distribution", arguments->distribution,
                   "write all sampled ranks and values, how likely")
      ->type_name("FILE");
  move_help_here(*command);
  arguments->correction.add_to(*command, "naive", /*learnt=*/false);
  arguments->output.add_to(*command, /*with_users=*/false);
  command->footer(
      "Examples:\n"
      "  honestrank expect --ranks A=a.tsv --ranks B=b.tsv --items 10000 \\\n"
      "      --samples 10,100\n"
      "  honestrank expect --ranks A=a.tsv --items 10000 --samples 100 \\\n"
      "      --estimators 'naive,cls,bv(0.1)'");
  command->callback([arguments, &invocation] {
    if (arguments->distribution == "-") arguments->distribution = "/dev/stdout";
    invocation.action = [arguments, &invocation] { expect(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
