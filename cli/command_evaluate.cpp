#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "evaluate_inputs.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/ranks_from_table.h"
#include "honestrank/report/conventions.h"
#include "honestrank/report/result_report.h"
#include "model_warnings.h"
#include "named_file.h"
#include "output_options.h"
#include "score_inputs.h"
#include "score_options.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

struct Arguments {
  std::vector<std::string> ranks;
  std::uint64_t items = 0;
  std::string qrels;
  std::vector<std::string> runs;
  ScoreOptions scores;
  std::optional<std::string> metrics;
  std::string ties = "expected";
  std::string queries;
  std::string like;
  std::string save_ranks;
  OutputOptions output;
};

bool from_trec(const Arguments& arguments) {
  return !arguments.qrels.empty() || !arguments.runs.empty();
}

void check_usage(const Arguments& arguments) {
  const bool trec = from_trec(arguments);
  const bool arrays = arguments.scores.any();
  arguments.scores.require_usable_layout("evaluate");
  if ((trec ? 1 : 0) + (arrays ? 1 : 0) + (arguments.ranks.empty() ? 0 : 1) != 1) {
    throw UsageError(
        "evaluate: give one kind of input: --ranks FILE; or --qrels FILE and --run FILE; or --test "
        "FILE with --user-factors and --item-factors, --scores, or --train FILE and --model SPEC");
  }
  if (trec && (arguments.qrels.empty() || arguments.runs.empty())) {
    throw UsageError("evaluate: --qrels and --run go together");
  }
  if (arrays) arguments.scores.require_complete("evaluate");
  if (arrays && arguments.items != 0) {
    throw UsageError(
        "evaluate: arrays or train and test say how many items there are; leave out --items");
  }
  if (!trec && (arguments.like == "trec_eval" || !arguments.queries.empty())) {
    throw UsageError("evaluate: --like trec_eval and --queries need --qrels and --run");
  }
  if (arguments.like == "trec_eval" && (arguments.items != 0 || arguments.ties != "expected")) {
    throw UsageError("evaluate: --like trec_eval has its own rule for ties and knows no --items");
  }
}

std::vector<std::string> input_paths(const Arguments& arguments) {
  std::vector<std::string> paths = arguments.scores.paths();
  if (!arguments.qrels.empty()) paths.push_back(arguments.qrels);
  for (const auto* list : {&arguments.runs, &arguments.ranks}) {
    for (const std::string& file : *list) paths.push_back(parse_named_file(file).path);
  }
  return paths;
}

/// Reads and ranks; adds to `report` what is to be said about the inputs.
std::vector<RankedModel> rank_models(const Arguments& arguments, const Conventions& conventions,
                                     const ProgressCallback& progress, ResultReport& report) {
  const unsigned threads = arguments.output.threads;
  if (!arguments.ranks.empty()) return models_from_ranks(arguments.ranks, arguments.items);
  if (from_trec(arguments)) {
    const RankRunOptions options{.ties = conventions.run_ties,
                                 .queries = conventions.queries,
                                 .items = arguments.items,
                                 .threads = threads};
    return models_from_runs(arguments.qrels, arguments.runs, options, progress);
  }
  ScoreInputs inputs = read_score_inputs(arguments.scores, threads, progress);
  report.notes = inputs.notes;
  report.warnings = inputs.warnings;
  return models_from_scores(std::move(inputs), arguments.output.seed, threads, progress);
}

/// One file holds the ranks of one model.
void save_ranks(const std::vector<RankedModel>& models, const std::string& path) {
  if (models.size() != 1) {
    throw UsageError(fmt::format("--save-ranks: expected one model; got {}", models.size()));
  }
  write_ranks(path, table_from_ranks(models[0].ranks, *models[0].users));
}

void evaluate_models(const Arguments& arguments, const Invocation& invocation) {
  check_usage(arguments);
  const bool whole_ranking = !from_trec(arguments) || arguments.items != 0;
  const Conventions conventions = conventions_of(arguments.like, arguments.queries, whole_ranking);
  const std::vector<Metric> metrics =
      parse_metrics(arguments.metrics.value_or(conventions.default_metrics), conventions.names);
  const std::vector<std::string> inputs = input_paths(arguments);
  ResultWriter writer(arguments.output, inputs);
  require_no_input(arguments.save_ranks, inputs);
  TerminalProgress progress(arguments.output.quiet);

  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.inputs.push_back({path, ""});
  const std::vector<RankedModel> models =
      rank_models(arguments, conventions, progress.callback(), report);

  const EvaluateOptions options{.ties = tie_policy(arguments.ties),
                                .empty_users = conventions.empty_users,
                                .seed = arguments.output.seed,
                                .threads = arguments.output.threads,
                                .per_user = writer.wants_per_user(),
                                .progress = progress.callback()};
  std::vector<Evaluation> evaluations;
  for (const RankedModel& model : models)
    evaluations.push_back(evaluate(model.ranks, metrics, options));

  std::vector<PerUserValues> per_user;
  bool ties = false;
  for (std::size_t i = 0; i < models.size(); ++i) {
    require_users(models[i], evaluations[i]);
    const auto rows = result_rows(models[i].name, evaluations[i]);
    report.rows.insert(report.rows.end(), rows.begin(), rows.end());
    add_model_warnings(models[i], evaluations[i], report);
    per_user.push_back({models[i].name, models[i].users.get(), &models[i].ranks, &evaluations[i]});
    ties = ties || evaluations[i].users_with_ties != 0;
    report.notes.insert(report.notes.end(), models[i].notes.begin(), models[i].notes.end());
  }
  if (ties) report.notes.push_back(tie_note(arguments.ties));
  if (!conventions.note.empty()) report.notes.push_back(conventions.note);
  if (!arguments.save_ranks.empty()) save_ranks(models, arguments.save_ranks);
  progress.clear();
  writer.write(std::move(report), per_user);
}

}  // namespace

void add_evaluate(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("evaluate", "exact metrics of rankings, with error bars");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--ranks", arguments->ranks, "ranks of the held-out items; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->group("Ranks or runs");
  command->add_option("--qrels", arguments->qrels, "TREC relevance judgments")
      ->type_name("FILE")
      ->group("Ranks or runs");
  command->add_option("--run", arguments->runs, "TREC run; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->group("Ranks or runs");
  command->add_option("--items", arguments->items, "number of items in the catalogue")
      ->check(whole_number_from(1))
      ->type_name("N")
      ->group("Ranks or runs");
  command
      ->add_option("--queries", arguments->queries, "judged (default), or common: in the run too")
      ->check(one_of({"judged", "common"}))
      ->type_name("NAME")
      ->group("Ranks or runs");
  arguments->scores.add_to(*command);
  move_help_here(*command);
  command
      ->add_option("--metrics", arguments->metrics, "as in ndcg@10,recall@5,20,ap; default: below")
      ->type_name("LIST");
  command
      ->add_option("--ties", arguments->ties, "expected (default), optimistic, pessimistic, random")
      ->check(one_of({"expected", "optimistic", "pessimistic", "random"}))
      ->type_name("NAME");
  command->add_option("--like", arguments->like, "the conventions of trec_eval or recbole")
      ->check(one_of({"trec_eval", "recbole"}))
      ->type_name("NAME");
  command->add_option("--save-ranks", arguments->save_ranks, "write the ranks of a model")
      ->type_name("FILE");
  arguments->output.add_to(*command);
  command->footer("Metrics without --metrics:\n  " + conventions_of("", "", true).default_metrics +
                  "\n\n"
                  "Examples:\n"
                  "  honestrank evaluate --train train.tsv --test test.tsv \\\n"
                  "      --user-factors mf=users.npy --item-factors items.npy\n"
                  "  honestrank evaluate --test test.tsv --scores A=a.npy --scores B=b.npy\n"
                  "  honestrank evaluate --train train.tsv --test test.tsv --model ease \\\n"
                  "      --model 'Y=itemknn(q=3)' --model 'ials(factors=16)'\n"
                  "  honestrank evaluate --ranks A=a.tsv --ranks B=b.tsv --items 10000\n"
                  "  honestrank evaluate --qrels qrels.txt --run bm25.txt --like trec_eval\n"
                  "  honestrank evaluate --qrels qrels.txt --run a.txt --run b.txt \\\n"
                  "      --metrics ndcg@10,map,recall@100 --per-user users.csv --out result.json");
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { evaluate_models(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
