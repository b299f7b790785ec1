#include "metrics/tied_sums.h"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/log1p.hpp>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/portable_math.h"
#include "metrics/smooth_sum.h"

namespace honestrank::metrics {
namespace {

/// Sums this short are looped over: no formula is faster.
constexpr std::uint64_t kLoopBelow = 24;

/// From here on the asymptotic series of the harmonic numbers is exact to rounding.
constexpr std::uint64_t kAsymptoticFrom = 32;

constexpr auto kFirstSmooth = static_cast<std::uint64_t>(kSmoothFrom);

/// Beyond this many mean distances the tail of a first relevant position weighs less than 1e-19.
constexpr double kNegligibleTail = 45;

/// above + i, in double so that it cannot wrap around.
double rank_of(std::uint64_t above, std::uint64_t i) {
  return static_cast<double>(above) + static_cast<double>(i);
}

/// What digamma(x + 1/2) has beyond log(x), for x >= 32.
double digamma_remainder(double x) {
  const double square = 1 / (x * x);
  return square *
         (1.0 / 24 - square * (7.0 / 960 - square * (31.0 / 8064 - square * (127.0 / 30720))));
}

/// y - log1p(y) for y >= 0, without cancellation.
double excess_over_log1p(double y) {
  return y < 0.5 ? -boost::math::log1pmx(y) : y - portable::log1p(y);
}

/// How many terms to loop over: all of a short sum, else those up to rank `formula_from`.
std::uint64_t looped_before(std::uint64_t formula_from, std::uint64_t above, std::uint64_t count) {
  if (count < kLoopBelow) return count;
  return above < formula_from ? std::min(formula_from - above, count) : 0;
}

/// harmonic_sum() for above >= kAsymptoticFrom.
double asymptotic_harmonic_sum(std::uint64_t above, std::uint64_t count) {
  const double start = static_cast<double>(above) + 0.5;
  const auto length = static_cast<double>(count);
  return portable::log1p(length / start) +
         (digamma_remainder(start + length) - digamma_remainder(start));
}

/// ratio_sum() for above >= kAsymptoticFrom: count - above * harmonic_sum(), rearranged into
/// positive terms.
double asymptotic_ratio_sum(std::uint64_t above, std::uint64_t count) {
  const double start = static_cast<double>(above) + 0.5;
  const auto length = static_cast<double>(count);
  const double relative = length / start;
  return start * excess_over_log1p(relative) + 0.5 * portable::log1p(relative) +
         (start - 0.5) * (digamma_remainder(start) - digamma_remainder(start + length));
}

constexpr std::size_t kDiscounts = 4096;

/// The discounts of the ranks that nearly all lookups ask for, and their sums from rank 1.
struct DiscountTable {
  std::array<double, kDiscounts> at{};   ///< entry r: of rank r; entry 0 is not used
  std::array<double, kDiscounts> sum{};  ///< entry r: of ranks 1 .. r

  DiscountTable() {
    for (std::size_t rank = 1; rank < kDiscounts; ++rank) {
      at[rank] = 1 / portable::log2(static_cast<double>(rank) + 1);
      sum[rank] = sum[rank - 1] + at[rank];
    }
  }
};

const DiscountTable& discounts() {
  static const DiscountTable table;
  return table;
}

/// P(the first of `relevant` items among `size` tied ones is the i-th), for real i.
double first_position_probability(std::uint64_t size, std::uint64_t relevant, double i) {
  double probability = static_cast<double>(relevant) / static_cast<double>(size);
  double left_below = static_cast<double>(size) - i;
  double left_in_all = static_cast<double>(size) - 1;
  for (std::uint64_t other = 1; other < relevant; ++other) {
    probability *= left_below-- / left_in_all--;
  }
  return probability;
}

/// reciprocal_rank_sum_reference(), but thousands of steps do not add up their roundings: what
/// the probability and the sum lost in one step is given back in the next (Kahan).
double reciprocal_rank_loop(std::uint64_t above, std::uint64_t size, std::uint64_t relevant,
                            std::uint64_t count) {
  struct CompensatedSum {
    double value = 0;
    double lost = 0;

    void add(double term) {
      const double corrected = term - lost;
      const double next = value + corrected;
      lost = (next - value) - corrected;
      value = next;
    }
  };
  CompensatedSum sum;
  CompensatedSum probability{static_cast<double>(relevant) / static_cast<double>(size)};
  const auto others = static_cast<double>(relevant - 1);
  for (std::uint64_t i = 1; i <= count; ++i) {
    sum.add(probability.value / rank_of(above, i));
    probability.add(-probability.value * others / static_cast<double>(size - i));
  }
  return sum.value;
}

}  // namespace

double harmonic_sum_reference(std::uint64_t above, std::uint64_t count) {
  double sum = 0;
  for (std::uint64_t i = count; i >= 1; --i) sum += 1 / rank_of(above, i);
  return sum;
}

double harmonic_sum(std::uint64_t above, std::uint64_t count) {
  const std::uint64_t looped = looped_before(kAsymptoticFrom, above, count);
  const double sum = harmonic_sum_reference(above, looped);
  return looped == count ? sum : sum + asymptotic_harmonic_sum(above + looped, count - looped);
}

double ratio_sum_reference(std::uint64_t above, std::uint64_t count) {
  double sum = 0;
  for (std::uint64_t i = 1; i <= count; ++i) {
    sum += static_cast<double>(i) / rank_of(above, i);
  }
  return sum;
}

double ratio_sum(std::uint64_t above, std::uint64_t count) {
  if (above == 0) return static_cast<double>(count);
  const std::uint64_t looped = looped_before(kAsymptoticFrom, above, count);
  const double sum = ratio_sum_reference(above, looped);
  if (looped == count) return sum;
  // Beyond the loop the numerators go on from `looped`.
  const std::uint64_t start = above + looped;
  return sum + static_cast<double>(looped) * asymptotic_harmonic_sum(start, count - looped) +
         asymptotic_ratio_sum(start, count - looped);
}

double discount(std::uint64_t rank) {
  if (rank < kDiscounts) return discounts().at[rank];
  return 1 / portable::log2(static_cast<double>(rank) + 1);
}

double discount_sum_reference(std::uint64_t above, std::uint64_t count) {
  double sum = 0;
  for (std::uint64_t i = 1; i <= count; ++i) {
    sum += 1 / portable::log2(rank_of(above, i) + 1);
  }
  return sum;
}

double discount_sum(std::uint64_t above, std::uint64_t count) {
  if (above == 0 && count < kDiscounts) return discounts().sum[count];

  const std::uint64_t looped = looped_before(kFirstSmooth, above, count);
  double sum = 0;
  for (std::uint64_t i = 1; i <= looped; ++i) sum += discount(above + i);
  if (looped == count) return sum;

  const double start = rank_of(above, looped);
  const auto term = [start](double i) { return 1 / portable::log2(start + i + 1); };
  return sum + smooth_sum(term, start, static_cast<double>(count - looped),
                          std::numeric_limits<double>::infinity());
}

double hit_probability_reference(std::uint64_t size, std::uint64_t relevant, std::uint64_t count) {
  double miss = 1;
  for (std::uint64_t i = 0; i < relevant && i <= size - std::min(count, size); ++i) {
    miss *= static_cast<double>(size - std::min(count, size) - i) / static_cast<double>(size - i);
  }
  return 1 - miss;
}

double hit_probability(std::uint64_t size, std::uint64_t relevant, std::uint64_t count) {
  if (count > size - relevant) return 1;
  // Exchanging the two leaves the probability as it is; the smaller one makes the loop short.
  const std::uint64_t steps = std::min(relevant, count);
  const auto other = static_cast<double>(std::max(relevant, count));
  double hit = 0;
  for (std::uint64_t i = 0; i < steps && hit < 1; ++i) {
    hit += (1 - hit) * other / static_cast<double>(size - i);
  }
  return hit;
}

double reciprocal_rank_sum_reference(std::uint64_t above, std::uint64_t size,
                                     std::uint64_t relevant, std::uint64_t count) {
  double sum = 0;
  double probability = static_cast<double>(relevant) / static_cast<double>(size);
  for (std::uint64_t i = 1; i <= std::min(count, size - relevant + 1); ++i) {
    sum += probability / rank_of(above, i);
    probability *= static_cast<double>(size - i - relevant + 1) / static_cast<double>(size - i);
  }
  return sum;
}

double reciprocal_rank_sum(std::uint64_t above, std::uint64_t size, std::uint64_t relevant,
                           std::uint64_t count) {
  std::uint64_t last = std::min(count, size - relevant + 1);
  if (relevant == 1) return harmonic_sum(above, last) / static_cast<double>(size);

  const double mean_distance = static_cast<double>(size) / static_cast<double>(relevant);
  const double negligible_from = kNegligibleTail * mean_distance + 1;
  if (negligible_from < static_cast<double>(last)) {
    last = static_cast<std::uint64_t>(negligible_from);
  }
  // The smooth sum evaluates about 250 terms, each a product over the relevant items.
  if (last <= 2 * kFirstSmooth || mean_distance < kSmoothFrom ||
      static_cast<double>(last) < 48 * static_cast<double>(relevant)) {
    return reciprocal_rank_loop(above, size, relevant, last);
  }

  const std::uint64_t looped = looped_before(kFirstSmooth, above, last);
  const auto before = static_cast<double>(looped);
  const double rank_before = rank_of(above, looped);
  const auto term = [=](double i) {
    return first_position_probability(size, relevant, before + i) / (rank_before + i);
  };
  return reciprocal_rank_loop(above, size, relevant, looped) +
         smooth_sum(term, rank_before, static_cast<double>(last - looped), mean_distance);
}

}  // namespace honestrank::metrics
