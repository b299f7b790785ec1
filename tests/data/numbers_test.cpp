#include "data/numbers.h"

#include <gtest/gtest.h>
#include <time.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "honestrank/base/random.h"

namespace honestrank {
namespace {

void expect_same_bits(const std::string& text) {
  const auto value = parse_double(text);
  ASSERT_TRUE(value.has_value()) << text;
  const double expected = std::strtod(text.c_str(), nullptr);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(*value), std::bit_cast<std::uint64_t>(expected)) << text;
}

TEST(ParseDouble, ReadsTheSpellingsOfFiles) {
  for (const char* text : {"0",
                           "-0",
                           "5",
                           "5.",
                           ".5",
                           "-.5",
                           "3.5",
                           "+3.5",
                           "1e3",
                           "1E-3",
                           "1e+3",
                           "007.10",
                           "123456789012345",
                           "0.12345678901234",
                           "999999999999999",
                           "1234567890123456",
                           "9007199254740993",
                           "0.1234567890123456789",
                           "5e-324",
                           "2.2250738585072014e-308",
                           "1.7976931348623157e308",
                           "inf",
                           "-inf",
                           "infinity",
                           "0.000000000000001"}) {
    expect_same_bits(text);
  }
  EXPECT_TRUE(std::isnan(parse_double("nan").value()));
}

TEST(ParseDouble, RoundsRandomDecimalsCorrectly) {
  const CounterRandom random(1);
  for (std::uint32_t i = 0; i < 20000; ++i) {
    std::string text = random.below(2, i, 0) == 0 ? "" : "-";
    const auto whole = random.below(18, i, 1);
    const auto decimals = random.below(18, i, 2);
    for (std::uint32_t d = 0; d <= whole; ++d)
      text += static_cast<char>('0' + random.below(10, i, 10 + d));
    if (decimals > 0) text += '.';
    for (std::uint32_t d = 0; d < decimals; ++d)
      text += static_cast<char>('0' + random.below(10, i, 50 + d));
    if (random.below(4, i, 3) == 0)
      text += 'e' + std::to_string(static_cast<int>(random.below(640, i, 4)) - 330);
    expect_same_bits(text);
  }
}

TEST(ParseDouble, ReadsBackEveryPrintedDouble) {
  const CounterRandom random(2);
  for (std::uint32_t i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random.bits(i));
    if (!std::isfinite(value)) continue;
    char text[40];
    std::snprintf(text, sizeof(text), "%.17g", value);
    EXPECT_EQ(parse_double(text), value) << text;
  }
}

TEST(ParseDouble, RoundsNumbersBeyondItsRangeToInfinityOrZero) {
  const std::string zeros(400, '0');
  for (const std::string& text :
       {std::string("1e400"), std::string("-1e400"), std::string("1e-400"), std::string("-1e-400"),
        std::string("2e-324"), std::string("1e99999999999999999999"),
        std::string("1e-99999999999999999999"), "1" + zeros, "0." + zeros + "1",
        "-0." + zeros + "1", "1" + zeros + "e-10", "0." + zeros + "1e20", "1" + zeros + "e-800",
        std::string("1.8e308")}) {
    expect_same_bits(text);
  }
}

TEST(ParseDouble, RefusesAnythingElse) {
  for (const char* text : {"",     "-",  "+",   ".",    "-.",    "1.2.3",       "1,5", " 1",
                           "1 ",   "e5", "1e",  "1e+",  "--1",   "+-1",         "-+1", "++1",
                           "0x10", "1f", "abc", "five", "1_000", "\xEF\xBC\x91"}) {
    EXPECT_FALSE(parse_double(text).has_value()) << text;
  }
}

TEST(ParseInteger, ReadsItsWholeRangeAndNothingBeyond) {
  EXPECT_EQ(parse_integer<std::int64_t>("-9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_integer<std::int64_t>("9223372036854775807"),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE(parse_integer<std::int64_t>("9223372036854775808"));
  EXPECT_EQ(parse_integer<std::uint64_t>("18446744073709551615"),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_integer<std::uint64_t>("+7"), 7U);
  for (const char* text : {"", "+", "-", "+-7", "-7", "7.0", " 7", "7 ", "0x7", "seven"}) {
    EXPECT_FALSE(parse_integer<std::uint64_t>(text)) << text;
  }
}

TEST(ParseDigits, ReadsUpTo18PlainDigits) {
  EXPECT_EQ(parse_digits("0"), 0);
  EXPECT_EQ(parse_digits("000978300760"), 978300760);
  EXPECT_EQ(parse_digits("999999999999999999"), 999999999999999999);
  for (const char* text : {"", "1000000000000000000", "-1", "+1", "1.0", "1 ", "a"}) {
    EXPECT_FALSE(parse_digits(text)) << text;
  }
}

TEST(ParseDigits, SeesEveryByteThatIsNoDigit) {
  for (std::size_t length = 1; length <= 18; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(length, '7');
        text[at] = static_cast<char>(byte);
        const bool digit = byte >= '0' && byte <= '9';
        ASSERT_EQ(parse_digits(text).has_value(), digit) << length << " " << at << " " << byte;
        if (digit) {
          ASSERT_EQ(parse_digits(text), parse_integer<std::int64_t>(text)) << text;
        }
      }
    }
  }
}

TEST(ParseDouble, OfShortRatingsIsCorrectlyRounded) {
  for (int whole = 0; whole <= 9; ++whole) {
    EXPECT_EQ(parse_double(std::to_string(whole)), static_cast<double>(whole));
    for (int tenths = 0; tenths <= 9; ++tenths) {
      const std::string text = std::to_string(whole) + "." + std::to_string(tenths);
      EXPECT_EQ(parse_double(text), std::strtod(text.c_str(), nullptr)) << text;
    }
  }
  for (const char* text : {"a", "/", ":", "1.a", "a.1", "1..", "...", "1,5", ".-1"}) {
    EXPECT_FALSE(parse_double(text).has_value()) << text;
  }
}

TEST(ParseTimestamp, ReadsWholeNumbersInAnySpelling) {
  EXPECT_EQ(parse_timestamp("978300760"), 978300760);
  EXPECT_EQ(parse_timestamp("-5"), -5);
  EXPECT_EQ(parse_timestamp("978300760.0"), 978300760);
  EXPECT_EQ(parse_timestamp("9.7830076e8"), 978300760);
  EXPECT_EQ(parse_timestamp("1000000000000000001"), 1000000000000000001);
  for (const char* text : {"", "1e300", "-1e300", "inf", "-inf", "nan", "soon", "12:30:00", "."}) {
    EXPECT_FALSE(parse_timestamp(text)) << text;
  }
}

TEST(ParseTimestamp, RoundsFractionsDown) {
  EXPECT_EQ(parse_timestamp("978300760.5"), 978300760);
  EXPECT_EQ(parse_timestamp("1112486027.123"), 1112486027);
  EXPECT_EQ(parse_timestamp("+0.5"), 0);
  EXPECT_EQ(parse_timestamp(".5"), 0);
  EXPECT_EQ(parse_timestamp("5."), 5);
  EXPECT_EQ(parse_timestamp("-0.5"), -1);
  EXPECT_EQ(parse_timestamp("-.5"), -1);
  EXPECT_EQ(parse_timestamp("-7.0"), -7);
  EXPECT_EQ(parse_timestamp("1.5e1"), 15);
  EXPECT_EQ(parse_timestamp("9.783007605e8"), 978300760);
  // The nearest double would be the next second.
  EXPECT_EQ(parse_timestamp("978300760.99999999999999"), 978300760);
  EXPECT_EQ(parse_timestamp("9223372036854775807.9"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_timestamp("-9223372036854775808.0"), std::numeric_limits<std::int64_t>::min());
  for (const char* text : {"-9223372036854775808.1", "9223372036854775808.0", "1.2.3", "1.5 ",
                           "1.x", "978300760.5s", "--1.5"}) {
    EXPECT_FALSE(parse_timestamp(text)) << text;
  }
}

TEST(ParseTimestamp, ReadsIsoDatesAndTimes) {
  EXPECT_EQ(parse_timestamp("1970-01-01"), 0);
  EXPECT_EQ(parse_timestamp("2000-12-31T22:12:40Z"), 978300760);
  EXPECT_EQ(parse_timestamp("2000-12-31 22:12:40"), 978300760);
  EXPECT_EQ(parse_timestamp("2000-12-31T22:12:40.999"), 978300760);
  EXPECT_EQ(parse_timestamp("2000-12-31T22:12:40+00:00"), 978300760);
  EXPECT_EQ(parse_timestamp("2000-12-31T22:12"), 978300720);
  EXPECT_EQ(parse_timestamp("1969-12-31T23:59:59"), -1);
}

TEST(ParseTimestamp, AgreesWithTheSystemCalendarOnEveryDayOfSixCenturies) {
  struct tm date {};
  date.tm_mday = 1;
  date.tm_year = 1800 - 1900;
  const time_t first = ::timegm(&date);
  for (time_t second = first;; second += 86400) {
    ::gmtime_r(&second, &date);
    if (date.tm_year >= 2400 - 1900) break;
    char text[32];
    std::strftime(text, sizeof(text), "%Y-%m-%d", &date);
    ASSERT_EQ(parse_timestamp(text), second) << text;
  }
}

TEST(ParseTimestamp, RefusesDaysAndTimesThatDoNotExist) {
  for (const char* text :
       {"2014-02-29", "2014-02-30", "1900-02-29", "2014-04-31", "2014-13-01", "2014-00-01",
        "2014-01-00", "2014-1-1", "2014/01/01", "14-01-01", "2014-01-01T24:00", "2014-01-01T12:60",
        "2014-01-01T12:30:61", "2014-01-01T12:30:", "2014-01-01T12:30:00.", "2014-01-01T12",
        "2014-01-01x12:30", "2014-01-01T12:30:00+02:00", "2014-01-01T12:30:00 "}) {
    EXPECT_FALSE(parse_timestamp(text)) << text;
  }
  EXPECT_TRUE(parse_timestamp("2012-02-29"));
  EXPECT_TRUE(parse_timestamp("2000-02-29"));
  EXPECT_TRUE(parse_timestamp("2016-12-31T23:59:60Z"));  // a leap second
}

}  // namespace
}  // namespace honestrank
