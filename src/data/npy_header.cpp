#include "data/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "data/array_source.h"

namespace honestrank {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "\x93NUMPY"sv;
constexpr std::size_t kLongestHeader =
    65535;  // what format 1.0 can hold; numpy itself stops at 10000
constexpr std::size_t kMostDimensions = 64;  // numpy's own limit

/// A reader of the few Python literals that a header consists of. No recursion: a descr that
/// nests (a structured dtype) is refused at its bracket.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const ArraySource& source) : rest_(text), source_(source) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_item();
      if (accept('}')) break;
      expect(',');
    }
    skip_space();
    if (!rest_.empty()) refuse("nothing after the closing brace");
    if (!dtype_ || !fortran_order_ || !shape_) {
      fail(source_, fmt::format("expected a header with the keys descr, fortran_order and shape; "
                                "got one without {}",
                                !dtype_ ? "descr" : (!fortran_order_ ? "fortran_order" : "shape")));
    }
    return {std::move(*dtype_), *fortran_order_, std::move(*shape_), 0};
  }

 private:
  void parse_item() {
    const std::string key = parse_string();
    expect(':');
    bool repeated = false;
    if (key == "descr") {
      repeated = dtype_.has_value();
      dtype_ = parse_dtype();
    } else if (key == "fortran_order") {
      repeated = fortran_order_.has_value();
      fortran_order_ = parse_bool();
    } else if (key == "shape") {
      repeated = shape_.has_value();
      shape_ = parse_shape();
    } else {
      fail(source_, "expected a header with the keys descr, fortran_order and shape; got the key " +
                        in_quotes(key));
    }
    if (repeated) fail(source_, "expected each key of the header once; got " + key + " twice");
  }

  std::string parse_dtype() {
    skip_space();
    if (rest_.starts_with('[') || rest_.starts_with('(')) {
      fail(source_, "expected an array of numbers; got a structured dtype " + in_quotes(rest_));
    }
    return parse_string();
  }

  std::string parse_string() {
    skip_space();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) refuse("a string");
    const std::size_t end = rest_.find_first_of(rest_[0] == '"' ? "\"\\\n"sv : "'\\\n"sv, 1);
    if (end == std::string_view::npos || rest_[end] != rest_[0]) refuse("a string");
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool parse_bool() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True"sv : "False"sv;
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    refuse("True or False");
  }

  std::vector<std::size_t> parse_shape() {
    std::vector<std::size_t> shape;
    expect('(');
    while (!accept(')')) {
      if (shape.size() == kMostDimensions) {
        fail(source_, fmt::format("expected at most {} dimensions; got more", kMostDimensions));
      }
      shape.push_back(parse_length());
      // (3) is a number in Python; a tuple of one has a comma.
      if (shape.size() > 1 && accept(')')) break;
      expect(',');
    }
    return shape;
  }

  std::size_t parse_length() {
    skip_space();
    const std::size_t digits_begin = rest_.starts_with('-') ? 1 : 0;
    const std::size_t digits_end =
        std::min(rest_.find_first_not_of("0123456789", digits_begin), rest_.size());
    const std::string_view number = rest_.substr(0, digits_end);
    if (digits_end == digits_begin) refuse("a length");
    if (digits_begin == 1) {
      fail(source_, "expected lengths of 0 or more in the shape; got " + in_quotes(number));
    }
    std::uint64_t length = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), length);
    if (error != std::errc() || length > SIZE_MAX / 2) {
      fail(source_, "expected lengths below 2^63 in the shape; got " + in_quotes(number));
    }
    rest_.remove_prefix(digits_end);
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // a long integer of Python 2
    return static_cast<std::size_t>(length);
  }

  void expect(char wanted) {
    if (!accept(wanted)) refuse(fmt::format("'{}'", wanted));
  }

  bool accept(char wanted) {
    skip_space();
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void skip_space() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n\f"), rest_.size()));
  }

  [[noreturn]] void refuse(std::string_view wanted) const {
    fail(source_, fmt::format("expected {} in the header; got {}", wanted,
                              rest_.empty() ? "its end" : in_quotes(rest_)));
  }

  std::string_view rest_;
  const ArraySource& source_;
  std::optional<std::string> dtype_;
  std::optional<bool> fortran_order_;
  std::optional<std::vector<std::size_t>> shape_;
};

}  // namespace

NpyHeader parse_npy_header(std::span<const std::byte> file, const ArraySource& source) {
  const std::string_view text = text_of(file);
  if (!text.starts_with(kMagic)) {
    fail(source, "expected an .npy file; got " + describe_content(file));
  }
  const auto byte_at = [&](std::size_t index) {
    if (index >= file.size()) {
      fail(source, fmt::format("expected an .npy header; got a file of {} bytes", file.size()));
    }
    return std::to_integer<std::size_t>(file[index]);
  };
  const std::size_t major = byte_at(6);
  const std::size_t minor = byte_at(7);
  if (major < 1 || major > 3 || minor != 0) {
    fail(source, fmt::format("expected .npy format 1.0, 2.0 or 3.0; got {}.{}", major, minor));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= byte_at(8 + i) << (8 * i);
  if (length > kLongestHeader) {
    fail(source,
         fmt::format("expected a header of at most {} bytes; got {}", kLongestHeader, length));
  }
  const std::size_t begin = kMagic.size() + 2 + length_bytes;
  if (length > text.size() - begin) {
    fail(source, fmt::format("expected a header of {} bytes; got {}", length, text.size() - begin));
  }
  NpyHeader header = HeaderParser(text.substr(begin, length), source).parse();
  header.data_begin = begin + length;
  return header;
}

std::string npy_header(std::string_view dtype, std::span<const std::size_t> shape) {
  // numpy leaves room for the first length to grow in place to 21 digits.
  constexpr std::size_t kGrowthDigits = 21;
  constexpr std::size_t kAlignment = 64;
  std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", dtype,
                                 format_shape(shape));
  if (!shape.empty()) dict.append(kGrowthDigits - fmt::formatted_size("{}", shape[0]), ' ');
  const std::size_t prefix = kMagic.size() + 4;
  dict.append(kAlignment - (prefix + dict.size() + 1) % kAlignment, ' ');
  dict += '\n';

  std::string header(kMagic);
  header += "\x01\x00"sv;
  header += static_cast<char>(dict.size() & 0xff);
  header += static_cast<char>(dict.size() >> 8);
  return header + dict;
}

std::string format_shape(std::span<const std::size_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace honestrank
