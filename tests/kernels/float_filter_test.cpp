#include "kernels/float_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/aligned.h"
#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

struct Answers {
  std::vector<std::uint32_t> above;
  std::vector<std::uint64_t> open;
  friend bool operator==(const Answers&, const Answers&) = default;
};

/// Items and rows as plain matrices; the panel is laid out on demand.
struct Problem {
  Problem(std::size_t column_count, std::size_t rows_wanted)
      : columns(column_count), row_count(rows_wanted) {}

  std::size_t columns;
  std::size_t row_count;
  std::vector<float> items = std::vector<float>(kPanelItems * columns);
  std::vector<float> rows = std::vector<float>(row_count * columns);
  std::vector<float> low = std::vector<float>(row_count);
  std::vector<float> high = std::vector<float>(row_count);
  std::vector<std::uint64_t> hidden = std::vector<std::uint64_t>(row_count);

  double score(std::size_t row, std::size_t item) const {
    double sum = 0;
    for (std::size_t k = 0; k < columns; ++k) {
      sum += static_cast<double>(rows[row * columns + k]) *
             static_cast<double>(items[item * columns + k]);
    }
    return sum;
  }

  /// `above` starts at the row number, for it is added to; `open` with bits that must go.
  Answers answers_of(void (*filter)(const FloatFilter&) noexcept) const {
    AlignedVector<float> panel(items.size());
    for (std::size_t item = 0; item < kPanelItems; ++item) {
      for (std::size_t k = 0; k < columns; ++k) {
        panel[k * kPanelItems + item] = items[item * columns + k];
      }
    }
    // Between the rows' hidden bits lie words that must not be read as such.
    const std::size_t stride = 1 + row_count / kTileRows % 3;
    std::vector<std::uint64_t> spread(row_count * stride, 0x3C3C3C3C3C3C3C3CU);
    for (std::size_t r = 0; r < row_count; ++r) spread[r * stride] = hidden[r];
    Answers answers = fresh_answers();
    filter({panel.data(), columns, rows.data(), row_count, low.data(), high.data(), spread.data(),
            answers.above.data(), answers.open.data(), stride});
    return answers;
  }

  Answers expected() const {
    Answers answers = fresh_answers();
    for (std::size_t r = 0; r < row_count; ++r) {
      answers.open[r] = 0;
      for (std::size_t item = 0; item < kPanelItems; ++item) {
        if ((hidden[r] >> item & 1) != 0) continue;
        const double value = score(r, item);
        if (value >= static_cast<double>(high[r])) {
          ++answers.above[r];
        } else if (value >= static_cast<double>(low[r])) {
          answers.open[r] |= std::uint64_t{1} << item;
        }
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

constexpr std::size_t kColumns[] = {1, 2, 3, 7, 8, 16, 31, 64, 130};

std::size_t rows_of(std::size_t columns) { return kTileRows * (1 + columns % 4); }

template <typename Value>
Problem random_problem(std::size_t columns, std::size_t row_count, const Value& value) {
  Problem made(columns, row_count);
  std::uint32_t drawn = 0;
  for (float& item : made.items) item = value(drawn++);
  for (float& row : made.rows) row = value(drawn++);
  const CounterRandom random(columns, 9);
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  for (std::size_t r = 0; r < row_count; ++r) {
    const std::uint64_t masks[] = {0, random.bits(r), kAll, kAll << 61, 1};
    made.hidden[r] = masks[random.below(5, r, 1)];
  }
  return made;
}

class FilterFloats : public testing_support::EveryTarget {};

TEST_P(FilterFloats, IsExactForWholeNumbersAtTheThresholds) {
  for (const std::size_t columns : kColumns) {
    SCOPED_TRACE(columns);
    const CounterRandom random(columns);
    // Up to 130 products of up to 64: float32 sums in any order are exact.
    Problem given = random_problem(columns, rows_of(columns), [&](std::uint32_t i) {
      return static_cast<float>(random.below(17, i)) - 8;
    });
    for (std::size_t r = 0; r < given.row_count; ++r) {
      const auto one = static_cast<float>(given.score(r, random.below(kPanelItems, r, 1)));
      const auto other = static_cast<float>(given.score(r, random.below(kPanelItems, r, 2)));
      given.low[r] = std::min(one, other);
      given.high[r] = std::max(one, other) + (r % 3 == 0 ? 0.5F : 0);
    }
    EXPECT_EQ(given.answers_of(filter_floats), given.expected());
    EXPECT_EQ(given.answers_of(filter_floats_reference), given.expected());
  }
}

/// A number near `wanted` that is not near any of the rising `scores`.
float away_from(const std::vector<double>& scores, double wanted, double distance) {
  for (double value = wanted;; value += distance / 4) {
    const auto next = std::lower_bound(scores.begin(), scores.end(), value - distance);
    if (next == scores.end() || *next > value + distance) return static_cast<float>(value);
  }
}

TEST_P(FilterFloats, AgreesWithFloat64WhereThresholdsKeepADistance) {
  for (const std::size_t columns : kColumns) {
    SCOPED_TRACE(columns);
    const CounterRandom random(columns, 1);
    Problem given = random_problem(columns, rows_of(columns), [&](std::uint32_t i) {
      return static_cast<float>(random.uniform(i)) - 0.5F;
    });
    // Products are at most 1/4, so sums are off by less than columns^2 / 4 * 2^-24 (and rounding
    // the threshold adds less than 2^-20).
    const auto count = static_cast<double>(columns);
    const double distance = count * count * 0x1p-26 + 0x1p-20;
    for (std::size_t r = 0; r < given.row_count; ++r) {
      std::vector<double> scores;
      for (std::size_t item = 0; item < kPanelItems; ++item) scores.push_back(given.score(r, item));
      std::sort(scores.begin(), scores.end());
      given.low[r] = away_from(scores, scores[r * 2], distance);
      given.high[r] = away_from(scores, scores[r * 2 + 10], distance);
      if (r % 5 == 0) given.high[r] = std::max(given.low[r], given.high[r]) + 1000;  // none above
      if (r % 7 == 0) given.low[r] = -1000;                                          // none below
      given.high[r] = std::max(given.low[r], given.high[r]);
    }
    EXPECT_EQ(given.answers_of(filter_floats), given.expected());
    EXPECT_EQ(given.answers_of(filter_floats_reference), given.expected());
  }
}

TEST_P(FilterFloats, OpensExactlyTheItemsInsideTheBand) {
  // Item i scores i in every row.
  Problem given(2, kTileRows);
  for (std::size_t item = 0; item < kPanelItems; ++item) {
    given.items[item * 2 + 1] = static_cast<float>(item);
  }
  for (std::size_t r = 0; r < kTileRows; ++r) given.rows[r * 2 + 1] = 1;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  given.low = {9.5F, 63, 64, -5, 0, kInfinity};
  given.high = {12.5F, 63.5F, 64, -5, 0.5F, kInfinity};
  given.hidden[0] = std::uint64_t{1} << 11 | std::uint64_t{1} << 50 | 1;
  const Answers answers = given.answers_of(filter_floats);
  EXPECT_EQ(answers.above, (std::vector<std::uint32_t>{50, 1, 2, 67, 67, 5}));
  EXPECT_EQ(answers.open,
            (std::vector<std::uint64_t>{1U << 10 | 1U << 12, std::uint64_t{1} << 63, 0, 0, 1, 0}));
}

INSTANTIATE_TEST_SUITE_P(, FilterFloats, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels
