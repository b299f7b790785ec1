#include "honestrank/sampling/rank_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "data/text_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/data/user_items.h"
#include "sampling/pair_scores.h"

namespace honestrank {
namespace {

/// Says what is wrong with a list, and where it stands if it was read from a file.
[[noreturn]] void fail(const CandidateLists& lists, std::size_t row, const std::string& what) {
  if (row < lists.line.size()) throw ParseError(lists.source, lists.line[row], what);
  throw InputError("rank_candidates: " + what);
}

constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

/// The numbers that the ids of lists have in `known`; kUnknown for others.
std::vector<std::uint32_t> numbers_of(const IdMap& ids, const IdMap& known) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    numbers.push_back(known.find(ids[i]).value_or(kUnknown));
  }
  return numbers;
}

void check(const ScoreSource& scores, const Interactions& seen) {
  validate(scores);
  if (user_count(scores) != seen.users.size() || item_count(scores) != seen.items.size()) {
    throw InputError(fmt::format(
        "rank_candidates: expected scores of {} users for {} items; got {} users and {} items",
        seen.users.size(), seen.items.size(), user_count(scores), item_count(scores)));
  }
}

/// " after line 3", where that is known.
std::string place_of(const CandidateLists& lists, std::size_t row) {
  return row < lists.line.size() ? fmt::format(" after line {}", lists.line[row]) : "";
}

/// Refuses, in the order of the lists, what cannot be ranked.
void check(const CandidateLists& lists, const std::vector<std::uint32_t>& users,
           const std::vector<std::uint32_t>& items) {
  std::vector<std::size_t> first(lists.users.size(), lists.size());
  for (std::size_t row = 0; row < lists.size(); ++row) {
    const std::uint32_t user = lists.user[row];
    const auto require_known = [&](std::uint32_t item) {
      if (items[item] != kUnknown) return;
      fail(lists, row,
           fmt::format("expected items that are known; got {}",
                       quoted_for_message(lists.items[item])));
    };
    const std::string name = quoted_for_message(lists.users[user]);
    if (users[user] == kUnknown) {
      fail(lists, row, fmt::format("expected users that are known; got {}", name));
    }
    if (first[user] != lists.size()) {
      fail(lists, row,
           fmt::format("expected one list for each user; got another one of user {}{}: leave one "
                       "out, or rank them in two files",
                       name, place_of(lists, first[user])));
    }
    first[user] = row;
    require_known(lists.target[row]);
    if (lists.begin[row] == lists.begin[row + 1]) {
      fail(lists, row, fmt::format("expected candidates of user {}; got an empty list", name));
    }
    for (std::uint64_t i = lists.begin[row]; i < lists.begin[row + 1]; ++i) {
      require_known(lists.candidate[i]);
    }
  }
}

}  // namespace

SampledRanks rank_candidates(const ScoreSource& scores, const CandidateLists& lists,
                             const Interactions& seen, unsigned threads) {
  check(scores, seen);
  const std::vector<std::uint32_t> users = numbers_of(lists.users, seen.users);
  const std::vector<std::uint32_t> items = numbers_of(lists.items, seen.items);
  check(lists, users, items);
  const UserItems masked = user_items(seen, threads);
  const sampling::PairScores pairs(scores, /*pairs=*/0);
  SampledRanks result;
  result.protocol = SamplingProtocol::candidates;
  result.replacement = lists.repeated_candidates == 0 ? Replacement::without : Replacement::with;
  const std::size_t rows = lists.size();
  result.ranks.groups.resize(rows);
  result.ranks.unranked.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint32_t user = users[lists.user[row]];
    const std::uint32_t target = items[lists.target[row]];
    const auto own = masked[user];
    if (std::binary_search(own.begin(), own.end(), target)) {
      fail(lists, row,
           fmt::format("expected targets that were not seen; got {} of user {}",
                       quoted_for_message(lists.items[lists.target[row]]),
                       quoted_for_message(lists.users[lists.user[row]])));
    }
    result.ranks.user.push_back(user);
    result.ranks.items.push_back(lists.begin[row + 1] - lists.begin[row] + 1);
    result.ranks.group_begin.push_back(row + 1);
    result.population.push_back(seen.items.size() - own.size());
  }
  constexpr std::size_t kRows = 256;
  parallel_for(rows, kRows, sampling::takes_threads(scores) ? threads : 1, [&](const Block& block) {
    std::vector<std::uint32_t> owners;
    std::vector<std::uint32_t> asked;
    for (std::size_t row = block.begin; row < block.end; ++row) {
      asked.push_back(items[lists.target[row]]);
      for (std::uint64_t i = lists.begin[row]; i < lists.begin[row + 1]; ++i) {
        asked.push_back(items[lists.candidate[i]]);
      }
      owners.resize(asked.size(), users[lists.user[row]]);
    }
    std::vector<double> values(asked.size());
    pairs.score(owners, asked, values);
    std::size_t at = 0;
    for (std::size_t row = block.begin; row < block.end; ++row) {
      const std::size_t end = at + lists.begin[row + 1] - lists.begin[row] + 1;
      TieGroup group{0, 1, 1};
      for (std::size_t i = at; i < end; ++i) {
        if (std::isnan(values[i])) {
          throw InputError(fmt::format(
              "rank_candidates: expected scores that are numbers; got NaN for user '{}' and item "
              "'{}'",
              seen.users[owners[i]], seen.items[asked[i]]));
        }
        if (i == at) continue;
        group.above += values[i] > values[at] ? 1U : 0U;
        group.size += values[i] == values[at] ? 1U : 0U;
      }
      result.ranks.groups[row] = group;
      at = end;
    }
  });
  return result;
}

}  // namespace honestrank
