#include "layout_options.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "commands.h"

namespace honestrank::cli {
namespace {

const std::map<std::string, InteractionFormat>& layouts() {
  static const std::map<std::string, InteractionFormat> names = {
      {"table", InteractionFormat::table},
      {"lists", InteractionFormat::lists},
      {"candidates", InteractionFormat::candidates}};
  return names;
}

/// Words, and the separators themselves.
const std::map<std::string, std::string>& separators() {
  static const std::map<std::string, std::string> names = {
      {"tab", "\t"}, {"\t", "\t"}, {"comma", ","}, {",", ","},     {"semicolon", ";"}, {";", ";"},
      {"bar", "|"},  {"|", "|"},   {"::", "::"},   {"space", " "}, {" ", " "}};
  return names;
}

CLI::Validator separator_name() {
  const auto check = [](const std::string& text) -> std::string {
    if (separators().contains(text)) return {};
    return fmt::format("expected tab, comma, semicolon, bar, space or ::; got '{}'", text);
  };
  return CLI::Validator(check, "");
}

[[noreturn]] void fail_columns(const std::string& columns, const std::string& what) {
  throw UsageError(fmt::format(
      "--columns {}: {}; as in user,item,rating,timestamp or user=3,item=title", columns, what));
}

/// `user,item,-,timestamp` (in the order of the file) or `user=NAME,item=NUMBER`.
void read_columns(const std::string& columns, ReadInteractionsOptions& read) {
  const std::map<std::string, std::string*> roles = {{"user", &read.user_column},
                                                     {"item", &read.item_column},
                                                     {"rating", &read.rating_column},
                                                     {"timestamp", &read.timestamp_column}};
  std::stringstream list(columns);
  std::size_t place = 0;
  for (std::string entry; std::getline(list, entry, ',');) {
    ++place;
    if (entry == "-") continue;
    const std::size_t equals = entry.find('=');
    const auto role = roles.find(entry.substr(0, equals));
    if (role == roles.end()) {
      fail_columns(columns,
                   fmt::format("expected user, item, rating, timestamp or -; got '{}'", entry));
    }
    if (!role->second->empty()) {
      fail_columns(columns, fmt::format("expected {} once; got it twice", role->first));
    }
    *role->second = equals == std::string::npos ? std::to_string(place) : entry.substr(equals + 1);
    if (role->second->empty()) {
      fail_columns(columns, fmt::format("expected {}=COLUMN; got '{}'", role->first, entry));
    }
  }
  if (read.user_column.empty() || read.item_column.empty()) {
    fail_columns(columns, "expected user and item");
  }
  if (read.rating_column.empty()) read.rating_column = "none";
  if (read.timestamp_column.empty()) read.timestamp_column = "none";
}

}  // namespace

void LayoutOptions::add_to(CLI::App& command, const char* group) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* text) {
    return command.add_option(name, value, text)->type_name(type)->group(group);
  };
  add("--layout", layout, "NAME", "table, lists or candidates; default: detected")
      ->check(one_of({"table", "lists", "candidates"}));
  add("--separator", separator, "NAME", "of a table: tab comma semicolon bar space ::")
      ->check(separator_name());
  add("--header", header, "NAME", "yes or no: the first line names the columns")
      ->check(one_of({"yes", "no"}));
  add("--columns", columns, "LIST", "as in user,item,-,timestamp or user=2,item=title");
}

bool LayoutOptions::any() const {
  return !layout.empty() || !separator.empty() || !header.empty() || !columns.empty();
}

ReadInteractionsOptions LayoutOptions::to_read_options() const {
  const bool table_only = !separator.empty() || !header.empty() || !columns.empty();
  if (table_only && !layout.empty() && layout != "table") {
    throw UsageError(
        fmt::format("--separator, --header and --columns are for tables; got --layout {}", layout));
  }
  ReadInteractionsOptions read;
  if (!layout.empty()) read.format = layouts().at(layout);
  if (!separator.empty()) read.separator = separators().at(separator);
  if (!header.empty()) read.header = header == "yes";
  if (!columns.empty()) read_columns(columns, read);
  return read;
}

}  // namespace honestrank::cli
