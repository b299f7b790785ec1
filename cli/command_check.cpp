#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "check_findings.h"
#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/base/version.h"
#include "honestrank/data/id_list.h"
#include "output_options.h"

namespace honestrank::cli {
namespace {

struct Arguments {
  std::string train;
  std::string test;
  std::string user_ids;
  std::string item_ids;
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

std::vector<Findings> check_all(Arguments arguments) {
  std::vector<Findings> all;
  arguments.options.users = ids_of(arguments.user_ids);
  arguments.options.catalogue = ids_of(arguments.item_ids);
  Interactions train;
  Interactions test;
  if (!arguments.train.empty())
    all.push_back(check_interactions(arguments.train, arguments.options, train));
  if (!arguments.test.empty())
    all.push_back(check_interactions(arguments.test, arguments.options, test));
  if (!arguments.train.empty() && !arguments.test.empty()) {
    all.push_back(check_split(arguments.train, arguments.test, std::move(train), std::move(test)));
  }
  if (!arguments.candidates.empty()) all.push_back(check_candidates(arguments.candidates));
  if (!arguments.qrels.empty()) {
    for (Findings& findings : check_trec(arguments.qrels, arguments.runs, arguments.options)) {
      all.push_back(std::move(findings));
    }
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

void check(const Arguments& arguments) {
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
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--train", arguments->train, "interactions to learn from")->type_name("FILE");
  command->add_option("--test", arguments->test, "held-out interactions")->type_name("FILE");
  command->add_option("--user-ids", arguments->user_ids, "all users, one id a line")
      ->type_name("FILE");
  command->add_option("--item-ids", arguments->item_ids, "all items, one id a line")
      ->type_name("FILE");
  command->add_option("--candidates", arguments->candidates, "NCF .test.negative file")
      ->type_name("FILE");
  command->add_option("--qrels", arguments->qrels, "TREC relevance judgments")->type_name("FILE");
  const auto add_list = [&](const char* name, std::vector<std::string>& list, const char* text) {
    command->add_option(name, list, text)->type_name("FILE")->allow_extra_args(false);
  };
  add_list("--run", arguments->runs, "TREC run; repeatable");
  add_list("--ranks", arguments->ranks, "rank file; repeatable");
  add_list("--attributes", arguments->attributes, "user or item attributes; repeatable");
  add_list("--array", arguments->arrays, ".npy or .npz array; repeatable");
  command->add_option("--items", arguments->options.items, "number of items in the catalogue")
      ->check(whole_number_from(1))
      ->type_name("N");
  command->add_option("--threads", arguments->options.threads, "threads to use, 0 for all")
      ->capture_default_str()
      ->check(CLI::Range(0U, 4096U).description(""))
      ->type_name("N");
  command->add_option("--format", arguments->format, "of the findings")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str()
      ->type_name("NAME");
  command->add_flag("--strict", arguments->strict, "exit with 3 if there is any warning");
  command->footer("Example:\n  honestrank check --train train.tsv --test test.tsv");
  command->callback(
      [arguments, &invocation] { invocation.action = [arguments] { check(*arguments); }; });
}

}  // namespace honestrank::cli
