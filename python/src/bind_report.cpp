#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bound_types.h"
#include "honestrank/report/html_report.h"
#include "honestrank/report/result_report.h"
#include "row_dicts.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

ResultRow row_of(const nb::dict& row) {
  ResultRow result;
  const auto read = [&row](const char* name, auto& value) {
    value = nb::cast<std::remove_cvref_t<decltype(value)>>(row[name]);
  };
  visit_fields(read, result);
  return result;
}

nb::list rows_of(const ResultReport& report) {
  nb::list rows;
  for (const ResultRow& row : report.rows) rows.append(dict_of(row));
  return rows;
}

}  // namespace

ReportFormat report_format(const std::string& name) {
  return enum_of<ReportFormat>("format", name,
                               {{"table", ReportFormat::table},
                                {"json", ReportFormat::json},
                                {"csv", ReportFormat::csv},
                                {"markdown", ReportFormat::markdown},
                                {"latex", ReportFormat::latex},
                                {"trec", ReportFormat::trec}});
}

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
      .def("html", &format_html, "The page of --report.")
      .def(
          "format",
          [](const ResultReport& report, const std::string& name) {
            return format_report(report, report_format(name));
          },
          "name"_a, "As the command line prints it: table, json, csv, markdown, latex, trec.");
}

}  // namespace honestrank::python
