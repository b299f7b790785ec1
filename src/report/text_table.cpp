#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "report/report_formats.h"

namespace honestrank {
namespace {

std::string padded(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, display_width(text)), ' ');
  return left ? text + space : space + text;
}

}  // namespace

std::string rounded(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4f}", value); }

std::string interval(double low, double high) {
  return std::isnan(low) ? "-" : rounded(low) + ".." + rounded(high);
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t column = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::size_t needed = display_width(word);
    if (column != 0 && column + 1 + needed > width) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column != 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += needed;
    at = end + 1;
  }
  return result;
}

TextTable make_table(const ResultReport& report) {
  const auto any = [&](auto test) {
    return std::any_of(report.rows.begin(), report.rows.end(), test);
  };
  const bool models =
      any([&](const ResultRow& row) { return row.model != report.rows.front().model; });
  const bool estimators = any([](const ResultRow& row) { return row.estimator != "exact"; });
  const bool ties = any([](const ResultRow& row) {
    return row.optimistic != row.pessimistic && !std::isnan(row.optimistic);
  });
  const bool skipped = any([](const ResultRow& row) { return row.users_skipped != 0; });

  TextTable table;
  const auto column = [&](const char* title, bool is_text = false) {
    table.columns.push_back({title, is_text});
  };
  if (models) column("model", true);
  column("metric", true);
  if (estimators) column("estimator", true);
  column("value");
  column("std.err.");
  column("95 % interval");
  if (ties) column("worst..best tie");
  column("users");
  if (skipped) column("skipped");

  for (const ResultRow& row : report.rows) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    if (models) cells.push_back(row.model);
    cells.push_back(row.metric);
    if (estimators) cells.push_back(row.estimator);
    cells.push_back(rounded(row.value));
    cells.push_back(rounded(row.standard_error));
    cells.push_back(interval(row.low, row.high));
    if (ties) cells.push_back(interval(row.pessimistic, row.optimistic));
    cells.push_back(std::to_string(row.users));
    if (skipped) cells.push_back(std::to_string(row.users_skipped));
  }
  return table;
}

std::string aligned_text(const TextTable& table) {
  std::vector<std::size_t> width;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    width.push_back(display_width(table.columns[c].title));
    for (const auto& row : table.rows) width[c] = std::max(width[c], display_width(row[c]));
  }
  std::string text;
  const auto add_line = [&](auto cell) {
    std::string line;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      line += (c == 0 ? "" : "  ") + padded(cell(c), width[c], table.columns[c].is_text);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  add_line([&](std::size_t c) { return table.columns[c].title; });
  for (const auto& row : table.rows) add_line([&](std::size_t c) { return row[c]; });
  return text;
}

std::string remarks_text(const ResultReport& report) {
  std::string text;
  if (!report.notes.empty() || !report.warnings.empty()) text += '\n';
  for (const std::string& note : report.notes) text += wrapped(note, 80, 2) + '\n';
  for (const std::string& warning : report.warnings)
    text += wrapped("warning: " + warning, 80, 2) + '\n';
  return text;
}

std::string table_text(const ResultReport& report) {
  return aligned_text(make_table(report)) + remarks_text(report);
}

}  // namespace honestrank
