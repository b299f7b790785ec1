#include "data/array_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "honestrank/base/error.h"

namespace honestrank {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongestPlainName = 80;

bool is_printable(char c) { return c >= ' ' && c <= '~'; }

}  // namespace

void fail(const ArraySource& source, const std::string& what) {
  std::string message = what;
  if (!source.entry.empty()) {
    const bool plain = source.entry.size() <= kLongestPlainName &&
                       std::all_of(source.entry.begin(), source.entry.end(), is_printable);
    message = (plain ? source.entry : in_quotes(source.entry)) + ": " + what;
  }
  if (source.path.empty()) throw InputError(message);
  throw ParseError(source.path, 0, message);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kLongest)) {
    if (is_printable(c)) {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result + (text.size() > kLongest ? "...'" : "'");
}

std::string describe_content(std::span<const std::byte> file) {
  const std::string_view begin = text_of(file.first(std::min<std::size_t>(file.size(), 8)));
  if (begin.empty()) return "an empty file";
  if (begin.starts_with("\x1f\x8b"sv)) return "a gzip-compressed file; decompress it first";
  if (begin.starts_with("\x93NUMPY"sv)) return "an .npy file";
  if (is_zip(file)) return "a zip archive";
  return "a file that begins with " + in_quotes(begin);
}

bool is_zip(std::span<const std::byte> file) noexcept {
  const std::string_view begin = text_of(file.first(std::min<std::size_t>(file.size(), 4)));
  // The second is an archive without entries.
  return begin == "PK\x03\x04"sv || begin == "PK\x05\x06"sv;
}

}  // namespace honestrank
