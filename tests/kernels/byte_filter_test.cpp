#include "kernels/byte_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/aligned.h"
#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

/// What a filter says of each row.
struct Answers {
  std::vector<std::uint32_t> above;
  std::vector<std::uint64_t> open;
  friend bool operator==(const Answers&, const Answers&) = default;
};

/// Items and rows as plain matrices of `words` times 4 columns; the panel is laid out on demand.
struct Problem {
  std::size_t words = 1;
  std::size_t row_count = kTileRows;
  std::vector<std::uint8_t> items = std::vector<std::uint8_t>(kPanelItems * words * 4);
  std::vector<std::int8_t> rows = std::vector<std::int8_t>(row_count * words * 4);
  std::vector<std::int32_t> low = std::vector<std::int32_t>(row_count);
  std::vector<std::int32_t> high = std::vector<std::int32_t>(row_count);
  std::vector<std::uint64_t> hidden = std::vector<std::uint64_t>(row_count);

  Problem(std::size_t word_count, std::size_t rows_wanted)
      : words(word_count), row_count(rows_wanted) {}

  std::size_t columns() const { return words * 4; }

  std::int64_t score(std::size_t row, std::size_t item) const {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < columns(); ++k) {
      sum += std::int64_t{rows[row * columns() + k]} * items[item * columns() + k];
    }
    return sum;
  }

  /// `above` starts at the row number, for it is added to; `open` with bits that must go.
  Answers answers_of(void (*filter)(const ByteFilter&) noexcept) const {
    AlignedVector<std::uint8_t> panel(items.size());
    for (std::size_t item = 0; item < kPanelItems; ++item) {
      for (std::size_t k = 0; k < columns(); ++k) {
        panel[(k / 4 * kPanelItems + panel_slot(item)) * 4 + k % 4] = items[item * columns() + k];
      }
    }
    const AlignedVector<std::int8_t> aligned_rows(rows.begin(), rows.end());
    // Between the rows' hidden bits lie words that must not be read as such.
    const std::size_t stride = 1 + row_count / kTileRows % 3;
    std::vector<std::uint64_t> spread(row_count * stride, 0x3C3C3C3C3C3C3C3CU);
    for (std::size_t r = 0; r < row_count; ++r) spread[r * stride] = hidden[r];
    Answers answers = fresh_answers();
    filter({panel.data(), words, aligned_rows.data(), row_count, low.data(), high.data(),
            spread.data(), answers.above.data(), answers.open.data(), stride});
    return answers;
  }

  Answers expected() const {
    Answers answers = fresh_answers();
    for (std::size_t r = 0; r < row_count; ++r) {
      answers.open[r] = 0;
      for (std::size_t item = 0; item < kPanelItems; ++item) {
        if ((hidden[r] >> item & 1) != 0) continue;
        const std::int64_t value = score(r, item);
        if (value >= high[r]) ++answers.above[r];
        if (low[r] <= value && value < high[r]) answers.open[r] |= std::uint64_t{1} << item;
      }
    }
    return answers;
  }

 private:
  Answers fresh_answers() const {
    Answers answers{std::vector<std::uint32_t>(row_count),
                    std::vector<std::uint64_t>(row_count, 0xA5A5A5A5A5A5A5A5U)};
    for (std::size_t r = 0; r < row_count; ++r) answers.above[r] = static_cast<std::uint32_t>(r);
    return answers;
  }
};

enum class Bytes { small, any, extreme };

/// Thresholds lie at the scores of two of the row's items, or one above.
Problem random_problem(std::size_t words, std::size_t row_count, Bytes bytes, std::uint64_t seed) {
  const CounterRandom random(seed, static_cast<std::uint32_t>(words));
  std::uint64_t drawn = 0;
  const auto below = [&](std::uint64_t bound) { return random.below(bound, drawn++); };
  Problem made(words, row_count);
  constexpr std::uint8_t kItemExtremes[] = {0, 1, 127, 128, 254, 255};
  constexpr std::int8_t kRowExtremes[] = {-127, -126, -1, 0, 1, 127};
  for (std::uint8_t& value : made.items) {
    value = bytes == Bytes::extreme
                ? kItemExtremes[below(6)]
                : static_cast<std::uint8_t>(below(bytes == Bytes::any ? 256 : 4));
  }
  for (std::int8_t& value : made.rows) {
    const int most = bytes == Bytes::any ? 127 : 2;
    value = bytes == Bytes::extreme
                ? kRowExtremes[below(6)]
                : static_cast<std::int8_t>(
                      static_cast<int>(below(static_cast<std::uint64_t>(2 * most + 1))) - most);
  }
  for (std::size_t r = 0; r < row_count; ++r) {
    const auto one = static_cast<std::int32_t>(made.score(r, below(kPanelItems)) +
                                               static_cast<std::int64_t>(below(2)));
    const auto other = static_cast<std::int32_t>(made.score(r, below(kPanelItems)));
    made.low[r] = std::min(one, other);
    made.high[r] = std::max(one, other);
    const std::uint64_t hidden = random.bits(drawn++);
    constexpr std::uint64_t kAll = ~std::uint64_t{0};
    const std::uint64_t masks[] = {0, kAll, hidden, hidden & random.bits(drawn++), kAll << 37};
    made.hidden[r] = masks[below(5)];
  }
  return made;
}

TEST(PanelSlot, IsAPlaceForEachItem) {
  std::vector<int> taken(kPanelItems);
  for (std::size_t item = 0; item < kPanelItems; ++item) ++taken[panel_slot(item)];
  EXPECT_EQ(taken, std::vector<int>(kPanelItems, 1));
}

TEST(FilterBytesReference, CountsPlainDotProducts) {
  for (const std::size_t words : {1U, 2U, 5U}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Problem given = random_problem(words, 2 * kTileRows, Bytes::small, seed);
      EXPECT_EQ(given.answers_of(filter_bytes_reference), given.expected()) << words << " " << seed;
    }
  }
}

TEST(FilterBytesReference, IsAboveFromHighOnAndOpenFromLowOn) {
  // Item i scores i in every row.
  Problem given(1, kTileRows);
  for (std::size_t item = 0; item < kPanelItems; ++item) {
    given.items[item * 4] = static_cast<std::uint8_t>(item);
  }
  for (std::size_t r = 0; r < kTileRows; ++r) given.rows[r * 4] = 1;
  given.low = {10, 63, 64, -5, 0, 20};
  given.high = {12, 64, 64, -5, 1, 20};
  given.hidden[0] = std::uint64_t{1} << 11 | std::uint64_t{1} << 50 | 1;
  const Answers answers = given.answers_of(filter_bytes_reference);
  EXPECT_EQ(answers.above, (std::vector<std::uint32_t>{51, 1, 2, 67, 67, 49}));
  EXPECT_EQ(answers.open,
            (std::vector<std::uint64_t>{1U << 10, std::uint64_t{1} << 63, 0, 0, 1, 0}));
}

void expect_agreement_on_any_bytes() {
  for (std::size_t words = 1; words <= 40; ++words) {
    for (const Bytes bytes : {Bytes::small, Bytes::any, Bytes::extreme}) {
      const std::size_t rows = kTileRows * (1 + (words * 7 + static_cast<std::size_t>(bytes)) % 10);
      const Problem given = random_problem(words, rows, bytes, 100 + words);
      const Answers answers = given.answers_of(filter_bytes);
      EXPECT_EQ(answers, given.answers_of(filter_bytes_reference)) << words << " words";
      EXPECT_EQ(answers, given.expected()) << words << " words";
    }
  }
}

TEST(FilterBytesVnni, AgreesWithTheReferenceOnAnyBytes) {
  if (!has_fast_byte_filter()) GTEST_SKIP() << "no AVX-512 VNNI";
  expect_agreement_on_any_bytes();
}

class FilterBytes : public testing_support::EveryTarget {};

TEST_P(FilterBytes, AgreesWithTheReferenceOnAnyBytes) { expect_agreement_on_any_bytes(); }

TEST_P(FilterBytes, DoesNotSaturateAtTheLargestSums) {
  constexpr std::size_t kWords = 40;
  Problem given(kWords, kTileRows);
  std::fill(given.items.begin(), given.items.end(), std::uint8_t{255});
  for (std::size_t k = 0; k < given.rows.size(); ++k) {
    given.rows[k] = k / given.columns() % 2 == 0 ? 127 : -127;
  }
  const std::int32_t most = 255 * 127 * 4 * static_cast<std::int32_t>(kWords);
  given.low = {most, -most, most, -most, most + 1, -most + 1};
  given.high = {most, -most, most + 1, -most + 1, most + 1, -most + 1};
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const Answers answers = given.answers_of(filter_bytes);
  EXPECT_EQ(answers.above, (std::vector<std::uint32_t>{64, 65, 2, 3, 4, 5}));
  EXPECT_EQ(answers.open, (std::vector<std::uint64_t>{0, 0, kAll, kAll, 0, 0}));
}

TEST_P(FilterBytes, TakesTheWidestBands) {
  constexpr std::int32_t kLimit = 1 << 30;
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  Problem given = random_problem(3, kTileRows, Bytes::any, 7);
  given.hidden.assign(kTileRows, 0);
  for (const std::int32_t offset : {0, 128 * 127 * 12, -128 * 127 * 12}) {
    given.low.assign(kTileRows, -kLimit + offset);
    given.high.assign(kTileRows, kLimit + offset);
    const Answers answers = given.answers_of(filter_bytes);
    EXPECT_EQ(answers, given.expected());
    EXPECT_EQ(answers.open, std::vector<std::uint64_t>(kTileRows, kAll));
    // One row of a tile alone.
    given.low.assign(kTileRows, 100);
    given.high.assign(kTileRows, 200);
    given.low[2] = -kLimit + offset;
    given.high[2] = kLimit + offset;
    EXPECT_EQ(given.answers_of(filter_bytes), given.expected());
  }
  // Just what fits 16 bits, and one more.
  for (const std::int32_t span : {32'767, 32'768, 32'769, 65'535, 65'536}) {
    for (std::size_t r = 0; r < kTileRows; ++r) {
      given.low[r] = static_cast<std::int32_t>(given.score(r, r)) - span;
      given.high[r] = given.low[r] + span;
    }
    EXPECT_EQ(given.answers_of(filter_bytes), given.expected());
    for (std::size_t r = 0; r < kTileRows; ++r) {
      given.low[r] = static_cast<std::int32_t>(given.score(r, r));
      given.high[r] = given.low[r] + span;
    }
    EXPECT_EQ(given.answers_of(filter_bytes), given.expected());
  }
}

INSTANTIATE_TEST_SUITE_P(, FilterBytes, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels
