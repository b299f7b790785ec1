#pragma once

#include <span>
#include <string>
#include <vector>

#include "honestrank/base/progress.h"
#include "honestrank/comparison/estimation_quality.h"
#include "honestrank/data/user_items.h"
#include "honestrank/estimators/estimator.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/models/score_source.h"
#include "honestrank/sampling/sample_ranks.h"

namespace honestrank {

/// What is estimated: each family at the cut-offs 1 to `cut_offs`, as Li, Jin et al. (AAAI 2023)
/// did.
struct StudiedMetrics {
  std::vector<std::string> families{"recall", "ndcg", "ap"};
  std::size_t cut_offs = 50;

  /// All cut-offs of the first family, then of the second, and so on.
  std::vector<Metric> list() const;
};

/// A model, and the metrics that estimates are compared with.
struct StudiedModel {
  std::string name;
  ScoreSource scores;
  MetricValues truth;  ///< of StudiedMetrics::list, over all items
};

/// Ranks the held-out items over all items that are not `seen`. Scores other than factors are
/// worked out once and kept in float32, since they are sampled again and again: users by items.
StudiedModel studied_model(const std::string& name, const ScoreSource& scores,
                           const UserItems& held_out, const UserItems& seen,
                           const StudiedMetrics& metrics = {});

/// A way to sample, and what is estimated from it.
struct StudyDesign {
  SampleOptions sampling;  ///< its repeats are what means are taken over
  std::vector<Estimator> estimators;
  bool intervals = false;     ///< whether they hold the truth; takes most of the time
  bool shared_prior = false;  ///< also bv and mn with the mean of what all repeats have learnt as
                              ///< the prior, as the authors had it; one size, nothing seen
};

/// How far the estimates of one estimator are from the truth of one model.
struct StudyRow {
  std::string model;
  std::string estimator;
  double mean_size = 0;                ///< of the sets, the held-out item included
  std::vector<MeanOverRepeats> error;  ///< by family; cut-offs at which the truth is 0 are left out
  std::vector<double> held;  ///< by family: share of repeats and cut-offs whose 95 % interval holds
                             ///< the truth; empty without intervals
  std::vector<MeanOverRepeats> metric_error;  ///< |estimate - truth| / truth by metric of
                                              ///< StudiedMetrics::list; NaN where the truth is 0
};

/// How often an estimator finds the best model.
struct StudyWinners {
  std::string estimator;
  std::vector<double> share;  ///< of repeats, by metric of StudiedMetrics::list
};

struct StudyResult {
  std::vector<StudyRow> rows;         ///< by model, then estimator
  std::vector<StudyWinners> winners;  ///< none for a single model
};

/// Samples every model `design.sampling.repeats` times, all with the same draws, and compares what
/// estimators make of that with the truth. Users have one held-out item each.
///
/// Throws InputError as sample_ranks and estimate_repeats do, and where a family's truth is 0 at
/// all cut-offs.
StudyResult study_estimation(std::span<const StudiedModel> models, const UserItems& held_out,
                             const UserItems& seen, const StudyDesign& design,
                             const StudiedMetrics& metrics = {},
                             const ProgressCallback& progress = {});

}  // namespace honestrank
