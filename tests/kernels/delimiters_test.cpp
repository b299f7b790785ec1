#include "kernels/delimiters.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

using Positions = std::vector<std::uint32_t>;

Positions room_for(std::size_t size) { return Positions((size + 63) / 64 * 64, 0xFFFFFFFFU); }

/// `padding` stands behind the text, where find_delimiters may read.
Positions positions_in(std::string text, char first, char second, char padding = '\0') {
  const std::size_t size = text.size();
  text.append(kDelimiterPadding, padding);
  Positions positions = room_for(size);
  positions.resize(find_delimiters(text.data(), size, first, second, positions.data()));
  return positions;
}

Positions reference(const std::string& text, char first, char second) {
  Positions positions = room_for(text.size());
  positions.resize(
      find_delimiters_reference(text.data(), text.size(), first, second, positions.data()));
  return positions;
}

class FindDelimiters : public testing_support::EveryTarget {};

TEST_P(FindDelimiters, GivesBothSeparatorsAndLineEnds) {
  EXPECT_EQ(positions_in("a\tb c\n", '\t', ' '), (Positions{1, 3, 5}));
  EXPECT_EQ(positions_in("a,b c\n", ',', ','), (Positions{1, 5}));
  EXPECT_EQ(positions_in("", ',', ','), Positions{});
}

TEST_P(FindDelimiters, AgreesWithTheReferenceAtEveryLength) {
  const CounterRandom random(5);
  constexpr char kBytes[] = {'\t', ',', '\n', ' ', 'a', '0', '\r', '\x80', '\xFF', '\0'};
  for (std::uint32_t length = 0; length < 300; ++length) {
    std::string text(length, 'x');
    for (std::uint32_t i = 0; i < length; ++i) text[i] = kBytes[random.below(10, length, i)];
    EXPECT_EQ(positions_in(text, '\t', ','), reference(text, '\t', ',')) << "length " << length;
    EXPECT_EQ(positions_in(text, '\xFF', '\0'), reference(text, '\xFF', '\0')) << length;
  }
}

TEST_P(FindDelimiters, FindsOneDelimiterAtEveryPlace) {
  for (std::uint32_t at = 0; at < 200; ++at) {
    std::string text(200, 'x');
    text[at] = ';';
    EXPECT_EQ(positions_in(text, ';', ';'), Positions{at});
  }
}

TEST_P(FindDelimiters, IgnoresWhatStandsBehindTheText) {
  for (std::size_t length = 0; length < 130; ++length) {
    EXPECT_EQ(positions_in(std::string(length, 'x'), ',', ';', ','), Positions{}) << length;
  }
}

TEST_P(FindDelimiters, FillsTheRoomWhereEveryByteIsADelimiter) {
  EXPECT_EQ(positions_in(std::string(256, ','), ',', ';').size(), 256U);
  EXPECT_EQ(positions_in(std::string(257, '\n'), ',', ';').size(), 257U);
}

INSTANTIATE_TEST_SUITE_P(, FindDelimiters, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels
