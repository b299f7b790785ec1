#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bound_types.h"
#include "honestrank/comparison/plan.h"
#include "honestrank/comparison/scoring_cost.h"
#include "honestrank/report/plan_report.h"
#include "row_dicts.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// `aim` is the wanted error, or with `order` the wanted probability of the right order. Unless
/// `measure` is 0, costs are those of factors of so many columns on this machine.
PlanReport plan(const std::vector<std::string>& names, const nb::list& pilots, double aim,
                bool order, const std::string& metric_list, const std::string& estimator_list,
                std::uint64_t users, double confidence, double cost_per_score, double cost_exact,
                std::uint64_t most_samples, bool replacement, bool from_samples,
                std::uint32_t measure, unsigned threads) {
  const std::vector<Metric> metrics = parse_metrics(metric_list);
  const std::vector<Estimator> estimators = parse_estimators(estimator_list);
  PlanOptions options;
  options.users = users;
  options.confidence = confidence;
  options.cost = {cost_per_score, cost_exact};
  options.most_samples = most_samples;
  options.replacement = replacement ? Replacement::with : Replacement::without;
  options.threads = threads;
  std::vector<const UserRanks*> ranks;
  for (const nb::handle pilot : pilots) ranks.push_back(&nb::cast<const Ranks&>(pilot).ranks);
  const nb::gil_scoped_release released;
  std::string origin;
  if (measure != 0) {
    std::uint64_t items = 2;
    for (const std::uint64_t each : ranks.at(0)->items) items = std::max(items, each);
    options.cost = measure_scoring_cost(items, measure, threads);
    origin = fmt::format("as factors of {} columns take here", measure);
  } else if (cost_per_score == ScoringCost{}.sampled && cost_exact == ScoringCost{}.exact) {
    origin =
        "as factors of 64 columns took on 2 cores; measure=64 finds out what they take here, and "
        "for other models give cost_per_score and cost_exact";
  }
  PlanReport report;
  report.order = order;
  report.plans = order ? plan_order(*ranks.at(0), *ranks.at(1), metrics, estimators, aim, options)
                       : plan_error(*ranks.at(0), metrics, estimators, aim, options);
  add_plan_notes({names, aim, ranks[0]->size(), from_samples, origin}, options, report);
  return report;
}

nb::list plans_of(const PlanReport& report) {
  nb::list plans;
  for (const MetricPlan& plan : report.plans) {
    nb::list ways;
    for (const PlannedWay& way : plan.ways) ways.append(dict_of(way));
    plans.append(
        nb::make_tuple(plan.metric.name, plan.value, plan.rank_everything, plan.p_value, ways));
  }
  return plans;
}

}  // namespace

void bind_plan(nb::module_& module) {
  nb::class_<PlanReport>(module, "PlanReport", "Ways to know a metric, and how to read them.")
      .def_prop_ro("plans", &plans_of, "Tuples (metric, value, rank_everything, p_value, ways).")
      .def_ro("order", &PlanReport::order)
      .def_prop_ro("notes", [](const PlanReport& own) { return own.report.notes; })
      .def_prop_ro("warnings", [](const PlanReport& own) { return own.report.warnings; })
      .def(
          "format",
          [](const PlanReport& own, const std::string& name) {
            return format_plan(own, report_format(name));
          },
          "name"_a, "As the command line prints it: table, json, csv, markdown, latex.");
  module.def("plan", &plan, "names"_a, "pilots"_a, nb::kw_only(), "aim"_a, "order"_a, "metrics"_a,
             "estimators"_a, "users"_a, "confidence"_a, "cost_per_score"_a, "cost_exact"_a,
             "most_samples"_a, "replacement"_a, "from_samples"_a, "measure"_a, "threads"_a);
  module.def(
      "pilot_from_samples",
      [](const Sampled& sampled, std::uint64_t seed) {
        UserRanks ranks;
        {
          const nb::gil_scoped_release released;
          ranks = pilot_from_samples(sampled.repeats.at(0), seed);
        }
        return Ranks{std::move(ranks)};
      },
      "sampled"_a, "seed"_a);
}

}  // namespace honestrank::python
