#pragma once

#include <fmt/format.h>

#include <string_view>

#include "data/text_fields.h"

namespace honestrank {

/// Writes fields so that split_fields gives them back.
///
/// Quotes are put around a field that starts with a quote or has spaces at its ends, which readers
/// would take away; a separator inside a field they protect only between commas and semicolons,
/// because other programs read quotes there alone.
class FieldWriter {
 public:
  /// `function` is named in messages.
  FieldWriter(const char* function, FieldSeparator separator) noexcept
      : function_(function), separator_(separator) {}

  /// Appends `field`. Throws InputError where it cannot be written.
  void append(fmt::memory_buffer& text, std::string_view field) const;

  /// The same for an id: empty ones are refused.
  void append_id(fmt::memory_buffer& text, std::string_view id) const;

 private:
  const char* function_;
  FieldSeparator separator_;
};

/// Throws InputError unless `word` can stand between white space: not empty, no blanks, no line
/// ends, no NUL bytes.
void require_word(const char* function, std::string_view word);

}  // namespace honestrank
