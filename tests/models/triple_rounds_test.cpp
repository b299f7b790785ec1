#include "models/triple_rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace honestrank {
namespace {

using kernels::PairwiseTriple;

auto key(const PairwiseTriple& triple) {
  return std::tuple(triple.left, triple.higher, triple.lower);
}

std::vector<PairwiseTriple> random_triples(std::size_t count) {
  const CounterRandom random(4);
  std::vector<PairwiseTriple> triples;
  for (std::size_t i = 0; i < count; ++i) {
    const auto below = [&](std::uint64_t bound, std::uint32_t b) {
      return static_cast<std::uint32_t>(random.below(bound, i, b));
    };
    triples.push_back({below(100, 0), below(200, 1), 200 + below(200, 2)});
  }
  return triples;
}

/// Two cells of a round never share a row, or threads would get into each other's way.
TEST(TripleRounds, HaveCellsWithoutARowInCommon) {
  for (const std::uint32_t width : {1U, 2U, 4U, 8U, 16U}) {
    const TripleRounds rounds(width);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cell_of_left;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cell_of_right;
    std::set<std::uint32_t> cells;
    const auto expect_own = [](auto& owner, std::uint32_t round, std::uint32_t row,
                               std::uint32_t cell) {
      const auto [place, is_new] = owner.try_emplace({round, row}, cell);
      ASSERT_EQ(place->second, cell);
    };
    for (std::uint32_t left = 0; left < width + 1; ++left) {
      for (std::uint32_t higher = 0; higher < 2 * width + 1; ++higher) {
        for (std::uint32_t lower = 0; lower < 4 * width; ++lower) {
          const std::uint32_t cell = rounds.cell_of({left, higher, lower});
          ASSERT_LT(cell, rounds.cells());
          cells.insert(cell);
          expect_own(cell_of_left, cell / width, left, cell);
          expect_own(cell_of_right, cell / width, higher, cell);
          expect_own(cell_of_right, cell / width, lower, cell);
        }
      }
    }
    EXPECT_EQ(cells.size(), rounds.cells());
  }
}

TEST(TripleRounds, AreAsWideAsThereIsWork) {
  EXPECT_EQ(TripleRounds::for_triples(0).width(), 1U);
  EXPECT_EQ(TripleRounds::for_triples(6143).width(), 1U);
  EXPECT_EQ(TripleRounds::for_triples(6144).width(), 2U);
  EXPECT_EQ(TripleRounds::for_triples(1'000'000).width(), 8U);
  EXPECT_EQ(TripleRounds::for_triples(1 << 22).width(), 16U);
  EXPECT_EQ(TripleRounds::for_triples(std::size_t{1} << 40).width(), 16U);
}

TEST(CellTriples, AreAStableSortByCellForAnyNumberOfThreads) {
  for (const std::size_t count : {0U, 1U, 63U, 5000U}) {
    const auto triples = random_triples(count);
    const TripleRounds rounds(4);
    auto expected = triples;
    std::stable_sort(expected.begin(), expected.end(), [&](const auto& a, const auto& b) {
      return rounds.cell_of(a) < rounds.cell_of(b);
    });
    for (const unsigned threads : {1U, 7U}) {
      CellTriples cells(rounds);
      cells.fill(3, threads, [&](std::size_t) { return PairwiseTriple{1, 2, 3}; });
      cells.fill(count, threads, [&](std::size_t i) { return triples[i]; });
      std::size_t at = 0;
      for (std::uint32_t cell = 0; cell < rounds.cells(); ++cell) {
        for (const PairwiseTriple& triple : cells[cell]) {
          ASSERT_EQ(rounds.cell_of(triple), cell);
          ASSERT_EQ(key(triple), key(expected[at++]));
        }
      }
      EXPECT_EQ(at, count);
    }
  }
}

TEST(Shuffle, GivesEveryOrderEquallyOften) {
  const CounterRandom random(5);
  std::map<std::vector<std::uint32_t>, int> count;
  for (std::uint32_t a = 0; a < 24000; ++a) {
    std::vector<PairwiseTriple> triples{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    shuffle(triples, random, a, a % 3);
    std::vector<std::uint32_t> order;
    for (const PairwiseTriple& triple : triples) order.push_back(triple.left);
    ++count[order];
  }
  ASSERT_EQ(count.size(), 24U);
  // 1000 expected, with a standard deviation of 31.
  for (const auto& [order, times] : count) EXPECT_NEAR(times, 1000, 140);
}

TEST(Shuffle, LosesNothing) {
  for (const std::size_t count : {0U, 1U, 2U, 3U, 1000U}) {
    auto triples = random_triples(count);
    const auto before = triples;
    shuffle(triples, CounterRandom(5), 1, 2);
    const auto sorted = [](std::vector<PairwiseTriple> list) {
      std::sort(list.begin(), list.end(),
                [](const auto& a, const auto& b) { return key(a) < key(b); });
      std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> keys;
      for (const PairwiseTriple& triple : list) keys.push_back(key(triple));
      return keys;
    };
    EXPECT_EQ(sorted(triples), sorted(before));
  }
}

}  // namespace
}  // namespace honestrank
