#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace honestrank::testing_support {

/// A statistic of MovieLens 1M, and how far the synthetic data set may be from it.
struct Target {
  std::string_view name;
  double value = 0;
  double tolerance = 0;
};

/// Measured by synthetic_comparison_test. The tolerances are for any seed: 40 seeds were within
/// them, most by half.
inline const std::vector<Target>& movielens_1m() {
  static const std::vector<Target> targets = {
      {"users", 6040, 0},
      {"items", 3706, 0},
      {"interactions", 1000209, 4000},
      {"items without interaction", 0, 75},
      {"Gini index of item popularity", 0.634, 0.01},
      {"share of the top 1 % of the items", 0.087, 0.012},
      {"share of the top 10 % of the items", 0.445, 0.015},
      {"item popularity, 10 % quantile", 7, 2},
      {"item popularity, median", 124, 10},
      {"item popularity, 90 % quantile", 730, 45},
      {"item popularity, maximum", 3428, 600},
      {"user activity, minimum", 20, 0},
      {"user activity, 10 % quantile", 27, 2},
      {"user activity, median", 96, 3},
      {"user activity, mean", 165.6, 0.7},
      {"user activity, 90 % quantile", 400, 15},
      {"user activity, 99 % quantile", 907, 60},
      {"user activity, maximum", 2314, 400},
      {"share of rating 1", 0.056, 0.01},
      {"share of rating 2", 0.108, 0.01},
      {"share of rating 3", 0.261, 0.01},
      {"share of rating 4", 0.349, 0.01},
      {"share of rating 5", 0.226, 0.015},
      {"mean rating", 3.58, 0.05},
      {"variance of ratings explained by items", 0.239, 0.02},
      {"variance of ratings explained by users", 0.152, 0.02},
      {"correlation of log popularity and mean rating", 0.37, 0.06},
      {"hit rate at 10, random order", 0.003, 0.005},
      {"hit rate at 10, popularity", 0.038, 0.025},
      {"hit rate at 10, item-item cosine", 0.067, 0.03},
  };
  return targets;
}

}  // namespace honestrank::testing_support
