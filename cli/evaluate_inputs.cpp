#include "evaluate_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/rankings/ranks_from_table.h"
#include "honestrank/report/evaluation_report.h"
#include "named_file.h"
#include "own_columns.h"
#include "ready_models.h"

namespace honestrank::cli {
std::vector<RankedModel> models_from_ranks(const std::vector<std::string>& arguments,
                                           std::uint64_t items) {
  std::vector<RankedModel> models;
  for (const std::string& argument : arguments) {
    const NamedFile file = parse_named_file(argument);
    RankTable table = read_ranks(file.path, {.items = items});
    RankedModel& model = models.emplace_back();
    model.name = file.name_or_stem();
    warn_of_own_column(file.path, "items", table.items, items, model.warnings);
    model.ranks = ranks_from_table(table);
    model.users = std::make_shared<IdMap>(std::move(table.users));
  }
  require_different_names(models);
  return models;
}

std::vector<RankedModel> models_from_runs(const std::string& qrels_path,
                                          const std::vector<std::string>& runs,
                                          const RankRunOptions& options,
                                          const ProgressCallback& progress) {
  const ReadTrecOptions read{.threads = options.threads, .progress = progress};
  const auto qrels = std::make_shared<const Qrels>(read_qrels(qrels_path, read));
  std::vector<RankedModel> models;
  for (const std::string& argument : runs) {
    const NamedFile file = parse_named_file(argument);
    RunRanks ranked = rank_run_file(*qrels, file.path, options, progress);
    RankedModel& model = models.emplace_back();
    const bool tag_taken =
        std::any_of(models.begin(), models.end() - 1,
                    [&](const RankedModel& other) { return other.name == ranked.tag; });
    const bool by_file = !file.name.empty() || tag_taken || ranked.tag.empty();
    model.name = by_file ? file.name_or_stem() : ranked.tag;
    model.users = std::shared_ptr<const IdMap>(qrels, &qrels->queries);
    model.warnings = run_warnings(model.name, ranked, options);
    model.ranks = std::move(ranked.ranks);
  }
  require_different_names(models);
  return models;
}

std::vector<RankedModel> models_from_scores(ScoreInputs& inputs, std::uint64_t seed,
                                            unsigned threads, const ProgressCallback& progress) {
  const auto held_out = std::make_shared<const Interactions>(inputs.held_out);
  std::vector<RankedModel> models;
  for_each_model(inputs, seed, threads, progress, [&](const ReadyModel& ready) {
    RankedModel& model = models.emplace_back();
    model.name = ready.name;
    model.users = std::shared_ptr<const IdMap>(held_out, &held_out->users);
    model.warnings = ready.warnings;
    model.notes = ready.notes;
    with_source_named(ready.source, [&] {
      model.ranks = full_ranks(ready.scores, *held_out, inputs.seen, {threads, progress});
    });
  });
  return models;
}

}  // namespace honestrank::cli
