#pragma once

#include <cstddef>
#include <cstdint>

#include "honestrank/data/interactions.h"

namespace honestrank {

/// Interactions to learn from and interactions to be judged by.
///
/// Both sides have the same id maps, with every id of the source, so a user or item has one
/// number on both. Rows keep their source order on either side. For a validation set, split
/// `train` again: its `test` is the validation set.
///
/// Splits act on rows. Where a pair of user and item is repeated its rows may fall on both sides;
/// see resolve_duplicates.
struct Split {
  Interactions train;
  Interactions test;
  std::size_t users_not_split = 0;  ///< users with rows, but too few: all of them are in train
};

/// Which of a user's rows are held out.
enum class HoldOutOrder {
  time,       ///< the latest; of rows with the same timestamp the later row
  row_order,  ///< the last rows in the source
  random,     ///< a random choice
};

/// How rows are held out, user by user.
struct HoldOutOptions {
  HoldOutOrder order = HoldOutOrder::time;
  /// A user with fewer rows is not split. At least one row of each user stays in train anyway.
  std::size_t minimum_rows = 2;
  /// For `random`: a row is drawn as a function of (seed, user number, position of the row among
  /// the user's rows) alone, so other users and threads have no influence.
  std::uint64_t seed = 0;
};

/// Holds out `count` rows of each user. A user with no more than `count` rows is not split.
///
/// Throws InputError if `count` is 0, or for `time` if there are no timestamps; ask for
/// `row_order` where the rows are known to be in order of time.
Split hold_out_count(const Interactions& interactions, std::size_t count,
                     const HoldOutOptions& options = {});

/// Holds out `share` of the rows of each user, to the nearest row (a half: one more), but never
/// all. A user of whom this is no row is not split.
///
/// Throws InputError unless 0 < share < 1, or for `time` if there are no timestamps.
Split hold_out_share(const Interactions& interactions, double share,
                     const HoldOutOptions& options = {});

/// The common protocol: the latest interaction of each user with at least two is the test.
/// Throws InputError if there are no timestamps; see hold_out_count for other orders.
Split leave_last_out(const Interactions& interactions);

/// A random interaction of each user with at least two is the test.
Split leave_one_out_random(const Interactions& interactions, std::uint64_t seed);

/// The past is train, the future is test: rows with a timestamp of `test_begin` or later.
/// Unlike the splits by user it never learns from what happened after a test row.
/// Throws InputError if there are no timestamps.
Split global_time_split(const Interactions& interactions, std::int64_t test_begin);

/// The timestamp from which on the latest `share` of all rows begins, for global_time_split.
/// Rows with that same timestamp belong to the future too, so it may hold more than the share.
/// Throws InputError unless 0 < share < 1, or if there are no rows or no timestamps.
std::int64_t begin_of_latest(const Interactions& interactions, double share);

/// A split that came as two sources, and what is suspicious about it.
struct GivenSplit {
  Split split;
  std::size_t unknown_users = 0;  ///< users with a test row and no train row
  std::size_t unknown_items = 0;  ///< items with a test row and no train row
  std::size_t pairs_in_both = 0;  ///< distinct pairs of user and item on both sides
};

/// Brings two separately read sources into one numbering: the ids of `train` in their order,
/// then the new ids of `test` in theirs. Each side keeps its own columns. Linear time.
GivenSplit given_split(Interactions train, Interactions test);

}  // namespace honestrank
