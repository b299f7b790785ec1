#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/id_map.h"

namespace honestrank {

/// The content of a sampled-rank file: one row per user and relevant item.
struct SampledRankTable {
  IdMap users;
  std::vector<std::uint32_t> user;
  std::vector<std::uint32_t> repeat;   ///< from 0; which of several samples of the user
  std::vector<std::uint64_t> order;    ///< from 1: place among the user's relevant items
  std::vector<std::uint64_t> above;    ///< sampled items with a higher score
  std::vector<std::uint64_t> tied;     ///< sampled items with the same score
  std::vector<std::uint64_t> samples;  ///< items that were drawn for the user
  std::vector<std::uint64_t> items;    ///< eligible items of the user, relevant ones included
  std::string protocol;                ///< how they were drawn; empty: not said

  std::size_t size() const noexcept { return user.size(); }
};

struct ReadSampledRanksOptions {
  /// For files without a column of that name; 0: there must be one.
  std::uint64_t items = 0;
  std::uint64_t samples = 0;
};

/// Reads a sampled-rank file: columns `user`, `order`, `above`, `tied`, `samples`, `items` and,
/// with several samples of a user, `repeat`, named in a header; tab, comma or white space; gzip or
/// plain. A first line `# protocol: ...` says how the items were drawn. Also plain
/// `user sampled_rank`, several lines for a user with several relevant items, whose ranks are then
/// among sampled and relevant items together.
///
/// Throws ParseError with file and line for numbers that contradict each other: a sampled rank of 0
/// or beyond the samples, different numbers of samples or items for a user, an order that is
/// missing or given twice, items above that fall with the order.
SampledRankTable read_sampled_ranks(const std::filesystem::path& path,
                                    const ReadSampledRanksOptions& options = {});
SampledRankTable parse_sampled_ranks(std::span<const char> bytes, const std::string& name,
                                     const ReadSampledRanksOptions& options = {});

/// Writes all columns with a header, `repeat` where there is more than one.
void write_sampled_ranks(const std::filesystem::path& path, const SampledRankTable& table);

}  // namespace honestrank
