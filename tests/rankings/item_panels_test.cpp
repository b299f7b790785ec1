#include "rankings/item_panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "factor_generators.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using kernels::kPanelItems;
using testing_support::matrix_of;
using testing_support::normal_like;

Factors items_of(std::size_t items, std::size_t columns,
                 const std::function<float(std::size_t, std::size_t)>& value) {
  Factors made;
  made.users = matrix_of(1, columns, [](std::size_t, std::size_t) { return 1.0F; });
  made.items = matrix_of(items, columns, value);
  return made;
}

/// Items of many lengths, every fifth of zeros.
Factors varied_items(std::size_t items, std::size_t columns) {
  const CounterRandom random(items, 3);
  return items_of(items, columns, [&](std::size_t r, std::size_t k) {
    if (r % 5 == 2) return 0.0F;
    return normal_like(random, r, k) *
           static_cast<float>(std::exp2(6 * random.uniform(r, 1'000'000)));
  });
}

long double true_length(const Factors& factors, std::size_t item) {
  long double squares = 0;
  for (const float value : factors.items.row(item)) {
    squares += static_cast<long double>(value) * value;
  }
  if (!factors.item_bias.empty()) {
    squares += static_cast<long double>(factors.item_bias[item]) * factors.item_bias[item];
  }
  return std::sqrt(squares);
}

void expect_consistent(const Factors& factors, const ItemPanels& panels) {
  const std::size_t items = factors.items.rows;
  ASSERT_EQ(panels.items(), items);
  ASSERT_EQ(panels.first_not_finite(), items);
  std::vector<bool> taken(items);
  std::size_t zeros = 0;
  for (std::uint32_t item = 0; item < items; ++item) {
    const std::size_t position = panels.position(item);
    ASSERT_LT(position, items);
    EXPECT_FALSE(taken[position]);
    taken[position] = true;
    const bool zero = true_length(factors, item) == 0;
    zeros += zero ? 1 : 0;
    EXPECT_EQ(position >= panels.ranked(), zero) << "item " << item;
    if (!zero) {
      EXPECT_EQ(panels.item(position), item);
    }
  }
  EXPECT_EQ(panels.ranked(), items - zeros);
  EXPECT_EQ(panels.panels(), (items - zeros + kPanelItems - 1) / kPanelItems);
  for (std::size_t panel = 0; panel < panels.panels(); ++panel) {
    long double longest = 0;
    for (std::size_t i = 0; i < kPanelItems; ++i) {
      const std::size_t position = panel * kPanelItems + i;
      const bool filled = position < panels.ranked();
      EXPECT_EQ((panels.padding(panel) >> i & 1) == 0, filled) << panel << " " << i;
      if (filled) longest = std::max(longest, true_length(factors, panels.item(position)));
    }
    // An upper bound, and off by no more than its two margins of 2^-38.
    EXPECT_GE(static_cast<long double>(panels.length(panel)), longest);
    EXPECT_LE(static_cast<long double>(panels.length(panel)), longest * (1 + 0x1p-36L));
    EXPECT_GE(panels.length_from(panel), panels.length(panel));
    if (panel > 0) {
      EXPECT_LE(panels.length_from(panel), panels.length_from(panel - 1));
    }
    for (std::size_t later = panel; later < panels.panels(); ++later) {
      EXPECT_GE(panels.length_from(panel), panels.length(later));
    }
  }
  if (panels.panels() > 0) {
    EXPECT_EQ(panels.longest(), panels.length_from(0));
    EXPECT_EQ(panels.length_from(panels.panels() - 1), panels.length(panels.panels() - 1));
  }
}

TEST(ItemPanels, HoldEveryItemThatIsNotZerosOnce) {
  for (const std::size_t items : {1U, 2U, 63U, 64U, 65U, 79U, 80U, 81U, 130U, 500U, 2500U}) {
    SCOPED_TRACE(items);
    const Factors factors = varied_items(items, 5);
    expect_consistent(factors, ItemPanels(FactorColumns(factors), 1));
  }
}

TEST(ItemPanels, StandByFallingLength) {
  // Multiples of one vector: the longer has the larger values too.
  const CounterRandom random(4);
  const Factors factors = items_of(3000, 3, [&](std::size_t r, std::size_t k) {
    return static_cast<float>((1 + random.uniform(r)) * (1 + static_cast<double>(k)));
  });
  const ItemPanels panels(FactorColumns(factors), 2);
  for (std::size_t at = 1; at < panels.ranked(); ++at) {
    EXPECT_LE(true_length(factors, panels.item(at)), true_length(factors, panels.item(at - 1)));
  }
}

TEST(ItemPanels, StandByLargestValueAmongItemsOfLikeLength) {
  const Factors factors = varied_items(5000, 8);
  const ItemPanels panels(FactorColumns(factors), 2);
  const std::size_t group = ItemPanels::items_of_like_length(panels.ranked());
  ASSERT_GT(group, kPanelItems);
  const auto largest = [&](std::size_t position) {
    float most = 0;
    for (const float value : factors.items.row(panels.item(position))) {
      most = std::max(most, std::abs(value));
    }
    return most;
  };
  long double shortest_before = std::numeric_limits<long double>::infinity();
  for (std::size_t first = 0; first < panels.ranked(); first += group) {
    const std::size_t last = std::min(first + group, panels.ranked());
    long double shortest = shortest_before;
    for (std::size_t at = first; at < last; ++at) {
      const long double length = true_length(factors, panels.item(at));
      // Lengths are compared as float32.
      EXPECT_LE(length, shortest_before * (1 + 0x1p-22L));
      shortest = std::min(shortest, length);
      if (at > first) {
        EXPECT_LE(largest(at), largest(at - 1));
      }
    }
    shortest_before = shortest;
  }
}

TEST(ItemPanels, KnowThatAPanelBehindMayHoldLongerItems) {
  // Nine values of 1, and for every third item one of 2: shorter, but of a larger value, and so in
  // front where both are among items of like length.
  const Factors factors = items_of(48 * kPanelItems, 9, [](std::size_t r, std::size_t k) {
    if (r % 3 != 0) return 1.0F;
    return k == 0 ? 2.0F : 0.0F;
  });
  const ItemPanels panels(FactorColumns(factors), 1);
  expect_consistent(factors, panels);
  ASSERT_EQ(ItemPanels::items_of_like_length(panels.ranked()), 3 * kPanelItems);
  // The 32 panels of long items end within the eleventh group.
  EXPECT_NEAR(panels.length(29), 3, 1e-6);
  EXPECT_NEAR(panels.length(30), 2, 1e-6);
  EXPECT_NEAR(panels.length(31), 3, 1e-6);
  EXPECT_NEAR(panels.length(33), 2, 1e-6);
  EXPECT_EQ(panels.length_from(30), panels.length(31));
  EXPECT_EQ(panels.length_from(33), panels.length(33));
}

TEST(ItemPanels, DoNotDependOnTheThreads) {
  const Factors factors = varied_items(4000, 6);
  const ItemPanels one(FactorColumns(factors), 1);
  const ItemPanels many(FactorColumns(factors), 7);
  ASSERT_EQ(one.ranked(), many.ranked());
  for (std::size_t at = 0; at < one.ranked(); ++at) EXPECT_EQ(one.item(at), many.item(at));
}

TEST(ItemPanels, CountABiasAsAColumn) {
  Factors factors = items_of(4, 2, [](std::size_t r, std::size_t) { return r == 3 ? 1.0F : 0.0F; });
  factors.item_bias = {0, -5, 3, 0};
  const ItemPanels panels(FactorColumns(factors), 1);
  expect_consistent(factors, panels);
  EXPECT_EQ(panels.ranked(), 3U);
  EXPECT_EQ(panels.item(0), 1U);
  EXPECT_EQ(panels.item(1), 2U);
  EXPECT_EQ(panels.item(2), 3U);
  EXPECT_EQ(panels.position(0), 3U);
}

TEST(ItemPanels, AreNoneWhereAllItemsAreZeros) {
  const Factors factors =
      items_of(70, 4, [](std::size_t, std::size_t k) { return k % 2 == 0 ? 0.0F : -0.0F; });
  const ItemPanels panels(FactorColumns(factors), 1);
  expect_consistent(factors, panels);
  EXPECT_EQ(panels.panels(), 0U);
  EXPECT_EQ(panels.longest(), 0.0);
}

TEST(ItemPanels, HoldTheSmallestAndTheLargestItems) {
  constexpr float kSizes[] = {std::numeric_limits<float>::denorm_min(), 1e-30F, 1, 1e30F,
                              std::numeric_limits<float>::max()};
  const Factors factors = items_of(
      200, 3, [&](std::size_t r, std::size_t k) { return k == r % 3 ? kSizes[r % 5] : 0; });
  const ItemPanels panels(FactorColumns(factors), 1);
  expect_consistent(factors, panels);
  EXPECT_EQ(panels.ranked(), 200U);
}

TEST(ItemPanels, NameTheFirstItemThatIsNotFinite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float bad : {kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
    const Factors factors = items_of(100, 9, [&](std::size_t r, std::size_t k) {
      return (r == 41 && k == 8) || (r == 77 && k == 0) ? bad : 1.0F;
    });
    EXPECT_EQ(ItemPanels(FactorColumns(factors), 1).first_not_finite(), 41U);
    Factors biased = items_of(100, 1, [](std::size_t, std::size_t) { return 1.0F; });
    biased.item_bias.assign(100, 0);
    biased.item_bias[99] = bad;
    EXPECT_EQ(ItemPanels(FactorColumns(biased), 1).first_not_finite(), 99U);
  }
}

}  // namespace
}  // namespace honestrank
