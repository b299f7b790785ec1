#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/id_map.h"

namespace honestrank {

/// The content of a rank file: one row per user and relevant item.
struct RankTable {
  IdMap users;
  std::vector<std::uint32_t> user;
  std::vector<std::uint64_t> rank;   ///< from 1; the best of the tied ranks
  std::vector<std::uint64_t> tied;   ///< other items with exactly the same score
  std::vector<std::uint64_t> items;  ///< eligible items of that user

  std::size_t size() const noexcept { return user.size(); }
};

struct ReadRanksOptions {
  std::uint64_t items = 0;  ///< for files without a column `items`; 0: there must be one
};

/// Reads a rank file: `user rank`, several lines for a user with several relevant items, with
/// optional columns `tied` and `items` named in a header; tab, comma or white space; gzip or plain.
///
/// Throws ParseError with file and line for a rank that is not a whole number from 1 to the number
/// of items, for ranks of a user that contradict each other (the same rank twice without a tie,
/// overlapping ties, different numbers of items), or where the number of items is not known.
RankTable read_ranks(const std::filesystem::path& path, const ReadRanksOptions& options = {});
RankTable parse_ranks(std::span<const char> bytes, const std::string& name,
                      const ReadRanksOptions& options = {});

/// Writes all columns with a header.
void write_ranks(const std::filesystem::path& path, const RankTable& table);

}  // namespace honestrank
