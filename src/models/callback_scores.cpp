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
  std::vector<std::uint32_t> items(source.items);
  std::iota(items.begin(), items.end(), std::uint32_t{0});
  std::vector<std::uint32_t> same_user(source.items);
  for (std::size_t i = 0; i < users.size(); ++i) {
    std::fill(same_user.begin(), same_user.end(), users[i]);
    source.score_pairs(same_user, items, scores.subspan(i * source.items, source.items));
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
