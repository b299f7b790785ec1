#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bound_types.h"
#include "honestrank/report/result_report.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

nb::dict dict_of(const ResultRow& row) {
  nb::dict result;
  result["model"] = row.model;
  result["metric"] = row.metric;
  result["estimator"] = row.estimator;
  result["value"] = row.value;
  result["standard_error"] = row.standard_error;
  result["low"] = row.low;
  result["high"] = row.high;
  result["optimistic"] = row.optimistic;
  result["pessimistic"] = row.pessimistic;
  result["users"] = row.users;
  result["users_skipped"] = row.users_skipped;
  result["diagnostics"] = row.diagnostics;
  return result;
}

ResultRow row_of(const nb::dict& row) {
  ResultRow result;
  result.model = nb::cast<std::string>(row["model"]);
  result.metric = nb::cast<std::string>(row["metric"]);
  result.estimator = nb::cast<std::string>(row["estimator"]);
  result.value = nb::cast<double>(row["value"]);
  result.standard_error = nb::cast<double>(row["standard_error"]);
  result.low = nb::cast<double>(row["low"]);
  result.high = nb::cast<double>(row["high"]);
  result.optimistic = nb::cast<double>(row["optimistic"]);
  result.pessimistic = nb::cast<double>(row["pessimistic"]);
  result.users = nb::cast<std::uint64_t>(row["users"]);
  result.users_skipped = nb::cast<std::uint64_t>(row["users_skipped"]);
  result.diagnostics = nb::cast<std::vector<std::string>>(row["diagnostics"]);
  return result;
}

nb::list rows_of(const ResultReport& report) {
  nb::list rows;
  for (const ResultRow& row : report.rows) rows.append(dict_of(row));
  return rows;
}

ReportFormat format_of(const std::string& name) {
  return enum_of<ReportFormat>("format", name,
                               {{"table", ReportFormat::table},
                                {"json", ReportFormat::json},
                                {"csv", ReportFormat::csv},
                                {"markdown", ReportFormat::markdown},
                                {"latex", ReportFormat::latex},
                                {"trec", ReportFormat::trec}});
}

}  // namespace

void bind_report(nb::module_& module) {
  nb::class_<ResultReport>(module, "Report", "Rows of results, and how to read them.")
      .def(nb::init<>())
      .def(
          "__init__",
          [](ResultReport* own, const nb::list& rows, std::vector<std::string> notes,
             std::vector<std::string> warnings, std::uint64_t seed) {
            new (own) ResultReport();
            for (const nb::handle row : rows) own->rows.push_back(row_of(nb::cast<nb::dict>(row)));
            own->notes = std::move(notes);
            own->warnings = std::move(warnings);
            own->seed = seed;
          },
          "rows"_a, "notes"_a, "warnings"_a, "seed"_a)
      .def_prop_ro("rows", &rows_of)
      .def_rw("notes", &ResultReport::notes)
      .def_rw("warnings", &ResultReport::warnings)
      .def_rw("seed", &ResultReport::seed)
      .def_rw("command", &ResultReport::command)
      .def(
          "format",
          [](const ResultReport& report, const std::string& name) {
            return format_report(report, format_of(name));
          },
          "name"_a, "As the command line prints it: table, json, csv, markdown, latex, trec.");
}

}  // namespace honestrank::python
