// Sampled ranks: against a plain loop for every kind of source, and against their expectation.

#include "honestrank/sampling/sample_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "error_message.h"
#include "honestrank/base/error.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/sampling/expect.h"
#include "models/random_sources.h"
#include "sampling/item_draws.h"

namespace honestrank {
namespace {

UserItems random_lists(std::uint64_t seed, std::size_t users, std::size_t items, std::uint64_t of,
                       std::uint64_t which) {
  // Item i of user u is in list number hash(u, i) % of: lists of different numbers never meet.
  const CounterRandom random(seed, 9);
  UserItems lists;
  for (std::uint32_t user = 0; user < users; ++user) {
    for (std::uint32_t item = 0; item < items; ++item) {
      if (random.below(of, user, item) == which) lists.item.push_back(item);
    }
    lists.begin.push_back(lists.item.size());
  }
  return lists;
}

/// Scores for rankings: a user's bias takes no part.
ScoreSource without_user_bias(ScoreSource source) {
  if (auto* factors = std::get_if<Factors>(&source)) factors->user_bias.clear();
  return source;
}

SampledRanks by_definition(const ScoreSource& source, const UserItems& held_out,
                           const UserItems& seen, const SampleOptions& options,
                           std::uint32_t repeat) {
  const ScoreSource scores = without_user_bias(source);
  const std::size_t items = item_count(source);
  sampling::ItemDraws draws(items, options.seed, repeat, options.replacement, nullptr);
  SampledRanks result;
  for (std::uint32_t user = 0; user < held_out.users(); ++user) {
    if (held_out[user].empty()) continue;
    if (items - seen[user].size() == held_out[user].size()) {
      ++result.users_skipped;
      continue;
    }
    std::vector<double> row(items);
    score_users(scores, {&user, 1}, row);
    std::vector<std::uint32_t> sample;
    draws.draw(user, seen[user], held_out[user], options.samples, sample);
    std::vector<double> targets;
    for (const std::uint32_t item : held_out[user]) targets.push_back(row[item]);
    std::sort(targets.rbegin(), targets.rend());
    result.ranks.user.push_back(user);
    result.ranks.items.push_back(targets.size() + sample.size());
    result.ranks.unranked.push_back(0);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (i > 0 && targets[i] == targets[i - 1]) {
        ++result.ranks.groups.back().relevant;
        ++result.ranks.groups.back().size;
        continue;
      }
      TieGroup group{i, 1, 1};
      for (const std::uint32_t item : sample) {
        group.above += row[item] > targets[i] ? 1U : 0U;
        group.size += row[item] == targets[i] ? 1U : 0U;
      }
      result.ranks.groups.push_back(group);
    }
    result.ranks.group_begin.push_back(result.ranks.groups.size());
    result.population.push_back(items - seen[user].size());
  }
  return result;
}

TEST(SampleRanks, AreThoseOfTheDefinitionForEveryKindOfScores) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const UserItems held_out = random_lists(seed, 30, 40, 12, 0);
    const UserItems seen = random_lists(seed, 30, 40, 12, 1);
    testing_support::RandomSources random(seed, 30, 40);
    for (const auto& [name, source] : random.all()) {
      for (const Replacement replacement : {Replacement::with, Replacement::without}) {
        SampleOptions options;
        options.samples = 1 + seed;
        options.replacement = replacement;
        options.repeats = 1 + static_cast<std::uint32_t>(seed % 3);
        options.seed = seed;
        for (const unsigned threads : {1U, 3U}) {
          options.threads = threads;
          const auto sampled = sample_ranks(source, held_out, seen, options);
          ASSERT_EQ(sampled.size(), options.repeats);
          for (std::uint32_t repeat = 0; repeat < options.repeats; ++repeat) {
            const SampledRanks expected = by_definition(source, held_out, seen, options, repeat);
            const SampledRanks& got = sampled[repeat];
            ASSERT_EQ(got.ranks.user, expected.ranks.user) << name;
            ASSERT_EQ(got.ranks.groups, expected.ranks.groups) << name << " " << seed;
            ASSERT_EQ(got.ranks.items, expected.ranks.items);
            ASSERT_EQ(got.population, expected.population);
            ASSERT_EQ(got.users_skipped, expected.users_skipped);
            validate(got);
          }
        }
      }
    }
  }
}

TEST(SampleRanks, HaveTheMetricsThatAreExpected) {
  const UserItems held_out = random_lists(1, 300, 200, 100, 0);
  const UserItems seen = random_lists(1, 300, 200, 100, 1);
  testing_support::RandomSources random(5, 300, 200);
  const ScoreSource source = random.score_matrix();
  const auto metrics = parse_metrics("ndcg@10,ap,recall@5,auc");
  const UserRanks full = full_ranks(source, held_out, seen);
  const auto exact = evaluate(full, metrics).results;
  for (const Replacement replacement : {Replacement::with, Replacement::without}) {
    SampleOptions options;
    options.samples = 20;
    options.replacement = replacement;
    options.repeats = 60;
    const auto sampled = sample_ranks(source, held_out, seen, options);
    const auto expected =
        expect_sampled(full, metrics, {.samples = 20, .replacement = replacement}).metrics;
    std::vector<double> mean(metrics.size());
    for (const SampledRanks& one : sampled) {
      const auto results = evaluate(one.ranks, metrics).results;
      for (std::size_t i = 0; i < metrics.size(); ++i) mean[i] += results[i].value / 60;
    }
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      EXPECT_NEAR(mean[i], expected[i].value, 4 * expected[i].standard_deviation / std::sqrt(60.0))
          << metrics[i].name;
    }
    EXPECT_NEAR(expected[3].value, exact[3].value, 1e-12);
  }
}

TEST(SampleRanks, AreTheFullRanksWhereEverythingIsDrawn) {
  const std::vector<std::uint32_t> held = {7};
  UserItems held_out;
  UserItems seen;
  for (int user = 0; user < 20; ++user) {
    held_out.item.push_back(7);
    held_out.begin.push_back(held_out.item.size());
    seen.begin.push_back(0);
  }
  testing_support::RandomSources random(5, 20, 30);
  const ScoreSource source = random.factors();
  SampleOptions options;
  options.samples = 29;
  options.replacement = Replacement::without;
  const auto sampled = sample_ranks(source, held_out, seen, options).at(0);
  EXPECT_EQ(sampled.ranks.groups, full_ranks(source, held_out, seen).groups);
}

/// Adaptive samples: the smaller sample wherever enough in it stands above the best relevant item,
/// else one with twice the set, and so on.
void expect_growth(std::uint64_t enough) {
  constexpr std::size_t kUsers = 60;
  constexpr std::size_t kItems = 300;
  const UserItems held_out = random_lists(4, kUsers, kItems, 150, 0);
  const UserItems seen = random_lists(4, kUsers, kItems, 150, 7);
  testing_support::RandomSources random(4, kUsers, kItems);
  for (const auto& [name, source] : random.all()) {
    for (const Replacement replacement : {Replacement::with, Replacement::without}) {
      SampleOptions options;
      options.samples = 4;
      options.most_samples = 30;
      options.enough_above = enough;
      options.repeats = 2;
      options.replacement = replacement;
      const auto grown = sample_ranks(source, held_out, seen, options);
      options.most_samples = 0;
      for (std::uint32_t repeat = 0; repeat < 2; ++repeat) {
        std::size_t larger = 0;
        for (const std::uint64_t samples : {4U, 9U, 19U, 30U}) {
          options.samples = samples;
          const SampledRanks fixed = by_definition(source, held_out, seen, options, repeat);
          ASSERT_EQ(grown[repeat].size(), fixed.size());
          for (std::size_t entry = 0; entry < fixed.size(); ++entry) {
            const bool stops = fixed.ranks[entry].groups[0].above >= enough || samples == 30;
            if (grown[repeat].samples(entry) < samples) continue;
            EXPECT_EQ(grown[repeat].samples(entry) == samples, stops) << name;
            if (!stops) continue;
            larger += samples > 4 ? 1U : 0U;
            const auto own = grown[repeat].ranks[entry].groups;
            const auto expected = fixed.ranks[entry].groups;
            EXPECT_TRUE(std::equal(own.begin(), own.end(), expected.begin(), expected.end()));
          }
        }
        EXPECT_GT(larger, 0U);
      }
    }
  }
}

TEST(SampleRanks, GrowWhereNothingStandsAbove) { expect_growth(1); }

TEST(SampleRanks, GrowWhereTooLittleStandsAbove) { expect_growth(3); }

TEST(SampleRanks, SaysWhatIsWrong) {
  UserItems held_out;
  held_out.item = {2};
  held_out.begin = {0, 1};
  UserItems seen;
  seen.item = {0};
  seen.begin = {0, 1};
  const ScoreMatrix source{make_matrix(1, 4, {1, 2, 3, std::nanf("")})};
  const auto fault = [&](const SampleOptions& options) {
    return testing_support::message_of([&] { sample_ranks(source, held_out, seen, options); });
  };
  EXPECT_EQ(fault({.samples = 0}), "sample_ranks: expected samples; got none");
  EXPECT_EQ(fault({.samples = 2, .most_samples = 4, .enough_above = 0}),
            "sample_ranks: expected adaptive samples to end with an item above, or more; got 0");
  EXPECT_EQ(fault({.samples = 3, .replacement = Replacement::without}),
            "sample_ranks: expected at most 2 samples, as many as there are for user 0 and item 2, "
            "where none is drawn twice; got 3; draw fewer, or with replacement");
  EXPECT_EQ(fault({.samples = 50}),
            "sample_ranks: expected scores that are numbers; got NaN for user 0 and item 3");
  seen.item = {2};
  EXPECT_EQ(fault({.samples = 1}),
            "sample_ranks: expected held-out items that are not masked; got 1 pair(s) in both, "
            "first user 0 and item 2");
}

}  // namespace
}  // namespace honestrank
