#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/report/row_fields.h"
#include "report/json_values.h"
#include "report/report_formats.h"

namespace honestrank {

/// A row as an object; NaN and what there is not are null. `more` is what visit_fields takes beside
/// the row.
template <typename Row, typename... More>
Json row_json(const Row& row, const More&... more) {
  Json json;
  const auto add = [&json](const char* name, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, double>) {
      json[name] = json_number(value);
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
      json[name] = value ? json_number(*value) : Json(nullptr);
    } else {
      json[name] = value;
    }
  };
  visit_fields(add, row, more...);
  return json;
}

inline std::string csv_value(std::string_view text) { return csv_field(text); }
inline std::string csv_value(double value) { return exact_number(value); }
inline std::string csv_value(std::uint64_t count) { return std::to_string(count); }
inline std::string csv_value(bool flag) { return flag ? "true" : "false"; }
inline std::string csv_value(std::optional<double> value) {
  return value ? exact_number(*value) : std::string();
}
inline std::string csv_value(const std::vector<std::string>& texts) {
  return csv_field(fmt::format("{}", fmt::join(texts, "; ")));
}

/// The names of a row's fields, comma separated.
template <typename Row, typename... More>
std::string csv_names(const Row& row, const More&... more) {
  std::string line;
  const auto add = [&line](const char* name, const auto& /*value*/) {
    line += (line.empty() ? "" : ",") + std::string(name);
  };
  visit_fields(add, row, more...);
  return line;
}

/// The fields of a row, comma separated in full precision.
template <typename Row, typename... More>
std::string csv_line(const Row& row, const More&... more) {
  std::string line;
  bool first = true;
  const auto add = [&](const char* /*name*/, const auto& value) {
    if (!first) line += ',';
    first = false;
    line += csv_value(value);
  };
  visit_fields(add, row, more...);
  return line;
}

}  // namespace honestrank
