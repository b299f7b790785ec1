#include "rankings/factor_ranks.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <string>
#include <vector>

#include "error_message.h"
#include "expect_same_ranks.h"
#include "factor_generators.h"
#include "rankings/ranking_task.h"

namespace honestrank {
namespace {

using testing_support::expect_same;
using testing_support::FactorCase;
using testing_support::hard_factor_cases;
using testing_support::message_of;

using Filter = FactorTuning::Filter;

UserRanks ranked(const FactorCase& given, const FactorTuning& tuning, unsigned threads,
                 FullRanksStatistics* statistics = nullptr) {
  const FullRanksOptions options{.threads = threads, .progress = {}, .statistics = statistics};
  const RankingTask task(given.held_out, given.seen, given.factors.items.rows, options,
                         [](std::uint32_t user, std::uint32_t item) {
                           return std::to_string(user) + "," + std::to_string(item);
                         });
  return rank_factors(given.factors, task, tuning);
}

std::vector<FactorTuning> tunings_for(const FactorCase& given) {
  std::vector<FactorTuning> tunings{
      {Filter::automatic, 0}, {Filter::bytes, 0}, {Filter::shorts, 0}, {Filter::floats, 0}};
  // A panel at a time, and a few.
  for (const Filter filter : {Filter::bytes, Filter::shorts, Filter::floats}) {
    tunings.push_back({filter, 0, 1});
    tunings.push_back({filter, 0, 600 * given.factors.items.columns});
    for (const std::size_t rows : {1U, 5U, 17U}) {
      FactorTuning small_blocks{filter};
      small_blocks.block_rows = rows;
      tunings.push_back(small_blocks);
    }
  }
  const std::size_t columns = given.factors.items.columns;
  if (columns <= 128) {
    for (const std::size_t head : {std::size_t{1}, columns / 2, columns}) {
      if (head != 0) tunings.push_back({Filter::bytes, head});
    }
  }
  return tunings;
}

TEST(FactorRanks, EqualTheReferenceWhateverTheFilterTheBlocksAndTheThreads) {
  for (const FactorCase& given : hard_factor_cases()) {
    SCOPED_TRACE(given.name);
    const UserRanks expected = full_ranks_reference(given.factors, given.held_out, given.seen);
    for (const FactorTuning& tuning : tunings_for(given)) {
      SCOPED_TRACE("filter " + std::to_string(static_cast<int>(tuning.filter)) + " head " +
                   std::to_string(tuning.head) + " memory " + std::to_string(tuning.memory) +
                   " rows " + std::to_string(tuning.block_rows));
      for (const unsigned threads : {1U, 2U, 7U}) {
        expect_same(ranked(given, tuning, threads), expected);
        if (HasFailure()) return;
      }
    }
  }
}

/// Makes one instruction set the only one there is.
class OneInstructionSet {
 public:
  explicit OneInstructionSet(std::int64_t target) { select(target); }
  ~OneInstructionSet() { select(0); }
  OneInstructionSet(const OneInstructionSet&) = delete;
  OneInstructionSet& operator=(const OneInstructionSet&) = delete;

 private:
  static void select(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

TEST(FactorRanks, EqualTheReferenceOnEveryInstructionSet) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    for (const FactorCase& given : hard_factor_cases()) {
      SCOPED_TRACE(given.name);
      if (given.factors.items.columns > 1000) continue;  // slow without vectors
      const UserRanks expected = full_ranks_reference(given.factors, given.held_out, given.seen);
      const OneInstructionSet only(target);
      expect_same(ranked(given, {Filter::automatic, 0}, 2), expected);
      expect_same(ranked(given, {Filter::bytes, 0}, 2), expected);
      expect_same(ranked(given, {Filter::shorts, 0}, 2), expected);
      expect_same(ranked(given, {Filter::floats, 0}, 2), expected);
      if (given.factors.items.columns > 1) {
        expect_same(ranked(given, {Filter::bytes, given.factors.items.columns / 2}, 2), expected);
      }
      if (HasFailure()) return;
    }
  }
}

TEST(FactorRanks, PruneWhatLengthsAloneDecide) {
  // Item 0 is the longest, all values are positive, and item 0 is held out.
  const auto falling = [](float value, std::size_t row, std::size_t) {
    return (1 + std::abs(value)) / static_cast<float>(1 + row);
  };
  FactorCase given = testing_support::factor_case("", 30, 900, 8, falling, falling, 0, 0);
  given.held_out.item.assign(30, 0);
  for (std::size_t user = 0; user <= 30; ++user) given.held_out.begin[user] = user;
  FullRanksStatistics statistics;
  expect_same(ranked(given, {Filter::bytes, 0}, 1, &statistics),
              full_ranks_reference(given.factors, given.held_out, given.seen));
  EXPECT_EQ(statistics.pairs, 30U * 900U);
  EXPECT_LT(statistics.scored, statistics.pairs / 5);
  EXPECT_LT(statistics.open, statistics.scored);
  EXPECT_LE(statistics.exact, statistics.open);
}

TEST(FactorRanks, KeepTheirPromiseForMoreColumnsThanBytesCanAddUp) {
  const auto ones = [](float, std::size_t, std::size_t) { return 1.0F; };
  const auto falling = [](float, std::size_t row, std::size_t) {
    return row % 2 == 0 ? 1.0F : 0.5F;
  };
  const FactorCase given = testing_support::factor_case("", 1, 70, 70000, ones, falling, 3, 0);
  const UserRanks expected = full_ranks_reference(given.factors, given.held_out, given.seen);
  expect_same(ranked(given, {Filter::automatic, 0}, 2), expected);
  expect_same(ranked(given, {Filter::bytes, 0}, 2), expected);
}

TEST(FactorRanks, NameTheFirstScoreThatIsNotANumber) {
  FactorCase given = hard_factor_cases().front();
  given.factors.items = testing_support::matrix_of(500, 24, [](std::size_t r, std::size_t k) {
    return r == 3 && k == 5 ? std::numeric_limits<float>::quiet_NaN() : 1.0F;
  });
  const std::string first = std::to_string(
      full_ranks_reference(hard_factor_cases().front().factors, given.held_out, given.seen)
          .user[0]);
  EXPECT_EQ(message_of([&] { ranked(given, {}, 2); }),
            "full_ranks: expected scores that are numbers; got NaN for " + first + ",3");
}

}  // namespace
}  // namespace honestrank
