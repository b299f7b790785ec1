#pragma once

#include <string>
#include <string_view>

namespace honestrank {

/// Whether `text` is well-formed UTF-8 (no overlong forms, no surrogates).
bool is_utf8(std::string_view text) noexcept;

/// Whether `text` can be Latin-1: free of the control characters 0x80-0x9F, which no text has.
bool is_latin1(std::string_view text) noexcept;

/// Latin-1 bytes as UTF-8.
std::string utf8_from_latin1(std::string_view text);

}  // namespace honestrank
