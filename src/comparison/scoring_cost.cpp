#include "honestrank/comparison/scoring_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "honestrank/data/user_items.h"
#include "honestrank/models/score_source.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/sampling/sample_ranks.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kMostItems = 100'000;
constexpr std::size_t kTrialUsers = 2048;
constexpr std::uint64_t kSamples = 100;
constexpr int kRounds = 3;

FloatMatrix random_factors(std::size_t rows, std::size_t columns, std::uint64_t stream) {
  const CounterRandom random(stream);
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random.uniform(i, 0) - 0.5);
  }
  return make_matrix(rows, columns, std::move(values));
}

/// One held-out item a user, spread over all of them.
UserItems one_each(std::size_t users, std::uint64_t items) {
  UserItems held_out;
  held_out.begin = {0};
  for (std::size_t user = 0; user < users; ++user) {
    held_out.item.push_back(static_cast<std::uint32_t>(user * items / users));
    held_out.begin.push_back(user + 1);
  }
  return held_out;
}

template <typename Work>
double least_seconds(const Work& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    least = std::min(least, passed.count());
  }
  return least;
}

}  // namespace

ScoringCost measure_scoring_cost(std::uint64_t items, std::uint32_t columns, unsigned threads) {
  if (items < 2 || columns == 0) {
    throw InputError(
        fmt::format("measure_scoring_cost: expected at least 2 items and 1 column; got {} and {}",
                    items, columns));
  }
  const std::uint64_t taken = std::min(items, kMostItems);
  const ScoreSource scores = Factors{random_factors(kTrialUsers, columns, 1),
                                     random_factors(static_cast<std::size_t>(taken), columns, 2)};
  const UserItems held_out = one_each(kTrialUsers, taken);
  const UserItems seen{.begin = std::vector<std::uint64_t>(kTrialUsers + 1), .item = {}};
  ScoringCost cost;
  cost.exact = least_seconds([&] { full_ranks(scores, held_out, seen, {.threads = threads}); }) /
               static_cast<double>(kTrialUsers * taken);
  cost.sampled = least_seconds([&] {
                   sample_ranks(scores, held_out, seen, {.samples = kSamples, .threads = threads});
                 }) /
                 static_cast<double>(kTrialUsers * kSamples);
  return cost;
}

}  // namespace honestrank
