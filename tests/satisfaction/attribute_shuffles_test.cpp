#include "honestrank/satisfaction/attribute_shuffles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace honestrank {
namespace {

AttributeTable table_of(std::size_t rows) {
  AttributeTable table;
  table.names = {"one", "other"};
  table.columns.resize(2);
  for (std::size_t i = 0; i < rows; ++i) {
    table.ids.add("u" + std::to_string(i));
    table.columns[0].push_back(std::to_string(i));
    table.columns[1].push_back("x" + std::to_string(i));
  }
  return table;
}

TEST(ShuffledAttributes, DealsWholeRowsOut) {
  const AttributeTable table = table_of(50);
  const AttributeTable shuffled = shuffled_attributes(table, 7);
  std::set<std::string> values;
  std::size_t moved = 0;
  for (std::size_t row = 0; row < 50; ++row) {
    EXPECT_EQ(shuffled.ids[row], table.ids[row]);
    const std::string value(shuffled.columns[0][row]);
    EXPECT_EQ(shuffled.columns[1][row], "x" + value);  // values stay together
    values.insert(value);
    if (value != table.columns[0][row]) ++moved;
  }
  EXPECT_EQ(values.size(), 50U);  // each once
  EXPECT_GT(moved, 40U);
  const auto first = [](const AttributeTable& of) {
    return std::string(of.columns[0][0]) + "," + std::string(of.columns[0][1]);
  };
  EXPECT_EQ(first(shuffled_attributes(table, 7)), first(shuffled));
  EXPECT_NE(first(shuffled_attributes(table, 7, 1)), first(shuffled));
  EXPECT_NE(first(shuffled_attributes(table, 8)), first(shuffled));
}

TEST(CompareWithShuffled, CountsShufflesThatGainAsMuch) {
  const AttributeTable table = table_of(20);
  const auto right_values = [](const AttributeTable& of) {
    double right = 0;
    for (std::size_t row = 0; row < of.ids.size(); ++row) {
      right += of.columns[0][row] == of.ids[row].substr(1) ? 1 : 0;
    }
    return right;
  };
  const ShuffledGains known = compare_with_shuffled(table, right_values, {.shuffles = 9});
  EXPECT_EQ(known.gain, 20);
  EXPECT_EQ(known.shuffled.size(), 9U);
  EXPECT_DOUBLE_EQ(known.p_value, 0.1);
  EXPECT_LT(known.mean(), 5);
  const ShuffledGains nothing =
      compare_with_shuffled(table, [](const AttributeTable&) { return 1.0; }, {.shuffles = 9});
  EXPECT_DOUBLE_EQ(nothing.p_value, 1);
  EXPECT_EQ(nothing.mean(), 1);
  EXPECT_EQ(nothing.standard_deviation(), 0);
  double next = 0;  // gains 1, then 2, 3, 4
  const ShuffledGains rising =
      compare_with_shuffled(table, [&](const AttributeTable&) { return ++next; }, {.shuffles = 3});
  EXPECT_EQ(rising.mean(), 3);
  EXPECT_EQ(rising.standard_deviation(), 1);
  const ShuffledGains none = compare_with_shuffled(table, right_values, {.shuffles = 0});
  EXPECT_EQ(none.gain, 20);
  EXPECT_TRUE(std::isnan(none.p_value));
  EXPECT_TRUE(std::isnan(none.mean()));
}

/// A true null: p-values of exchangeable gains are at most 0.1 in a tenth of the cases.
TEST(CompareWithShuffled, KeepsItsLevelWhereAttributesSayNothing) {
  constexpr int kRuns = 2000;
  int low = 0;
  for (int run = 0; run < kRuns; ++run) {
    const AttributeTable table =
        shuffled_attributes(table_of(12), 1000 + static_cast<std::uint64_t>(run));
    const auto gain = [](const AttributeTable& of) {
      double sum = 0;  // an order that no shuffle is special for
      for (std::size_t row = 0; row < of.ids.size(); ++row) {
        sum += static_cast<double>(row) * std::stod(std::string(of.columns[0][row]));
      }
      return sum;
    };
    const ShuffledGains gains = compare_with_shuffled(
        table, gain, {.shuffles = 9, .seed = static_cast<std::uint64_t>(run)});
    low += gains.p_value < 0.101 ? 1 : 0;
  }
  // 0.1, five standard errors of 2000 runs.
  EXPECT_NEAR(static_cast<double>(low) / kRuns, 0.1, 5 * std::sqrt(0.1 * 0.9 / kRuns));
}

}  // namespace
}  // namespace honestrank
