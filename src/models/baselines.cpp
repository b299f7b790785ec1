#include "honestrank/models/baselines.h"

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {

ItemScores popularity(const Interactions& train) {
  validate(train);
  ItemScores scores{train.users.size(), std::vector<double>(train.items.size())};
  for (const std::uint32_t item : train.item) ++scores.score[item];
  return scores;
}

ItemScores average_rating(const Interactions& train) {
  validate(train);
  if (!train.has_ratings()) {
    throw InputError("average_rating: expected interactions with ratings; got none");
  }
  ItemScores scores{train.users.size(), std::vector<double>(train.items.size())};
  std::vector<double> count(train.items.size());
  for (std::size_t row = 0; row < train.size(); ++row) {
    scores.score[train.item[row]] += train.rating[row];
    ++count[train.item[row]];
  }
  for (std::size_t item = 0; item < count.size(); ++item) {
    if (count[item] != 0) scores.score[item] /= count[item];
  }
  return scores;
}

ScoreCallback random_scores(std::uint64_t seed, std::size_t users, std::size_t items) {
  const CounterRandom random(seed, /*stream=*/0x5c0e);
  const auto draw = [random](std::uint32_t user, std::size_t item) {
    return static_cast<float>(random.uniform(user, static_cast<std::uint32_t>(item)));
  };
  ScoreCallback source;
  source.users = users;
  source.items = items;
  source.score_users = [draw, items](std::span<const std::uint32_t> chosen,
                                     std::span<float> scores) {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      for (std::size_t item = 0; item < items; ++item) {
        scores[i * items + item] = draw(chosen[i], item);
      }
    }
  };
  source.score_pairs = [draw](std::span<const std::uint32_t> chosen,
                              std::span<const std::uint32_t> chosen_items,
                              std::span<float> scores) {
    for (std::size_t i = 0; i < chosen.size(); ++i) scores[i] = draw(chosen[i], chosen_items[i]);
  };
  source.concurrent = true;
  return source;
}

}  // namespace honestrank
