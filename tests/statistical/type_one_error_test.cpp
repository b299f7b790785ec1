// How often tests at the 5 % level call a difference where there is none: 5,000 simulations, whose
// share is known to 0.3 per cent.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/comparison/paired_bootstrap.h"
#include "honestrank/comparison/paired_difference.h"
#include "honestrank/comparison/randomisation_test.h"
#include "honestrank/comparison/sign_test.h"
#include "honestrank/comparison/signed_rank_test.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kRuns = 5000;

using PValue = std::function<double(const std::vector<double>& differences, std::uint64_t run)>;

/// Differences of two models that are as good as each other. Their sizes have a long tail and, with
/// `zeros`, half of the users have none, as metrics with a cut-off.
std::vector<double> no_difference(std::size_t users, std::uint64_t run, bool zeros) {
  const CounterRandom random(run, 21);
  std::vector<double> differences;
  for (std::size_t user = 0; user < users; ++user) {
    const double size = random.normal(user, 0);
    const double value = size * std::abs(size);
    differences.push_back(zeros && random.uniform(user, 1) < 0.5 ? 0 : value);
  }
  return differences;
}

double share_of_false_alarms(std::size_t users, bool zeros, const PValue& p_value) {
  double alarms = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    if (p_value(no_difference(users, run, zeros), run) < 0.05) ++alarms;
  }
  return alarms / kRuns;
}

void expect_level(std::size_t users, bool zeros, const PValue& p_value) {
  const double share = share_of_false_alarms(users, zeros, p_value);
  ::testing::Test::RecordProperty("share", std::to_string(share));
  EXPECT_GE(share, 0.04) << users << " users, zeros " << zeros;
  EXPECT_LE(share, 0.06) << users << " users, zeros " << zeros;
}

TEST(TypeOneError, OfStudentsTest) {
  const PValue p = [](const auto& differences, std::uint64_t) {
    return paired_difference(differences).p_value;
  };
  expect_level(200, false, p);
  expect_level(400, true, p);
}

TEST(TypeOneError, OfTheSignedRankTest) {
  const PValue p = [](const auto& differences, std::uint64_t) {
    return signed_rank_test(differences).p_value;
  };
  expect_level(40, false, p);  // exact
  expect_level(200, false, p);
  expect_level(400, true, p);
}

// Its p-values are few: with 94 users the level that is met is 4.95 %, with others less than 4 %.
TEST(TypeOneError, OfTheSignTest) {
  const PValue p = [](const auto& differences, std::uint64_t) {
    const PairedDifference counts = paired_difference(differences);
    return sign_test(counts.wins, counts.losses);
  };
  expect_level(94, false, p);
}

TEST(TypeOneError, OfTheRandomisationTest) {
  const PValue p = [](const auto& differences, std::uint64_t run) {
    return randomisation_test(differences, {.resamples = 999, .seed = run}).p_value;
  };
  expect_level(50, false, p);
  expect_level(200, true, p);
}

TEST(TypeOneError, OfTheBootstrap) {
  const PValue p = [](const auto& differences, std::uint64_t run) {
    return paired_bootstrap(differences, {.resamples = 999, .seed = run}).p_value;
  };
  expect_level(400, false, p);
}

// The interval of the same differences leaves 0 out as often.
TEST(TypeOneError, OfBootstrapIntervals) {
  double outside = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const PairedBootstrap bootstrap =
        paired_bootstrap(no_difference(400, run, false), {.resamples = 999, .seed = run});
    if (bootstrap.low > 0 || bootstrap.high < 0) ++outside;
  }
  EXPECT_GE(outside / kRuns, 0.04);
  EXPECT_LE(outside / kRuns, 0.06);
}

}  // namespace
}  // namespace honestrank
