#include "evaluate_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/rankings/ranks_from_table.h"

namespace honestrank::cli {
namespace {

/// File name without directory, `.gz` and ending: results/bm25.tsv.gz is bm25.
std::string stem_of(const std::string& path) {
  std::filesystem::path name = std::filesystem::path(path).filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string();
}

void require_different_names(const std::vector<RankedModel>& models) {
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (models[i].name != models[j].name) continue;
      throw UsageError(
          fmt::format("two models are called '{}'; name them: NAME=FILE", models[i].name));
    }
  }
}

/// "1 query", "2 queries".
std::string queries(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "query" : "queries");
}

void add_warnings(const RunRanks& ranked, const RankRunOptions& options, RankedModel& model) {
  if (ranked.queries_missing != 0) {
    model.warnings.push_back(fmt::format(
        "{}: {} judged but not in the run; {}", model.name, queries(ranked.queries_missing),
        options.queries == RunQueries::common ? "left out"
        : options.items == 0                  ? "counted with nothing found"
                                              : "its relevant items tie with the whole catalogue"));
  }
  if (ranked.queries_unjudged != 0) {
    model.warnings.push_back(fmt::format("{}: {} of the run without judgments; left out",
                                         model.name, queries(ranked.queries_unjudged)));
  }
}

}  // namespace

NamedFile parse_named_file(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0 || std::filesystem::exists(argument)) {
    return {"", argument};
  }
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

std::vector<RankedModel> models_from_ranks(const std::vector<std::string>& arguments,
                                           std::uint64_t items) {
  std::vector<RankedModel> models;
  for (const std::string& argument : arguments) {
    const NamedFile file = parse_named_file(argument);
    RankTable table = read_ranks(file.path, {.items = items});
    RankedModel& model = models.emplace_back();
    model.name = file.name.empty() ? stem_of(file.path) : file.name;
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
    model.name = !file.name.empty()                ? file.name
                 : tag_taken || ranked.tag.empty() ? stem_of(file.path)
                                                   : ranked.tag;
    model.users = std::shared_ptr<const IdMap>(qrels, &qrels->queries);
    add_warnings(ranked, options, model);
    model.ranks = std::move(ranked.ranks);
  }
  require_different_names(models);
  return models;
}

}  // namespace honestrank::cli
