#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "commands.h"
#include "correction_arguments.h"
#include "evaluate_inputs.h"
#include "honestrank/comparison/plan.h"
#include "honestrank/rankings/select_entries.h"
#include "honestrank/report/plan_report.h"
#include "named_file.h"
#include "output_options.h"
#include "ready_models.h"
#include "sampled_inputs.h"

namespace honestrank::cli {
namespace {

struct PlanArguments {
  std::vector<std::string> ranks;
  std::vector<std::string> sampled;
  SampledFileOptions files;
  double error = 0;
  double order = 0;
  std::uint64_t users = 0;
  double confidence = PlanOptions{}.confidence;
  double cost_per_score = ScoringCost{}.sampled;
  double cost_exact = ScoringCost{}.exact;
  std::uint32_t columns = 0;
  std::string metrics = "ndcg@10";
  std::string estimators = "naive,cls,bv(0.1),bv(0.01),bv(0.001)";
  OutputOptions output;
};

/// The pilot of a model.
struct Pilot {
  std::string name;
  UserRanks ranks;
  std::vector<std::string> warnings;  ///< of its file
};

/// Throws InputError where two pilots have other users, `shared` of them the same.
void require_same_users(const std::string& first, std::size_t first_users, const std::string& other,
                        std::size_t other_users, std::size_t shared) {
  if (shared == first_users && shared == other_users) return;
  throw InputError(
      fmt::format("plan: expected the same users in the pilots of {} and {}; got {} and {}, of "
                  "whom {} are in both",
                  first, other, first_users, other_users, shared));
}

/// Puts the users of `other` in the order of `first`. Throws InputError where they are others.
void align_users(const RankedModel& first, RankedModel& other) {
  std::unordered_map<std::string_view, std::size_t> entries;
  for (std::size_t entry = 0; entry < other.ranks.size(); ++entry) {
    entries.emplace((*other.users)[other.ranks.user[entry]], entry);
  }
  std::vector<std::size_t> order;
  for (const std::uint32_t user : first.ranks.user) {
    const auto found = entries.find((*first.users)[user]);
    if (found != entries.end()) order.push_back(found->second);
  }
  require_same_users(first.name, first.ranks.size(), other.name, other.ranks.size(), order.size());
  other.ranks = select_entries(other.ranks, order);
}

/// Throws InputError where two sampled models have other users. Their order is left as it is:
/// pilot_from_samples says nothing of one user.
void require_same_users(const SampledModel& first, const SampledModel& other) {
  std::unordered_set<std::string_view> users;
  const UserRanks& ranks = first.repeats[0].ranks;
  const UserRanks& others = other.repeats[0].ranks;
  for (const std::uint32_t user : ranks.user) users.insert(first.users[user]);
  const auto shared = std::count_if(others.user.begin(), others.user.end(),
                                    [&](auto user) { return users.count(other.users[user]) != 0; });
  require_same_users(first.name, ranks.size(), other.name, others.size(),
                     static_cast<std::size_t>(shared));
}

void check_wishes(const PlanArguments& arguments) {
  if (arguments.ranks.empty() == arguments.sampled.empty()) {
    throw UsageError("plan: give a pilot: --ranks FILE, or --sampled FILE");
  }
  if (arguments.error > 0 && arguments.order > 0) {
    throw UsageError("plan: give --error or --order, not both");
  }
  if (!(arguments.error > 0) && !(arguments.order > 0)) {
    throw UsageError("plan: say what is wanted: --error E, as in 0.005, or --order P, as in 0.95");
  }
  const std::size_t pilots = arguments.ranks.size() + arguments.sampled.size();
  const std::size_t wanted = arguments.order > 0 ? 2 : 1;
  if (pilots != wanted) {
    throw UsageError(fmt::format("plan: {} needs {}; got {}", wanted == 2 ? "--order" : "--error",
                                 wanted == 2 ? "the pilots of two models" : "one pilot", pilots));
  }
}

std::vector<Pilot> read_pilots(const PlanArguments& arguments) {
  std::vector<Pilot> pilots;
  std::vector<RankedModel> ranked = models_from_ranks(arguments.ranks, arguments.files.items);
  for (std::size_t i = 1; i < ranked.size(); ++i) align_users(ranked[0], ranked[i]);
  for (RankedModel& model : ranked) {
    pilots.push_back({model.name, std::move(model.ranks), std::move(model.warnings)});
  }
  std::vector<SampledModel> sampled;
  for (const std::string& argument : arguments.sampled) {
    sampled.push_back(read_sampled_model(argument, arguments.files));
    const SampledModel& model = sampled.back();
    require_same_users(sampled[0], model);
    with_source_named(model.path, [&] {
      UserRanks ranks = pilot_from_samples(model.repeats[0], arguments.output.seed + pilots.size());
      pilots.push_back({model.name, std::move(ranks), model.warnings});
    });
  }
  require_different_names(pilots);
  return pilots;
}

/// What a score costs: as given, measured here, or as it was on two cores. `origin` says which.
ScoringCost cost_of(const PlanArguments& arguments, const UserRanks& pilot, std::string& origin) {
  const bool given = arguments.cost_per_score != ScoringCost{}.sampled ||
                     arguments.cost_exact != ScoringCost{}.exact;
  if (arguments.columns == 0) {
    if (!given) {
      origin =
          "as factors of 64 columns took on 2 cores; --measure 64 finds out what they take here, "
          "and for other models give --cost-per-score and --cost-exact";
    }
    return {arguments.cost_per_score, arguments.cost_exact};
  }
  if (given) throw UsageError("plan: give --measure or costs, not both");
  const std::uint64_t items =
      pilot.items.empty() ? 0 : *std::max_element(pilot.items.begin(), pilot.items.end());
  origin = fmt::format("as factors of {} columns take here", arguments.columns);
  return measure_scoring_cost(std::max<std::uint64_t>(items, 2), arguments.columns,
                              arguments.output.threads);
}

void plan(const PlanArguments& arguments, const Invocation& invocation) {
  check_wishes(arguments);
  const std::vector<Metric> metrics = parse_metrics(arguments.metrics);
  const std::vector<Estimator> estimators = parse_estimators(arguments.estimators);
  std::vector<std::string> inputs;
  for (const auto* list : {&arguments.ranks, &arguments.sampled}) {
    for (const std::string& file : *list) inputs.push_back(parse_named_file(file).path);
  }
  ResultWriter writer(arguments.output, inputs);
  if (writer.format() == ReportFormat::trec) {
    throw UsageError("plan: --format trec has no place for plans; give another format");
  }
  PlanReport report;
  report.report.command = invocation.command;
  report.report.seed = arguments.output.seed;
  for (const std::string& path : inputs) report.report.inputs.push_back({path, ""});
  report.order = arguments.order > 0;

  const std::vector<Pilot> pilots = read_pilots(arguments);
  PlanOptions options;
  options.users = arguments.users;
  options.confidence = arguments.confidence;
  PlanQuestion question;
  options.cost = cost_of(arguments, pilots[0].ranks, question.cost_origin);
  options.replacement =
      arguments.files.without_replacement ? Replacement::without : Replacement::with;
  options.threads = arguments.output.threads;
  with_source_named("plan", [&] {
    report.plans = report.order
                       ? plan_order(pilots[0].ranks, pilots[1].ranks, metrics, estimators,
                                    arguments.order, options)
                       : plan_error(pilots[0].ranks, metrics, estimators, arguments.error, options);
  });
  for (const Pilot& pilot : pilots) {
    question.models.push_back(pilot.name);
    report.report.warnings.insert(report.report.warnings.end(), pilot.warnings.begin(),
                                  pilot.warnings.end());
  }
  question.aim = report.order ? arguments.order : arguments.error;
  question.pilot_users = pilots[0].ranks.size();
  question.from_samples = !arguments.sampled.empty();
  add_plan_notes(question, options, report);
  if (writer.wants_report()) {
    if (ExtraTable ways = plan_ways(report); !ways.rows.empty()) {
      report.report.tables.push_back(std::move(ways));
    }
  }
  writer.write(report.report, [&](ReportFormat format) { return format_plan(report, format); });
}

}  // namespace

void add_plan(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("plan", "samples and users that a wanted error or order takes");
  auto arguments = std::make_shared<PlanArguments>();
  command->add_option("--ranks", arguments->ranks, "pilot: ranks over all items")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false);
  command->add_option("--sampled", arguments->sampled, "pilot: sampled ranks")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false);
  command->add_option("--items", arguments->files.items, "items of a user, where the file has none")
      ->check(whole_number_from(1))
      ->type_name("N");
  command
      ->add_option("--samples", arguments->files.samples,
                   "drawn in the pilot, where the file has none")
      ->check(whole_number_from(1))
      ->type_name("M");
  command->add_flag("--without-replacement", arguments->files.without_replacement,
                    "no item is drawn twice for a user");
  command->add_option("--error", arguments->error, "wanted error of the metric, as in 0.005")
      ->check(number_above_zero())
      ->type_name("E");
  command
      ->add_option("--order", arguments->order,
                   "wanted probability of ordering two models, as in 0.95")
      ->check(CLI::Range(0.5, 1.0).description(""))
      ->type_name("P");
  move_help_here(*command);
  command->add_option("--users", arguments->users, "users there are; else as many as in the pilot")
      ->check(whole_number_from(2))
      ->type_name("N");
  command->add_option("--confidence", arguments->confidence, "that the plan meets what is wanted")
      ->capture_default_str()
      ->check(CLI::Range(0.5, 0.9999).description(""))
      ->type_name("P");
  command->add_option("--metrics", arguments->metrics, "as in ndcg@10,recall@5,20,ap")
      ->capture_default_str()
      ->type_name("LIST");
  command->add_option("--estimators", arguments->estimators, "as in naive,cls,bv(0.1),mn")
      ->capture_default_str()
      ->type_name("LIST");
  command
      ->add_option("--cost-per-score", arguments->cost_per_score, "seconds that a drawn item takes")
      ->check(number_above_zero())
      ->type_name("S");
  command
      ->add_option("--cost-exact", arguments->cost_exact,
                   "seconds that an item takes where all are ranked")
      ->check(number_above_zero())
      ->type_name("S");
  command->add_option("--measure", arguments->columns, "measure both here, of factors of D columns")
      ->check(CLI::Range(1U, 4096U).description(""))
      ->type_name("D");
  arguments->output.add_to(*command, /*with_users=*/false);
  command->footer(
      "Examples:\n"
      "  honestrank plan --ranks pilot.tsv --items 10000 --error 0.005\n"
      "  honestrank plan --ranks A=a.tsv --ranks B=b.tsv --items 10000 --order 0.95 \\\n"
      "      --users 100000 --metrics ndcg@10,recall@10\n"
      "  honestrank plan --sampled pilot.tsv --error 0.01 --users 1000000 \\\n"
      "      --cost-per-score 1e-6 --cost-exact 1e-6");
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { plan(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
