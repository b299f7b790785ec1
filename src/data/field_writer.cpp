#include "data/field_writer.h"

#include <string>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr std::string_view kNeverInText("\r\n\0", 3);

bool contains_any(std::string_view text, std::string_view bytes) noexcept {
  return text.find_first_of(bytes) != std::string_view::npos;
}

/// Whether the reader would see a separator inside or at the edge of `field`.
bool is_torn(std::string_view field, FieldSeparator separator) noexcept {
  switch (separator) {
    case FieldSeparator::whitespace: return contains_any(field, " \t");
    case FieldSeparator::double_colon:
      return field.find("::") != std::string_view::npos || field.starts_with(':') ||
             field.ends_with(':');
    default: return field.find(text_of(separator)) != std::string_view::npos;
  }
}

/// Whether the reader would take something of `field` away.
bool is_stripped(std::string_view field, FieldSeparator separator) noexcept {
  if (field.starts_with('"')) return true;
  // Between tabs spaces stay, but a line of nothing else would count as blank.
  if (separator == FieldSeparator::tab) return !field.empty() && is_blank(field);
  return field.starts_with(' ') || field.ends_with(' ');
}

bool protects_separators(FieldSeparator separator) noexcept {
  return separator == FieldSeparator::comma || separator == FieldSeparator::semicolon;
}

}  // namespace

void FieldWriter::append(fmt::memory_buffer& text, std::string_view field) const {
  const bool torn = is_torn(field, separator_);
  if (contains_any(field, kNeverInText) || (torn && !protects_separators(separator_))) {
    throw InputError(std::string(function_) + ": expected text without " + describe(separator_) +
                     " and line ends; got " + quoted_for_message(field));
  }
  if (!torn && !is_stripped(field, separator_)) {
    text.append(field);
    return;
  }
  text.push_back('"');
  for (const char c : field) {
    if (c == '"') text.push_back('"');
    text.push_back(c);
  }
  text.push_back('"');
}

void FieldWriter::append_id(fmt::memory_buffer& text, std::string_view id) const {
  if (id.empty()) {
    throw InputError(std::string(function_) +
                     ": expected ids that are not empty; got an empty one");
  }
  append(text, id);
}

void require_word(const char* function, std::string_view word) {
  if (!word.empty() && !contains_any(word, " \t") && !contains_any(word, kNeverInText)) return;
  throw InputError(std::string(function) + ": expected ids without white space; got " +
                   quoted_for_message(word));
}

}  // namespace honestrank
