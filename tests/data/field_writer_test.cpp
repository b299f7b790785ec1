#include "data/field_writer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "error_message.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using testing_support::message_of;

std::string written(FieldSeparator separator, std::string_view field) {
  fmt::memory_buffer text;
  FieldWriter("writer", separator).append(text, field);
  return fmt::to_string(text);
}

TEST(FieldWriter, WritesPlainTextAsItIs) {
  EXPECT_EQ(written(FieldSeparator::comma, "a b"), "a b");
  EXPECT_EQ(written(FieldSeparator::tab, " a,b "), " a,b ");
  EXPECT_EQ(written(FieldSeparator::double_colon, "a:b"), "a:b");
  EXPECT_EQ(written(FieldSeparator::comma, R"(12" single)"), R"(12" single)");
  EXPECT_EQ(written(FieldSeparator::tab, ""), "");
}

TEST(FieldWriter, QuotesWhatTheReaderWouldTakeAway) {
  EXPECT_EQ(written(FieldSeparator::comma, " a"), "\" a\"");
  EXPECT_EQ(written(FieldSeparator::comma, "a,b"), "\"a,b\"");
  EXPECT_EQ(written(FieldSeparator::tab, R"("a")"), R"("""a""")");
  EXPECT_EQ(written(FieldSeparator::tab, "  "), "\"  \"");
}

TEST(FieldWriter, RefusesASeparatorThatQuotesDoNotProtect) {
  EXPECT_EQ(message_of([] { written(FieldSeparator::tab, "a\tb"); }),
            "writer: expected text without tab and line ends; got 'a?b'");
  for (const char* text : {"a::b", ":a", "a:"}) {
    EXPECT_EQ(message_of([&] { written(FieldSeparator::double_colon, text); }),
              "writer: expected text without '::' and line ends; got '" + std::string(text) + "'");
  }
  EXPECT_THROW(written(FieldSeparator::whitespace, "a b"), InputError);
  EXPECT_THROW(written(FieldSeparator::bar, "a|b"), InputError);
}

TEST(FieldWriter, RefusesLineEndsNulBytesAndEmptyIds) {
  for (const std::string& text :
       {std::string("a\nb"), std::string("a\r"), std::string("a\0b", 3)}) {
    EXPECT_THROW(written(FieldSeparator::comma, text), InputError);
  }
  fmt::memory_buffer text;
  EXPECT_EQ(message_of([&] { FieldWriter("writer", FieldSeparator::comma).append_id(text, ""); }),
            "writer: expected ids that are not empty; got an empty one");
}

TEST(FieldWriter, IsUndoneBySplitFields) {
  const CounterRandom random(8);
  constexpr char kBytes[] = {'a', '"', ',', ' ', '\t', ';', ':', '|', 'b', '\xE9'};
  std::size_t lines = 0;
  for (std::uint32_t round = 0; round < 20000; ++round) {
    const auto separator = static_cast<FieldSeparator>(random.below(6, round, 0));
    const FieldWriter writer("writer", separator);
    std::vector<std::string> expected(2 + random.below(3, round, 1));
    fmt::memory_buffer text;
    try {
      for (std::uint32_t f = 0; f < expected.size(); ++f) {
        const auto length = 1 + random.below(4, round, 10 + f);
        for (std::uint32_t i = 0; i < length; ++i) {
          expected[f].push_back(kBytes[random.below(10, round, 100 + 10 * f + i)]);
        }
        if (f > 0) text.append(text_of(separator));
        writer.append_id(text, expected[f]);
      }
    } catch (const InputError&) {
      continue;
    }
    ++lines;
    const std::string line = fmt::to_string(text);
    EXPECT_FALSE(is_blank(line));
    std::vector<std::string_view> fields;
    std::vector<std::string> unquoted;
    ASSERT_TRUE(split_fields(line, separator, fields, unquoted)) << line;
    EXPECT_EQ(std::vector<std::string>(fields.begin(), fields.end()), expected) << line;
  }
  EXPECT_GT(lines, 5000U);
}

TEST(RequireWord, RefusesWhatWhiteSpaceWouldTear) {
  require_word("writer", "word");
  for (const std::string& word : {std::string(), std::string("a b"), std::string("a\tb"),
                                  std::string("a\n"), std::string("a\0", 2)}) {
    EXPECT_THROW(require_word("writer", word), InputError);
  }
  EXPECT_EQ(message_of([] { require_word("writer", "a b"); }),
            "writer: expected ids without white space; got 'a b'");
}

}  // namespace
}  // namespace honestrank
