#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "commands.h"
#include "compared_values.h"
#include "comparison_charts.h"
#include "correction_arguments.h"
#include "honestrank/base/error.h"
#include "honestrank/comparison/compare.h"
#include "honestrank/comparison/consistency.h"
#include "honestrank/report/comparison_report.h"
#include "model_warnings.h"
#include "named_file.h"
#include "output_options.h"
#include "ranking_options.h"
#include "ready_models.h"
#include "sampled_inputs.h"
#include "slice_inputs.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

constexpr const char* kEstimators = "naive,bv(0.1)";

struct CompareArguments {
  RankingOptions input;
  std::vector<std::string> per_user;
  std::vector<std::string> sampled;
  std::optional<std::string> metrics;
  std::vector<std::string> slices;
  std::string tests = "t";
  std::string correction{to_string(CompareOptions{}.correction)};
  std::string against;
  std::uint32_t resamples = ResamplingOptions{}.resamples;
  double level = ResultReport{}.level;
  std::string samples;
  bool without_replacement = false;
  CorrectionArguments estimation;
  OutputOptions output;
};

/// The options of rankings without what is there for slices alone.
RankingOptions ranking_options(const CompareArguments& arguments) {
  RankingOptions options = arguments.input;
  if (options.from_models()) return options;
  options.scores.train.clear();
  options.scores.test.clear();
  options.scores.user_attributes.clear();
  options.scores.item_attributes.clear();
  options.scores.layout = {};
  return options;
}

void check_compared(const CompareArguments& arguments) {
  const RankingOptions& input = arguments.input;
  const int kinds = (input.ranks.empty() ? 0 : 1) + (input.from_trec() ? 1 : 0) +
                    (input.from_models() ? 1 : 0) + (arguments.per_user.empty() ? 0 : 1) +
                    (arguments.sampled.empty() ? 0 : 1);
  if (kinds != 1) {
    throw UsageError(
        "compare: give one kind of input: --per-user FILE; or --sampled FILE; or --ranks FILE; or "
        "--qrels FILE and --run FILE; or --test FILE with --user-factors and --item-factors, "
        "--scores, or --train FILE and --model SPEC");
  }
  if (arguments.per_user.empty() && arguments.sampled.empty()) {
    ranking_options(arguments).require_usable("compare");
  }
  require_slice_files(arguments.slices, input.scores);
  if (!arguments.samples.empty() && input.ties != "expected") {
    throw UsageError(
        "compare: --samples and --ties do not go together: what samples say is in expectation over "
        "ties");
  }
  if (arguments.samples.empty() && arguments.sampled.empty() &&
      (arguments.estimation.estimators != kEstimators || arguments.without_replacement)) {
    throw UsageError(
        "compare: --estimators and --without-replacement are for samples: give --samples LIST or "
        "--sampled FILE, or leave them out");
  }
  const bool ranks = !input.ranks.empty() || input.from_models();
  if (!arguments.samples.empty() && !ranks) {
    throw UsageError(
        arguments.sampled.empty()
            ? "compare: --samples needs ranks over all items: --ranks, or models"
            : "compare: --samples asks what samples would say where all ranks are known; for "
              "--sampled, files need columns samples and items (docs/file_formats.md)");
  }
}

std::vector<PairedTest> parse_tests(const std::string& list) {
  std::vector<PairedTest> tests;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    tests.push_back(parse_paired_test(list.substr(begin, end - begin)));
    if (std::count(tests.begin(), tests.end(), tests.back()) > 1) {
      throw UsageError("--paired-test: expected each test once; got '" + list + "'");
    }
    begin = end + 1;
  }
  return tests;
}

std::vector<std::string> input_paths(const CompareArguments& arguments) {
  std::vector<std::string> paths = arguments.input.paths();
  for (const auto* list : {&arguments.per_user, &arguments.sampled}) {
    for (const std::string& file : *list) paths.push_back(parse_named_file(file).path);
  }
  if (!arguments.estimation.prior.empty()) paths.push_back(arguments.estimation.prior);
  return paths;
}

/// Values to compare, and what else the report has of the inputs.
class Compared {
 public:
  Compared(const CompareArguments& arguments, const ProgressCallback& progress,
           ComparisonReport& report)
      : arguments_(arguments), progress_(progress), report_(report) {}

  void read() {
    if (!arguments_.per_user.empty()) {
      read_files();
    } else if (!arguments_.sampled.empty()) {
      read_sampled();
    } else {
      read_rankings();
    }
    auto& warnings = report_.report.warnings;
    const auto missing = missing_users_warnings(values.values);
    warnings.insert(warnings.end(), missing.begin(), missing.end());
  }

  ComparedValues values;
  ScoreInputs context;  ///< for slices

 private:
  void read_files() {
    std::vector<std::string> metrics;
    if (arguments_.metrics) {
      for (const Metric& metric : parse_metrics(*arguments_.metrics)) {
        metrics.push_back(metric.name);
      }
    }
    values = values_of_files(arguments_.per_user, metrics);
    context = read_slice_inputs(arguments_.input.scores, arguments_.output.threads);
  }

  void read_sampled() {
    const auto metrics = parse_metrics(arguments_.metrics.value_or("recall@10,ndcg@10,ap,auc"));
    auto estimators = parse_estimators(arguments_.estimation.estimators);
    for (const Estimator& estimator : estimators) {
      if (!estimator.is_learnt()) continue;
      throw UsageError(fmt::format(
          "compare: --estimators: expected estimators with values of users, which tests compare; "
          "got '{}', which learns from all users together",
          estimator.name));
    }
    EstimateOptions options;
    options.correction = arguments_.estimation.to_options();
    options.seed = arguments_.output.seed;
    options.threads = arguments_.output.threads;
    options.per_user = true;
    std::vector<SampledModel> models;
    for (const std::string& file : arguments_.sampled) {
      models.push_back(
          read_sampled_model(file, {arguments_.input.items, 0, arguments_.without_replacement}));
      const auto& warnings = models.back().warnings;
      report_.report.warnings.insert(report_.report.warnings.end(), warnings.begin(),
                                     warnings.end());
    }
    require_different_names(models);
    if (arguments_.estimation.estimators == kEstimators &&
        std::any_of(models.begin(), models.end(), is_by_popularity)) {
      estimators = usual_estimators(SamplingProtocol::popularity);
      report_.report.notes.emplace_back(
          "naive alone, since no correction is known for items drawn by popularity");
    }
    for (const SampledModel& model : models) {
      if (model.repeats[0].protocol != SamplingProtocol::adaptive) continue;
      throw InputError(fmt::format(
          "{}: expected samples of one size; got adaptive ones, from which estimators learn of all "
          "users together, so that there are no values of users to compare; draw with --samples, "
          "or "
          "compare ranks over all items",
          model.path));
    }
    std::vector<SampledEstimates> estimates;
    for (const SampledModel& model : models) {
      estimates.push_back(estimates_of(model, metrics, estimators, options));
      for (const MetricEstimate& one : estimates.back().mean) {
        ResultRow row = result_row(model.name, one.result, one.diagnostics);
        row.estimator = one.estimator.name;
        report_.report.rows.push_back(std::move(row));
      }
    }
    values = values_of(models, estimates);
    context = read_slice_inputs(arguments_.input.scores, arguments_.output.threads);
    report_.report.notes.push_back(estimated_values_note());
  }

  void read_rankings() {
    const RankingOptions options = ranking_options(arguments_);
    const Conventions conventions =
        conventions_of(options.like, options.queries, options.whole_ranking());
    const auto metrics =
        parse_metrics(arguments_.metrics.value_or(conventions.default_metrics), conventions.names);
    RankedInputs ranked = rank_inputs(options, conventions, arguments_.output.seed,
                                      arguments_.output.threads, progress_);
    report_.report.notes = std::move(ranked.notes);
    report_.report.warnings = std::move(ranked.warnings);
    const EvaluateOptions evaluation{.ties = tie_policy(options.ties),
                                     .empty_users = conventions.empty_users,
                                     .seed = arguments_.output.seed,
                                     .threads = arguments_.output.threads,
                                     .per_user = true,
                                     .progress = progress_};
    std::vector<Evaluation> evaluations;
    for (const RankedModel& model : ranked.models) {
      const Evaluation& own = evaluations.emplace_back(evaluate(model.ranks, metrics, evaluation));
      require_users(model, own);
      const auto rows = result_rows(model.name, own);
      report_.report.rows.insert(report_.report.rows.end(), rows.begin(), rows.end());
      add_model_warnings(model, own, report_.report);
      report_.report.notes.insert(report_.report.notes.end(), model.notes.begin(),
                                  model.notes.end());
    }
    values = values_of(ranked.models, evaluations);
    if (!arguments_.samples.empty()) analyse(ranked.models, metrics);
    context = options.from_models()
                  ? std::move(ranked.scores)
                  : read_slice_inputs(arguments_.input.scores, arguments_.output.threads);
  }

  void analyse(const std::vector<RankedModel>& models, const std::vector<Metric>& metrics) {
    const auto estimators = parse_estimators(arguments_.estimation.estimators);
    ConsistencyOptions options;
    options.samples = parse_sizes(arguments_.samples);
    options.replacement = arguments_.without_replacement ? Replacement::without : Replacement::with;
    options.correction = arguments_.estimation.to_options();
    options.threads = arguments_.output.threads;
    options.resamples = arguments_.resamples;
    options.seed = arguments_.output.seed;
    std::vector<UserRanks> ranks;
    for (const RankedModel& model : models) {
      ranks.push_back(model.ranks);
      report_.models.push_back(model.name);
    }
    for (const Metric& metric : metrics) report_.metrics.push_back(metric.name);
    for (const Estimator& estimator : estimators) report_.estimators.push_back(estimator.name);
    with_source_named("--samples", [&] {
      report_.consistency = analyse_consistency(ranks, metrics, estimators, options);
    });
  }

  const CompareArguments& arguments_;
  const ProgressCallback& progress_;
  ComparisonReport& report_;
};

void compare(const CompareArguments& arguments, const Invocation& invocation) {
  check_compared(arguments);
  CompareOptions options;
  options.tests = parse_tests(arguments.tests);
  options.correction = parse_correction(arguments.correction);
  options.against = arguments.against;
  options.resampling = {arguments.resamples, arguments.output.seed, arguments.output.threads};
  const std::vector<std::string> inputs = input_paths(arguments);
  ResultWriter writer(arguments.output, inputs);
  if (writer.format() == ReportFormat::trec) {
    throw UsageError("compare: --format trec has no place for pairs; give another format");
  }
  TerminalProgress progress(arguments.output.quiet);
  ComparisonReport report;
  report.report.level = arguments.level;
  report.report.command = invocation.command;
  report.report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.report.inputs.push_back({path, ""});

  const ProgressCallback callback = progress.callback();
  Compared compared(arguments, callback, report);
  compared.read();
  const auto slices = make_slices(arguments.slices, compared.context, compared.values.users,
                                  arguments.output.threads);
  for (const UserSlice& slice : slices) {
    const auto outside = std::count(slice.group.begin(), slice.group.end(), UserSlice::kNone);
    if (outside == 0) continue;
    if (static_cast<std::size_t>(outside) == slice.group.size()) {
      throw InputError(fmt::format(
          "compare: --slice {}: expected a group for some of the {} users; got none{}", slice.name,
          slice.group.size(), why_no_groups(slice.name, compared.context, compared.values.users)));
    }
    report.report.warnings.push_back(
        fmt::format("slice {}: {} of {} users are in none of its groups", slice.name, outside,
                    slice.group.size()));
  }
  with_source_named("compare", [&] {
    report.comparison = compare_models(compared.values.values, options, slices);
  });
  add_comparison_notes(options, report);
  add_mean_rows(report);
  if (writer.wants_report()) add_comparison_charts(report);
  progress.clear();
  writer.write(report.report,
               [&](ReportFormat format) { return format_comparison(report, format); });
}

}  // namespace

void add_compare(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("compare", "which model is better, and whether to believe it");
  auto arguments = std::make_shared<CompareArguments>();
  command->add_option("--per-user", arguments->per_user, "values of users; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->group("Values");
  command->add_option("--sampled", arguments->sampled, "sampled ranks; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->group("Values");
  arguments->input.add_inputs_to(*command);
  move_help_here(*command);
  command->add_option("--metrics", arguments->metrics, "as in ndcg@10,recall@5,20,ap")
      ->type_name("LIST");
  arguments->input.add_conventions_to(*command);
  command
      ->add_option("--paired-test", arguments->tests, "t, wilcoxon, sign, randomisation, bootstrap")
      ->capture_default_str()
      ->type_name("LIST");
  command->add_option("--correction", arguments->correction, "for many comparisons: holm, bh, none")
      ->capture_default_str()
      ->check(one_of({"holm", "bh", "none"}))
      ->type_name("NAME");
  command
      ->add_option("--against", arguments->against, "compare all with this model; else all pairs")
      ->type_name("MODEL");
  command
      ->add_option("--slice", arguments->slices,
                   "activity[:N], popularity, cold_users, cold_items,\nor a column; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--level", arguments->level, "an adjusted p below it is marked")
      ->capture_default_str()
      ->check(CLI::Range(1e-12, 0.5).description(""))
      ->type_name("P");
  command
      ->add_option("--resamples", arguments->resamples, "of randomisation, bootstrap and the best")
      ->capture_default_str()
      ->check(CLI::Range(100U, 100000000U).description(""))
      ->type_name("N");
  command
      ->add_option("--samples", arguments->samples,
                   "also: what m items drawn a user say of order and best")
      ->type_name("M,M2,..")
      ->group("Corrections");
  command
      ->add_flag("--without-replacement", arguments->without_replacement,
                 "no item is drawn twice for a user")
      ->group("Corrections");
  arguments->estimation.add_to(*command, kEstimators, /*learnt=*/false);
  arguments->output.add_to(*command, /*with_users=*/false);
  command->footer(
      "Examples:\n"
      "  honestrank compare --train train.tsv --test test.tsv --model ease \\\n"
      "      --model 'itemknn(q=3)' --model popularity --metrics ndcg@10,recall@10\n"
      "  honestrank compare --per-user a.tsv --per-user b.tsv --paired-test bootstrap\n"
      "  honestrank compare --qrels qrels.txt --run a.txt --run b.txt --run c.txt \\\n"
      "      --against a --paired-test randomisation --out table.tex\n"
      "  honestrank compare --ranks A=a.tsv --ranks B=b.tsv --items 10000 \\\n"
      "      --metrics ap --samples 1,10,100,1000\n"
      "  honestrank compare --sampled A=a.tsv --sampled B=b.tsv --estimators 'bv(0.1)'\n"
      "What the tests say: docs/comparing.md");
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { compare(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
