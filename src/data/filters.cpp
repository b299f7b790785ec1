#include "honestrank/data/filters.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/first_rows.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

std::size_t count_repetitions(const std::vector<std::size_t>& first) {
  std::size_t repetitions = 0;
  for (std::size_t row = 0; row < first.size(); ++row) repetitions += first[row] != row ? 1U : 0U;
  return repetitions;
}

[[noreturn]] void refuse_duplicates(const Interactions& interactions,
                                    const std::vector<std::size_t>& first, std::size_t duplicates) {
  std::size_t row = 0;
  while (first[row] == row) ++row;
  throw InputError("resolve_duplicates: expected each pair of user and item once; got user " +
                   std::string(interactions.users[interactions.user[row]]) + ", item " +
                   std::string(interactions.items[interactions.item[row]]) + " in rows " +
                   std::to_string(first[row] + 1) + " and " + std::to_string(row + 1) +
                   " (repeated rows in all: " + std::to_string(duplicates) + ")");
}

/// Whether `row` takes the place of `held`, an earlier row of the same pair.
bool replaces(const Interactions& interactions, DuplicatePolicy policy, std::size_t row,
              std::size_t held) {
  switch (policy) {
    case DuplicatePolicy::keep_first:
      return interactions.has_timestamps() &&
             interactions.timestamp[row] < interactions.timestamp[held];
    case DuplicatePolicy::keep_last:
      return !interactions.has_timestamps() ||
             interactions.timestamp[row] >= interactions.timestamp[held];
    case DuplicatePolicy::keep_max: return interactions.rating[row] > interactions.rating[held];
    default: return false;
  }
}

Interactions keep_one_row(const Interactions& interactions, DuplicatePolicy policy,
                          const std::vector<std::size_t>& first) {
  std::vector<std::size_t> held = first;  // at a pair's first row: the row to keep
  for (std::size_t row = 0; row < first.size(); ++row) {
    std::size_t& best = held[first[row]];
    if (best != row && replaces(interactions, policy, row, best)) best = row;
  }
  std::vector<std::size_t> keep;
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (held[first[row]] == row) keep.push_back(row);
  }
  return select_rows(interactions, keep);
}

Interactions merge_rows(Interactions interactions, DuplicatePolicy policy,
                        const std::vector<std::size_t>& first) {
  std::vector<std::size_t> keep;
  std::vector<std::uint32_t> merged(first.size(), 0);
  for (std::size_t row = 0; row < first.size(); ++row) {
    const std::size_t target = first[row];
    ++merged[target];
    if (target == row) {
      keep.push_back(row);
      continue;
    }
    interactions.rating[target] += interactions.rating[row];
    if (interactions.has_timestamps() &&
        interactions.timestamp[row] > interactions.timestamp[target]) {
      interactions.timestamp[target] = interactions.timestamp[row];
    }
  }
  if (policy == DuplicatePolicy::mean) {
    for (const std::size_t row : keep) interactions.rating[row] /= merged[row];
  }
  return select_rows(interactions, keep);
}

std::vector<std::size_t> passing_rows(const Interactions& interactions, RatingRule rule,
                                      double threshold, const std::string& caller) {
  if (!interactions.has_ratings() && interactions.size() != 0) {
    throw InputError(caller + ": expected interactions with ratings; got none");
  }
  if (std::isnan(threshold)) throw InputError(caller + ": expected a threshold; got NaN");
  std::vector<std::size_t> keep;
  for (std::size_t row = 0; row < interactions.size(); ++row) {
    const double rating = interactions.rating[row];
    if (std::isnan(rating)) {
      throw InputError(caller + ": expected a number as rating; got NaN in row " +
                       std::to_string(row + 1));
    }
    if (rating > threshold || (rule == RatingRule::at_least && rating == threshold)) {
      keep.push_back(row);
    }
  }
  return keep;
}

/// The numbers of `ids` that `used` marks, renumbered in order; `number` maps old to new.
IdMap keep_used(const IdMap& ids, const std::vector<std::uint32_t>& column,
                std::vector<std::uint32_t>& number) {
  std::vector<bool> used(ids.size(), false);
  for (const std::uint32_t id : column) used[id] = true;
  number.assign(ids.size(), 0);
  IdMap kept;
  for (std::size_t id = 0; id < ids.size(); ++id) {
    if (used[id]) number[id] = kept.add(ids[id]);
  }
  return kept;
}

}  // namespace

std::size_t count_duplicates(const Interactions& interactions) {
  validate(interactions);
  return count_repetitions(first_rows(interactions));
}

ResolvedDuplicates resolve_duplicates(Interactions interactions, DuplicatePolicy policy) {
  validate(interactions);
  const bool needs_ratings = policy == DuplicatePolicy::keep_max ||
                             policy == DuplicatePolicy::sum || policy == DuplicatePolicy::mean;
  if (needs_ratings && !interactions.has_ratings() && interactions.size() != 0) {
    throw InputError(
        "resolve_duplicates: expected interactions with ratings for the policies keep_max, sum "
        "and mean; got none");
  }
  const std::vector<std::size_t> first = first_rows(interactions);
  const std::size_t duplicates = count_repetitions(first);
  if (duplicates == 0) return {std::move(interactions), 0};
  switch (policy) {
    case DuplicatePolicy::error: refuse_duplicates(interactions, first, duplicates);
    case DuplicatePolicy::keep_all: return {std::move(interactions), duplicates};
    case DuplicatePolicy::keep_first:
    case DuplicatePolicy::keep_last:
    case DuplicatePolicy::keep_max: return {keep_one_row(interactions, policy, first), duplicates};
    case DuplicatePolicy::sum:
    case DuplicatePolicy::mean:
      return {merge_rows(std::move(interactions), policy, first), duplicates};
  }
  throw InputError("resolve_duplicates: unknown duplicate policy");
}

Interactions keep_ratings(const Interactions& interactions, RatingRule rule, double threshold) {
  validate(interactions);
  return select_rows(interactions, passing_rows(interactions, rule, threshold, "keep_ratings"));
}

Interactions binarize(const Interactions& interactions, RatingRule rule, double threshold) {
  validate(interactions);
  Interactions kept =
      select_rows(interactions, passing_rows(interactions, rule, threshold, "binarize"));
  kept.rating.clear();
  return kept;
}

Interactions compact(const Interactions& interactions) {
  validate(interactions);
  Interactions compacted;
  std::vector<std::uint32_t> number;
  compacted.users = keep_used(interactions.users, interactions.user, number);
  compacted.user.reserve(interactions.size());
  for (const std::uint32_t user : interactions.user) compacted.user.push_back(number[user]);
  compacted.items = keep_used(interactions.items, interactions.item, number);
  compacted.item.reserve(interactions.size());
  for (const std::uint32_t item : interactions.item) compacted.item.push_back(number[item]);
  compacted.rating = interactions.rating;
  compacted.timestamp = interactions.timestamp;
  return compacted;
}

}  // namespace honestrank
