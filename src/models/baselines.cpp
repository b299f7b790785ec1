#include "honestrank/models/baselines.h"

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "models/option_check.h"

namespace honestrank {

ItemScores popularity(const Interactions& train) {
  validate(train);
  ItemScores scores{train.users.size(), std::vector<double>(train.items.size())};
  for (const std::uint32_t item : train.item) ++scores.score[item];
  return scores;
}

void validate(const AverageRatingOptions& options) {
  const OptionCheck check("average_rating");
  check.finite("threshold", options.threshold.value_or(0));
  check.at_least_0("shrink", options.shrink);
}

ItemScores average_rating(const Interactions& train, const AverageRatingOptions& options) {
  validate(train);
  validate(options);
  if (!train.has_ratings()) {
    throw InputError("average_rating: expected interactions with ratings; got none");
  }
  ItemScores scores{train.users.size(), std::vector<double>(train.items.size())};
  std::vector<double> count(train.items.size());
  double sum = 0;
  for (std::size_t row = 0; row < train.size(); ++row) {
    const double rating = train.rating[row];
    const double value = options.threshold ? (rating > *options.threshold ? 1.0 : 0.0) : rating;
    scores.score[train.item[row]] += value;
    ++count[train.item[row]];
    sum += value;
  }
  const double usual = train.size() == 0 ? 0 : sum / static_cast<double>(train.size());
  for (std::size_t item = 0; item < count.size(); ++item) {
    if (count[item] == 0) continue;
    scores.score[item] =
        (scores.score[item] + options.shrink * usual) / (count[item] + options.shrink);
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
