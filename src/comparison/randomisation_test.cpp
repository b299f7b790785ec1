#include "honestrank/comparison/randomisation_test.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "comparison/resampling_check.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "kernels/random_blocks.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kStream = 0x666c6970;
constexpr std::size_t kTables = 128;  ///< bytes of kRandomBlocks blocks of random bits
constexpr std::size_t kUsersAtOnce = 8 * kTables;
static_assert(kTables == kernels::kRandomBlocks * 16);

/// The differences that there are, and what their sum is compared with.
struct Swaps {
  std::vector<double> differences;  ///< without zeros
  double sum = 0;
  double limit = 0;  ///< sums as far from 0, but for rounding
  bool any = false;  ///< a difference, be it 0

  explicit Swaps(std::span<const double> all) {
    double size = 0;
    for (const double each : all) {
      if (std::isnan(each)) continue;
      any = true;
      if (each == 0) continue;
      differences.push_back(each);
      sum += each;
      size += std::abs(each);
    }
    constexpr double kRounding = 1e-12;
    limit = std::abs(sum) - kRounding * size;
  }

  bool is_as_far(double swapped) const { return std::abs(sum - 2 * swapped) >= limit; }
};

RandomisationTest all_swaps(const Swaps& swaps) {
  const std::size_t users = swaps.differences.size();
  const std::uint64_t ways = std::uint64_t{1} << users;
  std::uint64_t as_far = 0;
  for (std::uint64_t way = 0; way < ways; ++way) {
    double swapped = 0;
    for (std::uint64_t left = way; left != 0; left &= left - 1) {
      swapped += swaps.differences[static_cast<std::size_t>(std::countr_zero(left))];
    }
    as_far += swaps.is_as_far(swapped) ? 1U : 0U;
  }
  RandomisationTest result;
  result.p_value = static_cast<double>(as_far) / static_cast<double>(ways);
  result.resamples = ways;
  result.exact = true;
  return result;
}

/// The sums of all subsets of eight consecutive differences, for kTables times eight.
class SubsetSums {
 public:
  void fill(std::span<const double> differences) {
    for (std::size_t table = 0; 8 * table < differences.size(); ++table) {
      const auto eight =
          differences.subspan(8 * table, std::min<std::size_t>(8, differences.size() - 8 * table));
      auto& sums = sums_[table];
      sums[0] = 0;
      for (std::size_t bits = 1; bits < sums.size(); ++bits) {
        const auto lowest = static_cast<std::size_t>(std::countr_zero(bits));
        sums[bits] = sums[bits & (bits - 1)] + (lowest < eight.size() ? eight[lowest] : 0.0);
      }
    }
  }
  double of(std::size_t table, std::uint32_t bits) const { return sums_[table][bits & 0xFFU]; }

 private:
  std::vector<std::array<double, 256>> sums_{kTables};
};

/// Bit i of the random words of a resample says whether user i is swapped.
void add_swapped(const Swaps& swaps, const ResamplingOptions& options, const Block& block,
                 std::vector<double>& swapped) {
  SubsetSums subsets;
  std::array<std::uint32_t, 4 * kernels::kRandomBlocks> words{};
  const std::span<const double> all = swaps.differences;
  for (std::size_t begin = 0; begin < all.size(); begin += kUsersAtOnce) {
    const auto part = all.subspan(begin, std::min(kUsersAtOnce, all.size() - begin));
    subsets.fill(part);
    const std::size_t tables = (part.size() + 7) / 8;
    const auto first = static_cast<std::uint32_t>(begin / 128);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      kernels::random_blocks(options.seed, kStream, i, first, kernels::kRandomBlocks, words.data());
      std::array<double, 4> sum{};
      for (std::size_t table = 0; table < tables; ++table) {
        sum[table % 4] += subsets.of(table, words[table / 4] >> (8 * (table % 4)));
      }
      swapped[i] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
  }
}

RandomisationTest judged(const Swaps& swaps, const std::vector<double>& swapped) {
  const auto as_far = std::count_if(swapped.begin(), swapped.end(),
                                    [&](double each) { return swaps.is_as_far(each); });
  const auto tried = static_cast<double>(swapped.size());
  RandomisationTest result;
  result.p_value = (1 + static_cast<double>(as_far)) / (1 + tried);
  result.monte_carlo_error = std::sqrt(result.p_value * (1 - result.p_value) / tried);
  result.resamples = swapped.size();
  return result;
}

using AddSwapped =
    std::function<void(const Swaps&, const ResamplingOptions&, const Block&, std::vector<double>&)>;

RandomisationTest tested(std::span<const double> differences, const ResamplingOptions& options,
                         const char* caller, const AddSwapped& add) {
  comparison::require_resamples(options, caller);
  const Swaps swaps(differences);
  if (!swaps.any) return {.p_value = std::numeric_limits<double>::quiet_NaN()};
  constexpr std::size_t kMostBits = 32;
  if (swaps.differences.size() < kMostBits &&
      (std::uint64_t{1} << swaps.differences.size()) <= options.resamples) {
    return all_swaps(swaps);
  }
  std::vector<double> swapped(options.resamples);
  constexpr std::size_t kResamples = 1000;  // many for each table of sums
  parallel_for(options.resamples, kResamples, options.threads,
               [&](const Block& block) { add(swaps, options, block, swapped); });
  return judged(swaps, swapped);
}

}  // namespace

RandomisationTest randomisation_test(std::span<const double> differences,
                                     const ResamplingOptions& options) {
  return tested(differences, options, "randomisation_test", add_swapped);
}

RandomisationTest randomisation_test_reference(std::span<const double> differences,
                                               const ResamplingOptions& options) {
  const auto one_by_one = [](const Swaps& swaps, const ResamplingOptions& own, const Block& block,
                             std::vector<double>& swapped) {
    const CounterRandom random(own.seed, kStream);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      for (std::size_t user = 0; user < swaps.differences.size(); ++user) {
        const auto words = random.block(i, static_cast<std::uint32_t>(user / 128));
        const bool swap = ((words[user % 128 / 32] >> (user % 32)) & 1U) != 0;
        if (swap) swapped[i] += swaps.differences[user];
      }
    }
  };
  return tested(differences, options, "randomisation_test_reference", one_by_one);
}

}  // namespace honestrank
