#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/split.h"

namespace honestrank::testing_support {

/// How many test items are among the 10 best of all items without the user's train items.
struct HitRates {
  double random = 0;
  double popularity = 0;
  double item_cosine = 0;
};

/// The plainest recommender that uses who took what with what: an item's score is the sum of its
/// cosine similarities to the items of the user. Dense; for catalogues of a few thousand items.
class CosineNeighbours {
 public:
  explicit CosineNeighbours(const Interactions& train)
      : items_(train.items.size()),
        rows_(rows_by_user(train)),
        popularity_(items_, 0.0F),
        similarity_(items_ * items_, 0.0F) {
    for (const std::uint32_t item : train.item) popularity_[item] += 1.0F;
    std::vector<std::uint32_t> taken;
    for (std::size_t user = 0; user < train.users.size(); ++user) {
      taken.clear();
      for (std::size_t at = rows_.begin[user]; at < rows_.begin[user + 1]; ++at) {
        taken.push_back(train.item[rows_.rows[at]]);
      }
      std::sort(taken.begin(), taken.end());
      const std::uint32_t* const end = taken.data() + taken.size();
      for (const std::uint32_t* item = taken.data(); item != end; ++item) {
        float* const line = similarity_.data() + *item * items_;
        for (const std::uint32_t* other = item + 1; other != end; ++other) line[*other] += 1.0F;
      }
    }
    // So far only above the diagonal.
    for (std::size_t i = 0; i < items_; ++i) {
      for (std::size_t j = i + 1; j < items_; ++j) {
        const float together = similarity_[i * items_ + j];
        if (together == 0) continue;
        const float cosine = together / std::sqrt(popularity_[i] * popularity_[j]);
        similarity_[i * items_ + j] = cosine;
        similarity_[j * items_ + i] = cosine;
      }
    }
  }

  /// `split.train` must be what the object was made of.
  HitRates hit_rates(const Split& split, std::size_t every_nth_user) const {
    HitRates hits;
    double users = 0;
    std::vector<float> cosine(items_);
    std::vector<float> random(items_);
    std::vector<char> known(items_);
    for (std::size_t row = 0; row < split.test.size(); ++row) {
      const std::uint32_t user = split.test.user[row];
      if (user % every_nth_user != 0) continue;
      std::fill(cosine.begin(), cosine.end(), 0.0F);
      std::fill(known.begin(), known.end(), char{0});
      for (std::size_t at = rows_.begin[user]; at < rows_.begin[user + 1]; ++at) {
        const std::uint32_t item = split.train.item[rows_.rows[at]];
        known[item] = 1;
        add(similarity_.data() + item * items_, cosine.data());
      }
      for (std::uint32_t i = 0; i < items_; ++i) {
        random[i] = static_cast<float>(CounterRandom(1).uniform(user, i));
      }
      const std::uint32_t target = split.test.item[row];
      hits.random += hit(random, known, target);
      hits.popularity += hit(popularity_, known, target);
      hits.item_cosine += hit(cosine, known, target);
      ++users;
    }
    return {hits.random / users, hits.popularity / users, hits.item_cosine / users};
  }

 private:
  void add(const float* line, float* scores) const {
    for (const float* const end = line + items_; line != end; ++line, ++scores) *scores += *line;
  }

  /// Ties go against the target.
  double hit(const std::vector<float>& scores, const std::vector<char>& known,
             std::uint32_t target) const {
    const float* const score = scores.data();
    int above = -1;  // the target itself is counted
    for (std::size_t i = 0; i < items_; ++i) {
      if (known[i] == 0 && score[i] >= score[target]) ++above;
    }
    return above < 10 ? 1.0 : 0.0;
  }

  std::size_t items_;
  RowsByUser rows_;
  std::vector<float> popularity_;
  std::vector<float> similarity_;
};

}  // namespace honestrank::testing_support
