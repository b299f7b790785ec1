#include "models/callback_scores.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace honestrank {
namespace {

// What the callback leaves out is found as NaN instead of being a number from nowhere.
void clear(std::span<float> scores) {
  std::fill(scores.begin(), scores.end(), std::numeric_limits<float>::quiet_NaN());
}

}  // namespace

void call_score_users(const ScoreCallback& source, std::span<const std::uint32_t> users,
                      std::span<float> scores) {
  clear(scores);
  if (source.score_users) return source.score_users(users, scores);
  // Many users at once: calls cost, and small catalogues make small calls.
  constexpr std::size_t kPairs = std::size_t{1} << 18;
  const std::size_t together =
      std::max<std::size_t>(1, kPairs / std::max<std::size_t>(1, source.items));
  std::vector<std::uint32_t> all_users;
  std::vector<std::uint32_t> all_items;
  for (std::size_t begin = 0; begin < users.size(); begin += together) {
    const std::size_t count = std::min(together, users.size() - begin);
    all_users.clear();
    all_items.resize(count * source.items);
    for (std::size_t i = 0; i < count; ++i) {
      all_users.insert(all_users.end(), source.items, users[begin + i]);
      const auto first = all_items.begin() + static_cast<std::ptrdiff_t>(i * source.items);
      std::iota(first, first + static_cast<std::ptrdiff_t>(source.items), std::uint32_t{0});
    }
    source.score_pairs(all_users, all_items,
                       scores.subspan(begin * source.items, count * source.items));
  }
}

void call_score_pairs(const ScoreCallback& source, std::span<const std::uint32_t> users,
                      std::span<const std::uint32_t> items, std::span<float> scores) {
  clear(scores);
  if (source.score_pairs) return source.score_pairs(users, items, scores);
  std::vector<std::uint32_t> batch;
  std::vector<float> all;
  for (std::size_t begin = 0; begin < users.size();) {
    // Pairs of one user often stand together: these share a row of scores.
    batch.assign(1, users[begin]);
    std::size_t end = begin + 1;
    for (; end < users.size(); ++end) {
      if (users[end] == batch.back()) continue;
      if (batch.size() == source.batch) break;
      batch.push_back(users[end]);
    }
    all.resize(batch.size() * source.items);
    call_score_users(source, batch, all);
    std::size_t row = 0;
    for (std::size_t pair = begin; pair < end; ++pair) {
      if (users[pair] != batch[row]) ++row;
      scores[pair] = all[row * source.items + items[pair]];
    }
    begin = end;
  }
}

}  // namespace honestrank
