#include "rankings/filter_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "factor_generators.h"

namespace honestrank {
namespace {

using testing_support::factor_case;
using testing_support::FactorCase;
using testing_support::ValueOf;

const ValueOf kFlat = [](float value, std::size_t, std::size_t) { return value; };
const ValueOf kDecaying = [](float value, std::size_t, std::size_t k) {
  return value * std::pow(0.8F, static_cast<float>(k));
};

constexpr FastFilters kAllFast{true, true};
constexpr FastFilters kShortsFast{false, true};
constexpr FastFilters kNoneFast{false, false};

constexpr std::size_t kUsers = 50;
constexpr std::size_t kItems = 8000;

/// `count` rows, as many for each user: the threshold is the user's tenth best score.
std::vector<FactorRow> rows_of(const FactorColumns& factors, std::size_t count) {
  std::vector<FactorRow> rows;
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    std::vector<double> scores;
    for (std::size_t item = 0; item < factors.items(); ++item) {
      scores.push_back(factors.score(user, item));
    }
    std::nth_element(scores.begin(), scores.end() - 10, scores.end());
    const FactorRow row{.user = user,
                        .threshold = *(scores.end() - 10),
                        .length = length_of(factors.user(user), factors.stored())};
    rows.insert(rows.end(), count / kUsers, row);
  }
  return rows;
}

/// Enough rows for a choice to be worth its time.
constexpr std::size_t kManyRows = 140'000;

struct Given {
  FactorCase data;
  FactorColumns columns{data.factors};
  ItemPanels panels{columns, 1};
  std::vector<FactorRow> rows;

  Given(const ValueOf& value, std::size_t column_count, std::size_t row_count)
      : data(factor_case("", kUsers, kItems, column_count, value, value)),
        rows(rows_of(columns, row_count)) {}
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
};

TEST(FilterChoice, RotatesWhereColumnsDecay) {
  const Given given(kDecaying, 64, kManyRows);
  const FilterChoice choice = choose_filter(given.columns, given.panels, given.rows, kAllFast);
  EXPECT_EQ(choice.kind, ScoreKind::bytes);
  ASSERT_TRUE(choice.rotation.rotates());
  EXPECT_EQ(choice.rotation.columns, 64U);
  EXPECT_LT(choice.rotation.head, 64U);
  EXPECT_EQ(choice.rotation.axes.size(), choice.rotation.columns * choice.rotation.head);
  EXPECT_GT(choice.nanoseconds, 0);
  EXPECT_LT(choice.nanoseconds,
            choose_filter(given.columns, given.panels, given.rows, kShortsFast).nanoseconds);
}

TEST(FilterChoice, KeepsAllColumnsWhereAllMatter) {
  const Given given(kFlat, 64, kManyRows);
  const FilterChoice choice = choose_filter(given.columns, given.panels, given.rows, kAllFast);
  EXPECT_EQ(choice.kind, ScoreKind::bytes);
  EXPECT_FALSE(choice.rotation.rotates());
  EXPECT_EQ(choice.rotation.head, 64U);
}

TEST(FilterChoice, CountsTheBiasAmongTheColumns) {
  Given given(kFlat, 64, kUsers);
  given.data.factors.item_bias.assign(kItems, 0.5F);
  const FilterChoice choice = choose_filter(given.columns, given.panels, given.rows, kAllFast);
  EXPECT_EQ(choice.kind, ScoreKind::bytes);
  EXPECT_EQ(choice.rotation.head, 65U);
}

TEST(FilterChoice, DoesNotRotateForFewPairs) {
  const Given given(kDecaying, 64, kUsers);
  const FilterChoice choice = choose_filter(given.columns, given.panels, given.rows, kAllFast);
  EXPECT_EQ(choice.kind, ScoreKind::bytes);
  EXPECT_FALSE(choice.rotation.rotates());
  EXPECT_EQ(choice.rotation.columns, 64U);
  EXPECT_EQ(choice.rotation.head, 64U);
}

TEST(FilterChoice, TakesWhatTheMachineIsFastAt) {
  for (const ValueOf& value : {kFlat, kDecaying}) {
    for (const std::size_t rows : {kUsers, kManyRows}) {
      const Given given(value, 64, rows);
      EXPECT_EQ(choose_filter(given.columns, given.panels, given.rows, kShortsFast).kind,
                ScoreKind::shorts);
      EXPECT_EQ(choose_filter(given.columns, given.panels, given.rows, kNoneFast).kind,
                ScoreKind::floats);
    }
  }
}

TEST(FilterChoice, IsFloat32WithoutWork) {
  const Given given(kFlat, 64, kUsers);
  EXPECT_EQ(choose_filter(given.columns, given.panels, {}, kAllFast).kind, ScoreKind::floats);
}

/// A column of one large value for all: what rounding leaves out may be longer than scores differ.
ValueOf spiked(float spike) {
  return [spike](float value, std::size_t, std::size_t k) {
    return k == 0 ? spike + value * 0.01F : value;
  };
}

TEST(FilterChoice, TakesMoreBitsWhereFewerSeeOnlyOneColumn) {
  for (const std::size_t rows : {kUsers, kManyRows}) {
    const Given coarse(spiked(40), 12, rows);
    EXPECT_EQ(choose_filter(coarse.columns, coarse.panels, coarse.rows, kAllFast).kind,
              ScoreKind::shorts);
    const Given coarser(spiked(10'000), 12, rows);
    EXPECT_EQ(choose_filter(coarser.columns, coarser.panels, coarser.rows, kAllFast).kind,
              ScoreKind::floats);
  }
}

TEST(RotationFor, GivesOrthonormalAxes) {
  for (const std::size_t columns : {1U, 2U, 17U, 64U, 130U}) {
    const Given given(kDecaying, columns, kUsers);
    for (const std::size_t head : {std::size_t{1}, (columns + 1) / 2, columns}) {
      SCOPED_TRACE(std::to_string(head) + " of " + std::to_string(columns));
      const Rotation rotation = rotation_for(given.columns, given.panels, given.rows, head);
      ASSERT_EQ(rotation.columns, columns);
      ASSERT_EQ(rotation.head, head);
      ASSERT_EQ(rotation.axes.size(), columns * head);
      for (std::size_t i = 0; i < head; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          double product = 0;
          for (std::size_t k = 0; k < columns; ++k) {
            product += static_cast<double>(rotation.axes[k * head + i]) *
                       static_cast<double>(rotation.axes[k * head + j]);
          }
          // Axes of length 1, each value rounded to float32: twice 2^-24.
          EXPECT_NEAR(product, i == j ? 1 : 0, 0x1p-22) << i << " " << j;
        }
      }
    }
  }
}

TEST(RotationFor, PutsTheLongestDirectionsFirst) {
  // The last columns are the long ones.
  const ValueOf growing = [](float value, std::size_t, std::size_t k) {
    return value * std::pow(1.5F, static_cast<float>(k));
  };
  const Given given(growing, 20, kUsers);
  const Rotation rotation = rotation_for(given.columns, given.panels, given.rows, 6);
  double kept = 0;
  double left_out = 0;
  std::vector<float> head(6);
  for (std::size_t item = 0; item < kItems; ++item) {
    const double tail = rotation.apply(given.columns.item(item), head.data());
    for (const float value : head) kept += static_cast<double>(value) * static_cast<double>(value);
    left_out += tail * tail;
  }
  // 1.5^-12 of the squares, had the axes not to be found from a sample.
  EXPECT_LT(left_out, 0.03 * kept);
}

TEST(RotationFor, IsAnyRotationWithoutRowsOrItems) {
  const Given given(kDecaying, 9, kUsers);
  EXPECT_EQ(rotation_for(given.columns, given.panels, {}, 4).axes.size(), 36U);
  FactorCase zeros =
      factor_case("", 3, 10, 9, kFlat, [](float, std::size_t, std::size_t) { return 0.0F; });
  const FactorColumns columns(zeros.factors);
  EXPECT_EQ(rotation_for(columns, ItemPanels(columns, 1), {}, 4).axes.size(), 36U);
}

/// In long double: the product of the heads, the lengths left out, error() and underflow() hold the
/// product.
void expect_enclosed(const Rotation& rotation, const float* left, const float* right) {
  std::vector<float> left_head(rotation.head);
  std::vector<float> right_head(rotation.head);
  const long double tails = static_cast<long double>(rotation.apply(left, left_head.data())) *
                            static_cast<long double>(rotation.apply(right, right_head.data()));
  long double product = 0;
  long double left_squares = 0;
  long double right_squares = 0;
  for (std::size_t k = 0; k < rotation.columns; ++k) {
    product += static_cast<long double>(left[k]) * right[k];
    left_squares += static_cast<long double>(left[k]) * left[k];
    right_squares += static_cast<long double>(right[k]) * right[k];
  }
  long double heads = 0;
  for (std::size_t i = 0; i < rotation.head; ++i) {
    heads += static_cast<long double>(left_head[i]) * right_head[i];
  }
  const long double left_length = std::sqrt(left_squares);
  const long double right_length = std::sqrt(right_squares);
  const long double error =
      rotation.error() * left_length * right_length +
      static_cast<long double>(rotation.underflow()) * (left_length + right_length);
  EXPECT_LE(std::abs(product - heads), tails + error);
}

TEST(Rotation, EnclosesDotProductsByHeadsAndTails) {
  for (const std::size_t columns : {2U, 16U, 64U, 96U}) {
    for (const ValueOf& value : {kFlat, kDecaying}) {
      for (const float scale : {1.0F, 1e15F, 1e-15F, 1e-37F, 1e-43F}) {
        const ValueOf scaled = [&](float normal, std::size_t row, std::size_t k) {
          return value(normal, row, k) * scale;
        };
        const Given given(scaled, columns, kUsers);
        for (const std::size_t head : {std::size_t{1}, columns / 2, columns}) {
          SCOPED_TRACE(std::to_string(head) + " of " + std::to_string(columns));
          const Rotation rotation = rotation_for(given.columns, given.panels, given.rows, head);
          for (std::uint32_t user = 0; user < 5; ++user) {
            for (std::size_t item = 0; item < kItems; item += 251) {
              expect_enclosed(rotation, given.columns.user(user), given.columns.item(item));
            }
            // Parallel vectors have the longest tails there can be.
            expect_enclosed(rotation, given.columns.user(user), given.columns.user(user));
          }
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST(Rotation, LeavesNothingOutByDefault) {
  const Rotation none{3, 3, {}};
  const float vector[] = {1, -2, 0.1F};
  float head[3] = {};
  EXPECT_FALSE(none.rotates());
  EXPECT_EQ(none.apply(vector, head), 0);
  EXPECT_EQ(none.error(), 0);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(head[k], vector[k]);
}

}  // namespace
}  // namespace honestrank
