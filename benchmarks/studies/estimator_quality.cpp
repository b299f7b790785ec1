// How good estimates from samples are: the two yardsticks of Li, Jin et al. (AAAI 2023), and how
// often the intervals hold the truth. Usage: TRAIN TEST masked|unmasked REPEATS MODEL [MODEL ...]
//
// TRAIN and TEST are interactions with one held-out item a user, or `synthetic` and the numbers of
// users, items and interactions, as in 20000:40000:2000000; a MODEL is a specification
// or the folder of a saved one. `unmasked`, as in the paper, ranks items of train too. Every model
// is sampled REPEATS times, all with the same draws: sets of 100 and of 500 items, the held-out
// item included, and adaptive ones that begin and end in several ways.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/comparison/estimation_quality.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/data/user_items.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/models/saved_model.h"
#include "honestrank/models/train_model.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/sampling/sample_ranks.h"

namespace {

using namespace honestrank;

constexpr std::size_t kCutOffs = 50;
const std::vector<std::string> kFamilies{"recall", "ndcg", "ap"};

/// recall@1 to recall@50, then ndcg, then ap.
std::vector<Metric> studied_metrics() {
  std::vector<Metric> metrics;
  for (const std::string& family : kFamilies) {
    for (std::size_t k = 1; k <= kCutOffs; ++k) {
      metrics.push_back(parse_metric(family + "@" + std::to_string(k)));
    }
  }
  return metrics;
}

const char* const kFixed =
    "naive,bv(0.01),bv(0.1),mle,mes,bv_mle,bv_mes,mn,mn_mle,mn_mes,monotone_mle";
const char* const kAdaptive = "adaptive_mle,adaptive_monotone_mle";

/// A way to sample, and what is estimated from it. Sizes are those of sets.
struct Design {
  const char* name;
  const char* estimators;
  std::uint64_t first;
  std::uint64_t most = 0;
  std::uint64_t enough_above = 1;
  Replacement replacement = Replacement::with;
  bool intervals = false;  ///< which take most of the time

  SampleOptions options(std::uint32_t repeats) const {
    SampleOptions result;
    result.samples = first - 1;
    result.most_samples = most == 0 ? 0 : most - 1;
    result.enough_above = enough_above;
    result.replacement = replacement;
    result.repeats = repeats;
    return result;
  }
};
const std::vector<Design> kDesigns{
    {"100", kFixed, 100},
    {"500", kFixed, 500},
    {"100:3200", kAdaptive, 100, 3200, 1, Replacement::with, true},
    {"50:3200:2", kAdaptive, 50, 3200, 2},
    {"25:3200:3", kAdaptive, 25, 3200, 3},
    {"100:3200 without replacement", kAdaptive, 100, 3200, 1, Replacement::without},
    {"25:3200:3 without replacement", kAdaptive, 25, 3200, 3, Replacement::without},
};

struct Model {
  std::string name;
  ScoreSource scores;
  MetricValues truth;
};

/// The same scores, in float32 and worked out once unless they are factors: samples of similarities
/// would be worked out again and again.
ScoreSource quickly_sampled(const ScoreSource& scores) {
  if (std::holds_alternative<Factors>(scores)) return scores;
  const std::size_t users = user_count(scores);
  std::vector<double> row(item_count(scores));
  std::vector<float> values;
  values.reserve(users * row.size());
  for (std::uint32_t user = 0; user < users; ++user) {
    score_users(scores, {&user, 1}, row);
    values.insert(values.end(), row.begin(), row.end());
  }
  return ScoreMatrix{make_matrix(users, row.size(), std::move(values))};
}

Model model_of(const std::string& text, const Split& split, const UserItems& seen,
               const std::vector<Metric>& metrics) {
  Model model;
  if (is_saved_model(text)) {
    SavedModel saved = load_model(text);
    const auto numbers = [](const IdMap& known, const IdMap& wanted) {
      std::vector<std::uint32_t> result;
      for (std::size_t id = 0; id < wanted.size(); ++id) {
        result.push_back(known.find(wanted[id]).value_or(kNobody));
      }
      return result;
    };
    model.name = saved.model.spec.name;
    model.scores =
        quickly_sampled(renumbered(saved.model.scores, numbers(saved.users, split.train.users),
                                   numbers(saved.items, split.train.items)));
  } else {
    model.name = text;
    model.scores = quickly_sampled(train_model(parse_model_spec(text), split.train).scores);
  }
  const UserRanks ranks = full_ranks(model.scores, user_items(split.test), seen);
  for (const MetricResult& result : evaluate(ranks, metrics).results) {
    model.truth.push_back(result.value);
  }
  return model;
}

Split read_split(const std::string& train, const std::string& test) {
  if (train != "synthetic") {
    return given_split(read_interactions(train), read_interactions(test)).split;
  }
  SyntheticOptions options;
  unsigned long long interactions = 0;
  if (std::sscanf(test.c_str(), "%u:%u:%llu", &options.users, &options.items, &interactions) != 3) {
    throw InputError("expected users:items:interactions; got " + test);
  }
  options.interactions = interactions;
  return leave_last_out(make_synthetic(options));
}

using Estimates = std::vector<std::vector<MetricEstimate>>;  // by repeat

/// The values that one estimator gives metrics `first` to `first + count`, by repeat.
std::vector<MetricValues> values_of(const Estimates& estimates, std::size_t first,
                                    std::size_t count) {
  std::vector<MetricValues> result;
  for (const auto& repeat : estimates) {
    result.emplace_back();
    for (std::size_t i = 0; i < count; ++i) result.back().push_back(repeat[first + i].result.value);
  }
  return result;
}

double mean_size(const std::vector<SampledRanks>& repeats) {
  double sum = 0;
  double users = 0;
  for (const SampledRanks& sampled : repeats) {
    for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
      sum += static_cast<double>(sampled.samples(entry) + 1);
      ++users;
    }
  }
  return sum / users;
}

/// Share of repeats and cut-offs whose 95 % interval holds the truth.
double coverage(const Estimates& estimates, std::size_t first, const MetricValues& truth) {
  double held = 0;
  for (const auto& repeat : estimates) {
    for (std::size_t k = 0; k < truth.size(); ++k) {
      const MetricResult& result = repeat[first + k].result;
      held += result.low <= truth[k] && truth[k] <= result.high ? 1 : 0;
    }
  }
  return held / static_cast<double>(estimates.size() * truth.size());
}

void study(const Design& design, const std::vector<Model>& models, const UserItems& held_out,
           const UserItems& seen, std::uint32_t count, const std::vector<Metric>& metrics) {
  const std::vector<Estimator> estimators = parse_estimators(design.estimators);
  const bool intervals = design.intervals;
  std::printf("\n## Sets of %s, %u repeats\n\n", design.name, count);
  std::printf(
      "| model | mean size | estimator | recall | ndcg | ap |%s\n|---|---:|---|---:|---:|---:|%s\n",
      intervals ? " ndcg held |" : "", intervals ? "---:|" : "");
  std::vector<std::vector<std::vector<MetricValues>>> values(
      estimators.size());  // by model, repeat
  for (const Model& model : models) {
    const auto repeats = sample_ranks(model.scores, held_out, seen, design.options(count));
    const Estimates estimates =
        estimate_repeats(repeats, metrics, estimators, {.learnt_errors = intervals});
    for (std::size_t e = 0; e < estimators.size(); ++e) {
      values[e].push_back(values_of(estimates, e * metrics.size(), metrics.size()));
      std::printf("| %s | %.0f | `%s` |", model.name.c_str(), mean_size(repeats),
                  estimators[e].name.c_str());
      for (std::size_t family = 0; family < kFamilies.size(); ++family) {
        const std::size_t first = family * kCutOffs;
        const MetricValues truth(
            model.truth.begin() + static_cast<std::ptrdiff_t>(first),
            model.truth.begin() + static_cast<std::ptrdiff_t>(first + kCutOffs));
        const auto error =
            relative_error(values_of(estimates, e * metrics.size() + first, kCutOffs), truth);
        std::printf(" %.2f ± %.2f |", 100 * error.mean, 100 * error.standard_error);
        if (intervals && family + 1 == kFamilies.size()) {
          const MetricValues ndcg(model.truth.begin() + kCutOffs,
                                  model.truth.begin() + 2 * kCutOffs);
          std::printf(" %.1f %% |", 100 * coverage(estimates, e * metrics.size() + kCutOffs, ndcg));
        }
      }
      std::printf("\n");
      std::fflush(stdout);
    }
  }
  if (models.size() < 2) return;
  std::printf("\nHow often the best model is found, %%:\n\n| estimator |");
  const std::vector<std::size_t> shown{9, 19};  // cut-offs 10 and 20
  for (const std::size_t k : shown) {
    for (const std::string& family : kFamilies) std::printf(" %s@%zu |", family.c_str(), k + 1);
  }
  std::printf("\n|---|---:|---:|---:|---:|---:|---:|\n");
  std::vector<MetricValues> truth;
  for (const Model& model : models) truth.push_back(model.truth);
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    const std::vector<double> shares = right_winners(values[e], truth);
    std::printf("| `%s` |", estimators[e].name.c_str());
    for (const std::size_t k : shown) {
      for (std::size_t family = 0; family < kFamilies.size(); ++family) {
        std::printf(" %.0f |", 100 * shares[family * kCutOffs + k]);
      }
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mask = argc < 6 ? "" : argv[3];
  if (mask != "masked" && mask != "unmasked") {
    std::fprintf(stderr, "usage: %s TRAIN TEST masked|unmasked REPEATS MODEL [MODEL ...]\n",
                 argv[0]);
    return 2;
  }
  try {
    const Split split = read_split(argv[1], argv[2]);
    const auto metrics = studied_metrics();
    std::vector<Model> models;
    UserItems seen = user_items(split.train);
    if (mask == "unmasked")
      seen = {.begin = std::vector<std::uint64_t>(seen.begin.size()), .item = {}};
    for (int i = 5; i < argc; ++i) models.push_back(model_of(argv[i], split, seen, metrics));
    std::printf("| model | recall@10 | ndcg@10 | ap@10 | recall@50 |\n|---|---:|---:|---:|---:|\n");
    for (const Model& model : models) {
      std::printf("| %s | %.4f | %.4f | %.4f | %.4f |\n", model.name.c_str(), model.truth[9],
                  model.truth[kCutOffs + 9], model.truth[2 * kCutOffs + 9],
                  model.truth[kCutOffs - 1]);
    }
    const UserItems held_out = user_items(split.test);
    for (const Design& design : kDesigns) {
      study(design, models, held_out, seen, static_cast<std::uint32_t>(std::atoi(argv[4])),
            metrics);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
