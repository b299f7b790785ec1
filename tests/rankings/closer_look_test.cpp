#include "rankings/closer_look.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "factor_generators.h"

namespace honestrank {
namespace {

using kernels::kPanelItems;
using testing_support::factor_case;
using testing_support::FactorCase;
using testing_support::ValueOf;

/// All items of a factor model rounded, and one row for each user: the threshold is the score of an
/// item.
struct Given {
  FactorCase data;
  FactorColumns columns{data.factors};
  ItemPanels panels{columns, 1};
  PanelShorts shorts;
  CloserLook look;
  std::vector<FactorRow> rows;

  Given(std::size_t column_count, const ValueOf& value, double longest)
      : data(factor_case("", 40, 200, column_count, value, value)),
        shorts(columns, panels, longest),
        look(shorts) {
    shorts.use({0, panels.panels()});
    std::vector<float> vectors(kPanelItems * columns.columns());
    for (std::size_t panel = 0; panel < panels.panels(); ++panel) {
      copy_panel(columns, panels, panel, vectors.data());
      shorts.fill(panel, vectors.data());
    }
    look.clear();
    for (std::uint32_t user = 0; user < 40; ++user) {
      const double length = length_of(columns.user(user), columns.stored());
      rows.push_back({.user = user, .threshold = columns.score(user, user * 3), .length = length});
      look.add_row(rows.back(), columns.user(user), user, 1);
    }
  }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;

  double over(std::size_t r, std::size_t panel, std::size_t item) const {
    return columns.score(rows[r].user, panels.item(panel * kPanelItems + item)) - rows[r].threshold;
  }
};

/// The pairs of a panel whose scores are not more than `distance` from the threshold.
struct Listed {
  std::vector<std::uint32_t> begin{0};
  std::vector<std::uint16_t> row;
  std::vector<std::uint8_t> item;

  Listed(const Given& given, std::size_t panel, double distance) {
    for (std::size_t r = 0; r < given.rows.size(); ++r) {
      for (std::size_t i = 0; i < given.panels.items_in(panel); ++i) {
        if (std::abs(given.over(r, panel, i)) > distance) continue;
        row.push_back(static_cast<std::uint16_t>(r));
        item.push_back(static_cast<std::uint8_t>(i));
      }
      begin.push_back(static_cast<std::uint32_t>(row.size()));
    }
    row.resize(row.size() + kernels::kOpenPairsPadding);
    item.resize(item.size() + kernels::kOpenPairsPadding);
  }
  std::size_t count() const { return begin.back(); }
};

/// Every pair is on the side that it is said to be on. Gives the share left undecided.
double expect_right_sides(Given& given, double distance) {
  std::size_t listed_pairs = 0;
  std::size_t undecided_pairs = 0;
  for (std::size_t panel = 0; panel < given.panels.panels(); ++panel) {
    Listed listed(given, panel, distance);
    std::vector<std::uint32_t> above(given.rows.size());
    std::vector<std::uint32_t> undecided(listed.count());
    std::size_t count = 0;
    EXPECT_TRUE(given.look.judge(panel, given.rows.size(),
                                 {listed.begin.data(), listed.row.data(), listed.item.data()},
                                 {distance, 1}, above.data(), undecided.data(), count));
    const std::set<std::uint32_t> open(undecided.begin(),
                                       undecided.begin() + static_cast<std::ptrdiff_t>(count));
    std::vector<std::uint32_t> expected(given.rows.size());
    for (std::uint32_t i = 0; i < listed.count(); ++i) {
      if (open.count(i) != 0) continue;
      const double over = given.over(listed.row[i], panel, listed.item[i]);
      EXPECT_NE(over, 0);  // a tie is for the definition to see
      if (over > 0) ++expected[listed.row[i]];
    }
    EXPECT_EQ(above, expected) << "panel " << panel;
    listed_pairs += listed.count();
    undecided_pairs += count;
  }
  EXPECT_GT(listed_pairs, given.rows.size());
  return static_cast<double>(undecided_pairs) / static_cast<double>(listed_pairs);
}

const ValueOf kNormal = [](float value, std::size_t, std::size_t) { return value; };

TEST(CloserLook, DecidesNearlyAllPairsNearTheThreshold) {
  for (const std::size_t columns : {16U, 33U, 64U, 100U}) {
    SCOPED_TRACE(columns);
    Given fine(columns, kNormal, 120'000);
    const double share = expect_right_sides(fine, 0.3);
    EXPECT_LT(share, 0.4);  // the held-out items themselves are always among them
    Given coarse(columns, kNormal, 32'000);
    EXPECT_GE(expect_right_sides(coarse, 0.3), share);
  }
}

TEST(CloserLook, DecidesFarPairsWhereLengthsBoundTheSums) {
  Given given(24, kNormal, 32'000);
  EXPECT_LT(expect_right_sides(given, 1e9), 0.03);
}

TEST(CloserLook, DecidesNothingWhereRemaindersCouldMislead) {
  Given given(64, kNormal, 120'000);
  Listed listed(given, 0, 1e9);
  std::vector<std::uint32_t> above(given.rows.size(), 7);
  std::vector<std::uint32_t> undecided(listed.count());
  std::size_t count = 99;
  EXPECT_FALSE(given.look.judge(0, given.rows.size(),
                                {listed.begin.data(), listed.row.data(), listed.item.data()},
                                {1e9, 1}, above.data(), undecided.data(), count));
  EXPECT_EQ(above, std::vector<std::uint32_t>(given.rows.size(), 7));
}

TEST(CloserLook, HoldsForVectorsOfOneLargeValue) {
  const ValueOf spiked = [](float value, std::size_t, std::size_t k) {
    return k == 0 ? 1000 + value : value;
  };
  Given given(20, spiked, 120'000);
  expect_right_sides(given, 5);
}

}  // namespace
}  // namespace honestrank
