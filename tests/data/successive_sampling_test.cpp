#include "data/successive_sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "data/item_set.h"
#include "data/synthetic_series.h"

namespace honestrank {
namespace {

constexpr std::size_t kItems = 9;

/// Weights from 1 to 9, and a latent dimension in which every other item is liked.
ChoiceTables small_tables() {
  std::vector<std::uint32_t> popularity;
  std::vector<float> vectors;
  for (std::uint32_t item = 0; item < kItems; ++item) {
    popularity.push_back(item + 1);
    vectors.insert(vectors.end(), {item % 2 == 0 ? 1.0F : -0.5F, 0.0F, 0.0F, 0.0F});
  }
  AliasTable by_popularity(popularity);
  return {popularity, vectors, 4, by_popularity};
}

/// The weight of an item as defined: popularity * exp(min(affinity, cap)).
double weight_of(std::uint32_t item, double strength, double cap) {
  const double affinity = strength * (item % 2 == 0 ? 1.0 : -0.5);
  return (item + 1) * std::exp(std::min(affinity, cap));
}

/// P(first = i, second = j) for successive draws.
double probability_of(std::uint32_t i, std::uint32_t j, double strength, double cap) {
  double total = 0;
  for (std::uint32_t k = 0; k < kItems; ++k) total += weight_of(k, strength, cap);
  const double first = weight_of(i, strength, cap);
  return first / total * weight_of(j, strength, cap) / (total - first);
}

using Sampler = std::vector<Choice> (*)(const ChoiceTables&, const Chooser&, std::size_t,
                                        const CounterRandom&);

class SuccessiveSampling : public testing::TestWithParam<Sampler> {};

TEST_P(SuccessiveSampling, DrawsOrderedPairsWithTheProbabilitiesOfTheDefinition) {
  constexpr std::uint32_t kChoosers = 40000;
  const ChoiceTables tables = small_tables();
  for (const float cap : {2.0F, 0.7F}) {
    const std::vector<float> taste = {1.2F, 0.0F, 0.0F, 0.0F};
    std::vector<double> counts(kItems * kItems);
    for (std::uint32_t key = 0; key < kChoosers; ++key) {
      const auto choices = GetParam()(tables, {key, taste, cap}, 2, CounterRandom(3));
      ASSERT_EQ(choices.size(), 2U);
      ++counts.at(choices[0].item * kItems + choices[1].item);
    }
    for (std::uint32_t i = 0; i < kItems; ++i) {
      EXPECT_EQ(counts[i * kItems + i], 0);
      for (std::uint32_t j = 0; j < kItems; ++j) {
        if (i == j) continue;
        const double expected = kChoosers * probability_of(i, j, static_cast<double>(taste[0]),
                                                           static_cast<double>(cap));
        EXPECT_NEAR(counts[i * kItems + j], expected, 5 * std::sqrt(expected) + 1);
      }
    }
  }
}

TEST_P(SuccessiveSampling, CanTakeEveryItem) {
  const ChoiceTables tables = small_tables();
  const std::vector<float> taste = {3.0F, 0.0F, 0.0F, 0.0F};
  const auto choices = GetParam()(tables, {1, taste, 3.0F}, kItems, CounterRandom(3));
  std::set<std::uint32_t> items;
  for (const Choice& choice : choices) {
    items.insert(choice.item);
    EXPECT_EQ(choice.affinity, choice.item % 2 == 0 ? 3.0F : -1.5F);
  }
  EXPECT_EQ(items.size(), kItems);
  EXPECT_TRUE(GetParam()(tables, {1, taste, 3.0F}, 0, CounterRandom(3)).empty());
}

INSTANTIATE_TEST_SUITE_P(, SuccessiveSampling,
                         testing::Values(&choose_by_rejection, &choose_by_race),
                         [](const testing::TestParamInfo<Sampler>& sampler) {
                           return sampler.index == 0 ? "ByRejection" : "ByRace";
                         });

TEST(FollowSeries, AddsTheNextPartsOfSeriesAlreadyBegun) {
  std::vector<std::uint32_t> popularity(20, 1);
  AliasTable by_popularity(popularity);
  const ChoiceTables tables{popularity, std::vector<float>(80, 0.0F), 4, by_popularity};
  const std::vector<float> taste(4, 0.0F);
  std::vector<Choice> choices = {{9, 0.0F}};
  follow_series(tables, {1, taste, 0.0F}, 4, CounterRandom(1), choices);
  ASSERT_EQ(choices.size(), 4U);
  EXPECT_EQ(choices[0].item, 9U);
  EXPECT_EQ(choices[1].item, 8U);
  EXPECT_EQ(choices[2].item, 10U);
  EXPECT_EQ(choices[3].item, 11U);
  follow_series(tables, {1, taste, 0.0F}, 20, CounterRandom(1), choices);
  std::set<std::uint32_t> items;
  for (const Choice& choice : choices) items.insert(choice.item);
  EXPECT_EQ(items.size(), 20U);  // goes on after the end, and around
}

TEST(ItemSet, AgreesWithAStandardSet) {
  ItemSet items(500);
  std::set<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 2000 && expected.size() < 500; ++i) {
    const auto item = static_cast<std::uint32_t>(CounterRandom(1).below(900, i));
    EXPECT_EQ(items.contains(item), expected.count(item) == 1);
    EXPECT_EQ(items.insert(item), expected.insert(item).second);
  }
}

}  // namespace
}  // namespace honestrank
