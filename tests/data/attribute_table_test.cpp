#include "honestrank/data/attribute_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "error_message.h"
#include "gzip_text.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::content_of;
using testing_support::gzip;
using testing_support::message_of;
using testing_support::TemporaryDirectory;

AttributeTable parsed(const std::string& text, const ReadAttributesOptions& options = {}) {
  return parse_attributes(text, "people.dat", options);
}

std::string message_for(const std::string& text, const ReadAttributesOptions& options = {}) {
  return message_of([&] { parsed(text, options); });
}

/// The ids and all columns, row by row.
std::vector<std::string> cells_of(const AttributeTable& table) {
  std::vector<std::string> cells;
  EXPECT_EQ(table.columns.size(), table.names.size());
  for (std::size_t row = 0; row < table.ids.size(); ++row) {
    cells.emplace_back(table.ids[row]);
    for (const TextColumn& column : table.columns) {
      EXPECT_EQ(column.size(), table.ids.size());
      cells.emplace_back(column[row]);
    }
  }
  return cells;
}

TEST(ParseAttributes, ReadsMovieLensFiles) {
  const AttributeTable users = parsed("1::F::1::10::48067\n2::M::56::16::70072\n");
  EXPECT_THAT(users.names, ElementsAre("column_2", "column_3", "column_4", "column_5"));
  EXPECT_THAT(cells_of(users),
              ElementsAre("1", "F", "1", "10", "48067", "2", "M", "56", "16", "70072"));
  const AttributeTable items =
      parsed("1|Toy Story (1995)|01-Jan-1995||http://x|0\n2|A, B|02|||1\n");
  EXPECT_EQ(items.columns[0][1], "A, B");
  EXPECT_EQ(items.columns[2][0], "");
}

TEST(ParseAttributes, ReadsHeadersThatStartWithAnId) {
  for (const char* first :
       {"id", "user_id", "userId", "movieID", "user_id:token", "item", "ASIN"}) {
    const AttributeTable table = parsed(std::string(first) + "\tage:float\nx\t7\n");
    EXPECT_THAT(table.names, ElementsAre("age")) << first;
    EXPECT_THAT(cells_of(table), ElementsAre("x", "7"));
  }
}

TEST(ParseAttributes, ReadsAHeaderOfWordsAboveNumbers) {
  EXPECT_THAT(cells_of(parsed("ncf_item\tmovielens\n0\t1193\n1\t661\n")),
              ElementsAre("0", "1193", "1", "661"));
}

TEST(ParseAttributes, DoesNotTakeAnIdForAHeader) {
  for (const char* first : {"david", "u", "astrid", "B000ID", "unknown", "book"}) {
    EXPECT_EQ(parsed(std::string(first) + "|1\nbob|2\n").ids.size(), 2U) << first;
  }
}

TEST(ParseAttributes, FollowsTheOptions) {
  const AttributeTable table =
      parsed("id,b|c\n", {.separator = "|", .header = false, .names = {"user", "letter"}});
  EXPECT_THAT(table.names, ElementsAre("letter"));
  EXPECT_THAT(cells_of(table), ElementsAre("id,b", "c"));
  EXPECT_EQ(parsed("a,b\nc,d\n", {.header = true}).ids.size(), 1U);
}

TEST(ParseAttributes, ReadsLatin1AsUtf8) {
  const AttributeTable table = parsed("id|pr\xE9nom\n1|Am\xE9lie\n2|Bob\n");
  EXPECT_THAT(table.names, ElementsAre("pr\xC3\xA9nom"));
  EXPECT_THAT(cells_of(table), ElementsAre("1", "Am\xC3\xA9lie", "2", "Bob"));
  // Only the header shows that it is Latin-1.
  EXPECT_THAT(parsed("id|pr\xE9nom\n1|Bob\n").names, ElementsAre("pr\xC3\xA9nom"));
}

TEST(ParseAttributes, ReadsQuotesGzipAndLineEndsOfAnySystem) {
  EXPECT_THAT(cells_of(parsed(gzip("id,title\r\n1,\"a, \"\"b\"\"\"\r\n\r\n2,\r\n"))),
              ElementsAre("1", "a, \"b\"", "2", ""));
}

TEST(ParseAttributes, ReadsATableOfIdsAlone) {
  EXPECT_THAT(cells_of(parsed("id\na\nb\n")), ElementsAre("a", "b"));
}

TEST(ParseAttributes, NamesTheLineOfAFault) {
  EXPECT_EQ(message_for("1|a\n2|b|c\n"), "people.dat:2: expected 2 fields; got 3");
  EXPECT_EQ(message_for("1|a\n|b\n"), "people.dat:2: expected an id; got an empty field");
  EXPECT_EQ(message_for("1|a\n\n1|b\n"), "people.dat:3: expected each id once; got '1' again");
  EXPECT_EQ(message_for("1|a\xE9\n2|\x80\n"),
            "people.dat:2: expected UTF-8 or Latin-1 text; got '?'");
  EXPECT_EQ(message_for("1,a\n2,\"b\n"),
            "people.dat:2: expected a closing quote on the same line; got none");
  EXPECT_EQ(message_for("\n\"1,a\n", {.separator = ","}),
            "people.dat:2: expected a closing quote on the same line; got none");
  EXPECT_EQ(message_for("1|a\n", {.names = {"id"}}),
            "people.dat:1: expected 1 columns as named; got 2");
  EXPECT_EQ(message_for(""), "people.dat: expected attributes; got an empty file");
}

TEST(AttributeTable, GivesColumnsByName) {
  const AttributeTable table = parsed("id,age,zip\n1,7,9\n");
  EXPECT_EQ(table.column("zip")[0], "9");
  EXPECT_EQ(message_of([&] { table.column("sex"); }),
            "AttributeTable: expected one of the columns age, zip; got 'sex'");
}

TEST(WriteAttributes, GivesTheSameBack) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "a.tsv";
  const AttributeTable table = parsed(
      "id,title,note\n1,\"\"\"Heroes\"\" (1977)\", a \n\"\"\"2\"\"\",\"\"\"x\"\"\",\n3,\" s \",\" "
      "\"\n");
  write_attributes(path, table);
  EXPECT_EQ(content_of(path).substr(0, 14), "id\ttitle\tnote\n");
  const AttributeTable again = read_attributes(path);
  EXPECT_EQ(again.names, table.names);
  EXPECT_EQ(cells_of(again), cells_of(table));
}

TEST(WriteAttributes, RefusesTabsAndLineEnds) {
  const TemporaryDirectory directory;
  const AttributeTable table = parsed("id,x\n1,\"a\tb\"\n");
  EXPECT_EQ(message_of([&] { write_attributes(directory.path() / "x", table); }),
            "write_attributes: expected text without tab and line ends; got 'a?b'");
}

TEST(WriteAttributes, RefusesBlanksInATableOfIdsAlone) {
  const TemporaryDirectory directory;
  EXPECT_EQ(
      message_of([&] { write_attributes(directory.path() / "x", parsed("id\na\n\"b c\"\n")); }),
      "write_attributes: expected text without white space and line ends; got 'b c'");
}

TEST(SplitValues, GivesThePartsThatAreNotEmpty) {
  EXPECT_THAT(split_values("Animation|Children's|Comedy"),
              ElementsAre("Animation", "Children's", "Comedy"));
  EXPECT_THAT(split_values("|a||b|"), ElementsAre("a", "b"));
  EXPECT_THAT(split_values("a b", ' '), ElementsAre("a", "b"));
  EXPECT_THAT(split_values(""), IsEmpty());
  EXPECT_THAT(split_values("||"), IsEmpty());
}

TEST(ReadAttributes, MovieLensTablesHaveTheirDocumentedNames) {
  const testing_support::TemporaryDirectory directory;
  const AttributeTable users =
      read_attributes(directory.file("users.dat", "1::F::1::10::48067\n2::M::56::16::70072\n"));
  EXPECT_EQ(users.column("gender")[0], "F");
  EXPECT_EQ(users.column("age")[1], "56");
  const AttributeTable others =
      read_attributes(directory.file("people.dat", "1::F::1::10::48067\n2::M::56::16::70072\n"));
  EXPECT_EQ(others.column("column_2")[0], "F");
}

}  // namespace
}  // namespace honestrank
