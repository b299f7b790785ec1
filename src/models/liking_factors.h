#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/data/interactions.h"

namespace honestrank {

struct LikingFactorsOptions {
  double threshold = 3;       ///< a rating above it is positive
  double shrink = 100;        ///< as of average_rating
  std::uint32_t factors = 8;  ///< dimensions of taste
  std::uint32_t sweeps = 20;  ///< of expectation maximisation
  double ridge = 100;         ///< ratings' worth of keeping an item's factors at 0
  std::uint64_t seed = 42;
  unsigned threads = 0;  ///< 0: all hardware threads
};

/// A Gaussian model of what is liked: whether user u rates item i above the threshold, 1 or 0, is
/// usual_i + v_i . z_u + noise, with a taste z_u that is standard normal. Who is not known has the
/// taste 0, so that nothing but the usual share is left: the list for everybody. Every rating that
/// becomes known moves the expectation of the taste.
struct LikingFactors {
  std::size_t factors = 0;
  std::vector<double> usual;  ///< by item: share of positive ratings, shrunk to that of all items
  std::vector<double> item;   ///< v: items by factors
  std::vector<std::uint64_t> ratings;  ///< by item
  double usual_share = 0;              ///< of all ratings
  double noise = 0;                    ///< variance

  std::span<const double> factors_of(std::size_t index) const {
    return std::span(item).subspan(index * factors, factors);
  }
};

/// Fitted by expectation maximisation (Tipping & Bishop 1999, for ratings that are missing at
/// random). The same bits for any number of threads. `train` has ratings.
LikingFactors fit_liking_factors(const Interactions& train, const LikingFactorsOptions& options);

/// Whether an item was liked: 1 or 0.
struct Liked {
  std::uint32_t item = 0;
  double liked = 0;
};

/// The expected taste of who rated so.
std::vector<double> expected_taste(const LikingFactors& model, std::span<const Liked> known);

/// The tastes of all users by their ratings in `train`: users by factors.
std::vector<double> expected_tastes(const LikingFactors& model, const Interactions& train,
                                    double threshold, unsigned threads);

}  // namespace honestrank
