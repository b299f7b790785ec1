#include "models/pairwise_epochs.h"

#include <gtest/gtest.h>

#include <vector>

#include "data/random_interactions.h"

namespace honestrank {
namespace {

constexpr std::size_t kItems = 100;

/// Rows of 16 values for 300 users and the items.
struct Rows {
  std::vector<float> left = normal_values(300 * 16, 1);
  std::vector<float> right = normal_values(kItems * 16, 2);
  std::vector<float> bias = normal_values(kItems, 3);

  static std::vector<float> normal_values(std::size_t count, std::uint64_t seed) {
    const CounterRandom random(seed);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random.normal(i) / 4);
    return values;
  }

  kernels::PairwiseModel view() {
    return {left.data(), right.data(), bias.data(), 16, 0.05F, 0.999F};
  }
};

UserItems lists() {
  return user_items(testing_support::random_interactions(3, 300, kItems, 12'000));
}

/// An epoch in parts, one step after another; gives the mean loss.
double plain_epoch(const TripleDraws& draws, std::uint64_t seed, std::size_t parts,
                   const kernels::PairwiseModel& model) {
  const CounterRandom order(seed, 0x6270726f);
  const TripleRounds rounds = TripleRounds::for_triples(draws.pairs() / parts);
  double sum = 0;
  for (std::uint32_t part = 0; part < parts; ++part) {
    std::vector<double> losses;
    for (std::uint32_t cell = 0; cell < rounds.cells(); ++cell) {
      std::vector<kernels::PairwiseTriple> own;
      for (std::size_t pair = part; pair < draws.pairs(); pair += parts) {
        const auto triple = draws.draw(7, pair);
        if (rounds.cell_of(triple) == cell) own.push_back(triple);
      }
      shuffle(own, order, 7, part * rounds.cells() + cell);
      losses.push_back(kernels::pairwise_steps_reference(own.data(), own.size(), model));
    }
    for (const double loss : losses) sum += loss;
  }
  return sum / static_cast<double>(draws.pairs());
}

TEST(PairwiseEpochs, AreOneStepAfterAnotherInAnyNumberOfPartsAndThreads) {
  const UserItems seen = lists();
  const TripleDraws draws(seen, kItems, 42);
  for (const std::size_t parts : {1U, 2U, 5U}) {
    Rows expected;
    const double loss = plain_epoch(draws, 42, parts, expected.view());
    for (const unsigned threads : {1U, 2U, 7U}) {
      Rows actual;
      PairwiseEpochs epochs(draws, 42, threads, (draws.pairs() + parts - 1) / parts);
      EXPECT_EQ(epochs.run(7, actual.view()), loss);
      EXPECT_EQ(actual.left, expected.left);
      EXPECT_EQ(actual.right, expected.right);
      EXPECT_EQ(actual.bias, expected.bias);
    }
  }
}

}  // namespace
}  // namespace honestrank
