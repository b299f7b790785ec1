#include <cmath>

#include "honestrank/base/version.h"
#include "report/json_values.h"
#include "report/report_formats.h"

namespace honestrank {
namespace {

Json row_json(const ResultRow& row) {
  Json json;
  json["model"] = row.model;
  json["metric"] = row.metric;
  json["estimator"] = row.estimator;
  json["value"] = json_number(row.value);
  json["standard_error"] = json_number(row.standard_error);
  json["low"] = json_number(row.low);
  json["high"] = json_number(row.high);
  json["optimistic"] = json_number(row.optimistic);
  json["pessimistic"] = json_number(row.pessimistic);
  json["users"] = row.users;
  json["users_skipped"] = row.users_skipped;
  json["diagnostics"] = row.diagnostics;
  return json;
}

}  // namespace

Json json_number(double value) { return std::isnan(value) ? Json(nullptr) : Json(value); }

Json report_json(const ResultReport& report) {
  Json json;
  json["honestrank"] = std::string(version());
  json["command"] = report.command;
  json["seed"] = report.seed;
  json["inputs"] = Json::array();
  for (const InputRecord& input : report.inputs) {
    json["inputs"].push_back(
        {{"path", input.path},
         {"sha256", input.sha256.empty() ? Json(nullptr) : Json(input.sha256)}});
  }
  json["warnings"] = report.warnings;
  json["notes"] = report.notes;
  json["results"] = Json::array();
  for (const ResultRow& row : report.rows) json["results"].push_back(row_json(row));
  return json;
}

std::string dumped(const Json& json) {
  // Names may hold any bytes; what is not UTF-8 is replaced rather than refused.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string json_text(const ResultReport& report) { return dumped(report_json(report)); }

}  // namespace honestrank
