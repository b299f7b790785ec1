#include <fmt/format.h>

#include "report/markup.h"
#include "report/report_formats.h"
#include "report/text_table.h"

namespace honestrank {
namespace {

std::string replaced(const std::string& text,
                     std::initializer_list<std::pair<char, const char*>> by) {
  std::string result;
  for (const char c : text) {
    const char* replacement = nullptr;
    for (const auto& [from, to] : by) {
      if (c == from) replacement = to;
    }
    replacement != nullptr ? result.append(replacement) : result.append(1, c);
  }
  return result;
}

}  // namespace

std::string markdown_escaped(const std::string& text) {
  return replaced(text, {{'|', "\\|"}, {'\n', " "}, {'*', "\\*"}, {'_', "\\_"}, {'<', "&lt;"}});
}

std::string latex_escaped(const std::string& text) {
  return replaced(text, {{'\\', "\\textbackslash{}"},
                         {'&', "\\&"},
                         {'%', "\\%"},
                         {'$', "\\$"},
                         {'#', "\\#"},
                         {'_', "\\_"},
                         {'{', "\\{"},
                         {'}', "\\}"},
                         {'~', "\\textasciitilde{}"},
                         {'^', "\\textasciicircum{}"},
                         {'<', "\\textless{}"},
                         {'>', "\\textgreater{}"},
                         {'|', "\\textbar{}"},
                         {'\n', " "}});
}

std::string markdown_table(const TextTable& table) {
  std::string text = "|";
  for (const auto& column : table.columns) text += ' ' + markdown_escaped(column.title) + " |";
  text += "\n|";
  for (const auto& column : table.columns) text += column.is_text ? " --- |" : " ---: |";
  text += '\n';
  for (const auto& row : table.rows) {
    text += '|';
    for (const std::string& cell : row) text += ' ' + markdown_escaped(cell) + " |";
    text += '\n';
  }
  return text;
}

std::string markdown_remarks(const ResultReport& report) {
  std::string text;
  if (!report.notes.empty() || !report.warnings.empty()) text += '\n';
  for (const std::string& note : report.notes) text += markdown_escaped(note) + "\n";
  for (const std::string& warning : report.warnings) {
    text += "\n**Warning:** " + markdown_escaped(warning) + "\n";
  }
  return text;
}

std::string markdown_text(const ResultReport& report) {
  return markdown_table(make_table(report)) + markdown_remarks(report);
}

std::string latex_text(const ResultReport& report) {
  const TextTable table = make_table(report);
  std::string text = "% needs \\usepackage{booktabs}\n";
  for (const std::string& note : report.notes) text += "% " + note + '\n';
  for (const std::string& warning : report.warnings) text += "% warning: " + warning + '\n';
  text += "\\begin{tabular}{";
  for (const auto& column : table.columns) text += column.is_text ? 'l' : 'r';
  text += "}\n\\toprule\n";
  const auto add_line = [&](auto cell) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      text += (c == 0 ? "" : " & ") + latex_escaped(cell(c));
    }
    text += " \\\\\n";
  };
  add_line([&](std::size_t c) { return table.columns[c].title; });
  text += "\\midrule\n";
  for (const auto& row : table.rows) add_line([&](std::size_t c) { return row[c]; });
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace honestrank
