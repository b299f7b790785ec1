#include "satisfaction/newcomers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "honestrank/data/filters.h"

namespace honestrank::satisfaction_detail {
namespace {

constexpr std::uint32_t kOrderStream = 0x6e657773;
constexpr std::uint32_t kFoldStream = 0x666f6c64;
constexpr std::uint32_t kDealStream = 0x6465616c;
constexpr std::uint32_t kRepeatStream = 0x72657065;

/// Sorts by what is drawn for each position.
void shuffle(std::span<std::size_t> rows, const CounterRandom& random, std::uint64_t index) {
  std::vector<std::pair<std::uint64_t, std::size_t>> drawn;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    drawn.emplace_back(random.bits(index, static_cast<std::uint32_t>(i)), rows[i]);
  }
  std::sort(drawn.begin(), drawn.end());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = drawn[i].second;
}

void check(const char* caller, const ColdStartOptions& options) {
  const auto& known = options.known;
  const bool rising = std::adjacent_find(known.begin(), known.end(),
                                         [](auto a, auto b) { return a >= b; }) == known.end();
  if (known.size() < 2 || known.front() != 0 || !rising) {
    throw InputError(fmt::format("{}: expected rising numbers of known ratings, from 0 on; got {}",
                                 caller, fmt::join(known, ",")));
  }
  const auto at_least = [&](const char* name, std::uint32_t value, std::uint32_t least) {
    if (value >= least) return;
    throw InputError(
        fmt::format("{}: expected {} of at least {}; got {}", caller, name, least, value));
  };
  at_least("folds", options.folds, 2);
  at_least("repeats", options.repeats, 1);
  at_least("judged ratings", options.judged, 1);
  if (!std::isfinite(options.threshold) || !(options.shrink >= 0) ||
      !std::isfinite(options.shrink)) {
    throw InputError(
        fmt::format("{}: expected a threshold, and a shrinkage of at least 0; got {} and {}",
                    caller, options.threshold, options.shrink));
  }
}

}  // namespace

std::uint64_t Newcomers::size() const {
  std::uint64_t count = 0;
  for (const auto& fold : folds) count += fold.size();
  return count;
}

std::span<const std::size_t> Newcomers::may_be_known(std::size_t index) const {
  return {rows.data() + begin[index], std::min(pool, begin[index + 1] - begin[index])};
}

std::span<const std::size_t> Newcomers::judged(std::size_t index) const {
  return {rows.data() + begin[index] + pool, begin[index + 1] - begin[index] - pool};
}

std::vector<std::size_t> Newcomers::order(std::size_t index, std::uint64_t seed,
                                          std::uint32_t repeat) const {
  const auto all = may_be_known(index);
  std::vector<std::size_t> ordered(all.begin(), all.end());
  shuffle(ordered, CounterRandom(seed, kRepeatStream + repeat), index);
  return ordered;
}

Newcomers choose_newcomers(const char* caller, const char* what, std::span<const std::uint32_t> own,
                           std::size_t count, const ColdStartOptions& options) {
  check(caller, options);
  Newcomers result;
  result.pool = options.known.back();
  result.begin.assign(count + 1, 0);
  for (const std::uint32_t index : own) ++result.begin[index + 1];
  for (std::size_t i = 0; i < count; ++i) result.begin[i + 1] += result.begin[i];
  result.rows.resize(own.size());
  std::vector<std::size_t> next(result.begin.begin(), result.begin.end() - 1);
  for (std::size_t row = 0; row < own.size(); ++row) result.rows[next[own[row]]++] = row;

  const CounterRandom random(options.seed, kOrderStream);
  std::vector<std::size_t> enough;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t ratings = result.begin[i + 1] - result.begin[i];
    shuffle({result.rows.data() + result.begin[i], ratings}, random, i);
    if (ratings >= result.pool + options.judged) {
      enough.push_back(i);
    } else if (ratings != 0) {
      ++result.left_out;
    }
  }
  if (enough.size() < 2 * static_cast<std::size_t>(options.folds)) {
    throw InputError(fmt::format(
        "{}: expected at least {} {} with {} ratings each, {} that may become known and {} to "
        "judge by; got {}",
        caller, 2 * options.folds, what, result.pool + options.judged, result.pool, options.judged,
        enough.size()));
  }
  shuffle(enough, CounterRandom(options.seed, kFoldStream), 0);
  result.folds.resize(options.folds);
  for (std::size_t i = 0; i < enough.size(); ++i) {
    result.folds[i % options.folds].push_back(static_cast<std::uint32_t>(enough[i]));
  }
  for (auto& fold : result.folds) std::sort(fold.begin(), fold.end());
  return result;
}

std::vector<std::size_t> dealt_out(std::size_t count, std::uint64_t seed, std::uint32_t number) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(order, CounterRandom(seed, kDealStream), number);
  return order;
}

void require_single_ratings(const char* caller, const Interactions& ratings) {
  validate(ratings);
  if (!ratings.has_ratings()) {
    throw InputError(fmt::format("{}: expected interactions with ratings; got none", caller));
  }
  if (const std::size_t repeated = count_duplicates(ratings); repeated != 0) {
    throw InputError(
        fmt::format("{}: expected every pair of user and item once; got {} that repeat others",
                    caller, repeated));
  }
}

FoldMembers members_of(const Newcomers& newcomers, std::size_t fold) {
  FoldMembers members;
  members.is_new.resize(newcomers.begin.size() - 1);
  for (const std::uint32_t index : newcomers.folds[fold]) members.is_new[index] = true;
  for (std::size_t earlier = 0; earlier < fold; ++earlier) {
    members.first += newcomers.folds[earlier].size();
  }
  return members;
}

Interactions without_newcomers(const Interactions& ratings, std::span<const std::uint32_t> own,
                               const std::vector<bool>& is_new, const Newcomers* newcomers) {
  std::vector<bool> left_out(ratings.size());
  if (newcomers != nullptr) {
    for (std::size_t index = 0; index < is_new.size(); ++index) {
      for (const std::size_t row : newcomers->may_be_known(index)) left_out[row] = true;
    }
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < own.size(); ++row) {
    if (!is_new[own[row]] && !left_out[row]) rows.push_back(row);
  }
  return select_rows(ratings, rows);
}

}  // namespace honestrank::satisfaction_detail
