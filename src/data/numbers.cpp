#include "data/numbers.h"

#include <algorithm>
#include <array>
#include <limits>

namespace honestrank {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Reads `width` digits at `at`; -1 where they are not digits.
int digits_at(std::string_view text, std::size_t at, std::size_t width) noexcept {
  int value = 0;
  for (std::size_t i = at; i < at + width; ++i) {
    if (i >= text.size() || !is_digit(text[i])) return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

int days_in_month(int year, int month) noexcept {
  constexpr std::array kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[static_cast<std::size_t>(month) - 1] + (month == 2 && leap ? 1 : 0);
}

/// Days from 1970-01-01 in the Gregorian calendar (Hinnant, "chrono-compatible date algorithms").
std::int64_t days_from_civil(int year, int month, int day) noexcept {
  year -= month <= 2 ? 1 : 0;
  const int era = (year >= 0 ? year : year - 399) / 400;
  const int year_of_era = year - era * 400;
  const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return std::int64_t{era} * 146097 + day_of_era - 719468;
}

std::optional<std::int64_t> parse_iso_time(std::string_view text) noexcept {
  const int year = digits_at(text, 0, 4);
  const int month = digits_at(text, 5, 2);
  const int day = digits_at(text, 8, 2);
  if (text.size() < 10 || text[4] != '-' || text[7] != '-' || year < 0 || month < 1 || month > 12 ||
      day < 1 || day > days_in_month(year, month)) {
    return std::nullopt;
  }
  std::int64_t seconds = days_from_civil(year, month, day) * 86400;
  if (text.size() == 10) return seconds;
  const int hour = digits_at(text, 11, 2);
  const int minute = digits_at(text, 14, 2);
  if ((text[10] != 'T' && text[10] != ' ') || text.size() < 16 || text[13] != ':' || hour < 0 ||
      hour > 23 || minute < 0 || minute > 59) {
    return std::nullopt;
  }
  seconds += hour * 3600 + minute * 60;
  std::size_t at = 16;
  if (at < text.size() && text[at] == ':') {
    const int second = digits_at(text, at + 1, 2);
    if (second < 0 || second > 60) return std::nullopt;
    seconds += second;
    at += 3;
    if (at < text.size() && text[at] == '.') {
      // Fractions of a second are dropped.
      const std::size_t point = at++;
      while (at < text.size() && is_digit(text[at])) ++at;
      if (at == point + 1) return std::nullopt;
    }
  }
  if (at == text.size() || text.substr(at) == "Z" || text.substr(at) == "+00:00") return seconds;
  return std::nullopt;
}

/// A decimal that is written out, rounded down. Its digits decide, not the nearest double.
std::optional<std::int64_t> parse_decimal(std::string_view text) noexcept {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const std::string_view fraction = text.substr(point + 1);
  const auto whole = parse_integer<std::int64_t>(text.substr(0, point));
  if (!whole || !std::all_of(fraction.begin(), fraction.end(), is_digit)) return std::nullopt;
  const bool below =
      text.front() == '-' && fraction.find_first_not_of('0') != std::string_view::npos;
  if (!below) return whole;
  if (*whole == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  return *whole - 1;
}

}  // namespace

double nearest_to_out_of_range(std::string_view text) noexcept {
  constexpr std::int64_t kHuge = std::int64_t{1} << 60;
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, e);
  std::int64_t exponent = 0;
  if (e < text.size()) {
    const std::string_view spelled = text.substr(e + 1);
    exponent =
        parse_integer<std::int64_t>(spelled).value_or(spelled.front() == '-' ? -kHuge : kHuge);
  }
  // Where the first digit that is not 0 stands decides: far left of the point, or far right.
  const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
  const auto first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
  const double value = exponent > first - point ? HUGE_VAL : 0.0;
  return text.front() == '-' ? -value : value;
}

std::optional<std::int64_t> parse_timestamp(std::string_view text) noexcept {
  if (const auto integer = parse_integer<std::int64_t>(text)) return integer;
  if (const auto time = parse_iso_time(text)) return time;
  if (const auto decimal = parse_decimal(text)) return decimal;
  const auto number = parse_double(text);
  constexpr double kExact = 0x1.0p53;
  if (!number || !(std::abs(*number) <= kExact)) return std::nullopt;
  return static_cast<std::int64_t>(std::floor(*number));
}

}  // namespace honestrank
