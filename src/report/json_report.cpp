#include <cmath>

#include "honestrank/base/version.h"
#include "report/json_values.h"
#include "report/report_formats.h"
#include "report/row_texts.h"

namespace honestrank {

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

std::string json_text(const ResultReport& report) {
  Json json = report_json(report);
  for (const DifferenceRow& row : report.differences) {
    json["differences"].push_back({{"model", row.model},
                                   {"against", row.against},
                                   {"metric", row.metric},
                                   {"estimator", row.estimator},
                                   {"test", row.test},
                                   {"difference", json_number(row.difference)},
                                   {"low", json_number(row.low)},
                                   {"high", json_number(row.high)},
                                   {"p_value", json_number(row.p_value)},
                                   {"users", row.users}});
  }
  for (const auto& [name, value] : report.quantities) {
    json["quantities"][name] = json_number(value);
  }
  return dumped(json);
}

}  // namespace honestrank
