#include "data/gzip_source.h"

#include <gtest/gtest.h>

#include <string>
#include <system_error>
#include <vector>

#include "data/byte_source.h"
#include "error_message.h"
#include "gzip_text.h"
#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using testing_support::gzip;
using testing_support::message_of;
using testing_support::TemporaryDirectory;

/// Everything that `source` gives in reads of `step` bytes.
std::string all_of(ByteSource& source, std::size_t step) {
  std::string text;
  std::vector<char> buffer(step);
  while (true) {
    const std::size_t count = source.read(buffer);
    text.append(buffer.data(), count);
    if (count < step) return text;
  }
}

std::string decompressed(const std::string& bytes, std::size_t step = 1000) {
  return all_of(*bytes_in_memory(bytes, "data.gz"), step);
}

std::string some_text(std::uint32_t lines) {
  const CounterRandom random(9);
  std::string text;
  for (std::uint32_t i = 0; i < lines; ++i) text += std::to_string(random.bits(i)) + "\n";
  return text;
}

TEST(ByteSource, GivesPlainBytesAsTheyAre) {
  for (const std::string text : {"", "a", "\x1f", "ab", "\x1fx", "plain text\n"}) {
    EXPECT_EQ(decompressed(text), text);
  }
}

TEST(ByteSource, CountsTheBytesOfTheFileNotOfItsText) {
  const std::string compressed = gzip(std::string(100000, 'a'));
  const auto source = bytes_in_memory(compressed, "data.gz");
  EXPECT_EQ(all_of(*source, 1000).size(), 100000U);
  EXPECT_EQ(source->consumed(), compressed.size());
}

TEST(ByteSource, ReadsFilesAndTellsGzipByContentNotByName) {
  const TemporaryDirectory directory;
  EXPECT_EQ(all_of(*open_bytes(directory.file("plain.gz", "text")), 10), "text");
  EXPECT_EQ(all_of(*open_bytes(directory.file("zipped.csv", gzip("text"))), 10), "text");
}

TEST(ByteSource, NamesAFileThatCannotBeRead) {
  const TemporaryDirectory directory;
  for (const auto& path : {directory.path() / "missing.csv", directory.path()}) {
    try {
      open_bytes(path);
      FAIL() << "nothing was thrown";
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
  }
}

TEST(GzipSource, GivesTheTextForReadsOfAnySize) {
  const std::string text = some_text(20000);
  const std::string compressed = gzip(text);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, text.size() - 1,
                                 text.size(), text.size() + 1}) {
    if (step == 1) {
      EXPECT_EQ(decompressed(gzip(text.substr(0, 2000)), 1), text.substr(0, 2000));
    } else {
      EXPECT_EQ(decompressed(compressed, step), text) << step;
    }
  }
}

TEST(GzipSource, GivesNothingForAnEmptyText) { EXPECT_EQ(decompressed(gzip("")), ""); }

TEST(GzipSource, ReadsAllMembersOneAfterTheOther) {
  const std::string a = some_text(3000);
  EXPECT_EQ(decompressed(gzip(a) + gzip("") + gzip("b\n") + gzip(a)), a + "b\n" + a);
}

// The source reads its file in pieces; every byte of a member falls on the end of one.
TEST(GzipSource, ReadsMembersThatEndAnywhereInItsInput) {
  std::vector<std::string> texts;
  std::vector<std::string> members;
  for (std::uint32_t i = 0; i < 40; ++i) {
    texts.push_back(some_text(1 + i % 7));
    members.push_back(gzip(texts.back()));
  }
  std::string compressed;
  std::string expected;
  for (std::size_t i = 0; compressed.size() < 140'000; ++i) {
    compressed += members[i % members.size()];
    expected += texts[i % texts.size()];
  }
  const std::string first = gzip("first");
  for (std::size_t shift = 0; shift < 200; ++shift) {
    ASSERT_EQ(decompressed(first + std::string(shift, '\0') + compressed, 65536),
              "first" + expected)
        << shift;
  }
}

TEST(GzipSource, PassesOverZerosBehindAMember) {
  EXPECT_EQ(decompressed(gzip("a") + std::string(3, '\0')), "a");
  EXPECT_EQ(decompressed(gzip("a") + std::string(300000, '\0')), "a");
  EXPECT_EQ(decompressed(gzip("a") + std::string(300000, '\0') + gzip("b")), "ab");
}

TEST(GzipSource, RefusesAFileTruncatedAtAnyPlace) {
  const std::string text = some_text(40);
  const std::string compressed = gzip(text);
  for (std::size_t length = 2; length < compressed.size(); ++length) {
    for (const std::size_t step : {text.size(), std::size_t{1000000}}) {
      EXPECT_EQ(message_of([&] { decompressed(compressed.substr(0, length), step); }),
                "data.gz: expected a complete gzip file; got a truncated one")
          << length;
    }
  }
}

TEST(GzipSource, RefusesASecondMemberTruncatedAtAnyPlace) {
  const std::string first = gzip("first\n");
  const std::string second = gzip("second\n");
  for (std::size_t length = 1; length < second.size(); ++length) {
    EXPECT_EQ(message_of([&] { decompressed(first + second.substr(0, length)); }),
              "data.gz: expected a complete gzip file; got a truncated one")
        << length;
  }
}

TEST(GzipSource, RefusesDamageOrGivesTheTextUnharmed) {
  const std::string text = some_text(40);
  const std::string compressed = gzip(text);
  std::size_t refused = 0;
  for (std::size_t at = 2; at < compressed.size(); ++at) {
    std::string damaged = compressed;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    try {
      // Bytes of the header (time, system) do not matter to the text.
      EXPECT_EQ(decompressed(damaged), text) << at;
      EXPECT_LT(at, 10U);
    } catch (const ParseError& error) {
      EXPECT_EQ(error.line(), 0U);
      ++refused;
    }
  }
  EXPECT_GT(refused, compressed.size() - 10);
}

TEST(GzipSource, RefusesOtherBytesBehindTheLastMember) {
  EXPECT_EQ(message_of([&] { decompressed(gzip("a") + "trailing garbage"); }),
            "data.gz: expected gzip data; got damaged data");
}

}  // namespace
}  // namespace honestrank
