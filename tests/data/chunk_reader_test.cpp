#include "data/chunk_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "error_message.h"
#include "gzip_text.h"
#include "honestrank/base/random.h"
#include "kernels/delimiters.h"

namespace honestrank {
namespace {

using testing_support::gzip;
using testing_support::message_of;

constexpr std::size_t kChunk = std::size_t{256} << 10;

std::unique_ptr<ChunkReader> reader_of(std::string text) {
  // The reader looks into memory of the caller, which has to outlive it.
  static std::deque<std::string> kept;
  const std::string& bytes = kept.emplace_back(std::move(text));
  return std::make_unique<ChunkReader>(bytes_in_memory(bytes, "test.csv"), "test.csv");
}

std::vector<std::string> chunks_of(ChunkReader& reader) {
  std::vector<std::string> chunks;
  Chunk chunk;
  while (reader.next(chunk)) {
    EXPECT_EQ(chunk.index, chunks.size());
    EXPECT_FALSE(chunk.text().empty());
    EXPECT_EQ(chunk.text().back(), '\n');
    EXPECT_GE(chunk.bytes.size(), chunk.size + kernels::kDelimiterPadding);
    const auto padding = chunk.bytes.begin() + static_cast<std::ptrdiff_t>(chunk.size);
    EXPECT_EQ(std::count(padding, padding + kernels::kDelimiterPadding, '\0'),
              std::ptrdiff_t{kernels::kDelimiterPadding});
    chunks.emplace_back(chunk.text());
  }
  return chunks;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

/// Number of lines, as a parser reports it.
std::size_t count_lines(const Chunk& chunk) {
  const std::string_view text = chunk.text();
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A parser that finds fault with every line that starts with '!'.
std::size_t reject_marked_lines(unsigned, const Chunk& chunk) {
  std::size_t line = 0;
  bool at_start = true;
  for (const char c : chunk.text()) {
    if (at_start && c == '!') throw LineFault{line, "marked"};
    at_start = c == '\n';
    line += at_start ? 1 : 0;
  }
  return line;
}

TEST(ChunkReader, GivesASmallFileInOneChunk) {
  const auto reader = reader_of("a\nb\n");
  EXPECT_EQ(chunks_of(*reader), std::vector<std::string>{"a\nb\n"});
}

TEST(ChunkReader, SuppliesAMissingLastLineEnd) {
  EXPECT_EQ(chunks_of(*reader_of("a\nb")), std::vector<std::string>{"a\nb\n"});
  EXPECT_EQ(chunks_of(*reader_of("a\r\nb\r")), std::vector<std::string>{"a\r\nb\r\n"});
}

TEST(ChunkReader, GivesNothingForAnEmptyFile) {
  const auto reader = reader_of("");
  EXPECT_EQ(reader->first_text(), "");
  EXPECT_TRUE(chunks_of(*reader).empty());
}

TEST(ChunkReader, LeavesOutAByteOrderMarkAtTheStartOnly) {
  EXPECT_EQ(chunks_of(*reader_of("\xEF\xBB\xBF"
                                 "a\n\xEF\xBB\xBF"
                                 "b\n")),
            std::vector<std::string>{"a\n\xEF\xBB\xBF"
                                     "b\n"});
  EXPECT_TRUE(chunks_of(*reader_of("\xEF\xBB\xBF")).empty());
  EXPECT_EQ(chunks_of(*reader_of("\xEF\xBB")), std::vector<std::string>{"\xEF\xBB\n"});
}

TEST(ChunkReader, LeavesOutAByteOrderMarkBeforeSeveralChunks) {
  const std::string text(3 * kChunk, '\n');
  EXPECT_EQ(joined(chunks_of(*reader_of("\xEF\xBB\xBF" + text))), text);
}

TEST(ChunkReader, ShowsTheFirstChunkWithoutTakingIt) {
  const auto reader = reader_of("a\nb\n");
  EXPECT_EQ(reader->first_text(), "a\nb\n");
  EXPECT_EQ(reader->first_text(), "a\nb\n");
  EXPECT_EQ(chunks_of(*reader), std::vector<std::string>{"a\nb\n"});
}

TEST(ChunkReader, NeverCutsALine) {
  const CounterRandom random(1);
  std::string text;
  for (std::uint32_t line = 0; text.size() < 5 * kChunk; ++line) {
    text += std::string(random.below(line % 50 == 0 ? 90000 : 40, line), 'x') + "\n";
  }
  const auto chunks = chunks_of(*reader_of(text));
  EXPECT_GT(chunks.size(), 4U);
  EXPECT_EQ(joined(chunks), text);
}

TEST(ChunkReader, HandlesLineEndsOnBothSidesOfTheChunkSize) {
  for (const std::size_t first : {kChunk - 2, kChunk - 1, kChunk, kChunk + 1}) {
    for (const std::size_t second :
         {std::size_t{0}, std::size_t{1}, kChunk - 1, kChunk, 2 * kChunk}) {
      for (const char* end : {"", "\n"}) {
        const std::string text = std::string(first, 'a') + "\n" + std::string(second, 'b') + end;
        const bool ended = text.back() == '\n';
        EXPECT_EQ(joined(chunks_of(*reader_of(text))), text + (ended ? "" : "\n"))
            << first << ' ' << second;
      }
    }
  }
}

TEST(ChunkReader, HandlesAFileThatEndsExactlyWithAChunk) {
  for (const std::size_t size : {kChunk - 1, kChunk, kChunk + 1, 2 * kChunk}) {
    std::string text(size, 'x');
    EXPECT_EQ(joined(chunks_of(*reader_of(text))), text + "\n") << size;
    text.back() = '\n';
    EXPECT_EQ(joined(chunks_of(*reader_of(text))), text) << size;
  }
}

TEST(ChunkReader, GivesALineOfManyMegabytesInOnePiece) {
  const std::string line(5'000'000, 'x');
  const auto chunks = chunks_of(*reader_of("a\n" + line + "\nb"));
  EXPECT_EQ(joined(chunks), "a\n" + line + "\nb\n");
  EXPECT_NE(std::find_if(chunks.begin(), chunks.end(),
                         [&](const std::string& chunk) { return chunk.size() >= line.size(); }),
            chunks.end());
}

TEST(ChunkReader, CutsTheSameChunksWhetherCompressedOrNot) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i) + "\n";
  EXPECT_EQ(chunks_of(*reader_of(gzip(text))), chunks_of(*reader_of(text)));
}

TEST(ChunkReader, GivesEachChunkToOneOfSeveralThreads) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += std::to_string(i) + "\n";
  const auto reader = reader_of(text);
  std::mutex mutex;
  std::vector<std::string> chunks;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        Chunk chunk;
        while (reader->next(chunk)) {
          const std::lock_guard lock(mutex);
          if (chunks.size() <= chunk.index) chunks.resize(chunk.index + 1);
          chunks[chunk.index] = chunk.text();
        }
      });
    }
  }
  EXPECT_EQ(joined(chunks), text);
}

/// An endless line.
class EndlessLine final : public ByteSource {
 public:
  explicit EndlessLine(std::string start) : start_(std::move(start)) {}
  std::size_t read(std::span<char> target) override {
    std::fill(target.begin(), target.end(), 'x');
    const std::size_t count = std::min(target.size(), start_.size());
    std::copy_n(start_.begin(), count, target.begin());
    start_.erase(0, count);
    given_ += target.size();
    return target.size();
  }
  std::uint64_t consumed() const noexcept override { return given_; }
  std::uint64_t size() const noexcept override { return 0; }

 private:
  std::string start_;
  std::uint64_t given_ = 0;
};

TEST(ChunkReader, RefusesAnEndlessFirstLine) {
  ChunkReader reader(std::make_unique<EndlessLine>(""), "endless.csv");
  EXPECT_EQ(message_of([&] { reader.first_text(); }),
            "endless.csv:1: expected lines of at most 64 MiB; got a longer one");
}

TEST(ParseChunks, RefusesAnEndlessLineWithItsNumberForAnyNumberOfThreads) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    ChunkReader reader(std::make_unique<EndlessLine>("a\nb\n"), "endless.csv");
    EXPECT_EQ(message_of([&] { parse_chunks(reader, threads, {}, reject_marked_lines); }),
              "endless.csv:3: expected lines of at most 64 MiB; got a longer one");
  }
}

TEST(ParseChunks, GivesTheLinesOfEachChunkInFileOrder) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i) + "\n";
  std::vector<std::size_t> expected;
  for (const std::string& chunk : chunks_of(*reader_of(text))) {
    expected.push_back(static_cast<std::size_t>(std::count(chunk.begin(), chunk.end(), '\n')));
  }
  for (const unsigned threads : {1U, 2U, 7U}) {
    const auto reader = reader_of(text);
    EXPECT_EQ(parse_chunks(*reader, threads, {},
                           [](unsigned, const Chunk& chunk) { return count_lines(chunk); }),
              expected);
  }
}

TEST(ParseChunks, GivesAWorkerItsChunksInRisingOrder) {
  const auto reader = reader_of(std::string(20 * kChunk, '\n'));
  std::vector<std::vector<std::size_t>> met(3);
  parse_chunks(*reader, 3, {}, [&](unsigned worker, const Chunk& chunk) {
    met[worker].push_back(chunk.index);
    return count_lines(chunk);
  });
  std::set<std::size_t> all;
  for (const auto& indices : met) {
    EXPECT_TRUE(std::is_sorted(indices.begin(), indices.end()));
    all.insert(indices.begin(), indices.end());
  }
  EXPECT_EQ(all.size(), 20U);
}

TEST(ParseChunks, ReportsTheFirstFaultOfTheFileForAnyNumberOfThreads) {
  std::string text;
  std::size_t first_marked = 0;
  for (std::size_t i = 1; i <= 400000; ++i) {
    const bool marked = i > 150000 && i % 1000 == 7;
    if (marked && first_marked == 0) first_marked = i;
    text += (marked ? "!" : "line") + std::to_string(i) + "\n";
  }
  for (const unsigned threads : {1U, 2U, 7U}) {
    for (int round = 0; round < 5; ++round) {
      const auto reader = reader_of(text);
      EXPECT_EQ(message_of([&] { parse_chunks(*reader, threads, {}, reject_marked_lines); }),
                "test.csv:" + std::to_string(first_marked) + ": marked");
    }
  }
}

TEST(ParseChunks, RefusesANulByteWithItsLine) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "line\n";
  text += "bad";
  text += '\0';
  text += "line\nlast\n";
  for (const unsigned threads : {1U, 2U}) {
    const auto reader = reader_of(text);
    EXPECT_EQ(message_of([&] { parse_chunks(*reader, threads, {}, reject_marked_lines); }),
              "test.csv:100001: expected text; got a NUL byte (a binary or UTF-16 file?)");
  }
}

TEST(ParseChunks, ReportsAFaultThatStandsBeforeADamagedPlaceOfTheFile) {
  std::string text = "!first\n";
  for (int i = 0; i < 300000; ++i) text += std::to_string(i * 7919LL % 1000003) + "\n";
  const std::string truncated = gzip(text).substr(0, 400000);
  for (const unsigned threads : {1U, 2U, 7U}) {
    const auto reader = reader_of(truncated);
    EXPECT_EQ(message_of([&] { parse_chunks(*reader, threads, {}, reject_marked_lines); }),
              "test.csv:1: marked");
  }
}

TEST(ParseChunks, TellsHowFarItHasCome) {
  const std::string text(10 * kChunk, '\n');
  for (const unsigned threads : {1U, 3U}) {
    const auto reader = reader_of(text);
    std::uint64_t before = 0;
    parse_chunks(
        *reader, threads,
        [&](const Progress& progress) {
          EXPECT_EQ(progress.task, "reading test.csv");
          EXPECT_EQ(progress.total, text.size());
          EXPECT_GE(progress.done, before);
          before = progress.done;
        },
        [](unsigned, const Chunk& chunk) { return count_lines(chunk); });
    EXPECT_LE(before, text.size());
    EXPECT_EQ(reader->consumed(), text.size());
  }
}

TEST(ParseChunks, StopsWhereTheProgressCallbackThrows) {
  struct Cancelled {};
  for (const unsigned threads : {1U, 3U}) {
    const auto reader = reader_of(std::string(10 * kChunk, '\n'));
    std::atomic<std::size_t> parsed{0};
    const auto cancel = [](const Progress&) { throw Cancelled(); };
    // With several workers the first one may come too late to report anything.
    try {
      parse_chunks(*reader, threads, cancel, [&](unsigned, const Chunk& chunk) {
        ++parsed;
        return count_lines(chunk);
      });
      EXPECT_GT(threads, 1U);
    } catch (const Cancelled&) {
      EXPECT_TRUE(threads > 1 || parsed == 1);
    }
  }
}

}  // namespace
}  // namespace honestrank
