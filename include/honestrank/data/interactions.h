#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/data/id_map.h"

namespace honestrank {

/// What users did with items, one row each, as columns.
///
/// `rating` and `timestamp` are empty where the data has none, else as long as `user`. Rows keep
/// the order of their source; a row's user and item are numbers of `users` and `items`, which may
/// hold ids without a row (a catalogue larger than what was seen).
struct Interactions {
  IdMap users;
  IdMap items;
  std::vector<std::uint32_t> user;
  std::vector<std::uint32_t> item;
  std::vector<double> rating;
  std::vector<std::int64_t> timestamp;  ///< as in the source, commonly seconds since 1970

  std::size_t size() const noexcept { return user.size(); }
  bool has_ratings() const noexcept { return !rating.empty(); }
  bool has_timestamps() const noexcept { return !timestamp.empty(); }
};

/// Throws InputError, naming the first broken column or row, unless the columns have one length
/// and every row's user and item exist.
void validate(const Interactions& interactions);

/// The rows `keep` of `interactions`, in that order, with the same id maps.
Interactions select_rows(const Interactions& interactions, const std::vector<std::size_t>& keep);

/// The rows of each user, contiguous and in source order: `rows[begin[u] .. begin[u+1])`.
struct RowsByUser {
  std::vector<std::size_t> begin;
  std::vector<std::size_t> rows;
};

/// Groups rows by user in linear time.
RowsByUser rows_by_user(const Interactions& interactions);

}  // namespace honestrank
