#include "kernels/open_pairs.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/aligned.h"
#include "honestrank/base/random.h"
#include "kernels/avx512.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::size_t kItems = 64;

/// Listed pairs, with no more memory than promised.
struct Listed {
  Listed(const std::vector<std::uint64_t>& open, std::size_t pairs,
         std::size_t (*list)(const std::uint64_t*, std::size_t, const OpenPairs&) noexcept)
      : begin(open.size() + 1), row(pairs + kOpenPairsPadding), item(pairs + kOpenPairsPadding) {
    count = list(open.data(), open.size(), view());
  }

  OpenPairs view() { return {begin.data(), row.data(), item.data()}; }

  std::vector<std::uint32_t> begin;
  std::vector<std::uint16_t> row;
  std::vector<std::uint8_t> item;
  std::size_t count = 0;
};

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const std::vector<std::uint64_t>& open) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t r = 0; r < open.size(); ++r) {
    for (std::size_t item = 0; item < kItems; ++item) {
      if ((open[r] >> item & 1) != 0) pairs.emplace_back(r, item);
    }
  }
  return pairs;
}

void expect_pairs(const Listed& listed, const std::vector<std::uint64_t>& open) {
  const auto pairs = pairs_of(open);
  ASSERT_EQ(listed.count, pairs.size());
  ASSERT_EQ(listed.begin.back(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(listed.row[i], pairs[i].first) << "pair " << i;
    ASSERT_EQ(listed.item[i], pairs[i].second) << "pair " << i;
    ASSERT_LE(listed.begin[listed.row[i]], i);
    ASSERT_LT(i, listed.begin[listed.row[i] + 1U]);
  }
  for (std::size_t r = 0; r < open.size(); ++r) ASSERT_LE(listed.begin[r], listed.begin[r + 1]);
}

std::vector<std::vector<std::uint64_t>> open_words() {
  std::vector<std::vector<std::uint64_t>> all = {
      {}, {0}, {kAll}, {0, 0, 0}, {kAll, kAll}, {1, std::uint64_t{1} << 63, 0, kAll, 0}};
  all.push_back(std::vector<std::uint64_t>(480, kAll));
  all.push_back(std::vector<std::uint64_t>(480, 0));
  const CounterRandom random(17);
  for (std::uint32_t rows = 1; rows < 60; ++rows) {
    std::vector<std::uint64_t> open(rows);
    for (std::uint32_t r = 0; r < rows; ++r) {
      // From a few bits to nearly all.
      open[r] = random.bits(rows, 4 * r);
      for (std::uint32_t i = 0; i < rows % 4; ++i) open[r] &= random.bits(rows, 4 * r + i + 1);
      if (rows % 5 == 0) open[r] = ~open[r];
      if (r % 11 == 3) open[r] = kAll;
      if (r % 7 == 2) open[r] = (std::uint64_t{1} << (r % 3 + 32)) - 1;  // about half a word
    }
    all.push_back(open);
  }
  return all;
}

TEST(ListOpenPairsReference, ListsEveryBitRowByRow) {
  for (const auto& open : open_words()) {
    expect_pairs(Listed(open, pairs_of(open).size(), list_open_pairs_reference), open);
  }
}

void expect_every_bit_listed() {
  for (const auto& open : open_words()) {
    expect_pairs(Listed(open, pairs_of(open).size(), list_open_pairs), open);
  }
}

TEST(ListOpenPairsVbmi2, ListsEveryBitRowByRow) {
  if (!avx512().byte_compress) GTEST_SKIP() << "no AVX-512 VBMI2";
  expect_every_bit_listed();
}

class ListOpenPairs : public testing_support::EveryTarget {};

TEST_P(ListOpenPairs, ListsEveryBitRowByRow) { expect_every_bit_listed(); }

INSTANTIATE_TEST_SUITE_P(, ListOpenPairs, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

struct Resolved {
  std::vector<std::uint32_t> above;
  std::vector<std::uint32_t> undecided;
  friend bool operator==(const Resolved&, const Resolved&) = default;
};

/// Rows and items with thresholds, and the bits of the pairs to judge.
struct Problem {
  Problem(std::size_t row_count, std::size_t column_count)
      : columns(column_count), open(row_count, kAll) {}

  std::size_t columns;
  std::vector<std::uint64_t> open;
  AlignedVector<std::int16_t> rows = AlignedVector<std::int16_t>(open.size() * columns);
  AlignedVector<std::int16_t> items = AlignedVector<std::int16_t>(kItems * columns);
  std::vector<std::int32_t> low = std::vector<std::int32_t>(open.size());
  std::int32_t span = 0;

  std::int64_t score(std::size_t r, std::size_t item) const {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < columns; ++k) {
      sum += std::int64_t{rows[r * columns + k]} * items[item * columns + k];
    }
    return sum;
  }

  using Resolve = std::size_t (*)(const OpenPairs&, std::size_t, const PairScoring&, std::uint32_t*,
                                  std::uint32_t*) noexcept;

  /// `above` starts at the row number, for it is added to.
  Resolved resolved_by(Resolve resolve) const {
    Listed listed(open, pairs_of(open).size(), list_open_pairs_reference);
    std::vector<std::uint64_t> bits(listed.count / 64 + 2, 0x5A5A5A5A5A5A5A5AU);
    Resolved made = fresh();
    made.undecided.resize(listed.count);
    made.undecided.resize(
        resolve(listed.view(), open.size(),
                {rows.data(), items.data(), columns, low.data(), span, bits.data()},
                made.above.data(), made.undecided.data()));
    return made;
  }

  Resolved expected() const {
    Resolved made = fresh();
    const auto pairs = pairs_of(open);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [r, item] = pairs[i];
      // Modulo 2^32.
      const auto over = static_cast<std::int32_t>(
          static_cast<std::uint32_t>(static_cast<std::uint64_t>(score(r, item) - low[r])));
      if (over >= span) {
        ++made.above[r];
      } else if (over >= 0) {
        made.undecided.push_back(static_cast<std::uint32_t>(i));
      }
    }
    return made;
  }

 private:
  Resolved fresh() const {
    Resolved made{std::vector<std::uint32_t>(open.size()), {}};
    for (std::size_t r = 0; r < open.size(); ++r) made.above[r] = static_cast<std::uint32_t>(r);
    return made;
  }
};

constexpr std::size_t kRowCounts[] = {0, 1, 2, 5, 16, 17, 48};

void expect_right(const Problem& given) {
  EXPECT_EQ(given.resolved_by(resolve_open_pairs), given.expected());
  EXPECT_EQ(given.resolved_by(resolve_open_pairs_reference), given.expected());
}

class ResolveOpenPairs : public testing_support::EveryTarget {};

TEST_P(ResolveOpenPairs, JudgesByTheThresholdsAlsoAtTheEdges) {
  for (std::size_t columns = 32; columns <= 256; columns += columns < 64 ? 32 : 64) {
    for (const std::size_t rows : kRowCounts) {
      SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(columns) + " columns");
      const CounterRandom random(columns, static_cast<std::uint32_t>(rows));
      Problem given(rows, columns);
      std::uint32_t drawn = 0;
      const auto small = [&] { return static_cast<std::int16_t>(random.below(9, drawn++)) - 4; };
      for (std::int16_t& value : given.rows) value = static_cast<std::int16_t>(small());
      for (std::int16_t& value : given.items) value = static_cast<std::int16_t>(small());
      given.span = 6;
      for (std::size_t r = 0; r < rows; ++r) {
        // Some scores lie on the lower edge, some on the upper, some just beside.
        given.low[r] = static_cast<std::int32_t>(given.score(r, random.below(kItems, r))) -
                       static_cast<std::int32_t>(random.below(8, r, 1));
        if (r % 3 != 0) given.open[r] = random.bits(r, 1);
        if (r % 7 == 6) given.open[r] = 0;
      }
      expect_right(given);
    }
  }
}

TEST_P(ResolveOpenPairs, HoldsTheLargestValuesAndDistances) {
  // Vectors 32,000 long: in one column, or spread over all.
  for (const int sign : {1, -1}) {
    Problem given(4, 64);
    for (std::size_t item = 0; item < kItems; ++item) {
      if (item % 2 == 0) {
        given.items[item * 64 + item] = 32'000;
      } else {
        for (std::size_t k = 0; k < 64; ++k) given.items[item * 64 + k] = 4'000;
      }
    }
    for (std::size_t k = 0; k < 64; ++k) given.rows[k] = static_cast<std::int16_t>(sign * 4'000);
    given.rows[64 + 6] = static_cast<std::int16_t>(sign * 32'000);
    given.rows[128 + 63] = given.rows[64 + 6];
    const std::int32_t edge = 1 << 30;
    for (const std::int32_t span : {0, 1, 1 << 20, (1 << 30) - 1, 2'147'483'647}) {
      given.span = span;
      for (const auto& low : std::vector<std::vector<std::int32_t>>{
               {edge, edge, edge, edge},
               {-edge, -edge, -edge, -edge},
               {1'024'000'000, 1'024'000'000, -1'024'000'000, 0},
               {-1'024'000'000, 1'024'000'001, 128'000'000, 1}}) {
        given.low = low;
        expect_right(given);
      }
    }
  }
}

TEST_P(ResolveOpenPairs, TakesScoresModuloTwoToThe32) {
  const CounterRandom random(23);
  std::uint32_t drawn = 0;
  for (const std::size_t columns : {32U, 64U, 96U, 128U, 160U, 256U}) {
    Problem given(17, columns);
    const auto any = [&] {
      return static_cast<std::int16_t>(static_cast<int>(random.below(65'535, drawn++)) - 32'767);
    };
    for (std::int16_t& value : given.rows) value = any();
    for (std::int16_t& value : given.items) value = any();
    given.span = 1 << 28;
    for (std::size_t r = 0; r < given.open.size(); ++r) {
      given.low[r] = static_cast<std::int32_t>(
          static_cast<std::uint32_t>(static_cast<std::uint64_t>(given.score(r, r)) - 77));
    }
    expect_right(given);
  }
}

TEST_P(ResolveOpenPairs, CountsWholeRowsOf64Pairs) {
  // Item i scores i in every row: 64 pairs a row, so that rows begin at whole words of bits.
  for (const std::size_t first : {std::size_t{64}, std::size_t{63}, std::size_t{1}}) {
    Problem given(3, 32);
    for (std::size_t item = 0; item < kItems; ++item) {
      given.items[item * 32 + 5] = static_cast<std::int16_t>(item);
    }
    for (std::size_t r = 0; r < 3; ++r) given.rows[r * 32 + 5] = 1;
    given.open[0] = kAll >> (64 - first);
    given.low = {-4, 39, -3};
    given.span = 3;
    const Resolved made = given.resolved_by(resolve_open_pairs);
    EXPECT_EQ(made.above, (std::vector<std::uint32_t>{static_cast<std::uint32_t>(first), 23, 66}));
    const auto base = static_cast<std::uint32_t>(first);
    EXPECT_EQ(made.undecided, (std::vector<std::uint32_t>{base + 39, base + 40, base + 41}));
  }
}

INSTANTIATE_TEST_SUITE_P(, ResolveOpenPairs, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels
