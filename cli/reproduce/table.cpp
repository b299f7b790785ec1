#include "reproduce/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace honestrank::cli {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isnan(value) ? Json(nullptr) : Json(value); }

double number(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::string text_of(double value, int digits) {
  return std::isnan(value) ? "" : fmt::format("{:.{}f}", value, digits);
}

/// With its sign, unless nothing but zeros is left of it.
std::string text_of_difference(double value, int digits) {
  if (std::abs(value) < 0.5 * std::pow(10.0, -digits)) return text_of(0, digits);
  return std::isnan(value) ? "" : fmt::format("{:+.{}f}", value, digits);
}

}  // namespace

std::vector<NumberColumn> number_columns(const ReproducedTable& table) {
  std::vector<NumberColumn> columns{{"ours", {}},       {"±", {}},
                                    {"published", {}},  {"published ±", {}},
                                    {"difference", {}}, {"std. err. of it", {}}};
  const int digits = table.digits;
  for (const ReproducedValue& value : table.values) {
    columns[0].cells.push_back(text_of(value.value, digits));
    columns[1].cells.push_back(text_of(value.spread, digits));
    columns[2].cells.push_back(text_of(value.published, digits));
    columns[3].cells.push_back(text_of(value.published_spread, digits));
    columns[4].cells.push_back(text_of_difference(value.value - value.published, digits));
    columns[5].cells.push_back(text_of(table.error_of_difference(value), digits + 1));
  }
  const auto is_empty = [](const NumberColumn& column) {
    return std::all_of(column.cells.begin(), column.cells.end(),
                       [](const auto& cell) { return cell.empty(); });
  };
  columns.erase(std::remove_if(columns.begin(), columns.end(), is_empty), columns.end());
  return columns;
}

double ReproducedTable::error_of_difference(const ReproducedValue& value) const {
  if (std::isnan(value.published)) return std::numeric_limits<double>::quiet_NaN();
  const auto variance = [](double spread, std::uint32_t count) {
    return std::isnan(spread) ? 0 : spread * spread / count;
  };
  const double rounding = std::pow(10.0, -digits) / std::sqrt(12.0);
  return std::sqrt(variance(value.spread, repeats) +
                   variance(value.published_spread, published_repeats) + rounding * rounding);
}

std::vector<const ReproducedValue*> ReproducedTable::outside(double errors) const {
  std::vector<const ReproducedValue*> result;
  for (const ReproducedValue& value : values) {
    if (std::abs(value.value - value.published) > errors * error_of_difference(value)) {
      result.push_back(&value);
    }
  }
  return result;
}

std::string to_markdown(const ReproducedTable& table) {
  const std::vector<NumberColumn> columns = number_columns(table);
  std::string text = fmt::format("## {}\n\n|", table.title);
  for (const std::string& name : table.label_names) text += fmt::format(" {} |", name);
  for (const NumberColumn& column : columns) text += fmt::format(" {} |", column.name);
  text += "\n|";
  for (std::size_t i = 0; i < table.label_names.size(); ++i) text += "---|";
  for (std::size_t i = 0; i < columns.size(); ++i) text += "---:|";
  text += "\n";
  for (std::size_t row = 0; row < table.values.size(); ++row) {
    text += "|";
    for (const std::string& label : table.values[row].labels) text += fmt::format(" {} |", label);
    for (const NumberColumn& column : columns) text += fmt::format(" {} |", column.cells[row]);
    text += "\n";
  }
  for (const std::string& note : table.notes) text += fmt::format("\n{}\n", note);
  return text;
}

std::string to_json(const ReproducedTable& table, const std::string& settings) {
  Json json{{"settings", settings},
            {"name", table.name},
            {"title", table.title},
            {"labels", table.label_names},
            {"digits", table.digits},
            {"repeats", table.repeats},
            {"published_repeats", table.published_repeats},
            {"notes", table.notes},
            {"values", Json::array()}};
  for (const ReproducedValue& value : table.values) {
    json["values"].push_back({{"labels", value.labels},
                              {"value", number(value.value)},
                              {"spread", number(value.spread)},
                              {"published", number(value.published)},
                              {"published_spread", number(value.published_spread)},
                              {"difference", number(value.value - value.published)},
                              {"standard_error", number(table.error_of_difference(value))}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool from_json(std::string_view text, const std::string& settings, ReproducedTable& table) {
  try {
    const Json json = Json::parse(text);
    if (json.at("settings") != settings) return false;
    ReproducedTable read{json.at("name"), json.at("title"), json.at("labels")};
    read.digits = json.at("digits");
    read.repeats = json.at("repeats");
    read.published_repeats = json.at("published_repeats");
    read.notes = json.at("notes").get<std::vector<std::string>>();
    for (const Json& value : json.at("values")) {
      read.values.push_back({value.at("labels"), number(value.at("value")),
                             number(value.at("spread")), number(value.at("published")),
                             number(value.at("published_spread"))});
    }
    table = std::move(read);
    return true;
  } catch (const Json::exception&) {
    return false;  // half a file, or another one
  }
}

}  // namespace honestrank::cli
