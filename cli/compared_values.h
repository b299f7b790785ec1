#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluate_inputs.h"
#include "honestrank/comparison/compare.h"
#include "honestrank/data/id_map.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/evaluate.h"
#include "sampled_inputs.h"

namespace honestrank::cli {

/// Values of users, all models in one numbering.
struct ComparedValues {
  IdMap users;
  std::vector<ModelValues> values;
};

/// Of evaluations with `per_user`.
ComparedValues values_of(const std::vector<RankedModel>& models,
                         const std::vector<Evaluation>& evaluations);

/// Of per-user files; the models of a file are called NAME, or NAME and their own where a file has
/// several. `metrics` keeps these columns, all of them where it is empty. Throws InputError for
/// metrics that a file does not have.
ComparedValues values_of_files(const std::vector<std::string>& files,
                               const std::vector<std::string>& metrics);

/// What a sampled file comes to: for every estimator all metrics, mean over repeats, and each
/// repeat's values.
struct SampledEstimates {
  std::vector<MetricEstimate> mean;
  std::vector<std::vector<MetricEstimate>> repeats;
};
SampledEstimates estimates_of(const SampledModel& model, const std::vector<Metric>& metrics,
                              const std::vector<Estimator>& estimators,
                              const EstimateOptions& options);

ComparedValues values_of(const std::vector<SampledModel>& models,
                         const std::vector<SampledEstimates>& estimates);

}  // namespace honestrank::cli
