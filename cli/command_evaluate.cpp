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
#include "rank_charts.h"
#include "ranking_options.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

struct EvaluateArguments {
  RankingOptions input;
  std::optional<std::string> metrics;
  std::string save_ranks;
  OutputOptions output;
};

/// One file holds the ranks of one model.
void save_ranks(const std::vector<RankedModel>& models, const std::string& path) {
  if (models.size() != 1) {
    throw UsageError(fmt::format("--save-ranks: expected one model; got {}", models.size()));
  }
  write_ranks(path, table_from_ranks(models[0].ranks, *models[0].users));
}

void add_charts(const std::vector<RankedModel>& models, const std::vector<Metric>& metrics,
                ResultReport& report) {
  std::vector<NamedRanks> ranks;
  for (const RankedModel& model : models) ranks.push_back({model.name, &model.ranks});
  add_rank_charts(ranks, "rank", report);
  add_metric_by_rank(ranks, metrics, report);
}

void evaluate_models(const EvaluateArguments& arguments, const Invocation& invocation) {
  const RankingOptions& input = arguments.input;
  input.require_usable("evaluate");
  const Conventions conventions = conventions_of(input.like, input.queries, input.whole_ranking());
  const std::vector<Metric> metrics =
      parse_metrics(arguments.metrics.value_or(conventions.default_metrics), conventions.names);
  const std::vector<std::string> inputs = input.paths();
  ResultWriter writer(arguments.output, inputs);
  require_no_input(arguments.save_ranks, inputs);
  TerminalProgress progress(arguments.output.quiet);

  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.inputs.push_back({path, ""});
  RankedInputs ranked = rank_inputs(input, conventions, arguments.output.seed,
                                    arguments.output.threads, progress.callback());
  const std::vector<RankedModel>& models = ranked.models;
  report.notes = std::move(ranked.notes);
  report.warnings = std::move(ranked.warnings);

  const EvaluateOptions options{.ties = tie_policy(input.ties),
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
  if (ties) report.notes.push_back(tie_note(input.ties));
  if (!conventions.note.empty()) report.notes.push_back(conventions.note);
  if (!arguments.save_ranks.empty()) save_ranks(models, arguments.save_ranks);
  report.convention = conventions.names;
  if (writer.wants_report()) add_charts(models, metrics, report);
  progress.clear();
  writer.write(std::move(report), per_user);
}

}  // namespace

void add_evaluate(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("evaluate", "exact metrics of rankings, with error bars");
  auto arguments = std::make_shared<EvaluateArguments>();
  arguments->input.add_inputs_to(*command);
  move_help_here(*command);
  command
      ->add_option("--metrics", arguments->metrics, "as in ndcg@10,recall@5,20,ap; default: below")
      ->type_name("LIST");
  arguments->input.add_conventions_to(*command);
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
