#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "honestrank/report/result_report.h"
#include "report/text_table.h"

namespace honestrank {

/// Pairs of models times metrics times groups of users are soon thousands: more than anybody reads,
/// and a page is to stay below a megabyte.
inline constexpr std::size_t kMostPageRows = 1000;

/// What the terminal shows as a table, for a page: its first rows, and how many there are.
inline ExtraTable page_table(std::string title, std::string caption, TextTable table) {
  if (table.rows.size() > kMostPageRows) {
    caption +=
        fmt::format(" These are the first {} of {} rows; --format csv, json and markdown have all.",
                    kMostPageRows, table.rows.size());
    table.rows.resize(kMostPageRows);
  }
  const auto number = std::find_if(table.columns.begin(), table.columns.end(),
                                   [](const auto& column) { return !column.is_text; });
  ExtraTable page{std::move(title), std::move(caption), {}, std::move(table.rows)};
  page.text_columns = static_cast<std::size_t>(number - table.columns.begin());
  for (auto& column : table.columns) page.columns.push_back(std::move(column.title));
  return page;
}

}  // namespace honestrank
