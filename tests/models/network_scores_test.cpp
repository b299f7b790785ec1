// A small network by the plain definition and in panels: the same bits.

#include "models/network_scores.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "models/random_sources.h"

namespace honestrank {
namespace {

using testing_support::RandomSources;

std::vector<float> panel_scores(const PairNetwork& network, std::uint32_t user) {
  std::vector<float> scores(network.item_factors.rows);
  network_callback(network).score_users({&user, 1}, scores);
  return scores;
}

TEST(NetworkScores, PanelsHaveTheBitsOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::size_t items = 1 + seed * 7;
    const PairNetwork network = RandomSources(seed, 3, items).pair_network();
    validate(network);
    for (std::uint32_t user = 0; user < 3; ++user) {
      const std::vector<float> scores = panel_scores(network, user);
      for (std::uint32_t item = 0; item < items; ++item) {
        ASSERT_EQ(std::bit_cast<std::uint32_t>(scores[item]),
                  std::bit_cast<std::uint32_t>(network_score(network, user, item)))
            << "seed " << seed << " user " << user << " item " << item;
      }
    }
  }
}

/// 2 hidden outputs: user 1, -1; item 2, -3: rectified 3, 0. Then 2*3 + 0.5 = 6.5; output 10 * 6.5;
/// product 3 * 4.
TEST(NetworkScores, CountedByHand) {
  const PairNetwork network{make_matrix(1, 1, {3}),
                            make_matrix(1, 1, {4}),
                            make_matrix(1, 2, {1, -1}),
                            make_matrix(1, 2, {2, -3}),
                            {{make_matrix(1, 2, {2, 7}), {0.5F}}},
                            {10}};
  EXPECT_EQ(network_score(network, 0, 0), 77);
  EXPECT_EQ(panel_scores(network, 0).front(), 77);
}

TEST(NetworkScores, NanIsPassedOn) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const PairNetwork network{make_matrix(1, 0, {}),
                            make_matrix(1, 0, {}),
                            make_matrix(1, 1, {nan}),
                            make_matrix(1, 1, {1}),
                            {},
                            {1}};
  EXPECT_NE(network_score(network, 0, 0), network_score(network, 0, 0));
  EXPECT_NE(panel_scores(network, 0).front(), panel_scores(network, 0).front());
}

TEST(NetworkScores, LayersThatDoNotFitAreRefused) {
  PairNetwork network = RandomSources(1, 2, 3).pair_network();
  network.output.push_back(1);
  EXPECT_THROW(validate(network), InputError);
  network.output.pop_back();
  network.layers.push_back(
      {make_matrix(1, network.output.size() + 1, std::vector<float>(network.output.size() + 1)),
       {0}});
  EXPECT_THROW(validate(network), InputError);
}

}  // namespace
}  // namespace honestrank
