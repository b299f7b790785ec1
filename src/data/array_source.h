#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "honestrank/data/numpy_array.h"

namespace honestrank {

/// Throws ParseError(path, 0, `entry: what`), or InputError(what) for an array made in memory.
[[noreturn]] void fail(const ArraySource& source, const std::string& what);

/// Untrusted text for a message: in quotes, cut after 40 bytes, printable ASCII only.
std::string in_quotes(std::string_view text);

/// What a file is, by its first bytes, to end a message `expected ...; got `.
std::string describe_content(std::span<const std::byte> file);

/// Whether a file begins as a zip archive does.
bool is_zip(std::span<const std::byte> file) noexcept;

/// The bytes as text.
inline std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace honestrank
