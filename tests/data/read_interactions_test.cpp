#include "honestrank/data/read_interactions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "data/text_parsing.h"
#include "error_message.h"
#include "gzip_text.h"
#include "honestrank/base/random.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::gzip;
using testing_support::message_of;
using testing_support::TemporaryDirectory;

/// A row with its ids as text; 0 where there is no rating or timestamp.
struct Row {
  std::string user;
  std::string item;
  double rating = 0;
  std::int64_t timestamp = 0;

  friend bool operator==(const Row&, const Row&) = default;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << '(' << row.user << ' ' << row.item << ' ' << row.rating << ' ' << row.timestamp
             << ')';
}

std::vector<Row> rows_of(const Interactions& data) {
  validate(data);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < data.size(); ++i) {
    rows.push_back({std::string(data.users[data.user[i]]), std::string(data.items[data.item[i]]),
                    data.has_ratings() ? data.rating[i] : 0,
                    data.has_timestamps() ? data.timestamp[i] : 0});
  }
  return rows;
}

std::vector<std::string> texts_of(const IdMap& ids) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < ids.size(); ++i) texts.emplace_back(ids[i]);
  return texts;
}

Interactions parsed(const std::string& text, const ReadInteractionsOptions& options = {}) {
  return parse_interactions(text, "x.csv", options).interactions;
}

std::vector<Row> rows_in(const std::string& text, const ReadInteractionsOptions& options = {}) {
  return rows_of(parsed(text, options));
}

/// The message for `text`, which must be the same for any number of threads.
std::string message_for(const std::string& text, ReadInteractionsOptions options = {}) {
  options.threads = 1;
  const std::string message = message_of([&] { parsed(text, options); });
  for (const unsigned threads : {2U, 7U}) {
    options.threads = threads;
    EXPECT_EQ(message_of([&] { parsed(text, options); }), message) << threads << " threads";
  }
  return message;
}

void expect_same_bits(const Interactions& a, const Interactions& b) {
  EXPECT_TRUE(a.users == b.users);
  EXPECT_TRUE(a.items == b.items);
  EXPECT_EQ(a.user, b.user);
  EXPECT_EQ(a.item, b.item);
  EXPECT_EQ(a.rating, b.rating);
  EXPECT_EQ(a.timestamp, b.timestamp);
}

std::shared_ptr<const IdMap> ids(std::initializer_list<const char*> texts) {
  auto map = std::make_shared<IdMap>();
  for (const char* text : texts) map->add(text);
  return map;
}

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

TEST(ReadInteractionsErrors, NameTheLineAndWhatWasExpected) {
  EXPECT_EQ(message_for("1,2,3\n1,2\n"), "x.csv:2: expected 3 fields; got 2");
  EXPECT_EQ(message_for("1,2,3\n1,2,3,4\n"), "x.csv:2: expected 3 fields; got 4");
  EXPECT_EQ(message_for("1\t2\n\n\t2\n"), "x.csv:3: expected a user id; got an empty field");
  EXPECT_EQ(message_for("1\t2\n1\t\n"), "x.csv:2: expected an item id; got an empty field");
  EXPECT_EQ(message_for("1,2,5\n1,\"\",5\n"), "x.csv:2: expected an item id; got an empty field");
  EXPECT_EQ(message_for("1,2,3\n1,2,x\n"),
            "x.csv:2: expected a number as rating (column 3); got 'x'");
  EXPECT_EQ(message_for("1,2,3\n1,2,\n"),
            "x.csv:2: expected a number as rating (column 3); got ''");
  EXPECT_EQ(message_for("1,2,3\n1,2,nan\n"),
            "x.csv:2: expected a number as rating (column 3); got 'nan'");
  EXPECT_EQ(message_for("1,2,3\n1,2,inf\n"),
            "x.csv:2: expected a number as rating (column 3); got 'inf'");
  EXPECT_EQ(message_for("1,2,3\n1,2,1e999\n"),
            "x.csv:2: expected a number as rating (column 3); got '1e999'");
  EXPECT_EQ(message_for("1,2,3,4\n1,2,3,soon\n"),
            "x.csv:2: expected a whole number or an ISO date as timestamp (column 4); got 'soon'");
  EXPECT_EQ(message_for("1,2\n\"1,2\n"),
            "x.csv:2: expected a closing quote on the same line; got none");
  EXPECT_EQ(message_for("(0,1)\t2\nabc\n"),
            "x.csv:2: expected (user,item) followed by candidates; got 'abc'");
  EXPECT_EQ(message_for("(0,1)\t2\n(0,)\t2\n"),
            "x.csv:2: expected (user,item) followed by candidates; got '(0,)?2'");
}

// Lines whose separators add up although their fields do not.
TEST(ReadInteractionsErrors, SeeThroughQuotesInColumnsThatAreNotUsed) {
  EXPECT_EQ(message_for("user,title,item,extra\nu,t,i,e\nu,\"x,y\",i\n"),
            "x.csv:3: expected 4 fields; got 3");
  EXPECT_EQ(message_for("user,title,item,extra\nu,t,i,e\nu, \"x,y\",i\n"),
            "x.csv:3: expected 4 fields; got 3");
  EXPECT_EQ(message_for("user item extra\nu i e\nu i \r\n"), "x.csv:3: expected 3 fields; got 2");
}

TEST(ReadInteractionsErrors, CoverTheFileAsAWhole) {
  EXPECT_EQ(message_for(""), "x.csv: expected interactions; got an empty file");
  EXPECT_EQ(message_for("user,item\n"), "x.csv: expected interactions; got a file without any");
  EXPECT_EQ(message_for(std::string("a,b\nc,d\0\n", 9)),
            "x.csv:2: expected text; got a NUL byte (a binary or UTF-16 file?)");
  EXPECT_EQ(message_for(gzip("a,b\n").substr(0, 15)),
            "x.csv: expected a complete gzip file; got a truncated one");
}

TEST(ReadInteractionsErrors, NameTheFirstIdOfAnotherEncoding) {
  EXPECT_EQ(message_for("a,b\nc,\xE9\n", {.encoding = TextEncoding::utf8}),
            "x.csv:2: expected UTF-8 text; got the id '?'");
  EXPECT_EQ(message_for("a,b\n\xE9,\x93quoted\x94\n"),
            "x.csv:2: expected UTF-8 or Latin-1 text; got the id '?quoted?'");
  EXPECT_EQ(message_for("a,b\n\xC2\x85,c\n", {.encoding = TextEncoding::latin1}),
            "x.csv:2: expected Latin-1 text; got the id '\xC2\x85'");
  // A user without items stands on no row.
  EXPECT_EQ(message_for("0 1 2 3 4\n\x80x\n1 2\n", {.format = InteractionFormat::lists}),
            "x.csv: expected UTF-8 or Latin-1 text; got the id '?x'");
}

TEST(ReadInteractionsErrors, NameTheFirstUnknownId) {
  EXPECT_EQ(message_for("\na,x\nb,x\nc,x\n", {.known_users = ids({"a", "b"})}),
            "x.csv:4: expected one of the 2 known user ids; got 'c'");
  EXPECT_EQ(message_for("user,item\na,x\n\nb,y\n", {.known_items = ids({"x"})}),
            "x.csv:4: expected one of the 1 known item ids; got 'y'");
  EXPECT_EQ(message_for("0 1 2 3 4\n1 2\n\n2 9\n", {.format = InteractionFormat::lists,
                                                    .known_items = ids({"1", "2", "3", "4"})}),
            "x.csv:4: expected one of the 4 known item ids; got '9'");
}

/// A file of several chunks with a header, blank lines and quotes here and there.
std::string large_file(std::size_t lines, std::size_t bad_line = 0,
                       const std::string& bad_text = "") {
  const CounterRandom random(6);
  std::string text = "user,item,rating,timestamp\n";
  for (std::size_t line = 2; line <= lines; ++line) {
    if (line == bad_line) {
      text += bad_text + "\n";
    } else if (line % 997 == 0) {
      text += "\n";
    } else {
      const std::string user = std::to_string(random.below(5000, line, 0));
      const std::string item = "item-number-" + std::to_string(random.below(3000, line, 1));
      text += (line % 101 == 0 ? "\"" + user + "\"" : user) + "," + item + "," +
              std::to_string(random.below(9, line, 2)) + ".5," + std::to_string(978300760 + line) +
              "\n";
    }
  }
  return text;
}

TEST(ReadLargeFiles, GivesTheSameBitsForAnyNumberOfThreads) {
  const std::string text = large_file(60000);
  ASSERT_GT(text.size(), std::size_t{2} << 20);
  const Interactions one = parsed(text, {.threads = 1});
  for (const unsigned threads : {2U, 7U}) {
    expect_same_bits(parsed(text, {.threads = threads}), one);
    expect_same_bits(parsed(gzip(text), {.threads = threads}), one);
  }
}

TEST(ReadLargeFiles, NamesTheLineOfAFaultInALaterChunk) {
  EXPECT_EQ(message_for(large_file(60000, 51234, "1,2,3")),
            "x.csv:51234: expected 4 fields; got 3");
  EXPECT_EQ(message_for(large_file(60000, 60000, "1,2,3,x")),
            "x.csv:60000: expected a whole number or an ISO date as timestamp (column 4); got 'x'");
}

TEST(ReadLargeFiles, NamesTheLineOfAnIdInALaterChunk) {
  EXPECT_EQ(message_for(large_file(60000, 51234, "u\x80,b,1,1")),
            "x.csv:51234: expected UTF-8 or Latin-1 text; got the id 'u?'");
  auto known = std::make_shared<IdMap>();
  for (int i = 0; i < 5000; ++i) known->add(std::to_string(i));
  EXPECT_EQ(message_for(large_file(60000, 51234, "stranger,b,1,1"), {.known_users = known}),
            "x.csv:51234: expected one of the 5000 known user ids; got 'stranger'");
}

TEST(ReadLargeFiles, NamesTheLineOfAnIdInALaterChunkOfLists) {
  std::string text;
  for (int line = 1; line <= 40000; ++line) {
    text += "u" + std::to_string(line) + (line == 33333 ? " stranger" : "");
    for (int i = 0; i < line % 12; ++i) text += " i" + std::to_string(i);
    text += '\n';
  }
  auto known = std::make_shared<IdMap>();
  for (int i = 0; i < 12; ++i) known->add("i" + std::to_string(i));
  EXPECT_EQ(message_for(text, {.known_items = known}),
            "x.csv:33333: expected one of the 12 known item ids; got 'stranger'");
  const Interactions one = parsed(text, {.threads = 1});
  EXPECT_EQ(one.users.size(), 40000U);
  for (const unsigned threads : {2U, 7U}) expect_same_bits(parsed(text, {.threads = threads}), one);
}

TEST(ReadLargeFiles, TellsHowFarItHasComeAndStopsOnDemand) {
  const std::string text = large_file(60000);
  std::size_t calls = 0;
  ReadInteractionsOptions options;
  options.progress = [&](const Progress& progress) {
    ++calls;
    EXPECT_EQ(progress.task, "reading x.csv");
    EXPECT_LE(progress.done, text.size());
  };
  for (const unsigned threads : {1U, 3U}) {
    options.threads = threads;
    parsed(text, options);
  }
  EXPECT_GT(calls, 2U);
  struct Cancelled {};
  options.threads = 1;
  options.progress = [](const Progress&) { throw Cancelled(); };
  EXPECT_THROW(parsed(text, options), Cancelled);
}

InteractionFile parsed_in_chunks(const std::string& text, std::size_t chunk_bytes,
                                 const ReadInteractionsOptions& options) {
  ChunkReader reader(bytes_in_memory(text, "x.csv"), "x.csv", chunk_bytes);
  return interactions_from(reader, options);
}

TEST(ReadSmallChunks, GivesTheSameForChunksOfAnySizeAndAnyNumberOfThreads) {
  const std::string table =
      "\xEF\xBB\xBFuser,item,rating,timestamp\r\n\r\nu1,i1,1,1\nu2,\"i,2\",2.5,2000-01-01\n\n\n"
      "user-with-a-long-name,i1,3,3\n u1 , i3 ,4,4\nu4,i4,5,5\r\nu1,i1,6,6";
  const std::string lists = "a x y z w v\nb\n\nc x\n d\t y  z \ne\na q\n";
  for (const auto& [text, format] :
       {std::pair(table, InteractionFormat::table), std::pair(lists, InteractionFormat::lists)}) {
    ReadInteractionsOptions options{.format = format, .threads = 1};
    const Interactions expected = parsed(text, options);
    for (std::size_t chunk_bytes = 3; chunk_bytes <= text.size() + 1; ++chunk_bytes) {
      for (const unsigned threads : {1U, 2U, 7U}) {
        options.threads = threads;
        expect_same_bits(parsed_in_chunks(text, chunk_bytes, options).interactions, expected);
      }
    }
  }
}

TEST(ReadSmallChunks, NamesTheSameLineForChunksOfAnySizeAndAnyNumberOfThreads) {
  struct Case {
    std::string text;
    std::string message;
    ReadInteractionsOptions options{};
  };
  const std::vector<Case> cases = {
      {"user,item\n\na,b\nc,d\n\n\ne\nf\n", "x.csv:7: expected 2 fields; got 1"},
      {"a,b\n\nc,d\n\n\ne,\x80\nf,\x80\n",
       "x.csv:6: expected UTF-8 or Latin-1 text; got the id '?'"},
      {"a,b\n\nc,b\n\n\ne,b\nf,b\n",
       "x.csv:6: expected one of the 2 known user ids; got 'e'",
       {.known_users = ids({"a", "c"})}},
      {"a x y\nb\n\nc x\nd q\n",
       "x.csv:5: expected one of the 2 known item ids; got 'q'",
       {.format = InteractionFormat::lists, .known_items = ids({"x", "y"})}},
      {"(a,x) 1\n\n(b,x)\n(c,y) 2\n",
       "x.csv:4: expected one of the 1 known item ids; got 'y'",
       {.known_items = ids({"x"})}},
  };
  for (Case test : cases) {
    for (std::size_t chunk_bytes = 3; chunk_bytes <= test.text.size() + 1; ++chunk_bytes) {
      for (const unsigned threads : {1U, 2U, 7U}) {
        test.options.threads = threads;
        EXPECT_EQ(message_of([&] { parsed_in_chunks(test.text, chunk_bytes, test.options); }),
                  test.message)
            << chunk_bytes << " bytes, " << threads << " threads";
      }
    }
  }
}

/// The definition: one line after the other, one character after the other.
std::vector<Row> plain_rows(const std::string& text, const std::string& separator, bool header) {
  std::vector<Row> rows;
  std::istringstream stream(text);
  std::string line;
  for (bool first = true; std::getline(stream, line); first = false) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || (first && header)) continue;
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"') {
        if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
          fields.back() += line[++i];
        } else {
          quoted = !quoted;
        }
      } else if (!quoted && line.compare(i, separator.size(), separator) == 0) {
        i += separator.size() - 1;
        fields.emplace_back();
      } else {
        fields.back() += line[i];
      }
    }
    rows.push_back({fields[0], fields[1], fields.size() > 2 ? std::stod(fields[2]) : 0,
                    fields.size() > 3 ? std::stoll(fields[3]) : 0});
  }
  return rows;
}

/// Ids in order of first appearance.
std::vector<std::string> first_appearances(const std::vector<Row>& rows, std::string Row::*id) {
  std::map<std::string, int> seen;
  std::vector<std::string> order;
  for (const Row& row : rows) {
    if (seen.emplace(row.*id, 0).second) order.push_back(row.*id);
  }
  return order;
}

TEST(ReadRandomFiles, AgreesWithAPlainReader) {
  const CounterRandom random(12);
  for (std::uint32_t round = 0; round < 300; ++round) {
    std::uint32_t drawn = 0;
    const auto draw = [&](std::uint64_t bound) { return random.below(bound, round, drawn++); };
    const std::string separator = std::vector<std::string>{"\t", ",", ";", "|", "::", " "}[draw(6)];
    const auto columns = 2 + draw(3);
    const bool header = draw(2) == 0;
    const std::string line_end = draw(2) == 0 ? "\n" : "\r\n";
    const auto id = [&](const char* prefix) {
      std::string text = prefix + std::string(draw(12), 'x') + std::to_string(draw(20));
      if (draw(8) == 0) return "\"" + text + separator + "\"\"" + text + "\"";
      if (draw(8) == 0) return "\"" + text + "\"";
      return text;
    };
    std::string text;
    if (header) {
      for (std::uint64_t c = 0; c < columns; ++c) {
        text += (c == 0 ? "" : separator) +
                std::vector<std::string>{"user", "item", "rating", "timestamp"}[c];
      }
      text += line_end;
    }
    const auto lines = 1 + draw(40);
    for (std::uint64_t line = 0; line < lines; ++line) {
      if (draw(10) == 0) text += line_end;
      text += id("u") + separator + id("i");
      if (columns > 2)
        text += separator + std::to_string(draw(100)) + "." + std::to_string(draw(100));
      if (columns > 3) text += separator + std::to_string(draw(2000000000));
      text += line_end;
    }
    const std::vector<Row> expected = plain_rows(text, separator, header);
    const Interactions data =
        parsed(text, {.separator = separator, .header = header, .threads = 2});
    ASSERT_EQ(rows_of(data), expected) << text;
    EXPECT_EQ(texts_of(data.users), first_appearances(expected, &Row::user));
    EXPECT_EQ(texts_of(data.items), first_appearances(expected, &Row::item));
    EXPECT_EQ(data.has_ratings(), columns > 2);
    EXPECT_EQ(data.has_timestamps(), columns > 3);
  }
}

TEST(ReadRandomFiles, AgreesWithAPlainReaderOnALargeFile) {
  const std::string text = large_file(40000);
  EXPECT_EQ(rows_in(text, {.threads = 3}), plain_rows(text, ",", true));
}

}  // namespace
}  // namespace honestrank
