#include "metrics/tied_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace honestrank::metrics {
namespace {

constexpr std::uint64_t kMillion = 1000000;

/// Both sides of every threshold in the source, ranks far beyond any catalogue included.
constexpr std::initializer_list<std::uint64_t> kAbove = {0,
                                                         1,
                                                         2,
                                                         7,
                                                         23,
                                                         31,
                                                         32,
                                                         33,
                                                         100,
                                                         511,
                                                         512,
                                                         513,
                                                         4095,
                                                         10000,
                                                         kMillion,
                                                         1000000000,
                                                         1000000000000000};
constexpr std::initializer_list<std::uint64_t> kCounts = {
    0, 1, 2, 3, 22, 23, 24, 25, 33, 64, 100, 511, 512, 513, 1000, 4095, 4096, 5000, 100000};

/// The plain loop itself rounds: a few times 1.1e-16 at each step, at worst all one way.
double tolerance(std::uint64_t count) { return 4e-15 + 4e-16 * static_cast<double>(count); }

/// Where long double is longer, the rounding of a loop in it is out of the way.
constexpr double kAccuracy = sizeof(long double) > sizeof(double) ? 1.5e-14 : 1e-10;

void expect_relatively_near(double value, double expected, double relative, const char* what,
                            std::uint64_t above, std::uint64_t count) {
  EXPECT_LE(std::abs(value - expected), relative * std::abs(expected))
      << what << " above " << above << " count " << count << ": " << value << " not " << expected;
}

TEST(TiedSums, AgreeWithThePlainLoops) {
  for (const std::uint64_t above : kAbove) {
    for (const std::uint64_t count : kCounts) {
      expect_relatively_near(harmonic_sum(above, count), harmonic_sum_reference(above, count),
                             tolerance(count), "harmonic", above, count);
      expect_relatively_near(ratio_sum(above, count), ratio_sum_reference(above, count),
                             tolerance(count), "ratio", above, count);
      expect_relatively_near(discount_sum(above, count), discount_sum_reference(above, count),
                             tolerance(count), "discount", above, count);
    }
  }
}

TEST(TiedSums, AreAccurateForMillionsOfTiedItems) {
  for (const std::uint64_t above : {std::uint64_t{0}, std::uint64_t{10}, kMillion}) {
    const std::uint64_t count = 2 * kMillion;
    long double harmonic = 0;
    long double ratio = 0;
    long double discounts = 0;
    for (std::uint64_t i = count; i >= 1; --i) {
      const auto rank = static_cast<long double>(above + i);
      harmonic += 1 / rank;
      ratio += static_cast<long double>(i) / rank;
      discounts += 1 / std::log2(rank + 1);
    }
    expect_relatively_near(harmonic_sum(above, count), double(harmonic), kAccuracy, "harmonic",
                           above, count);
    expect_relatively_near(ratio_sum(above, count), double(ratio), kAccuracy, "ratio", above,
                           count);
    expect_relatively_near(discount_sum(above, count), double(discounts), kAccuracy, "discount",
                           above, count);
  }
}

TEST(TiedSums, DiscountIsOneOverTheBinaryLogarithm) {
  EXPECT_EQ(discount(1), 1.0);
  EXPECT_EQ(discount(3), 0.5);
  for (const std::uint64_t rank : {2ULL, 4094ULL, 4095ULL, 4096ULL, 123456789ULL}) {
    EXPECT_DOUBLE_EQ(discount(rank), 1 / std::log2(double(rank) + 1)) << rank;
  }
}

TEST(HitProbability, AgreesWithTheProductOfMisses) {
  for (std::uint64_t size = 1; size <= 40; ++size) {
    for (std::uint64_t relevant = 1; relevant <= size; ++relevant) {
      for (std::uint64_t count = 0; count <= size; ++count) {
        EXPECT_NEAR(hit_probability(size, relevant, count),
                    hit_probability_reference(size, relevant, count), 1e-14)
            << size << " " << relevant << " " << count;
      }
    }
  }
}

TEST(HitProbability, KeepsItsDigitsWhereAHitIsRare) {
  // One minus a product near 1 would keep four digits of this.
  EXPECT_DOUBLE_EQ(hit_probability(1000000000000, 1, 10), 1e-11);
  const double size = 1e12;
  const double expected = 10 / size + (1 - 10 / size) * 10 / (size - 1);
  EXPECT_DOUBLE_EQ(hit_probability(1000000000000, 2, 10), expected);
}

TEST(ReciprocalRankSum, AgreesWithThePlainLoop) {
  for (const std::uint64_t size : {1ULL, 2ULL, 9ULL, 300ULL, 3000ULL, 20000ULL, 300000ULL}) {
    for (const std::uint64_t relevant : {1ULL, 2ULL, 3ULL, 7ULL, 40ULL, 300ULL, 2000ULL}) {
      if (relevant > size) continue;
      for (const std::uint64_t above : {0ULL, 1ULL, 100ULL, 511ULL, 512ULL, 5000ULL, 1000000ULL}) {
        for (const std::uint64_t count :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{10}, std::uint64_t{1024},
              std::uint64_t{1025}, std::uint64_t{4000}, size}) {
          expect_relatively_near(
              reciprocal_rank_sum(above, size, relevant, std::min(count, size)),
              reciprocal_rank_sum_reference(above, size, relevant, std::min(count, size)),
              tolerance(std::min(count, size)), "reciprocal", above, count);
        }
      }
    }
  }
}

TEST(ReciprocalRankSum, IsAccurateForManyTiedItems) {
  for (const std::uint64_t size : {3000ULL, 100000ULL, 3000000ULL}) {
    for (const std::uint64_t relevant : {2ULL, 10ULL, 200ULL, 1000ULL}) {
      for (const std::uint64_t above : {0ULL, 100ULL, 5000ULL}) {
        for (const std::uint64_t count : {std::uint64_t{1024}, std::uint64_t{1600}, size}) {
          const std::uint64_t last = std::min(count, size - relevant + 1);
          long double expected = 0;
          long double probability = static_cast<long double>(relevant) / size;
          for (std::uint64_t i = 1; i <= last && probability > 1e-40L; ++i) {
            expected += probability / static_cast<long double>(above + i);
            probability *= static_cast<long double>(size - i - relevant + 1) / (size - i);
          }
          expect_relatively_near(reciprocal_rank_sum(above, size, relevant, count),
                                 static_cast<double>(expected), kAccuracy, "reciprocal", above,
                                 count);
        }
      }
    }
  }
}

TEST(ReciprocalRankSum, MeetsItsClosedFormAtTheTopOfTheRanking) {
  // E[1/X] = r/(s-r+1) (H_s - H_{r-1}) for the first position X of r among s.
  for (const std::uint64_t size : {10ULL, 1000ULL, 1000000ULL, 50000000ULL}) {
    for (const std::uint64_t relevant : {1ULL, 2ULL, 5ULL, 10ULL}) {
      const double expected = double(relevant) / double(size - relevant + 1) *
                              harmonic_sum(relevant - 1, size - relevant + 1);
      expect_relatively_near(reciprocal_rank_sum(0, size, relevant, size), expected, 3e-14,
                             "closed form", size, relevant);
    }
  }
}

}  // namespace
}  // namespace honestrank::metrics
