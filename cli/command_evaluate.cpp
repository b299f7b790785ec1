#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "evaluate_inputs.h"
#include "honestrank/base/error.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/report/result_report.h"
#include "output_options.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

struct Arguments {
  std::vector<std::string> ranks;
  std::uint64_t items = 0;
  std::string qrels;
  std::vector<std::string> runs;
  std::string metrics;
  std::string ties = "expected";
  std::string queries;
  std::string like;
  OutputOptions output;
};

/// What a preset stands for.
struct Conventions {
  Convention names = Convention::honestrank;
  RunTies run_ties = RunTies::keep;
  RunQueries queries = RunQueries::judged;
  EmptyUsers empty_users = EmptyUsers::skip;
  std::string default_metrics;
  std::string note;
};

Conventions conventions_of(const Arguments& arguments) {
  Conventions conventions;
  const bool whole_ranking = !arguments.ranks.empty() || arguments.items != 0;
  conventions.default_metrics = whole_ranking ? "ndcg@10,recall@10,precision@10,ap,rr,auc"
                                              : "ndcg@10,recall@10,precision@10,ap,rr";
  if (arguments.like == "trec_eval") {
    conventions = {Convention::trec_eval,
                   RunTies::by_document,
                   RunQueries::common,
                   EmptyUsers::zero,
                   "map,Rprec,recip_rank,P_5,P_10,recall_10,recall_100,ndcg,ndcg_cut_10",
                   "like trec_eval: scores as float32, ties by document id (descending), queries "
                   "without relevant documents count as 0, map@k over |R|"};
    if (arguments.queries != "judged") {
      conventions.note += "; only queries that are both judged and retrieved";
    }
  } else if (arguments.like == "recbole") {
    conventions.names = Convention::recbole;
    conventions.default_metrics = "recall@10,mrr@10,ndcg@10,hit@10,precision@10";
    conventions.note =
        "like recbole: binary gains, map@k over min(k,|R|), gauc weighted by positives; RecBole "
        "leaves ties to torch.topk, so the expectation over their orders is shown";
  }
  if (arguments.queries == "judged") conventions.queries = RunQueries::judged;
  if (arguments.queries == "common") conventions.queries = RunQueries::common;
  return conventions;
}

TiePolicy tie_policy(const std::string& name) {
  if (name == "optimistic") return TiePolicy::optimistic;
  if (name == "pessimistic") return TiePolicy::pessimistic;
  if (name == "random") return TiePolicy::random;
  return TiePolicy::expected;
}

std::string tie_note(const std::string& policy) {
  if (policy == "optimistic")
    return "ties: optimistic, relevant items ahead of others of equal score";
  if (policy == "pessimistic")
    return "ties: pessimistic, relevant items behind others of equal score";
  if (policy == "random") return "ties: one random order per user";
  return "ties: expectation over random orders of equal scores";
}

void check_usage(const Arguments& arguments) {
  const bool trec = !arguments.qrels.empty() || !arguments.runs.empty();
  if (trec == !arguments.ranks.empty()) {
    throw UsageError("evaluate: give either --ranks FILE, or --qrels FILE and --run FILE");
  }
  if (trec && (arguments.qrels.empty() || arguments.runs.empty())) {
    throw UsageError("evaluate: --qrels and --run go together");
  }
  if (arguments.like == "trec_eval" && (arguments.items != 0 || arguments.ties != "expected")) {
    throw UsageError("evaluate: --like trec_eval has its own rule for ties and knows no --items");
  }
  if (!trec && (arguments.like == "trec_eval" || !arguments.queries.empty())) {
    throw UsageError("evaluate: --like trec_eval and --queries need --qrels and --run");
  }
}

/// "1 user", "2 users".
std::string users(std::uint64_t count) {
  return fmt::format("{} user{}", count, count == 1 ? "" : "s");
}

void add_model_warnings(const RankedModel& model, const Evaluation& evaluation,
                        ResultReport& report) {
  const auto& add = [&](std::string text) { report.warnings.push_back(std::move(text)); };
  report.warnings.insert(report.warnings.end(), model.warnings.begin(), model.warnings.end());
  if (evaluation.users_with_ties != 0) {
    add(fmt::format("{}: {} of {} with relevant items tied with others", model.name,
                    evaluation.users_with_ties, users(model.ranks.size())));
  }
  if (evaluation.unranked != 0) {
    add(fmt::format("{}: relevant items not in the ranking: {}, of {}; counted as never found",
                    model.name, evaluation.unranked, users(evaluation.users_with_unranked)));
  }
  // One line a reason, with the metrics where it does not concern all of them.
  std::map<std::pair<std::string, std::uint64_t>, std::vector<std::string>> skipped_for;
  for (const MetricResult& result : evaluation.results) {
    for (const SkippedUsers& skipped : result.skipped) {
      skipped_for[{skipped.reason, skipped.users}].push_back(result.metric.name);
    }
  }
  for (const auto& [skipped, metrics] : skipped_for) {
    const bool all = metrics.size() == evaluation.results.size();
    add(fmt::format("{}: {}{} left out: {}", model.name,
                    all ? "" : fmt::format("{}: ", fmt::join(metrics, ", ")), users(skipped.second),
                    skipped.first));
  }
}

/// A table without a single number is no result.
void require_users(const RankedModel& model, const Evaluation& evaluation) {
  for (const MetricResult& result : evaluation.results) {
    if (result.users != 0) return;
  }
  std::string reasons;
  for (const SkippedUsers& skipped : evaluation.results.front().skipped) {
    reasons += fmt::format("; {} left out: {}", skipped.users, skipped.reason);
  }
  throw InputError(fmt::format("evaluate: expected users that {} can be evaluated for; got none{}",
                               model.name, reasons));
}

void evaluate_models(const Arguments& arguments, const Invocation& invocation) {
  check_usage(arguments);
  const Conventions conventions = conventions_of(arguments);
  const std::vector<Metric> metrics =
      parse_metrics(arguments.metrics.empty() ? conventions.default_metrics : arguments.metrics,
                    conventions.names);
  std::vector<std::string> inputs;
  if (!arguments.qrels.empty()) inputs.push_back(arguments.qrels);
  for (const auto* list : {&arguments.runs, &arguments.ranks}) {
    for (const std::string& file : *list) inputs.push_back(parse_named_file(file).path);
  }
  ResultWriter writer(arguments.output, inputs);
  const ProgressCallback progress = terminal_progress(arguments.output.quiet);

  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.inputs.push_back({path, ""});
  std::vector<RankedModel> models;
  if (arguments.ranks.empty()) {
    const RankRunOptions options{.ties = conventions.run_ties,
                                 .queries = conventions.queries,
                                 .items = arguments.items,
                                 .threads = arguments.output.threads};
    models = models_from_runs(arguments.qrels, arguments.runs, options, progress);
  } else {
    models = models_from_ranks(arguments.ranks, arguments.items);
  }

  const EvaluateOptions options{.ties = tie_policy(arguments.ties),
                                .empty_users = conventions.empty_users,
                                .seed = arguments.output.seed,
                                .threads = arguments.output.threads,
                                .per_user = writer.wants_per_user(),
                                .progress = progress};
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
  }
  if (ties) report.notes.push_back(tie_note(arguments.ties));
  if (!conventions.note.empty()) report.notes.push_back(conventions.note);
  writer.write(std::move(report), per_user);
}

}  // namespace

void add_evaluate(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("evaluate", "exact metrics of rankings, with error bars");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--ranks", arguments->ranks, "ranks of the held-out items; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false);
  command->add_option("--items", arguments->items, "number of items in the catalogue")
      ->check(whole_number_from(1))
      ->type_name("N");
  command->add_option("--qrels", arguments->qrels, "TREC relevance judgments")->type_name("FILE");
  command->add_option("--run", arguments->runs, "TREC run; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false);
  command->add_option("--metrics", arguments->metrics, "as in ndcg@10,recall@5,20,ap")
      ->type_name("LIST");
  command->add_option("--ties", arguments->ties, "where items of equal score stand")
      ->check(CLI::IsMember({"expected", "optimistic", "pessimistic", "random"}))
      ->capture_default_str()
      ->type_name("NAME");
  command->add_option("--queries", arguments->queries, "all judged ones, or those in the run too")
      ->check(CLI::IsMember({"judged", "common"}))
      ->type_name("NAME");
  command->add_option("--like", arguments->like, "follow the conventions of another tool")
      ->check(CLI::IsMember({"trec_eval", "recbole"}))
      ->type_name("NAME");
  arguments->output.add_to(*command);
  command->footer(
      "Examples:\n"
      "  honestrank evaluate --ranks A=a.tsv --ranks B=b.tsv --items 10000\n"
      "  honestrank evaluate --qrels qrels.txt --run bm25.txt --like trec_eval\n"
      "  honestrank evaluate --qrels qrels.txt --run a.txt --run b.txt \\\n"
      "      --metrics ndcg@10,map,recall@100 --per-user users.csv --out result.json");
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { evaluate_models(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
