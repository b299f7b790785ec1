#include "honestrank/sampling/rank_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/data/user_items.h"
#include "sampling/pair_scores.h"

namespace honestrank {
namespace {

/// The numbers that the ids of a list have in `known`.
std::vector<std::uint32_t> numbers_of(const IdMap& ids, const IdMap& known, const char* what) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto number = known.find(ids[i]);
    if (!number) {
      throw InputError(
          fmt::format("rank_candidates: expected {}s that are known; got '{}'", what, ids[i]));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

void check(const ScoreSource& scores, const CandidateLists& lists, const Interactions& seen) {
  validate(scores);
  if (user_count(scores) != seen.users.size() || item_count(scores) != seen.items.size()) {
    throw InputError(fmt::format(
        "rank_candidates: expected scores of {} users for {} items; got {} users and {} items",
        seen.users.size(), seen.items.size(), user_count(scores), item_count(scores)));
  }
  std::vector<bool> listed(lists.users.size());
  for (std::size_t row = 0; row < lists.size(); ++row) {
    const auto fail = [&](const char* what) {
      throw InputError(fmt::format("rank_candidates: expected {} of user '{}'", what,
                                   lists.users[lists.user[row]]));
    };
    if (listed[lists.user[row]]) fail("one list; got another one");
    if (lists.begin[row] == lists.begin[row + 1]) fail("candidates; got an empty list");
    listed[lists.user[row]] = true;
  }
}

}  // namespace

SampledRanks rank_candidates(const ScoreSource& scores, const CandidateLists& lists,
                             const Interactions& seen, unsigned threads) {
  check(scores, lists, seen);
  const std::vector<std::uint32_t> users = numbers_of(lists.users, seen.users, "user");
  const std::vector<std::uint32_t> items = numbers_of(lists.items, seen.items, "item");
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
      throw InputError(
          fmt::format("rank_candidates: expected targets that were not seen; got '{}' of user '{}'",
                      lists.items[lists.target[row]], lists.users[lists.user[row]]));
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
