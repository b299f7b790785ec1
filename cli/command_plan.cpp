#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "correction_arguments.h"
#include "evaluate_inputs.h"
#include "honestrank/comparison/plan.h"
#include "honestrank/report/plan_report.h"
#include "named_file.h"
#include "output_options.h"
#include "ready_models.h"
#include "sampled_inputs.h"

namespace honestrank::cli {
namespace {

struct Arguments {
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
};

void check_usage(const Arguments& arguments) {
  if (arguments.ranks.empty() == arguments.sampled.empty()) {
    throw UsageError("plan: give a pilot: --ranks FILE, or --sampled FILE");
  }
  if ((arguments.error > 0) == (arguments.order > 0)) {
    throw UsageError("plan: say what is wanted: --error E, as in 0.005, or --order P, as in 0.95");
  }
  const std::size_t pilots = arguments.ranks.size() + arguments.sampled.size();
  const std::size_t wanted = arguments.order > 0 ? 2 : 1;
  if (pilots != wanted) {
    throw UsageError(fmt::format("plan: {} needs {}; got {}", wanted == 2 ? "--order" : "--error",
                                 wanted == 2 ? "the pilots of two models" : "one pilot", pilots));
  }
}

std::vector<Pilot> read_pilots(const Arguments& arguments) {
  std::vector<Pilot> pilots;
  for (RankedModel& model : models_from_ranks(arguments.ranks, arguments.files.items)) {
    pilots.push_back({model.name, std::move(model.ranks)});
  }
  for (const std::string& argument : arguments.sampled) {
    const SampledModel model = read_sampled_model(argument, arguments.files);
    with_source_named(model.path, [&] {
      pilots.push_back({model.name, pilot_from_samples(model.repeats[0],
                                                       arguments.output.seed + pilots.size())});
    });
  }
  require_different_names(pilots);
  return pilots;
}

/// As in "64 samples a user, all 6040 users, bv(0.1)".
std::string way_text(const PlannedWay& way, std::uint64_t all) {
  const std::string who =
      way.users == all ? fmt::format("all {} users", all) : fmt::format("{} users", way.users);
  if (way.samples == 0) return fmt::format("rank all items for {}", who);
  return fmt::format("{} samples a user, {}, {}", way.samples, who, way.estimator);
}

/// Of ranking all items for all users.
double seconds_of_everything(const MetricPlan& plan, std::uint64_t users) {
  for (const PlannedWay& way : plan.ways) {
    if (way.samples == 0 && way.users == users) return way.seconds;
  }
  return 0;
}

void add_advice(const MetricPlan& plan, std::uint64_t users, ResultReport& report) {
  const PlannedWay& best = plan.ways.front();
  std::string text = fmt::format("{}: ", plan.metric.name);
  if (plan.rank_everything) {
    text += fmt::format(
        "rank everything, it is cheaper: no way that draws items takes less than "
        "the {:.2g} s of ranking all items for all users",
        seconds_of_everything(plan, users));
    if (best.users < users) {
      text += fmt::format("; {} would do too ({:.2g} s)", way_text(best, users), best.seconds);
    }
  } else {
    text += fmt::format("{} ({:.2g} s)", way_text(best, users), best.seconds);
  }
  report.notes.push_back(std::move(text));
}

/// What a score costs: as given, measured here, or as it was on two cores.
ScoringCost cost_of(const Arguments& arguments, const UserRanks& pilot, ResultReport& report) {
  const bool given = arguments.cost_per_score != ScoringCost{}.sampled ||
                     arguments.cost_exact != ScoringCost{}.exact;
  if (given && arguments.columns != 0) {
    throw UsageError("plan: give --measure or costs, not both");
  }
  ScoringCost cost{arguments.cost_per_score, arguments.cost_exact};
  std::string origin = given ? ""
                             : ", as factors of 64 columns took on 2 cores; --measure 64 finds out "
                               "what they take here, and for other models give --cost-per-score "
                               "and --cost-exact";
  if (arguments.columns != 0) {
    const std::uint64_t items =
        pilot.items.empty() ? 0 : *std::max_element(pilot.items.begin(), pilot.items.end());
    cost = measure_scoring_cost(std::max<std::uint64_t>(items, 2), arguments.columns,
                                arguments.output.threads);
    origin = fmt::format(", as factors of {} columns take here", arguments.columns);
  }
  report.notes.push_back(
      fmt::format("seconds: {:.3g} a drawn item, {:.3g} an item where all are "
                  "ranked{}",
                  cost.sampled, cost.exact, origin));
  return cost;
}

void plan(const Arguments& arguments, const Invocation& invocation) {
  check_usage(arguments);
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
  ResultReport costs;
  options.cost = cost_of(arguments, pilots[0].ranks, costs);
  options.replacement =
      arguments.files.without_replacement ? Replacement::without : Replacement::with;
  options.threads = arguments.output.threads;
  with_source_named("plan", [&] {
    report.plans = report.order
                       ? plan_order(pilots[0].ranks, pilots[1].ranks, metrics, estimators,
                                    arguments.order, options)
                       : plan_error(pilots[0].ranks, metrics, estimators, arguments.error, options);
  });
  const std::uint64_t users = options.users == 0 ? pilots[0].ranks.size() : options.users;
  for (const MetricPlan& one : report.plans) add_advice(one, users, report.report);
  report.report.notes.push_back(
      report.order ? fmt::format("wanted: {} and {} in the right order with probability {}",
                                 pilots[0].name, pilots[1].name, arguments.order)
                   : fmt::format("wanted: an error of {} (root of bias^2 + std.err.^2) of {}",
                                 arguments.error, pilots[0].name));
  report.report.notes.push_back(
      fmt::format("planned with a margin (confidence {}), since the pilot's {} users are a sample",
                  arguments.confidence, pilots[0].ranks.size()));
  report.report.notes.push_back(std::move(costs.notes.front()));
  if (!arguments.sampled.empty()) {
    report.report.warnings.emplace_back(
        "where items stand was learnt from sampled ranks (monotone_mle); what these do not resolve "
        "is not in the margin, so that the plan misses its aim more often than the confidence "
        "says");
  }
  writer.write(report.report, [&](ReportFormat format) { return format_plan(report, format); });
}

}  // namespace

void add_plan(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("plan", "samples and users that a wanted error or order takes");
  auto arguments = std::make_shared<Arguments>();
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
      ->check(CLI::PositiveNumber.description(""))
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
      ->check(CLI::PositiveNumber.description(""))
      ->type_name("S");
  command
      ->add_option("--cost-exact", arguments->cost_exact,
                   "seconds that an item takes where all are ranked")
      ->check(CLI::PositiveNumber.description(""))
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
