#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "arrays.h"
#include "bound_types.h"
#include "honestrank/comparison/compare.h"
#include "honestrank/comparison/consistency.h"
#include "honestrank/comparison/slices.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/user_items.h"
#include "honestrank/report/comparison_report.h"
#include "row_dicts.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

template <typename T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::vector<T> vector_of(const Array<T>& array) {
  return {array.data(), array.data() + array.size()};
}

/// Tuples (model, metric, estimator, values of users, values of repeats).
std::vector<ModelValues> values_of(const nb::list& rows) {
  std::vector<ModelValues> values;
  for (const nb::handle row : rows) {
    values.push_back({nb::cast<std::string>(row[0]), nb::cast<std::string>(row[1]),
                      nb::cast<std::string>(row[2]), vector_of(nb::cast<Array<double>>(row[3])),
                      nb::cast<std::vector<double>>(row[4])});
  }
  return values;
}

/// Tuples (name, names of groups, group of each user).
std::vector<UserSlice> slices_of(const nb::list& rows) {
  std::vector<UserSlice> slices;
  for (const nb::handle row : rows) {
    slices.push_back({nb::cast<std::string>(row[0]), nb::cast<std::vector<std::string>>(row[1]),
                      vector_of(nb::cast<Array<std::uint32_t>>(row[2]))});
  }
  return slices;
}

/// The names of groups, and the group of each user of `held_out`, whose ids `seen` shares.
nb::tuple user_slice(const std::string& kind, const Interactions& seen,
                     const Interactions& held_out, std::size_t groups) {
  UserSlice slice;
  {
    const nb::gil_scoped_release released;
    const UserItems known = user_items(seen);
    const UserItems wanted = user_items(held_out);
    const std::size_t items = held_out.items.size();
    if (kind == "activity") {
      slice = slice_by_activity(known, groups);
    } else if (kind == "popularity") {
      slice = slice_by_popularity(known, wanted, items);
    } else if (kind == "cold_users") {
      slice = slice_by_cold_users(known);
    } else if (kind == "cold_items") {
      slice = slice_by_cold_items(known, wanted, items);
    } else {
      throw InputError(
          "slices: expected one of activity, activity:N, popularity, cold_users, cold_items; got "
          "'" +
          kind + "'");
    }
  }
  return nb::make_tuple(slice.groups, array_of(std::move(slice.group)));
}

void compare(ComparisonReport& report, const nb::list& values, const nb::list& slices,
             const std::vector<std::string>& tests, const std::string& correction,
             const std::string& against, bool winner, std::uint32_t resamples, std::uint64_t seed,
             unsigned threads) {
  CompareOptions options;
  options.tests.clear();
  for (const std::string& test : tests) options.tests.push_back(parse_paired_test(test));
  options.correction = parse_correction(correction);
  options.against = against;
  options.winner = winner;
  options.resampling = {resamples, seed, threads};
  const std::vector<ModelValues> of_users = values_of(values);
  const std::vector<UserSlice> groups = slices_of(slices);
  const nb::gil_scoped_release released;
  report.comparison = compare_models(of_users, options, groups);
  report.report.seed = seed;
  const auto missing = missing_users_warnings(of_users);
  auto& warnings = report.report.warnings;
  warnings.insert(warnings.end(), missing.begin(), missing.end());
  add_comparison_notes(options, report);
}

/// Adds how sampled metrics would order the models.
void analyse(ComparisonReport& report, std::vector<std::string> names, const nb::list& ranks,
             const std::string& metric_list, const std::string& estimator_list,
             std::vector<std::uint64_t> samples, bool replacement, const std::string& population,
             const std::string& likelihood, std::vector<double> prior, std::uint32_t resamples,
             std::uint64_t seed, unsigned threads) {
  const std::vector<Metric> metrics = parse_metrics(metric_list);
  const std::vector<Estimator> estimators = parse_estimators(estimator_list);
  std::vector<UserRanks> models;
  for (const nb::handle each : ranks) models.push_back(nb::cast<const Ranks&>(each).ranks);
  ConsistencyOptions options;
  options.samples = std::move(samples);
  options.replacement = replacement ? Replacement::with : Replacement::without;
  options.correction = correction_options(population, likelihood, std::move(prior));
  options.threads = threads;
  options.resamples = resamples;
  options.seed = seed;
  report.models = std::move(names);
  for (const Metric& metric : metrics) report.metrics.push_back(metric.name);
  for (const Estimator& estimator : estimators) report.estimators.push_back(estimator.name);
  const nb::gil_scoped_release released;
  report.consistency = analyse_consistency(models, metrics, estimators, options);
}

}  // namespace

void bind_comparison(nb::module_& module) {
  const ConsistencyOptions consistency;
  module.def("user_slice", &user_slice, "kind"_a, "seen"_a, "held_out"_a, "groups"_a = 4);
  module.def("estimated_values_note", &estimated_values_note);
  nb::class_<ComparisonReport>(module, "ComparisonReport", "Models compared, and how to read it.")
      .def(
          "__init__",
          [](ComparisonReport* own, const ResultReport& models, double level) {
            new (own) ComparisonReport();
            own->report = models;
            own->report.level = level;
          },
          "models"_a, "level"_a = ResultReport{}.level)
      .def("compare", &compare, "values"_a, nb::kw_only(), "slices"_a, "tests"_a, "correction"_a,
           "against"_a, "winner"_a, "resamples"_a, "seed"_a, "threads"_a)
      .def("analyse", &analyse, "names"_a, "ranks"_a, nb::kw_only(), "metrics"_a, "estimators"_a,
           "samples"_a, "replacement"_a = consistency.replacement == Replacement::with,
           "population"_a = "per_user", "likelihood"_a = "",
           "prior"_a = consistency.correction.prior, "resamples"_a = consistency.resamples,
           "seed"_a = consistency.seed, "threads"_a = consistency.threads)
      .def_prop_ro("comparisons",
                   [](const ComparisonReport& own) {
                     nb::list rows;
                     for (const ModelComparison& row : own.comparison.comparisons) {
                       rows.append(dict_of(row, own.comparison.correction));
                     }
                     return rows;
                   })
      .def_prop_ro("means",
                   [](const ComparisonReport& own) {
                     nb::list rows;
                     for (const GroupMean& row : own.comparison.means) rows.append(dict_of(row));
                     return rows;
                   })
      .def_prop_ro("has_consistency",
                   [](const ComparisonReport& own) { return own.consistency.has_value(); })
      .def_prop_ro("notes", [](const ComparisonReport& own) { return own.report.notes; })
      .def_prop_ro("warnings", [](const ComparisonReport& own) { return own.report.warnings; })
      .def_prop_ro("family", [](const ComparisonReport& own) { return own.comparison.family; })
      .def_prop_ro("level", [](const ComparisonReport& own) { return own.report.level; })
      .def(
          "format",
          [](const ComparisonReport& own, const std::string& name) {
            return format_comparison(own, report_format(name));
          },
          "name"_a, "As the command line prints it: table, json, csv, markdown, latex.");
}

}  // namespace honestrank::python
