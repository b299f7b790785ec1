#pragma once

#include <string>
#include <utility>

#include "honestrank/report/result_report.h"
#include "report/text_table.h"

namespace honestrank {

/// What the terminal shows as a table, for a page.
inline ExtraTable page_table(std::string title, std::string caption, TextTable table) {
  ExtraTable page{std::move(title), std::move(caption), {}, std::move(table.rows)};
  for (auto& column : table.columns) page.columns.push_back(std::move(column.title));
  return page;
}

}  // namespace honestrank
