#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/data/interactions.h"
#include "honestrank/satisfaction/cold_start.h"

namespace honestrank::satisfaction_detail {

/// Users, or items, who are taken as new, and which of their ratings may become known.
struct Newcomers {
  std::vector<std::vector<std::uint32_t>> folds;  ///< rising
  std::vector<std::size_t> begin;
  std::vector<std::size_t> rows;  ///< of each user or item, in random order
  std::size_t pool = 0;           ///< the first so many may become known, the others are judged
  std::uint64_t left_out = 0;     ///< with ratings, but too few

  std::uint64_t size() const;

  /// Rows that may become known: all where there are too few.
  std::span<const std::size_t> may_be_known(std::size_t index) const;
  std::span<const std::size_t> judged(std::size_t index) const;
  /// Those that may become known, in one of the orders.
  std::vector<std::size_t> order(std::size_t index, std::uint64_t seed, std::uint32_t repeat) const;
};

/// The newcomers of one fold among all users, or items.
struct FoldMembers {
  std::vector<bool> is_new;
  std::size_t first = 0;  ///< newcomers of earlier folds
};
FoldMembers members_of(const Newcomers& newcomers, std::size_t fold);

/// `own` is the user, or the item, of every row, below `count`. Throws InputError, starting with
/// `caller`, for options out of range and where a fold has fewer than two newcomers; `what` are
/// users or items.
Newcomers choose_newcomers(const char* caller, const char* what, std::span<const std::uint32_t> own,
                           std::size_t count, const ColdStartOptions& options);

/// 0 to count - 1 in random order: who gets whose attributes where these are to say nothing.
std::vector<std::size_t> dealt_out(std::size_t count, std::uint64_t seed, std::uint32_t number = 0);

/// Throws InputError unless every pair of user and item is rated once.
void require_single_ratings(const char* caller, const Interactions& ratings);

/// Interactions of all rows whose `own` number is not `is_new`; where `newcomers` are given,
/// without those that may become known of anybody.
Interactions without_newcomers(const Interactions& ratings, std::span<const std::uint32_t> own,
                               const std::vector<bool>& is_new,
                               const Newcomers* newcomers = nullptr);

}  // namespace honestrank::satisfaction_detail
