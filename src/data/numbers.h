#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>

namespace honestrank {

/// What a decimal number beyond the range of double rounds to: an infinity or a zero.
double nearest_to_out_of_range(std::string_view text) noexcept;

/// The number that `text` as a whole spells, correctly rounded; nothing for anything else.
/// Accepts what a file may hold: sign, decimals, exponent, inf, nan.
inline std::optional<double> parse_double(std::string_view text) noexcept {
  const auto digit_at = [&](std::size_t i) { return static_cast<unsigned>(text[i]) - '0'; };
  // 4 and 3.5, as most ratings are.
  if (text.size() == 1 && digit_at(0) <= 9) return static_cast<double>(digit_at(0));
  if (text.size() == 3 && text[1] == '.' && digit_at(0) <= 9 && digit_at(2) <= 9) {
    return static_cast<double>(10 * digit_at(0) + digit_at(2)) / 10;
  }
  // Up to 15 digits with a decimal point: digits and power of ten are exact in a double, so one
  // division rounds correctly. This is nearly every score and rating.
  static constexpr std::array kPowersOfTen = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = !text.empty() && text[0] == '-';
  std::uint64_t digits = 0;
  std::size_t count = 0;
  std::size_t decimals = 0;
  bool plain = text.size() - (negative ? 1 : 0) <= 16 && text.size() > (negative ? 1 : 0);
  bool seen_point = false;
  for (std::size_t i = negative ? 1 : 0; plain && i < text.size(); ++i) {
    const unsigned digit = digit_at(i);
    if (digit <= 9) {
      digits = digits * 10 + digit;
      ++count;
      decimals += seen_point ? 1 : 0;
    } else if (text[i] == '.' && !seen_point) {
      seen_point = true;
    } else {
      plain = false;
    }
  }
  if (plain && count > 0 && count <= 15) {
    const double value = static_cast<double>(digits) / kPowersOfTen[decimals];
    return negative ? -value : value;
  }
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return nearest_to_out_of_range(text);
  if (error != std::errc()) return std::nullopt;
  return value;
}

/// The integer that `text` as a whole spells; nothing for anything else or where it overflows.
template <typename Integer>
std::optional<Integer> parse_integer(std::string_view text) noexcept {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size() || error != std::errc()) return std::nullopt;
  return value;
}

/// The number that the 8 digits at `text` spell, taken together: neighbours are joined to numbers
/// of two, four and eight digits. Nothing if one is no digit.
inline std::optional<std::uint64_t> parse_eight_digits(const char* text) noexcept {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text, sizeof bytes);
  bytes ^= 0x3030303030303030ULL;  // '0' to '9' become 0 to 9, all else more
  if (((bytes + 0x7676767676767676ULL) | bytes) & 0x8080808080808080ULL) return std::nullopt;
  bytes = (bytes * 10 + (bytes >> 8)) & 0x00FF00FF00FF00FFULL;
  bytes = (bytes * 100 + (bytes >> 16)) & 0x0000FFFF0000FFFFULL;
  return (bytes * 10000 + (bytes >> 32)) & 0xFFFFFFFFULL;
}

/// The number that up to 18 plain digits spell: nearly every timestamp. Nothing for anything else.
inline std::optional<std::int64_t> parse_digits(std::string_view text) noexcept {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::int64_t value = 0;
  while (text.size() >= 8) {
    const auto eight = parse_eight_digits(text.data());
    if (!eight) return std::nullopt;
    value = value * 100000000 + static_cast<std::int64_t>(*eight);
    text.remove_prefix(8);
  }
  for (const char c : text) {
    const auto digit = static_cast<unsigned>(c) - '0';
    if (digit > 9) return std::nullopt;
    value = value * 10 + static_cast<std::int64_t>(digit);
  }
  return value;
}

inline bool is_number(std::string_view text) noexcept { return parse_double(text).has_value(); }

/// Seconds since 1970 that a timestamp field spells, rounded down to whole ones: a finite number
/// within 64 bits (with an exponent: within 53), or an ISO 8601 date or time (`2014-03-01`,
/// `2014-03-01T12:30:00Z`, `2014-03-01 12:30:00`).
std::optional<std::int64_t> parse_timestamp(std::string_view text) noexcept;

}  // namespace honestrank
