#include "honestrank/comparison/signed_rank_test.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace honestrank {
namespace {

constexpr std::size_t kMostExact = 50;

/// Differences in the order of their sizes, ranks in halves: whole numbers.
struct Ranked {
  std::vector<double> difference;
  std::vector<std::uint64_t> twice_rank;
  double zeros = 0;
  double ties = 0;  ///< sum over groups of t^3 - t
};

Ranked ranked(std::span<const double> differences, ZeroDifferences zeros) {
  Ranked result;
  for (const double each : differences) {
    if (std::isnan(each)) continue;
    if (each == 0) ++result.zeros;
    if (each != 0 || zeros != ZeroDifferences::wilcox) result.difference.push_back(each);
  }
  std::sort(result.difference.begin(), result.difference.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  const auto& values = result.difference;
  result.twice_rank.resize(values.size());
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() && std::abs(values[end]) == std::abs(values[begin])) ++end;
    // Ranks begin + 1 to end.
    for (std::size_t i = begin; i < end; ++i) result.twice_rank[i] = begin + 1 + end;
    const auto tied = static_cast<double>(end - begin);
    const bool counts = values[begin] != 0 || zeros == ZeroDifferences::zsplit;
    if (counts) result.ties += tied * tied * tied - tied;
    begin = end;
  }
  return result;
}

/// Twice the smaller tail of the sum of ranks over all signs of those that have one.
double exact_p(const Ranked& ranked, std::uint64_t twice_positive) {
  std::vector<double> ways{1};  // below 2^50: exact
  for (std::size_t i = 0; i < ranked.difference.size(); ++i) {
    if (ranked.difference[i] == 0) continue;
    const std::size_t rank = ranked.twice_rank[i];
    const std::size_t before = ways.size();
    ways.resize(before + rank);
    for (std::size_t sum = before; sum-- > 0;) ways[sum + rank] += ways[sum];
  }
  double all = 0;
  double below = 0;
  double above = 0;
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (sum <= twice_positive) below += ways[sum];
    if (sum >= twice_positive) above += ways[sum];
  }
  return std::min(1.0, 2 * std::min(below, above) / all);
}

}  // namespace

SignedRankTest signed_rank_test(std::span<const double> differences, ZeroDifferences zeros) {
  const Ranked ranks = ranked(differences, zeros);
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  std::uint64_t undecided = 0;
  for (std::size_t i = 0; i < ranks.difference.size(); ++i) {
    auto& side = ranks.difference[i] > 0   ? positive
                 : ranks.difference[i] < 0 ? negative
                                           : undecided;
    side += ranks.twice_rank[i];
  }
  const double shared = zeros == ZeroDifferences::zsplit ? static_cast<double>(undecided) / 4 : 0.0;
  SignedRankTest result;
  result.positive_ranks = static_cast<double>(positive) / 2 + shared;
  result.negative_ranks = static_cast<double>(negative) / 2 + shared;
  result.z = std::numeric_limits<double>::quiet_NaN();
  result.p_value = 1;
  if (positive == 0 && negative == 0) return result;

  const auto count = static_cast<double>(ranks.difference.size());
  double mean = count * (count + 1) / 4;
  double spread = count * (count + 1) * (2 * count + 1);
  if (zeros == ZeroDifferences::pratt) {  // Cureton (1967)
    mean -= ranks.zeros * (ranks.zeros + 1) / 4;
    spread -= ranks.zeros * (ranks.zeros + 1) * (2 * ranks.zeros + 1);
  }
  result.z = (result.positive_ranks - mean) / std::sqrt((spread - ranks.ties / 2) / 24);
  result.exact = ranks.difference.size() <= kMostExact;
  result.p_value = result.exact ? exact_p(ranks, positive)
                                : 2 * boost::math::cdf(boost::math::complement(
                                          boost::math::normal(), std::abs(result.z)));
  return result;
}

}  // namespace honestrank
