#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "gzip_text.h"
#include "interaction_rows.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::gzip;
using testing_support::ids;
using testing_support::message_of;
using testing_support::parsed;
using testing_support::Row;
using testing_support::rows_in;
using testing_support::rows_of;
using testing_support::TemporaryDirectory;
using testing_support::texts_of;

const std::vector<Row> kTwoRows = {{"7", "a", 4.5, 978300760}, {"8", "b", 3, 978300761}};

TEST(ReadInteractions, ReadsEverySeparator) {
  for (const char* separator : {"\t", ",", ";", "|", "::", " "}) {
    const std::string s = separator;
    const std::string text =
        "7" + s + "a" + s + "4.5" + s + "978300760\n8" + s + "b" + s + "3" + s + "978300761\n";
    EXPECT_EQ(rows_in(text), kTwoRows) << separator;
    EXPECT_EQ(parse_interactions(text, "x", {}).layout.separator, separator);
  }
}

TEST(ReadInteractions, ReadsLineEndsOfAnySystem) {
  EXPECT_EQ(rows_in("7\ta\t4.5\t978300760\r\n8\tb\t3\t978300761\r\n"), kTwoRows);
  EXPECT_EQ(rows_in("7\ta\t4.5\t978300760\n8\tb\t3\t978300761"), kTwoRows);
  EXPECT_EQ(rows_in("user,item\r\n7,a\r\n8,b"), (std::vector<Row>{{"7", "a"}, {"8", "b"}}));
  EXPECT_EQ(rows_in("\xEF\xBB\xBF"
                    "user,item\n7,a\n"),
            (std::vector<Row>{{"7", "a"}}));
}

TEST(ReadInteractions, PassesOverBlankLines) {
  EXPECT_EQ(rows_in("\n\nuser,item\n\n7,a\n \t\n\r\n8,b\n\n"),
            (std::vector<Row>{{"7", "a"}, {"8", "b"}}));
}

TEST(ReadInteractions, ReadsHeadersByName) {
  EXPECT_EQ(rows_in("timestamp,rating,movieId,userId\n978300760,4.5,a,7\n978300761,3,b,8\n"),
            kTwoRows);
}

TEST(ReadInteractions, RoundsTimesDownToWholeSeconds) {
  EXPECT_EQ(rows_in("user_id:token\titem_id:token\trating:float\ttimestamp:float\n"
                    "7\ta\t4.5\t978300760.5\n8\tb\t3\t978300761.999\n"),
            kTwoRows);
  EXPECT_EQ(rows_in("7::a::4.5::978300760.123\n8::b::3::978300761\n"), kTwoRows);
}

TEST(ReadInteractions, ReadsRecBoleFiles) {
  const auto file =
      parse_interactions(std::string("user_id:token\titem_id:token\trating:float\ttimestamp:float\n"
                                     "7\ta\t4.5\t978300760\n8\tb\t3\t978300761.0\n"),
                         "x.inter");
  EXPECT_EQ(rows_of(file.interactions), kTwoRows);
  EXPECT_TRUE(file.layout.header);
}

TEST(ReadInteractions, ReadsQuotedFieldsAmongPlainOnes) {
  EXPECT_EQ(
      rows_in("user,item,rating\nu1,\"a, b\",5\nu2,c,4\n\"u\"\"3\", d ,3\n u4,\"\"\"\", 2\n"),
      (std::vector<Row>{{"u1", "a, b", 5}, {"u2", "c", 4}, {"u\"3", "d", 3}, {"u4", "\"", 2}}));
}

TEST(ReadInteractions, IgnoresColumnsItWasNotAskedFor) {
  EXPECT_EQ(rows_in("user,title,item\nu,\"x, y\",i\nv,,j\nw, \"a\",k\n"),
            (std::vector<Row>{{"u", "i"}, {"v", "j"}, {"w", "k"}}));
}

TEST(ReadInteractions, ReadsLatin1AsUtf8) {
  const auto file = parse_interactions(std::string("Ren\xE9,caf\xE9\nBob,tea\n"), "x.csv");
  EXPECT_EQ(rows_of(file.interactions),
            (std::vector<Row>{{"Ren\xC3\xA9", "caf\xC3\xA9"}, {"Bob", "tea"}}));
  EXPECT_EQ(file.layout.encoding, TextEncoding::latin1);
  const auto utf8 = parse_interactions(std::string("Ren\xC3\xA9,caf\xC3\xA9\n"), "x.csv");
  EXPECT_EQ(rows_of(utf8.interactions), (std::vector<Row>{{"Ren\xC3\xA9", "caf\xC3\xA9"}}));
  EXPECT_EQ(utf8.layout.encoding, TextEncoding::utf8);
  EXPECT_EQ(rows_in("\xC3\xA9,a\n", {.encoding = TextEncoding::latin1}),
            (std::vector<Row>{{"\xC3\x83\xC2\xA9", "a"}}));
}

TEST(ReadInteractions, ReadsIsoDates) {
  EXPECT_EQ(rows_in("7,a,2000-12-31T22:12:40Z\n8,b,2000-12-31 22:12:41\n"),
            (std::vector<Row>{{"7", "a", 0, 978300760}, {"8", "b", 0, 978300761}}));
}

TEST(ReadInteractions, ReadsListsOfItems) {
  const auto file =
      parse_interactions(std::string("0 5 6 7 8\n1\n2 5 9\t10  6 \n\n3 8\r\n"), "train.txt");
  EXPECT_EQ(file.layout.format, InteractionFormat::lists);
  EXPECT_EQ(rows_of(file.interactions), (std::vector<Row>{{"0", "5"},
                                                          {"0", "6"},
                                                          {"0", "7"},
                                                          {"0", "8"},
                                                          {"2", "5"},
                                                          {"2", "9"},
                                                          {"2", "10"},
                                                          {"2", "6"},
                                                          {"3", "8"}}));
  // A user without items is known all the same.
  EXPECT_EQ(texts_of(file.interactions.users), (std::vector<std::string>{"0", "1", "2", "3"}));
}

TEST(ReadInteractions, ReadsThePairsOfCandidateLists) {
  const auto file =
      parse_interactions(std::string("(0,25)\t1064\t174\n\n(1, 133 )\t1\t2\n"), "x.test.negative");
  EXPECT_EQ(file.layout.format, InteractionFormat::candidates);
  EXPECT_EQ(rows_of(file.interactions), (std::vector<Row>{{"0", "25"}, {"1", "133"}}));
}

TEST(ReadInteractions, NumbersIdsInOrderOfFirstAppearance) {
  const Interactions data = parsed("b,y\na,x\nb,x\n");
  EXPECT_EQ(texts_of(data.users), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(texts_of(data.items), (std::vector<std::string>{"y", "x"}));
  EXPECT_EQ(data.user, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(data.item, (std::vector<std::uint32_t>{0, 1, 1}));
}

TEST(ReadInteractions, NumbersIdsAsGiven) {
  const Interactions data =
      parsed("b,y\na,x\n", {.known_users = ids({"a", "b", "c"}), .known_items = ids({"x", "y"})});
  EXPECT_EQ(data.users.size(), 3U);
  EXPECT_EQ(data.user, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(data.item, (std::vector<std::uint32_t>{1, 0}));
}

TEST(ReadInteractions, ReadsFilesPlainAndCompressed) {
  const TemporaryDirectory directory;
  const std::string text = "7\ta\t4.5\t978300760\n8\tb\t3\t978300761\n";
  EXPECT_EQ(rows_of(read_interactions(directory.file("a.tsv", text))), kTwoRows);
  EXPECT_EQ(rows_of(read_interactions(directory.file("a.tsv.gz", gzip(text)))), kTwoRows);
  EXPECT_THROW(read_interactions(directory.path() / "missing.tsv"), std::system_error);
  const std::string message =
      message_of([&] { read_interactions(directory.file("bad.csv", "a,b\nc\n")); });
  EXPECT_EQ(message, (directory.path() / "bad.csv").string() + ":2: expected 2 fields; got 1");
}

TEST(ReadInteractions, DescribesWhatItTookTheFileFor) {
  EXPECT_EQ(describe(parse_interactions(std::string("Ren\xE9|b|3\n"), "x").layout),
            "'|' separated, no header, user: column 1, item: column 2, rating: column 3, Latin-1");
}

}  // namespace
}  // namespace honestrank
