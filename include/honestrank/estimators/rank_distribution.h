#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/metrics/metric.h"
#include "honestrank/sampling/sampling_model.h"

namespace honestrank {

/// How often lone relevant items were seen below so many sampled ones.
struct SampledCounts {
  /// Users with one number of samples.
  struct Size {
    std::uint64_t samples = 0;
    std::vector<double> users;  ///< by the number of sampled items above, 0 to samples; ties may
                                ///< share a user out
  };

  std::uint64_t irrelevant = 0;  ///< items that were drawn from, the same number for all users
  Replacement replacement = Replacement::with;
  std::vector<Size> sizes;  ///< several where sampling was adaptive
};

/// Consecutive ranks that are equally likely.
struct RankCell {
  std::uint64_t first = 1;  ///< the lowest rank
  std::uint64_t ranks = 1;
  double probability = 0;  ///< of all its ranks together
};

/// Where relevant items stand among all items, as learnt from samples.
struct RankDistribution {
  std::vector<RankCell> cells;  ///< by rising rank, from rank 1 to the last
  double log_likelihood = 0;    ///< of all users
  double shortfall = 0;  ///< learn_mle, learn_monotone_mle: no distribution of their kind has
                         ///< a log-likelihood that is larger by more than this
  double objective = 0;  ///< learn_mes: what was minimised
  std::uint32_t iterations = 0;
  bool converged = false;  ///< learn_mle: the last step changed little; learn_mes: at the optimum

  /// The metric of users with one relevant item.
  double mean(const Metric& metric) const;
};

/// How probabilities fall with the rank.
enum class FallingShape {
  any,
  convex,     ///< ever more slowly
  geometric,  ///< as in a mixture of geometric distributions
  peaked,     ///< from some rank on, up to which they rise
};

struct LearnOptions {
  std::uint32_t iterations = 100;  ///< at most
  double tolerance = 0;  ///< stop where the mean log-likelihood rises by less; 0: do all iterations
  FallingShape shape = FallingShape::any;  ///< learn_monotone_mle
};

/// The rank distribution under which the counts are most likely (Li, Jin et al., AAAI 2023): EM
/// from the uniform distribution, over counts, not users.
///
/// Up to 16,384 ranks are learnt one by one. Of more, the first and the last 200 are; those
/// between share cells, whose ranks the samples cannot tell apart: the distribution of the sampled
/// rank changes by less than 0.02 (in total variation) from one end of a cell to the other.
///
/// Throws InputError for counts that are negative, not finite or all 0, and sizes that do not fit.
RankDistribution learn_mle(const SampledCounts& counts, const LearnOptions& options = {});

/// The same among distributions that do not rise with the rank, as those of sensible models; below
/// the middle of the ranking they may, where items that a model does not know pile up. EM over
/// mixtures of uniform distributions on ranks 1 to k; `shape` takes triangular or geometric ones
/// instead.
///
/// `peaked` is for rankings with few relevant items at the very top, as where models put first what
/// users have seen: the mean of what is learnt for rises up to rank 0 (none), 1, 2, 4, 8, ... of
/// the upper half, each weighted with the likelihood that it has after so many iterations: a rule
/// of thumb, since some get there sooner than others. It costs as much as learning for each of
/// them.
RankDistribution learn_monotone_mle(const SampledCounts& counts,
                                    const LearnOptions& options = {.iterations = 300});

/// The distribution with the least sum over sampled ranks r of
/// (samples + 1) w_r (P(r) - w_r)^2 - eta times entropy, w_r the share of users seen at r. Needs
/// one size. Solved to optimality by Newton's method for the dual problem, which has a variable for
/// each sampled rank. Up to 32,768 ranks are learnt one by one; of more, the first and the last
/// thousand are, and cells are shorter than those of learn_mle.
RankDistribution learn_mes(const SampledCounts& counts, double eta = 0.001);

}  // namespace honestrank
