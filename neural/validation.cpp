#include "validation.h"

#include <algorithm>

#include "honestrank/base/random.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/full_ranks.h"
#include "streams.h"

namespace honestrank::neural {
namespace {

constexpr std::size_t kFewest = 5;  // with fewer, too much of a history would be missing

void add_list(UserItems& lists, std::span<const std::uint32_t> items) {
  lists.item.insert(lists.item.end(), items.begin(), items.end());
  lists.begin.push_back(lists.item.size());
}

/// Users with enough interactions, at most `most` of them, drawn at random; rising.
std::vector<std::uint32_t> draw_users(const UserItems& histories, std::size_t most,
                                      const CounterRandom& random) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  for (std::uint32_t user = 0; user < histories.users(); ++user) {
    if (histories[user].size() >= kFewest) keyed.emplace_back(random.bits(user, 0), user);
  }
  const std::size_t count = std::min(most, keyed.size());
  std::nth_element(keyed.begin(), keyed.begin() + static_cast<std::ptrdiff_t>(count), keyed.end());
  std::vector<std::uint32_t> users;
  for (std::size_t i = 0; i < count; ++i) users.push_back(keyed[i].second);
  std::sort(users.begin(), users.end());
  return users;
}

}  // namespace

Validation hold_out(const UserItems& histories, std::size_t users, std::uint64_t seed) {
  const CounterRandom random(seed, kValidationStream);
  Validation result;
  result.users = draw_users(histories, users, random);
  std::vector<std::uint32_t> rest;
  std::size_t next = 0;
  for (std::uint32_t user = 0; user < histories.users(); ++user) {
    const auto items = histories[user];
    if (next == result.users.size() || result.users[next] != user) {
      add_list(result.train, items);
      continue;
    }
    ++next;
    const std::size_t place = random.below(items.size(), user, 1);
    rest.assign(items.begin(), items.end());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
    add_list(result.train, rest);
    add_list(result.seen, rest);
    add_list(result.held_out, items.subspan(place, 1));
  }
  return result;
}

double validation_ndcg(const Validation& validation, const ScoreSource& scores, unsigned threads) {
  FullRanksOptions options;
  options.threads = threads;
  const UserRanks ranks = full_ranks(scores, validation.held_out, validation.seen, options);
  EvaluateOptions evaluation;
  evaluation.threads = threads;
  return evaluate(ranks, parse_metrics("ndcg@10"), evaluation).results.front().value;
}

}  // namespace honestrank::neural
