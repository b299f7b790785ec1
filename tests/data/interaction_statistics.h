#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "data/cosine_neighbours.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/split.h"

namespace honestrank::testing_support {

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
  for (std::size_t i = 0; i < counts.size(); ++i) {
    weighted += (2.0 * static_cast<double>(i) + 1.0 - n) * counts[i];
  }
  return weighted / (n * std::accumulate(counts.begin(), counts.end(), 0.0));
}

/// What the `share` largest counts have of the total.
inline double top_share(std::vector<double> counts, double share) {
  std::sort(counts.begin(), counts.end(), std::greater<>());
  const double top = std::round(share * static_cast<double>(counts.size()));
  return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(top), 0.0) /
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

/// The mean rating of each id; 0 for an id without rows.
inline std::vector<double> means_by(const std::vector<std::uint32_t>& column, std::size_t ids,
                                    const std::vector<double>& rating) {
  std::vector<double> means(ids, 0.0);
  const std::vector<double> count = counts_of(column, ids);
  for (std::size_t row = 0; row < rating.size(); ++row) means[column[row]] += rating[row];
  for (std::size_t id = 0; id < ids; ++id) means[id] /= std::max(count[id], 1.0);
  return means;
}

/// The part of the variance of the ratings that their means by an id explain.
inline double explained_by(const std::vector<std::uint32_t>& column, std::size_t ids,
                           const std::vector<double>& rating) {
  const std::vector<double> means = means_by(column, ids, rating);
  const double overall = mean(rating);
  double between = 0;
  double total = 0;
  for (std::size_t row = 0; row < rating.size(); ++row) {
    between += (means[column[row]] - overall) * (means[column[row]] - overall);
    total += (rating[row] - overall) * (rating[row] - overall);
  }
  return between / total;
}

/// Items with at least 20 ratings: how their mean rating goes with the logarithm of their number.
inline double popularity_rating_correlation(const Interactions& data) {
  const std::vector<double> popularity = counts_of(data.item, data.items.size());
  const std::vector<double> means = means_by(data.item, data.items.size(), data.rating);
  std::vector<double> logarithms;
  std::vector<double> ratings;
  for (std::size_t item = 0; item < popularity.size(); ++item) {
    if (popularity[item] < 20) continue;
    logarithms.push_back(std::log(popularity[item]));
    ratings.push_back(means[item]);
  }
  return correlation(logarithms, ratings);
}

inline double share_of_rating(const Interactions& data, double rating) {
  return static_cast<double>(std::count(data.rating.begin(), data.rating.end(), rating)) /
         static_cast<double>(data.size());
}

/// A number that describes a data set.
struct Statistic {
  std::string name;
  double value = 0;
  int decimals = 0;
};

/// The numbers in which the synthetic data set is compared with MovieLens 1M.
inline std::vector<Statistic> statistics_of(const Interactions& data) {
  const std::vector<double> popularity = counts_of(data.item, data.items.size());
  const std::vector<double> activity = counts_of(data.user, data.users.size());
  std::vector<Statistic> found = {
      {"users", static_cast<double>(data.users.size()), 0},
      {"items", static_cast<double>(data.items.size()), 0},
      {"interactions", static_cast<double>(data.size()), 0},
      {"items without interaction",
       static_cast<double>(std::count(popularity.begin(), popularity.end(), 0.0)), 0},
      {"Gini index of item popularity", gini(popularity), 3},
      {"share of the top 1 % of the items", top_share(popularity, 0.01), 3},
      {"share of the top 10 % of the items", top_share(popularity, 0.1), 3},
      {"item popularity, 10 % quantile", quantile(popularity, 0.1), 0},
      {"item popularity, median", quantile(popularity, 0.5), 0},
      {"item popularity, 90 % quantile", quantile(popularity, 0.9), 0},
      {"item popularity, maximum", quantile(popularity, 1), 0},
      {"user activity, minimum", quantile(activity, 0), 0},
      {"user activity, 10 % quantile", quantile(activity, 0.1), 0},
      {"user activity, median", quantile(activity, 0.5), 0},
      {"user activity, mean", mean(activity), 1},
      {"user activity, 90 % quantile", quantile(activity, 0.9), 0},
      {"user activity, 99 % quantile", quantile(activity, 0.99), 0},
      {"user activity, maximum", quantile(activity, 1), 0},
  };
  for (int rating = 1; rating <= 5; ++rating) {
    found.push_back(
        {"share of rating " + std::to_string(rating), share_of_rating(data, rating), 3});
  }
  found.push_back({"mean rating", mean(data.rating), 2});
  found.push_back({"variance of ratings explained by items",
                   explained_by(data.item, data.items.size(), data.rating), 3});
  found.push_back({"variance of ratings explained by users",
                   explained_by(data.user, data.users.size(), data.rating), 3});
  found.push_back(
      {"correlation of log popularity and mean rating", popularity_rating_correlation(data), 2});
  return found;
}

/// The same for what models find in the data, over every `every_nth_user`-th user.
inline std::vector<Statistic> predictability_of(const Split& split, std::size_t every_nth_user) {
  const HitRates rates = CosineNeighbours(split.train).hit_rates(split, every_nth_user);
  return {{"hit rate at 10, random order", rates.random, 3},
          {"hit rate at 10, popularity", rates.popularity, 3},
          {"hit rate at 10, item-item cosine", rates.item_cosine, 3}};
}

}  // namespace honestrank::testing_support
