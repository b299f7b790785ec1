#include "honestrank/data/split.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kSplitStream = 0x73706c74;  // "splt"

void check_share(const char* caller, double share) {
  if (share > 0.0 && share < 1.0) return;
  throw InputError(std::string(caller) + ": expected a share above 0 and below 1; got " +
                   std::to_string(share));
}

void check_timestamps(const std::string& caller, const Interactions& interactions) {
  if (interactions.has_timestamps() || interactions.size() == 0) return;
  throw InputError(caller + ": expected interactions with timestamps; got none");
}

Split split_rows(const Interactions& interactions, const std::vector<bool>& in_test) {
  std::vector<std::size_t> train;
  std::vector<std::size_t> test;
  for (std::size_t row = 0; row < in_test.size(); ++row) {
    (in_test[row] ? test : train).push_back(row);
  }
  return {select_rows(interactions, train), select_rows(interactions, test), 0};
}

/// Moves the `count` rows to hold out to the end of `rows`, the rows of `user` in source order.
void order_rows(const Interactions& interactions, const HoldOutOptions& options, std::size_t user,
                std::size_t count, std::span<std::size_t> rows) {
  if (options.order == HoldOutOrder::row_order) return;
  using Key = std::pair<std::uint64_t, std::size_t>;
  std::vector<Key> keys(rows.size());
  const CounterRandom random(options.seed, kSplitStream);
  // Flipping the sign bit makes the order of unsigned numbers that of the signed timestamps.
  constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const std::uint64_t key =
        options.order == HoldOutOrder::random
            ? random.bits(user, static_cast<std::uint32_t>(at))
            : static_cast<std::uint64_t>(interactions.timestamp[rows[at]]) ^ kSignBit;
    keys[at] = {key, rows[at]};
  }
  const auto held_out = keys.end() - static_cast<std::ptrdiff_t>(count);
  std::nth_element(keys.begin(), held_out, keys.end());
  for (std::size_t at = 0; at < rows.size(); ++at) rows[at] = keys[at].second;
}

/// `held_out(rows)` says how many of a user's `rows` go to the test, at most rows - 1.
Split hold_out(const Interactions& interactions, const HoldOutOptions& options,
               const std::string& caller, const std::function<std::size_t(std::size_t)>& held_out) {
  validate(interactions);
  if (options.order == HoldOutOrder::time && !interactions.has_timestamps() &&
      interactions.size() != 0) {
    throw InputError(caller +
                     ": expected interactions with timestamps for the order time; got none (the "
                     "order row_order takes the last rows instead)");
  }
  RowsByUser grouped = rows_by_user(interactions);
  std::vector<bool> in_test(interactions.size(), false);
  std::size_t users_not_split = 0;
  for (std::size_t user = 0; user < interactions.users.size(); ++user) {
    const std::size_t begin = grouped.begin[user];
    const std::size_t length = grouped.begin[user + 1] - begin;
    if (length == 0) continue;
    const std::size_t count = length < options.minimum_rows ? 0 : held_out(length);
    if (count == 0) {
      ++users_not_split;
      continue;
    }
    const std::span<std::size_t> rows = std::span(grouped.rows).subspan(begin, length);
    order_rows(interactions, options, user, count, rows);
    for (const std::size_t row : rows.last(count)) in_test[row] = true;
  }
  Split split = split_rows(interactions, in_test);
  split.users_not_split = users_not_split;
  return split;
}

/// Adds the ids of `other` to `ids` and renumbers `column` accordingly.
void renumber(IdMap& ids, const IdMap& other, std::vector<std::uint32_t>& column) {
  std::vector<std::uint32_t> number(other.size());
  for (std::size_t id = 0; id < other.size(); ++id) number[id] = ids.add(other[id]);
  for (std::uint32_t& id : column) id = number[id];
}

/// How many distinct ids of `test` do not stand in `train`.
std::size_t count_unknown(std::size_t ids, const std::vector<std::uint32_t>& train,
                          const std::vector<std::uint32_t>& test) {
  std::vector<bool> known(ids, false);
  for (const std::uint32_t id : train) known[id] = true;
  std::size_t unknown = 0;
  for (const std::uint32_t id : test) {
    if (known[id]) continue;
    known[id] = true;
    ++unknown;
  }
  return unknown;
}

std::size_t count_common_pairs(const Interactions& train, const Interactions& test) {
  constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
  const RowsByUser train_rows = rows_by_user(train);
  const RowsByUser test_rows = rows_by_user(test);
  std::vector<std::uint32_t> train_owner(train.items.size(), kNobody);
  std::size_t common = 0;
  for (std::uint32_t user = 0; user < train.users.size(); ++user) {
    if (test_rows.begin[user] == test_rows.begin[user + 1]) continue;
    for (std::size_t at = train_rows.begin[user]; at < train_rows.begin[user + 1]; ++at) {
      train_owner[train.item[train_rows.rows[at]]] = user;
    }
    for (std::size_t at = test_rows.begin[user]; at < test_rows.begin[user + 1]; ++at) {
      std::uint32_t& owner = train_owner[test.item[test_rows.rows[at]]];
      if (owner != user) continue;
      owner = kNobody;  // a repeated test row is not counted again
      ++common;
    }
  }
  return common;
}

}  // namespace

Split hold_out_count(const Interactions& interactions, std::size_t count,
                     const HoldOutOptions& options) {
  if (count == 0) throw InputError("hold_out_count: expected a count of at least 1; got 0");
  return hold_out(interactions, options, "hold_out_count",
                  [count](std::size_t rows) { return rows > count ? count : 0; });
}

Split hold_out_share(const Interactions& interactions, double share,
                     const HoldOutOptions& options) {
  check_share("hold_out_share", share);
  return hold_out(interactions, options, "hold_out_share", [share](std::size_t rows) {
    const auto nearest =
        static_cast<std::size_t>(std::floor(share * static_cast<double>(rows) + 0.5));
    return std::min(nearest, rows - 1);
  });
}

Split leave_last_out(const Interactions& interactions) { return hold_out_count(interactions, 1); }

Split leave_one_out_random(const Interactions& interactions, std::uint64_t seed) {
  return hold_out_count(interactions, 1, {.order = HoldOutOrder::random, .seed = seed});
}

Split global_time_split(const Interactions& interactions, std::int64_t test_begin) {
  validate(interactions);
  check_timestamps("global_time_split", interactions);
  std::vector<bool> in_test(interactions.size());
  for (std::size_t row = 0; row < in_test.size(); ++row) {
    in_test[row] = interactions.timestamp[row] >= test_begin;
  }
  return split_rows(interactions, in_test);
}

std::int64_t begin_of_latest(const Interactions& interactions, double share) {
  check_share("begin_of_latest", share);
  validate(interactions);
  check_timestamps("begin_of_latest", interactions);
  const std::size_t rows = interactions.size();
  if (rows == 0) throw InputError("begin_of_latest: expected at least one row; got 0");
  const auto nearest =
      static_cast<std::size_t>(std::floor(share * static_cast<double>(rows) + 0.5));
  const std::size_t latest = std::clamp<std::size_t>(nearest, 1, rows);
  std::vector<std::int64_t> times = interactions.timestamp;
  const auto begin = times.end() - static_cast<std::ptrdiff_t>(latest);
  std::nth_element(times.begin(), begin, times.end());
  return *begin;
}

GivenSplit given_split(Interactions train, Interactions test) {
  validate(train);
  validate(test);
  renumber(train.users, test.users, test.user);
  renumber(train.items, test.items, test.item);
  test.users = train.users;
  test.items = train.items;
  GivenSplit given;
  given.unknown_users = count_unknown(train.users.size(), train.user, test.user);
  given.unknown_items = count_unknown(train.items.size(), train.item, test.item);
  given.pairs_in_both = count_common_pairs(train, test);
  given.split = {std::move(train), std::move(test), 0};
  return given;
}

}  // namespace honestrank
