#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/text_parsing.h"
#include "gzip_text.h"
#include "honestrank/base/random.h"
#include "interaction_rows.h"

namespace honestrank {
namespace {

using testing_support::expect_same_bits;
using testing_support::gzip;
using testing_support::ids;
using testing_support::large_file;
using testing_support::message_for;
using testing_support::message_of;
using testing_support::parsed;

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
            "x.csv:60000: expected a number or an ISO date as timestamp (column 4); got 'x'");
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

}  // namespace
}  // namespace honestrank
