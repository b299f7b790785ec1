#include "ranking_options.h"

#include "commands.h"
#include "named_file.h"
#include "output_options.h"
#include "score_inputs.h"

namespace honestrank::cli {

void RankingOptions::add_inputs_to(CLI::App& command) {
  constexpr const char* kGroup = "Ranks or runs";
  command.add_option("--ranks", ranks, "ranks of the held-out items; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->group(kGroup);
  command.add_option("--qrels", qrels, "TREC relevance judgments")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--run", runs, "TREC run; repeatable")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->group(kGroup);
  command.add_option("--items", items, "number of items in the catalogue")
      ->check(whole_number_from(1))
      ->type_name("N")
      ->group(kGroup);
  command.add_option("--queries", queries, "judged (default), or common: in the run too")
      ->check(one_of({"judged", "common"}))
      ->type_name("NAME")
      ->group(kGroup);
  scores.add_to(command);
}

void RankingOptions::add_conventions_to(CLI::App& command) {
  command.add_option("--ties", ties, "expected (default), optimistic, pessimistic, random")
      ->check(one_of({"expected", "optimistic", "pessimistic", "random"}))
      ->type_name("NAME");
  command.add_option("--like", like, "the conventions of trec_eval or recbole")
      ->check(one_of({"trec_eval", "recbole"}))
      ->type_name("NAME");
}

void RankingOptions::require_usable(const std::string& verb) const {
  const bool trec = from_trec();
  const bool arrays = scores.any();
  scores.require_usable_layout(verb);
  if ((trec ? 1 : 0) + (arrays ? 1 : 0) + (ranks.empty() ? 0 : 1) != 1) {
    throw UsageError(
        verb +
        ": give one kind of input: --ranks FILE; or --qrels FILE and --run FILE; or --test FILE "
        "with --user-factors and --item-factors, --scores, or --train FILE and --model SPEC");
  }
  if (trec && (qrels.empty() || runs.empty())) {
    throw UsageError(verb + ": --qrels and --run go together");
  }
  if (arrays) scores.require_complete(verb);
  if (arrays && items != 0) {
    throw UsageError(verb +
                     ": arrays or train and test say how many items there are; leave out --items");
  }
  if (!trec && (like == "trec_eval" || !queries.empty())) {
    throw UsageError(verb + ": --like trec_eval and --queries need --qrels and --run");
  }
  if (like == "trec_eval" && (items != 0 || ties != "expected")) {
    throw UsageError(verb + ": --like trec_eval has its own rule for ties and knows no --items");
  }
}

std::vector<std::string> RankingOptions::paths() const {
  std::vector<std::string> paths = scores.paths();
  if (!qrels.empty()) paths.push_back(qrels);
  for (const auto* list : {&runs, &ranks}) {
    for (const std::string& file : *list) paths.push_back(parse_named_file(file).path);
  }
  return paths;
}

RankedInputs rank_inputs(const RankingOptions& options, const Conventions& conventions,
                         std::uint64_t seed, unsigned threads, const ProgressCallback& progress) {
  RankedInputs inputs;
  if (!options.ranks.empty()) {
    inputs.models = models_from_ranks(options.ranks, options.items);
  } else if (options.from_trec()) {
    const RankRunOptions run{.ties = conventions.run_ties,
                             .queries = conventions.queries,
                             .items = options.items,
                             .threads = threads};
    inputs.models = models_from_runs(options.qrels, options.runs, run, progress);
  } else {
    inputs.scores = read_score_inputs(options.scores, threads, progress);
    inputs.notes = inputs.scores.notes;
    inputs.warnings = inputs.scores.warnings;
    inputs.models = models_from_scores(inputs.scores, seed, threads, progress);
  }
  return inputs;
}

}  // namespace honestrank::cli
