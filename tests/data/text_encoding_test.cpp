#include "data/text_encoding.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace honestrank {
namespace {

std::string encoded(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | (code >> 6)), byte(0x80 | (code & 0x3F))};
  if (code < 0x10000) {
    return {byte(0xE0 | (code >> 12)), byte(0x80 | ((code >> 6) & 0x3F)),
            byte(0x80 | (code & 0x3F))};
  }
  return {byte(0xF0 | (code >> 18)), byte(0x80 | ((code >> 12) & 0x3F)),
          byte(0x80 | ((code >> 6) & 0x3F)), byte(0x80 | (code & 0x3F))};
}

TEST(IsUtf8, HoldsForEveryCodePointButSurrogates) {
  std::string all;
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (surrogate) {
      EXPECT_FALSE(is_utf8(encoded(code))) << std::hex << code;
    } else {
      all += encoded(code);
      ASSERT_TRUE(is_utf8(encoded(code))) << std::hex << code;
    }
  }
  EXPECT_TRUE(is_utf8(all));
}

TEST(IsUtf8, RefusesEveryOtherPairOfBytes) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const bool valid = (first < 0x80 && second < 0x80) ||
                         (first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF);
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      ASSERT_EQ(is_utf8(text), valid) << std::hex << first << ' ' << second;
    }
  }
}

TEST(IsUtf8, RefusesOverlongFormsCutSequencesAndCodesBeyondUnicode) {
  for (const char* text :
       {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xF0\x80\x80\x80",
        "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xF0\x9F\x98",
        "a\xE2\x82z", "\x80", "\xFE", "\xFF"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

TEST(IsLatin1, HoldsWithoutTheControlCharactersBeyondAscii) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::string text = {'a', static_cast<char>(byte)};
    EXPECT_EQ(is_latin1(text), byte < 0x80 || byte > 0x9F) << byte;
  }
}

TEST(Utf8FromLatin1, GivesTheCodePointOfEveryByte) {
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(utf8_from_latin1(std::string(1, static_cast<char>(byte))), encoded(byte));
  }
  EXPECT_EQ(utf8_from_latin1("Am\xE9lie"), "Am\xC3\xA9lie");
}

}  // namespace
}  // namespace honestrank
