#include "data/text_fields.h"

#include <algorithm>

#include "data/text_encoding.h"

namespace honestrank {
namespace {

bool is_space_or_tab(char c) noexcept { return c == ' ' || c == '\t'; }

std::string_view trim(std::string_view field) noexcept {
  while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
  while (!field.empty() && field.back() == ' ') field.remove_suffix(1);
  return field;
}

/// Place of the next separator at or after `from`, or the end of the line.
std::size_t next_separator(std::string_view line, std::size_t from, FieldSeparator separator) {
  std::size_t at = std::string_view::npos;
  switch (separator) {
    case FieldSeparator::tab: at = line.find('\t', from); break;
    case FieldSeparator::comma: at = line.find(',', from); break;
    case FieldSeparator::semicolon: at = line.find(';', from); break;
    case FieldSeparator::bar: at = line.find('|', from); break;
    case FieldSeparator::double_colon: at = line.find("::", from); break;
    case FieldSeparator::whitespace: at = line.find_first_of(" \t", from); break;
  }
  return at == std::string_view::npos ? line.size() : at;
}

/// Reads a quoted field that starts at `from` (behind the quote) into `text`; gives the place
/// behind the closing quote, or npos if there is none.
std::size_t read_quoted(std::string_view line, std::size_t from, std::string& text) {
  while (true) {
    const std::size_t quote = line.find('"', from);
    if (quote == std::string_view::npos) return quote;
    text.append(line, from, quote - from);
    if (quote + 1 >= line.size() || line[quote + 1] != '"') return quote + 1;
    text.push_back('"');
    from = quote + 2;
  }
}

/// Whether nothing but spaces stands between `at` and the next separator. A field such as
/// `"Weird Al" Yankovic` fails this: its quotes are part of the text.
bool field_ends_at(std::string_view line, std::size_t at, FieldSeparator separator) {
  const std::size_t end = next_separator(line, at, separator);
  return trim(line.substr(at, end - at)).empty();
}

/// Quotes are part of the csv dialects; elsewhere an odd quote is just a character.
bool quotes_must_close(FieldSeparator separator) noexcept {
  return separator == FieldSeparator::comma || separator == FieldSeparator::semicolon;
}

/// Adds the unquoted field that starts at `at`; gives the place of the separator behind it.
std::size_t push_plain_field(std::string_view line, std::size_t at, FieldSeparator separator,
                             std::vector<std::string_view>& fields) {
  const std::size_t end = next_separator(line, at, separator);
  const std::string_view field = line.substr(at, end - at);
  fields.push_back(separator == FieldSeparator::tab ? field : trim(field));
  return end;
}

}  // namespace

SeparatorBytes separator_bytes(FieldSeparator separator) noexcept {
  switch (separator) {
    case FieldSeparator::tab: return {'\t', '\t'};
    case FieldSeparator::comma: return {',', ','};
    case FieldSeparator::semicolon: return {';', ';'};
    case FieldSeparator::bar: return {'|', '|'};
    case FieldSeparator::double_colon: return {':', ':'};
    case FieldSeparator::whitespace: return {' ', '\t'};
  }
  return {'\t', '\t'};
}

std::string describe(FieldSeparator separator) {
  switch (separator) {
    case FieldSeparator::tab: return "tab";
    case FieldSeparator::comma: return "','";
    case FieldSeparator::semicolon: return "';'";
    case FieldSeparator::bar: return "'|'";
    case FieldSeparator::double_colon: return "'::'";
    case FieldSeparator::whitespace: return "white space";
  }
  return "";
}

std::string_view text_of(FieldSeparator separator) noexcept {
  switch (separator) {
    case FieldSeparator::tab: return "\t";
    case FieldSeparator::comma: return ",";
    case FieldSeparator::semicolon: return ";";
    case FieldSeparator::bar: return "|";
    case FieldSeparator::double_colon: return "::";
    case FieldSeparator::whitespace: return " ";
  }
  return "\t";
}

bool is_blank(std::string_view line) noexcept {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::string_view without_line_end(std::string_view line) noexcept {
  if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

bool split_fields(std::string_view line, FieldSeparator separator,
                  std::vector<std::string_view>& fields, std::vector<std::string>& unquoted) {
  fields.clear();
  unquoted.clear();
  // The views must stay valid while `unquoted` grows: a kept text uses up two quotes, and one more
  // text is being tried.
  unquoted.reserve(static_cast<std::size_t>(std::count(line.begin(), line.end(), '"')) / 2 + 1);
  const bool whitespace = separator == FieldSeparator::whitespace;
  const std::size_t width = separator == FieldSeparator::double_colon ? 2 : 1;
  std::size_t at = 0;
  while (true) {
    if (whitespace) {
      while (at < line.size() && is_space_or_tab(line[at])) ++at;
      if (at == line.size()) return true;
    }
    std::size_t start = at;
    if (separator != FieldSeparator::tab) {
      while (start < line.size() && line[start] == ' ') ++start;
    }
    if (start < line.size() && line[start] == '"') {
      std::string& text = unquoted.emplace_back();
      const std::size_t behind = read_quoted(line, start + 1, text);
      if (behind == std::string_view::npos && quotes_must_close(separator)) return false;
      if (behind != std::string_view::npos && field_ends_at(line, behind, separator)) {
        fields.push_back(text);
        at = next_separator(line, behind, separator);
      } else {
        unquoted.pop_back();
        at = push_plain_field(line, at, separator, fields);
      }
    } else {
      at = push_plain_field(line, at, separator, fields);
    }
    if (at >= line.size()) return true;
    at += width;
    // A separator at the very end opens one more, empty field.
    if (at >= line.size() && !whitespace) {
      fields.emplace_back();
      return true;
    }
  }
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string quoted_for_message(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  const bool cut = text.size() > kLongest;
  text = text.substr(0, kLongest);
  // The cut may fall inside a UTF-8 sequence, which has at most 4 bytes.
  for (std::size_t drop = 1; cut && drop <= 3; ++drop) {
    if (is_utf8(text.substr(0, kLongest - drop))) {
      if (!is_utf8(text)) text.remove_suffix(drop);
      break;
    }
  }
  const bool readable = is_utf8(text);
  std::string shown = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool printable = byte >= 0x20 && byte != 0x7F && (byte < 0x80 || readable);
    shown.push_back(printable ? c : '?');
  }
  return shown + (cut ? "...'" : "'");
}

}  // namespace honestrank
