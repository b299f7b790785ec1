#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "array_models.h"
#include "check_findings.h"
#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/base/version.h"
#include "honestrank/data/attribute_table.h"
#include "honestrank/data/id_list.h"
#include "honestrank/data/split.h"
#include "output_options.h"
#include "score_inputs.h"
#include "score_options.h"

namespace honestrank::cli {
namespace {

struct CheckArguments {
  ScoreOptions scores;
  std::string candidates;
  std::string qrels;
  std::vector<std::string> runs;
  std::vector<std::string> ranks;
  std::vector<std::string> attributes;
  std::vector<std::string> arrays;
  std::string format = "table";
  bool strict = false;
  CheckOptions options;
};

std::shared_ptr<const IdMap> ids_of(const std::string& path) {
  return path.empty() ? nullptr : std::make_shared<const IdMap>(read_ids(path));
}

/// Audits the arrays of all models; their rows say which ids there are.
std::vector<Findings> check_models(const ScoreOptions& scores, CheckOptions& options,
                                   ArrayModels& arrays) {
  std::vector<Findings> all;
  std::vector<std::string> done;
  const std::vector<ModelFiles> files = scores.models();
  for (const ModelFiles& model : files) {
    for (const std::string& path : model.arrays()) {
      if (std::find(done.begin(), done.end(), path) != done.end()) continue;
      all.push_back(check_array(path));
      done.push_back(path);
    }
  }
  arrays = read_array_models(files, true, NonFinite::allow);
  options.users = row_ids(scores.user_ids, "users", arrays.users, arrays.users_path);
  options.catalogue = row_ids(scores.item_ids, "items", arrays.items, arrays.items_path);
  return all;
}

/// A table of attributes, compared with the ids that train and test have.
Findings check_known_attributes(const std::string& path, const char* what, const IdMap& known) {
  Findings findings = check_attributes(path);
  if (known.size() == 0) return findings;
  findings.warnings = attribute_warnings(read_attributes(path), path, what, known);
  return findings;
}

/// Models that know attributes of users refuse users whom neither train nor test has; said where
/// nothing was said of the ids yet.
void check_unknown_users(const std::string& path, const IdMap& train, const IdMap& test,
                         Findings& findings) {
  if (train.size() + test.size() == 0 || !findings.warnings.empty()) return;
  const AttributeTable table = read_attributes(path);
  std::size_t others = 0;
  for (std::size_t row = 0; row < table.ids.size(); ++row) {
    others += train.find(table.ids[row]) || test.find(table.ids[row]) ? 0U : 1U;
  }
  if (others == 0) return;
  findings.warnings.push_back(
      fmt::format("{} of {} users have no interaction: segment and attributes refuse them", others,
                  table.ids.size()));
}

/// Rows of arrays are what both files have numbers of; without, each has numbers of its own.
RowUse row_use_of(const ScoreOptions& files, const ArrayModels& arrays, const Interactions& train,
                  const Interactions& test) {
  if (files.has_arrays()) return row_use(files, arrays, train, test);
  const Split split = given_split(train, test).split;
  return row_use(files, arrays, split.train, split.test);
}

std::vector<Findings> check_interaction_files(const ScoreOptions& files,
                                              const std::string& candidates,
                                              const CheckOptions& options,
                                              const ArrayModels& arrays) {
  std::vector<Findings> all;
  Interactions train;
  Interactions test;
  if (!files.train.empty()) all.push_back(check_interactions(files.train, options, train));
  if (!files.test.empty()) all.push_back(check_interactions(files.test, options, test));
  if (!files.user_attributes.empty()) {
    all.push_back(check_known_attributes(files.user_attributes, "user", train.users));
    check_unknown_users(files.user_attributes, train.users, test.users, all.back());
  }
  if (!files.item_attributes.empty()) {
    all.push_back(check_known_attributes(files.item_attributes, "item", train.items));
  }
  if (!files.catalogue.empty()) all.push_back(check_catalogue(files.catalogue, options, test));
  Findings lists;
  if (!candidates.empty()) lists = check_candidates(candidates, train, test);
  if (!files.train.empty() && !files.test.empty()) {
    const RowUse use = row_use_of(files, arrays, train, test);
    Findings& split =
        all.emplace_back(check_split(files.train, files.test, std::move(train), std::move(test)));
    split.facts.insert(split.facts.end(), use.notes.begin(), use.notes.end());
    split.warnings.insert(split.warnings.end(), use.warnings.begin(), use.warnings.end());
  }
  if (!candidates.empty()) all.push_back(std::move(lists));
  return all;
}

std::vector<Findings> check_all(CheckArguments arguments) {
  std::vector<Findings> all;
  const auto add = [&](std::vector<Findings> more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  };
  arguments.scores.require_usable_layout("check");
  arguments.options.layout = arguments.scores.layout.to_read_options();
  ArrayModels arrays;
  if (arguments.scores.has_arrays()) {
    add(check_models(arguments.scores, arguments.options, arrays));
  } else {
    arguments.options.users = ids_of(arguments.scores.user_ids);
    arguments.options.catalogue = ids_of(arguments.scores.item_ids);
  }
  for (const NamedSpec& model : arguments.scores.specs()) {
    if (!model.folder.empty()) all.push_back(check_saved_model(model.folder));
  }
  add(check_interaction_files(arguments.scores, arguments.candidates, arguments.options, arrays));
  if (!arguments.qrels.empty()) {
    add(check_trec(arguments.qrels, arguments.runs, arguments.options));
  } else if (!arguments.runs.empty()) {
    throw UsageError("check: --run needs --qrels");
  }
  for (const std::string& path : arguments.ranks)
    all.push_back(check_ranks(path, arguments.options));
  for (const std::string& path : arguments.attributes) all.push_back(check_attributes(path));
  for (const std::string& path : arguments.arrays) all.push_back(check_array(path));
  if (all.empty()) throw UsageError("check: give at least one input; see honestrank check --help");
  return all;
}

void print_text(const std::vector<Findings>& all, std::size_t warnings) {
  for (const Findings& findings : all) {
    fmt::print("{}\n", findings.subject);
    for (const std::string& fact : findings.facts) fmt::print("  {}\n", fact);
    for (const std::string& warning : findings.warnings) fmt::print("  warning: {}\n", warning);
  }
  fmt::print("{} {}\n", warnings, warnings == 1 ? "warning" : "warnings");
}

void print_json(const std::vector<Findings>& all) {
  nlohmann::ordered_json json;
  json["honestrank"] = std::string(version());
  json["findings"] = nlohmann::ordered_json::array();
  for (const Findings& findings : all) {
    json["findings"].push_back({{"subject", findings.subject},
                                {"facts", findings.facts},
                                {"warnings", findings.warnings}});
  }
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void check(const CheckArguments& arguments) {
  const std::vector<Findings> all = check_all(arguments);
  std::size_t warnings = 0;
  for (const Findings& findings : all) warnings += findings.warnings.size();
  arguments.format == "json" ? print_json(all) : print_text(all, warnings);
  if (arguments.strict && warnings != 0) {
    throw InputError(fmt::format("check: expected no warnings; got {}", warnings));
  }
}

}  // namespace

void add_check(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("check", "audit of input files before anything is computed");
  auto arguments = std::make_shared<CheckArguments>();
  arguments->scores.add_to(*command);
  move_help_here(*command);
  command->add_option("--candidates", arguments->candidates, "NCF .test.negative file")
      ->type_name("FILE");
  command->add_option("--qrels", arguments->qrels, "TREC relevance judgments")->type_name("FILE");
  const auto add_list = [&](const char* name, std::vector<std::string>& list, const char* text) {
    command->add_option(name, list, text)->type_name("FILE")->allow_extra_args(false);
  };
  add_list("--run", arguments->runs, "TREC run, with --qrels; repeatable");
  add_list("--ranks", arguments->ranks, "rank file; repeatable");
  add_list("--attributes", arguments->attributes, "user or item attributes; repeatable");
  add_list("--array", arguments->arrays, ".npy, .npz or scipy matrix; repeatable");
  command->add_option("--items", arguments->options.items, "number of items in the catalogue")
      ->check(whole_number_from(1))
      ->type_name("N");
  command->add_option("--threads", arguments->options.threads, "threads to use, 0 for all")
      ->capture_default_str()
      ->check(CLI::Range(0U, 4096U).description(""))
      ->type_name("N");
  command->add_option("--format", arguments->format, "of the findings: table (default) or json")
      ->check(one_of({"table", "json"}))
      ->type_name("NAME");
  command->add_flag("--strict", arguments->strict, "exit with 3 if there is any warning");
  command->footer(
      "Examples:\n"
      "  honestrank check --train train.tsv --test test.tsv\n"
      "  honestrank check --test test.tsv --scores scores.npy --item-ids items.txt");
  command->callback(
      [arguments, &invocation] { invocation.action = [arguments] { check(*arguments); }; });
}

}  // namespace honestrank::cli
