#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arrays.h"
#include "bound_types.h"
#include "callbacks.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/report/conventions.h"
#include "honestrank/report/evaluation_report.h"
#include "honestrank/report/result_report.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

Convention convention_of(const std::string& like) {
  return enum_of<Convention>("like", like,
                             {{"", Convention::honestrank},
                              {"trec_eval", Convention::trec_eval},
                              {"recbole", Convention::recbole}});
}

void check_words(const std::string& like, const std::string& queries, const std::string& ties) {
  convention_of(like);
  enum_of<int>("queries", queries, {{"", 0}, {"judged", 1}, {"common", 2}});
  enum_of<int>("ties", ties,
               {{"expected", 0}, {"optimistic", 1}, {"pessimistic", 2}, {"random", 3}});
}

/// A report of one model, and the values of its users, metric by metric, where they are asked for.
nb::tuple evaluate_ranks(const Ranks& own, const std::string& name, const std::string& metrics,
                         const std::string& ties, const std::string& like,
                         const std::string& queries, std::uint64_t seed, unsigned threads,
                         bool per_user, nb::object progress) {
  check_words(like, queries, ties);
  const bool whole = own.ranks.items.empty() || own.ranks.items.front() != 0;
  const Conventions conventions = conventions_of(like, queries, whole);
  const std::vector<Metric> asked =
      parse_metrics(metrics.empty() ? conventions.default_metrics : metrics, conventions.names);
  const EvaluateOptions options{.ties = tie_policy(ties),
                                .empty_users = conventions.empty_users,
                                .seed = seed,
                                .threads = threads,
                                .per_user = per_user,
                                .progress = progress_of(std::move(progress))};
  ResultReport report;
  Evaluation evaluation;
  {
    const nb::gil_scoped_release released;
    evaluation = evaluate(own.ranks, asked, options);
    require_users(name, evaluation);
    report.rows = result_rows(name, evaluation);
    report.warnings = evaluation_warnings(name, own.ranks.size(), evaluation);
  }
  report.seed = seed;
  if (evaluation.users_with_ties != 0) report.notes.push_back(tie_note(ties));
  if (!conventions.note.empty()) report.notes.push_back(conventions.note);
  nb::list values;
  for (MetricResult& result : evaluation.results) {
    if (per_user) values.append(array_of(std::move(result.per_user)));
  }
  return nb::make_tuple(std::move(report), values);
}

}  // namespace

void bind_metrics(nb::module_& module) {
  const EvaluateOptions options;
  module.def("evaluate_ranks", &evaluate_ranks, "ranks"_a, nb::kw_only(), "name"_a = "model",
             "metrics"_a = "", "ties"_a = "expected", "like"_a = "", "queries"_a = "",
             "seed"_a = options.seed, "threads"_a = options.threads,
             "per_user"_a = options.per_user, "progress"_a.none() = nb::none());
  module.def(
      "uses_common_queries",
      [](const std::string& like, const std::string& queries) {
        return conventions_of(like, queries, false).queries == RunQueries::common;
      },
      "like"_a, "queries"_a);
  module.def(
      "explain",
      [](const std::string& metrics, const std::string& like) {
        return explain(metrics, convention_of(like));
      },
      "metrics"_a, "like"_a = "");
  module.def(
      "canonical_names",
      [](const std::string& metrics, const std::string& like) {
        std::vector<std::string> names;
        for (const Metric& metric : parse_metrics(metrics, convention_of(like))) {
          names.push_back(canonical_name(metric));
        }
        return names;
      },
      "metrics"_a, "like"_a = "");
  module.def(
      "metric_names",
      [](const std::string& metrics) {
        std::vector<std::string> names;
        for (const Metric& metric : parse_metrics(metrics)) names.push_back(metric.name);
        return names;
      },
      "metrics"_a, "A list of metrics, name by name: recall@5,20 is recall@5 and recall@20.");
  module.def("list_metrics", [] {
    nb::dict result;
    for (const MetricSummary& metric : list_metrics()) {
      result[metric.name.c_str()] = metric.sentence;
    }
    return result;
  });
}

}  // namespace honestrank::python
