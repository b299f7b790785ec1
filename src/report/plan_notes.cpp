#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "honestrank/report/plan_report.h"

namespace honestrank {
namespace {

/// As in "64 samples a user, all 6040 users, bv(0.1)".
std::string way_text(const PlannedWay& way, std::uint64_t all) {
  const std::string who =
      way.users == all ? fmt::format("all {} users", all) : fmt::format("{} users", way.users);
  if (way.samples == 0) return fmt::format("rank all items for {}", who);
  return fmt::format("{} sample{} a user, {}, {}", way.samples, way.samples == 1 ? "" : "s", who,
                     way.estimator);
}

/// Of ranking all items for all users.
double seconds_of_everything(const MetricPlan& plan, std::uint64_t users) {
  for (const PlannedWay& way : plan.ways) {
    if (way.samples == 0 && way.users == users) return way.seconds;
  }
  return 0;
}

void add_advice(const MetricPlan& plan, std::uint64_t users, std::vector<std::string>& notes) {
  std::string text = fmt::format("{}: ", plan.metric.name);
  if (plan.ways.empty()) {
    notes.push_back(text +
                    "both have the same value over all items in the pilot: no number of samples or "
                    "users orders them");
    return;
  }
  const PlannedWay& best = plan.ways.front();
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
  notes.push_back(std::move(text));
}

/// Warns where the pilot does not tell which order is the right one.
void add_order_doubts(const PlanOptions& options, PlanReport& report) {
  for (const MetricPlan& plan : report.plans) {
    if (plan.ways.empty() || !(plan.p_value > 1 - options.confidence)) continue;
    report.report.warnings.push_back(fmt::format(
        "{}: the pilot does not tell which model is ahead over all items ({:+.4f}, p = {:.2f}): "
        "right means in the pilot's order here, which users of another pilot may turn round; take "
        "a larger pilot",
        plan.metric.name, plan.value, plan.p_value));
  }
}

}  // namespace

void add_plan_notes(const PlanQuestion& question, const PlanOptions& options, PlanReport& report) {
  if (report.order) add_order_doubts(options, report);
  std::vector<std::string>& notes = report.report.notes;
  const std::uint64_t users = options.users == 0 ? question.pilot_users : options.users;
  for (const MetricPlan& plan : report.plans) add_advice(plan, users, notes);
  report.report.conclusions = notes;
  notes.push_back(report.order
                      ? fmt::format("wanted: {} in the right order with probability {}",
                                    fmt::join(question.models, " and "), question.aim)
                      : fmt::format("wanted: an error of {} (root of bias^2 + std.err.^2) of {}",
                                    question.aim, question.models.at(0)));
  notes.push_back(fmt::format(
      "planned with a margin (confidence {}), since the pilot's {} users are a sample; > "
      "marks ways that do not do with it",
      options.confidence, question.pilot_users));
  notes.emplace_back(
      report.order
          ? "a sample can order these two models right although its values are far off (bias); it "
            "may order others wrong"
          : "corrections have the mean number of items of a user, as estimate --population mean; "
            "their bias comes and goes with the samples, so that others than planned, more of them "
            "too, may be further off");
  notes.push_back(fmt::format(
      "seconds: {:.3g} a drawn item, {:.3g} an item where all are ranked{}{}", options.cost.sampled,
      options.cost.exact, question.cost_origin.empty() ? "" : ", ", question.cost_origin));
  if (question.from_samples) {
    report.report.warnings.emplace_back(
        "where items stand was learnt from sampled ranks (monotone_mle); what these do not resolve "
        "is not in the margin, so that the plan misses its aim more often than the confidence "
        "says");
    if (report.order) {
      report.report.warnings.emplace_back(
          "sampled ranks do not tell how the two models' ranks of one user go together, which are "
          "taken as independent: where users that are hard for one model are hard for the other, "
          "as is common, fewer users do than are planned; plan by the ranks of a pilot over all "
          "items (--ranks)");
    }
  }
}

}  // namespace honestrank
