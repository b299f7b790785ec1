#include "honestrank/data/per_user_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/number_fields.h"
#include "data/numbers.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Which column of the file holds what.
struct ValueColumns {
  std::size_t count = 0;
  std::size_t model = kNoColumn;
  std::size_t user = kNoColumn;
  std::vector<std::size_t> metrics;
};

ValueColumns find_value_columns(const FieldLine& first, PerUserTable& table) {
  const auto& header = first.fields;
  ValueColumns columns;
  columns.count = header.size();
  columns.model = column_named(first, {"model"});
  columns.user = user_column(first);
  if (columns.user == kNoColumn) {
    first.fail("expected a header that names the columns (model, user, then metrics); got " +
               quoted_for_message(header.empty() ? "" : header.front()));
  }
  for (std::size_t column = 0; column < header.size(); ++column) {
    if (column == columns.model || column == columns.user) continue;
    const std::string name(header[column]);
    if (name.empty() ||
        std::find(table.metrics.begin(), table.metrics.end(), name) != table.metrics.end()) {
      first.fail("expected a metric of its own in each column; got " + quoted_for_message(name) +
                 (name.empty() ? "" : " twice"));
    }
    columns.metrics.push_back(column);
    table.metrics.push_back(name);
  }
  if (columns.metrics.empty()) first.fail("expected a metric; got none");
  return columns;
}

double value_in(const FieldLine& line, std::size_t column) {
  const std::string_view field = line.fields[column];
  if (field.empty()) return kNan;
  const auto value = parse_double(field);
  if (!value || !std::isfinite(*value)) {
    line.fail("expected a finite number or nothing; got " + quoted_for_message(field));
  }
  return *value;
}

/// Models are few: those of neighbouring lines are mostly the same.
std::size_t model_number(std::string_view name, PerUserTable& table) {
  const auto found = std::find(table.models.begin(), table.models.end(), name);
  if (found != table.models.end()) return static_cast<std::size_t>(found - table.models.begin());
  table.models.emplace_back(name);
  table.values.emplace_back(table.metrics.size());
  return table.models.size() - 1;
}

PerUserTable per_user_from(ChunkReader& reader) {
  reject_binary(reader.first_text(), reader.name());
  const auto sample = first_lines(reader.first_text(), 1);
  if (sample.empty()) throw ParseError(reader.name(), 0, "expected values; got an empty file");
  const FieldSeparator separator = sample.front().find('\t') != std::string_view::npos
                                       ? FieldSeparator::tab
                                       : FieldSeparator::comma;
  std::vector<std::string_view> header;
  std::vector<std::string> unquoted;
  split_fields(sample.front(), separator, header, unquoted);
  PerUserTable table;
  const ValueColumns columns = find_value_columns(
      {reader.name(), line_number(reader.first_text(), sample.front()), header}, table);

  std::vector<std::vector<bool>> known;  // [model][user]
  bool skip = true;
  for_each_row(reader, separator, columns.count, [&](const FieldLine& line) {
    if (std::exchange(skip, false)) return;
    const std::uint32_t user = table.users.add(user_id(line, columns.user));
    const std::size_t model = model_number(
        columns.model == kNoColumn ? std::string_view() : line.fields[columns.model], table);
    if (known.size() <= model) known.resize(model + 1);
    if (known[model].size() <= user) known[model].resize(user + 1);
    if (known[model][user]) {
      line.fail("expected a user once with each model; got " +
                quoted_for_message(table.users[user]) + " again");
    }
    known[model][user] = true;
    for (std::size_t metric = 0; metric < columns.metrics.size(); ++metric) {
      auto& values = table.values[model][metric];
      if (values.size() <= user) values.resize(user + 1, kNan);
      values[user] = value_in(line, columns.metrics[metric]);
    }
  });
  if (table.users.empty()) {
    throw ParseError(reader.name(), 0, "expected values; got a file without any");
  }
  for (auto& model : table.values) {
    for (auto& values : model) values.resize(table.users.size(), kNan);
  }
  return table;
}

}  // namespace

PerUserTable read_per_user(const std::filesystem::path& path) {
  return per_user_from(*ChunkReader::open(path));
}

PerUserTable parse_per_user(std::span<const char> bytes, const std::string& name) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return per_user_from(reader);
}

}  // namespace honestrank
