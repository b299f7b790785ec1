#include <nanobind/stl/string.h>

#include <string>

#include "bound_types.h"
#include "honestrank/comparison/compare.h"
#include "honestrank/comparison/plan.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/estimators/falling_check.h"
#include "honestrank/estimators/learn_ranks.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/report/result_report.h"
#include "honestrank/sampling/expect.h"
#include "honestrank/sampling/sample_ranks.h"
#include "honestrank/satisfaction/cold_start.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "honestrank/satisfaction/sensitivity.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

nb::dict sampling_defaults() {
  const SampleOptions options;
  nb::dict result;
  result["samples"] = options.samples;
  result["most_samples"] = options.most_samples;
  result["enough_above"] = options.enough_above;
  result["replacement"] = options.replacement == Replacement::with;
  result["protocol"] = "uniform";
  result["repeats"] = options.repeats;
  result["seed"] = options.seed;
  result["threads"] = options.threads;
  return result;
}

nb::dict estimate_defaults() {
  const EstimateOptions options;
  nb::dict result;
  result["metrics"] = "recall@10,ndcg@10,ap,auc";  // those of the command line
  result["population"] =
      options.correction.population == Population::per_user ? "per_user" : "mean";
  result["bootstrap"] = options.bootstrap;
  result["learnt_errors"] = options.learnt_errors;
  result["seed"] = options.seed;
  result["threads"] = options.threads;
  return result;
}

nb::dict rank_distribution_defaults() {
  nb::dict result;
  result["repeat"] = 0;
  result["threads"] = LearnRanksOptions{}.threads;
  return result;
}

nb::dict falling_check_defaults() {
  const FallingCheckOptions options;
  nb::dict result;
  result["draws"] = options.draws;
  result["seed"] = options.seed;
  result["threads"] = options.threads;
  return result;
}

nb::dict compare_defaults() {
  const CompareOptions options;
  nb::dict result;
  result["tests"] = std::string(to_string(options.tests.at(0)));
  result["correction"] = std::string(to_string(options.correction));
  result["against"] = options.against;
  result["winner"] = options.winner;
  result["level"] = ResultReport{}.level;
  result["resamples"] = options.resampling.resamples;
  result["seed"] = options.resampling.seed;
  result["threads"] = options.resampling.threads;
  result["estimators"] = "naive,bv(0.1)";  // those of the command line
  return result;
}

nb::dict plan_defaults() {
  const PlanOptions options;
  nb::dict result;
  result["users"] = options.users;
  result["confidence"] = options.confidence;
  result["cost_per_score"] = options.cost.sampled;
  result["cost_exact"] = options.cost.exact;
  result["most_samples"] = options.most_samples;
  result["replacement"] = options.replacement == Replacement::with;
  result["threads"] = options.threads;
  result["metrics"] = "ndcg@10";  // those of the command line
  result["estimators"] = "naive,cls,bv(0.1),bv(0.01),bv(0.001)";
  return result;
}

nb::dict satisfaction_defaults() {
  const RatingScale scale;
  nb::dict result;
  result["threshold"] = scale.threshold;
  result["scale"] = nb::make_tuple(scale.lowest, scale.highest);
  result["second_page"] = 0.5;  // those of the command line
  result["page_size"] = 10;
  result["depth"] = 100;
  result["shrink"] = SensitivityOptions{}.shrink;
  result["seed"] = SensitivityOptions{}.seed;
  result["threads"] = SatisfactionOptions{}.threads;
  return result;
}

nb::dict study_defaults() {
  const ColdStartOptions options;
  nb::dict result;
  result["judged"] = options.judged;
  result["folds"] = options.folds;
  result["repeats"] = options.repeats;
  result["questions"] = options.questions;
  result["bootstrap"] = options.bootstrap;
  result["shrink"] = options.shrink;
  result["seed"] = options.seed;
  result["threads"] = options.threads;
  nb::list known;
  for (const std::uint32_t number : options.known) known.append(number);
  result["known"] = nb::tuple(known);
  return result;
}

nb::dict synthetic_defaults() {
  const SyntheticOptions options;
  nb::dict result;
  result["users"] = options.users;
  result["items"] = options.items;
  result["interactions"] = options.interactions;
  result["minimum_activity"] = options.minimum_activity;
  result["latent_dimension"] = options.latent_dimension;
  result["taste_strength"] = options.taste_strength;
  result["seed"] = options.seed;
  result["threads"] = 0;
  return result;
}

nb::dict read_defaults() {
  const ReadInteractionsOptions options;
  nb::dict result;
  result["layout"] = options.format == InteractionFormat::automatic ? "" : "table";
  result["separator"] = options.separator;
  result["header"] = nb::none();
  result["user_column"] = options.user_column;
  result["item_column"] = options.item_column;
  result["rating_column"] = options.rating_column;
  result["timestamp_column"] = options.timestamp_column;
  result["threads"] = options.threads;
  return result;
}

nb::dict default_options(const std::string& function) {
  nb::dict result;
  if (function == "evaluate") {
    const EvaluateOptions options;
    result["ties"] = options.ties == TiePolicy::expected ? "expected" : "";
    result["seed"] = options.seed;
    result["threads"] = options.threads;
  } else if (function == "sample") {
    return sampling_defaults();
  } else if (function == "estimate") {
    return estimate_defaults();
  } else if (function == "expect") {
    result["estimators"] = "naive";
    result["replacement"] = ExpectOptions{}.replacement == Replacement::with;
  } else if (function == "rank_distribution") {
    return rank_distribution_defaults();
  } else if (function == "falling_p_value") {
    return falling_check_defaults();
  } else if (function == "compare") {
    return compare_defaults();
  } else if (function == "plan") {
    return plan_defaults();
  } else if (function == "satisfaction") {
    return satisfaction_defaults();
  } else if (function == "study") {
    return study_defaults();
  } else if (function == "synthetic") {
    return synthetic_defaults();
  } else if (function == "scores") {
    result["cosine"] = false;
    result["batch"] = ScoreCallback{}.batch;
    result["allow_float64"] = FloatPolicy{}.allow_float64;
  } else if (function == "hold_out") {
    const HoldOutOptions options;
    result["order"] = options.order == HoldOutOrder::time ? "time" : "";
    result["minimum_rows"] = options.minimum_rows;
    result["seed"] = options.seed;
  } else if (function == "read_interactions") {
    return read_defaults();
  } else {
    throw InputError("default_options: expected a function with options; got " + function);
  }
  return result;
}

}  // namespace

void bind_defaults(nb::module_& module) {
  module.def("default_options", &default_options, "function"_a,
             "The defaults of the C++ options that a function takes.");
}

}  // namespace honestrank::python
