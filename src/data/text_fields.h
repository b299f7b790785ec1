#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace honestrank {

/// How the fields of a line are told apart.
enum class FieldSeparator { tab, comma, semicolon, bar, double_colon, whitespace };

/// The two bytes of `separator` that kernels::find_delimiters looks for.
struct SeparatorBytes {
  char first;
  char second;
};
SeparatorBytes separator_bytes(FieldSeparator separator) noexcept;

/// As in "tab" or "'::'", for messages.
std::string describe(FieldSeparator separator);

/// The separator as it stands in a file; one space for white space.
std::string_view text_of(FieldSeparator separator) noexcept;

/// `line` without a line end, without a carriage return before it.
std::string_view without_line_end(std::string_view line) noexcept;

/// Whether `line` (without its line end) holds nothing but spaces and tabs. Readers pass over it.
bool is_blank(std::string_view line) noexcept;

/// Cuts one line into fields. Double quotes around a field are removed (`""` inside is a quote);
/// between quotes a separator is text. Spaces around fields are removed except between tabs,
/// runs of white space count once. A quoted field that does not end on its line gives false.
///
/// `unquoted` receives the text of fields that had quotes; the views point into it or `line`.
bool split_fields(std::string_view line, FieldSeparator separator,
                  std::vector<std::string_view>& fields, std::vector<std::string>& unquoted);

/// Lower case for ASCII letters.
std::string to_lower(std::string_view text);

/// `text` shortened for a message, with everything unprintable replaced.
std::string quoted_for_message(std::string_view text);

}  // namespace honestrank
