#include "report/html_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace honestrank {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// Bytes of the UTF-8 character that `text` starts with; 0: it starts with none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80U) return 1;
  const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
  if (lead < 0xC2U || lead > 0xF4U || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  // Overlong forms, surrogates and what lies beyond Unicode.
  const unsigned char second = byte(1);
  if ((lead == 0xE0U && second < 0xA0U) || (lead == 0xEDU && second > 0x9FU) ||
      (lead == 0xF0U && second < 0x90U) || (lead == 0xF4U && second > 0x8FU)) {
    return 0;
  }
  return length;
}

bool is_control(unsigned char c) { return (c < 0x20U && c != '\t' && c != '\n') || c == 0x7FU; }

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const bool bad =
        length == 0 || (length == 1 && is_control(static_cast<unsigned char>(text[0])));
    clean += bad ? kReplacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

std::string html_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string json_for_script(std::string_view json) {
  std::string safe;
  for (const char c : json) {
    switch (c) {
      case '<': safe += "\\u003c"; break;
      case '>': safe += "\\u003e"; break;
      case '&': safe += "\\u0026"; break;
      default: safe += c;
    }
  }
  return safe;
}

std::string shell_command(std::span<const std::string> words) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@%+";
  std::string command;
  for (const std::string& word : words) {
    if (!command.empty()) command += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      command += word;
      continue;
    }
    command += '\'';
    for (const char c : word) command += c == '\'' ? std::string("'\\''") : std::string(1, c);
    command += '\'';
  }
  return command;
}

std::string table_number(double value) {
  if (std::isnan(value)) return "";
  constexpr double kWhole = 1e15;  // beyond, not every whole number is a double
  if (value == std::floor(value) && std::abs(value) < kWhole) return fmt::format("{:.0f}", value);
  return fmt::format("{:.6g}", value);
}

std::string short_value(double value) {
  return std::isnan(value) ? "–" : fmt::format("{:.4f}", value);
}

std::string open_section(std::string_view id, std::string_view title) {
  return fmt::format(
      "<section id=\"{}\" aria-labelledby=\"{}-title\">\n<h2 id=\"{}-title\">{}</h2>\n", id, id, id,
      html_escaped(title));
}

std::string html_table(std::string_view label, std::span<const HtmlColumn> columns,
                       std::span<const std::vector<std::string>> rows) {
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}\">\n<table>\n<thead><tr>",
      html_escaped(label));
  for (const HtmlColumn& column : columns) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", column.is_text ? " class=\"text\"" : "",
                        html_escaped(column.title));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      html += columns[i].is_text ? "<td class=\"text\">" : "<td>";
      html += row[i] + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n</div>\n";
}

}  // namespace honestrank
