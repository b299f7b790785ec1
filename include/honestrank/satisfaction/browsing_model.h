#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace honestrank {

/// How far users look through a list of recommendations.
struct BrowsingModel {
  std::string description;  ///< as in "geometric, p = 0.933"
  std::vector<double>
      looks;          ///< w_1, w_2, ...: probability of looking through exactly so many items
  double beyond = 0;  ///< probability of looking further, which counts as looking at nothing

  std::size_t depth() const noexcept { return looks.size(); }

  /// What a success at rank 1, 2, ... counts: D(k) is the sum of w_N / N over N of at least k.
  std::vector<double> discounts() const;
};

/// Users go on to the next item with the same probability p, such that `second_page` of them go
/// beyond the first `page_size` items: p = second_page^(1 / page_size), w_N = p^(N - 1) (1 - p).
/// Throws InputError unless 0 < second_page < 1, page_size is at least 1 and depth is from 1 to
/// 1000000.
BrowsingModel geometric_browsing(double second_page, std::uint32_t page_size, std::size_t depth);

/// How often sessions ended after 0, 1, 2, ... items.
struct DepthCounts {
  std::vector<std::uint64_t> sessions;  ///< by the number of items seen

  std::uint64_t total() const noexcept;
};

/// Reads the number of items seen in each session: one a line, or a table with a column `depth`
/// (without a header: the last one). Throws ParseError with file and line for anything else.
DepthCounts read_depth_log(const std::filesystem::path& path);
DepthCounts parse_depth_log(std::span<const char> bytes, const std::string& name);

/// The shares of sessions. Those without an item count among users, and see nothing. Throws
/// InputError without sessions, and for a depth that is not from 1 to 1000000.
BrowsingModel empirical_browsing(const DepthCounts& counts, std::size_t depth);

/// Probabilities as given. Throws InputError unless they are at least 0 and add up to at most 1.
BrowsingModel given_browsing(std::vector<double> looks);

/// The geometric model that fits sessions best.
struct GeometricFit {
  double p = 0;               ///< probability of going on to the next item
  double standard_error = 0;  ///< of p
  double statistic = 0;       ///< Pearson's chi-squared over depths with enough sessions each
  std::uint32_t degrees = 0;  ///< of freedom
  double p_value = 0;  ///< of sessions that fit as badly, if the model were right; NaN without
                       ///< degrees of freedom

  /// Q, the share of users who go beyond a first page.
  double second_page(std::uint32_t page_size) const;
};

/// The maximum of the likelihood, over sessions with at least one item: 1 / (1 - p) is their mean
/// depth. Throws InputError without such sessions.
GeometricFit fit_geometric(const DepthCounts& counts);

}  // namespace honestrank
