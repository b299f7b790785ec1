#include "data/text_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/text_encoding.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The fields of `line` as strings; a quote that does not close gives one field "unclosed".
std::vector<std::string> fields_of(std::string_view line, FieldSeparator separator) {
  std::vector<std::string_view> fields;
  std::vector<std::string> unquoted;
  if (!split_fields(line, separator, fields, unquoted)) return {"unclosed"};
  return {fields.begin(), fields.end()};
}

TEST(SplitFields, CutsAtEachKindOfSeparator) {
  EXPECT_THAT(fields_of("1\t2\t3", FieldSeparator::tab), ElementsAre("1", "2", "3"));
  EXPECT_THAT(fields_of("1,2,3", FieldSeparator::comma), ElementsAre("1", "2", "3"));
  EXPECT_THAT(fields_of("1;2;3", FieldSeparator::semicolon), ElementsAre("1", "2", "3"));
  EXPECT_THAT(fields_of("1|2|3", FieldSeparator::bar), ElementsAre("1", "2", "3"));
  EXPECT_THAT(fields_of("1::2::3", FieldSeparator::double_colon), ElementsAre("1", "2", "3"));
  EXPECT_THAT(fields_of("1 2\t3", FieldSeparator::whitespace), ElementsAre("1", "2", "3"));
}

TEST(SplitFields, LeavesASingleColonInTheText) {
  EXPECT_THAT(fields_of("a:b::c:", FieldSeparator::double_colon), ElementsAre("a:b", "c:"));
  EXPECT_THAT(fields_of("a:::b", FieldSeparator::double_colon), ElementsAre("a", ":b"));
  EXPECT_THAT(fields_of("a::::b", FieldSeparator::double_colon), ElementsAre("a", "", "b"));
}

TEST(SplitFields, KeepsEmptyFieldsExceptBetweenWhiteSpace) {
  EXPECT_THAT(fields_of(",a,,", FieldSeparator::comma), ElementsAre("", "a", "", ""));
  EXPECT_THAT(fields_of("::a::", FieldSeparator::double_colon), ElementsAre("", "a", ""));
  EXPECT_THAT(fields_of("", FieldSeparator::tab), ElementsAre(""));
  EXPECT_THAT(fields_of("  a \t\t b  ", FieldSeparator::whitespace), ElementsAre("a", "b"));
  EXPECT_THAT(fields_of(" \t ", FieldSeparator::whitespace), IsEmpty());
}

TEST(SplitFields, RemovesSpacesAroundFieldsExceptBetweenTabs) {
  EXPECT_THAT(fields_of(" a , b c ,", FieldSeparator::comma), ElementsAre("a", "b c", ""));
  EXPECT_THAT(fields_of("  a |b  ", FieldSeparator::bar), ElementsAre("a", "b"));
  EXPECT_THAT(fields_of(" a \t b", FieldSeparator::tab), ElementsAre(" a ", " b"));
}

TEST(SplitFields, RemovesQuotesAndKeepsSeparatorsBetweenThem) {
  EXPECT_THAT(fields_of(R"("a,b",c)", FieldSeparator::comma), ElementsAre("a,b", "c"));
  EXPECT_THAT(fields_of(R"("a b" c)", FieldSeparator::whitespace), ElementsAre("a b", "c"));
  EXPECT_THAT(fields_of(R"(x::"a::b")", FieldSeparator::double_colon), ElementsAre("x", "a::b"));
  EXPECT_THAT(fields_of(R"( " a" , b)", FieldSeparator::comma), ElementsAre(" a", "b"));
  EXPECT_THAT(fields_of(R"("","a")", FieldSeparator::comma), ElementsAre("", "a"));
}

TEST(SplitFields, ReadsADoubledQuoteAsOne) {
  EXPECT_THAT(fields_of(R"("say ""hi""",b)", FieldSeparator::comma),
              ElementsAre(R"(say "hi")", "b"));
  EXPECT_THAT(fields_of(R"("""",b)", FieldSeparator::comma), ElementsAre("\"", "b"));
}

TEST(SplitFields, LeavesQuotesAloneThatDoNotSurroundTheField) {
  EXPECT_THAT(fields_of(R"("Weird Al" Yankovic|b)", FieldSeparator::bar),
              ElementsAre(R"("Weird Al" Yankovic)", "b"));
  EXPECT_THAT(fields_of(R"(12" single,b)", FieldSeparator::comma),
              ElementsAre(R"(12" single)", "b"));
}

TEST(SplitFields, RefusesAnOpenQuoteOnlyWhereQuotesArePartOfTheDialect) {
  EXPECT_THAT(fields_of(R"(a,"b)", FieldSeparator::comma), ElementsAre("unclosed"));
  EXPECT_THAT(fields_of(R"(a;"b)", FieldSeparator::semicolon), ElementsAre("unclosed"));
  EXPECT_THAT(fields_of("a\t\"b", FieldSeparator::tab), ElementsAre("a", "\"b"));
  EXPECT_THAT(fields_of(R"(a|"b)", FieldSeparator::bar), ElementsAre("a", "\"b"));
}

// More fields that only look quoted than half the quotes of the line.
TEST(SplitFields, KeepsItsFieldsValidWhereManyQuotesTurnOutToBeText) {
  const std::string line = "\"x\"\t\"a\t\"b\t\"c\t\"d\t\"e";
  EXPECT_THAT(fields_of(line, FieldSeparator::tab),
              ElementsAre("x", "\"a", "\"b", "\"c", "\"d", "\"e"));
}

TEST(SplitFields, UndoesQuotingOfAnyText) {
  const CounterRandom random(3);
  constexpr char kBytes[] = {'a', '"', ',', ' ', '\t', ';', ':', '|'};
  for (std::uint32_t round = 0; round < 2000; ++round) {
    std::vector<std::string> fields(1 + random.below(4, round, 0));
    std::string line;
    for (std::uint32_t f = 0; f < fields.size(); ++f) {
      const auto length = random.below(6, round, 100 + f);
      std::string quoted = "\"";
      for (std::uint32_t i = 0; i < length; ++i) {
        fields[f].push_back(kBytes[random.below(8, round, 1000 + 10 * f + i)]);
        quoted += fields[f].back() == '"' ? "\"\"" : std::string(1, fields[f].back());
      }
      line += (f == 0 ? "" : ",") + quoted + '"';
    }
    EXPECT_EQ(fields_of(line, FieldSeparator::comma), fields) << line;
  }
}

TEST(WithoutLineEnd, RemovesOneLineFeedAndTheCarriageReturnBeforeIt) {
  EXPECT_EQ(without_line_end("a\n"), "a");
  EXPECT_EQ(without_line_end("a\r\n"), "a");
  EXPECT_EQ(without_line_end("a\r"), "a");
  EXPECT_EQ(without_line_end("a"), "a");
  EXPECT_EQ(without_line_end("\n"), "");
  EXPECT_EQ(without_line_end("a\r\r\n"), "a\r");
}

TEST(IsBlank, HoldsForSpacesAndTabsOnly) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank(" \t "));
  EXPECT_FALSE(is_blank("\r"));
  EXPECT_FALSE(is_blank(" ,"));
}

TEST(ToLower, TouchesAsciiLettersOnly) {
  EXPECT_EQ(to_lower("UserID-\xC3\x89"), "userid-\xC3\x89");
}

TEST(QuotedForMessage, ShortensLongTextWithoutCuttingACharacter) {
  EXPECT_EQ(quoted_for_message("abc"), "'abc'");
  EXPECT_EQ(quoted_for_message(std::string(41, 'a')), "'" + std::string(40, 'a') + "...'");
  for (std::size_t before = 36; before <= 41; ++before) {
    const std::string shown = quoted_for_message(std::string(before, 'a') + "\xF0\x9F\x98\x80zzzz");
    EXPECT_TRUE(is_utf8(shown)) << before;
    EXPECT_EQ(shown.find('?'), std::string::npos) << shown;
  }
}

TEST(QuotedForMessage, ReplacesWhatCannotBePrinted) {
  EXPECT_EQ(quoted_for_message("a\tb\x1Bz\x7F"), "'a?b?z?'");
  EXPECT_EQ(quoted_for_message("caf\xC3\xA9"), "'caf\xC3\xA9'");
  EXPECT_EQ(quoted_for_message("caf\xE9"), "'caf?'");
}

TEST(FieldSeparator, HasATextThatCutsFields) {
  for (const auto separator :
       {FieldSeparator::tab, FieldSeparator::comma, FieldSeparator::semicolon, FieldSeparator::bar,
        FieldSeparator::double_colon, FieldSeparator::whitespace}) {
    const std::string line = "a" + std::string(text_of(separator)) + "b";
    EXPECT_THAT(fields_of(line, separator), ElementsAre("a", "b")) << describe(separator);
    const SeparatorBytes bytes = separator_bytes(separator);
    EXPECT_TRUE(line[1] == bytes.first || line[1] == bytes.second);
  }
}

}  // namespace
}  // namespace honestrank
