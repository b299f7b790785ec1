#pragma once

// What the synthetic data set is compared with real data by.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/split.h"

namespace honestrank::test {

inline std::vector<double> counts_of(const std::vector<std::uint32_t>& column, std::size_t ids) {
  std::vector<double> counts(ids, 0.0);
  for (const std::uint32_t id : column) ++counts[id];
  return counts;
}

/// 0 where all counts are equal, towards 1 where one has everything.
inline double gini(std::vector<double> counts) {
  std::sort(counts.begin(), counts.end());
  const auto n = static_cast<double>(counts.size());
  double weighted = 0;
  double total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    weighted += (2.0 * static_cast<double>(i) + 1.0 - n) * counts[i];
    total += counts[i];
  }
  return weighted / (n * total);
}

/// What the `share` largest counts have of the total.
inline double top_share(std::vector<double> counts, double share) {
  std::sort(counts.begin(), counts.end(), std::greater<>());
  const auto top = static_cast<std::ptrdiff_t>(std::round(share * static_cast<double>(counts.size())));
  return std::accumulate(counts.begin(), counts.begin() + top, 0.0) /
         std::accumulate(counts.begin(), counts.end(), 0.0);
}

/// Linear between order statistics.
inline double quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

inline double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

inline double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

/// The part of the variance of the ratings that their means by an id explain.
inline double explained_by(const std::vector<std::uint32_t>& column, std::size_t ids,
                           const std::vector<double>& rating) {
  std::vector<double> sum(ids, 0.0);
  const std::vector<double> count = counts_of(column, ids);
  for (std::size_t row = 0; row < rating.size(); ++row) sum[column[row]] += rating[row];
  const double overall = mean(rating);
  double between = 0;
  double total = 0;
  for (std::size_t id = 0; id < ids; ++id) {
    if (count[id] > 0) between += count[id] * std::pow(sum[id] / count[id] - overall, 2);
  }
  for (const double value : rating) total += (value - overall) * (value - overall);
  return between / total;
}

/// Of the test rows of `users`, how many are among the 10 best of all items without the user's
/// train items; ties go against the test item.
struct HitRates {
  double random = 0;
  double popularity = 0;
  double item_cosine = 0;
};

class CosineNeighbours {
 public:
  explicit CosineNeighbours(const Interactions& train)
      : items_(train.items.size()),
        rows_(rows_by_user(train)),
        similarity_(items_ * items_, 0.0F),
        popularity_(counts_of(train.item, items_)) {
    for (std::size_t user = 0; user < train.users.size(); ++user) {
      const std::size_t begin = rows_.begin[user];
      const std::size_t end = rows_.begin[user + 1];
      for (std::size_t a = begin; a < end; ++a) {
        float* line = &similarity_[train.item[rows_.rows[a]] * items_];
        for (std::size_t b = begin; b < end; ++b) line[train.item[rows_.rows[b]]] += 1.0F;
      }
    }
    for (std::size_t i = 0; i < items_; ++i) {
      for (std::size_t j = 0; j < items_; ++j) {
        const double norm = std::sqrt(popularity_[i] * popularity_[j]);
        float& value = similarity_[i * items_ + j];
        value = i == j || norm == 0 ? 0.0F : static_cast<float>(static_cast<double>(value) / norm);
      }
    }
  }

  HitRates evaluate(const Split& split, std::size_t every_nth_user) const {
    HitRates hits;
    double users = 0;
    std::vector<float> cosine(items_);
    std::vector<float> popular(items_);
    std::vector<float> random(items_);
    for (std::size_t i = 0; i < items_; ++i) popular[i] = static_cast<float>(popularity_[i]);
    std::vector<bool> known(items_);
    for (std::size_t row = 0; row < split.test.size(); ++row) {
      const std::uint32_t user = split.test.user[row];
      if (user % every_nth_user != 0) continue;
      std::fill(cosine.begin(), cosine.end(), 0.0F);
      std::fill(known.begin(), known.end(), false);
      for (std::size_t at = rows_.begin[user]; at < rows_.begin[user + 1]; ++at) {
        const std::uint32_t item = split.train.item[rows_.rows[at]];
        known[item] = true;
        const float* line = &similarity_[item * items_];
        for (std::size_t i = 0; i < items_; ++i) cosine[i] += line[i];
      }
      for (std::uint32_t i = 0; i < items_; ++i) {
        random[i] = static_cast<float>(CounterRandom(1).uniform(user, i));
      }
      const std::uint32_t target = split.test.item[row];
      hits.random += hit(random, known, target);
      hits.popularity += hit(popular, known, target);
      hits.item_cosine += hit(cosine, known, target);
      ++users;
    }
    return {hits.random / users, hits.popularity / users, hits.item_cosine / users};
  }

 private:
  static double hit(const std::vector<float>& scores, const std::vector<bool>& known,
                    std::uint32_t target) {
    int above = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (i != target && !known[i] && scores[i] >= scores[target]) ++above;
    }
    return above < 10 ? 1.0 : 0.0;
  }

  std::size_t items_;
  RowsByUser rows_;
  std::vector<float> similarity_;
  std::vector<double> popularity_;
};

}  // namespace honestrank::test
