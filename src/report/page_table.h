#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "honestrank/report/result_report.h"
#include "report/text_table.h"

namespace honestrank {

/// What the terminal shows as a table, for a page.
inline ExtraTable page_table(std::string title, std::string caption, TextTable table) {
  const auto number = std::find_if(table.columns.begin(), table.columns.end(),
                                   [](const auto& column) { return !column.is_text; });
  ExtraTable page{std::move(title), std::move(caption), {}, std::move(table.rows)};
  page.text_columns = static_cast<std::size_t>(number - table.columns.begin());
  for (auto& column : table.columns) page.columns.push_back(std::move(column.title));
  return page;
}

}  // namespace honestrank
