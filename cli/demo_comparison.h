#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/data/split.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/models/score_source.h"
#include "honestrank/report/result_report.h"
#include "honestrank/sampling/sample_ranks.h"

namespace honestrank::cli {

/// One metric of models in three ways: over all items, among 100 random ones as if that were the
/// same, and corrected. Krichene & Rendle's point in a few lines.
class DemoComparison {
 public:
  DemoComparison(Metric metric, std::uint64_t seed, unsigned threads);

  /// `exact` was evaluated with `per_user`, for the same users as those before.
  void add(const std::string& model, const ScoreSource& scores, const Split& split,
           const MetricResult& exact);

  /// The table.
  std::string text() const;

  /// Which model is best, what naive sampling would have concluded, what the correction says.
  std::vector<std::string> conclusions() const;

  /// Rows and what the estimators do, for the page.
  void add_to(ResultReport& report) const;

 private:
  struct Model {
    std::string name;
    MetricResult exact;
    MetricResult naive;
    MetricResult corrected;
  };
  using Value = MetricResult Model::*;

  /// Models by falling value.
  std::vector<const Model*> order(Value value) const;
  /// Neighbours behind the first of `other` that `right` has the other way round; or none.
  static std::pair<const Model*, const Model*> first_swap(const std::vector<const Model*>& right,
                                                          const std::vector<const Model*>& other);

  /// Whether one model has the larger value by more than chance over the users.
  static bool is_ahead(const Model& better, const Model& worse);

  Metric metric_;
  std::vector<Estimator> estimators_;
  SampleOptions sampling_;
  EstimateOptions estimating_;
  std::vector<Model> models_;
};

}  // namespace honestrank::cli
