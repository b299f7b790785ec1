// How good estimates from samples are: the two yardsticks of Li, Jin et al. (AAAI 2023), and how
// often the intervals hold the truth. Usage: TRAIN TEST masked|unmasked REPEATS SETS MODEL [MODEL
// ...]
//
// TRAIN and TEST are interactions with one held-out item a user, or interactions and
// `leave_one_out`, or `synthetic` and the numbers of users, items and interactions, as in
// 20000:40000:2000000; a MODEL is a specification
// or the folder of a saved one. `unmasked`, as in the paper, ranks items of train too. Every model
// is sampled REPEATS times, all with the same draws, for each of the SETS: sizes, the held-out item
// included, as in 100,500,100:3200,25:3200:3. Behind a size /without draws without replacement,
// /shapes adds other shapes of falling distributions, /intervals works out intervals, which takes
// most of the time, /shared_prior adds bv and mn with the mean of what all repeats have learnt as
// the prior, as the authors had it (`unmasked` and one size only).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
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
#include "honestrank/estimators/rank_distribution.h"
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
const char* const kFixedShapes = ",monotone_mle(shape=convex),monotone_mle(shape=geometric)";
const char* const kAdaptive = "adaptive_mle,adaptive_monotone_mle";
const char* const kAdaptiveShapes =
    ",adaptive_monotone_mle(shape=convex),adaptive_monotone_mle(shape=geometric)";

/// A way to sample, and what is estimated from it. Sizes are those of sets.
struct Design {
  std::string name;
  std::string estimators;
  SampleOptions options;
  bool intervals = false;     ///< which take most of the time
  bool shared_prior = false;  ///< bv and mn also with a prior from all repeats, as published
};

/// Reads 100, 100:3200, 25:3200:3; then /without, /shapes, /intervals, /shared_prior.
Design read_design(const std::string& text) {
  Design design;
  design.name = text;
  const std::string sizes = text.substr(0, text.find('/'));
  const bool shapes = text.find("/shapes") != std::string::npos;
  unsigned long long first = 0;
  unsigned long long most = 0;
  unsigned long long above = 1;
  const int read = std::sscanf(sizes.c_str(), "%llu:%llu:%llu", &first, &most, &above);
  if (read < 1) throw InputError("expected sizes of sets, as in 100:3200; got " + text);
  design.options.samples = first - 1;
  if (read > 1) design.options.most_samples = most - 1;
  design.options.enough_above = above;
  design.estimators = read > 1 ? kAdaptive : kFixed;
  if (shapes) design.estimators += read > 1 ? kAdaptiveShapes : kFixedShapes;
  design.intervals = text.find("/intervals") != std::string::npos;
  design.shared_prior = text.find("/shared_prior") != std::string::npos;
  if (text.find("/without") != std::string::npos) {
    design.options.replacement = Replacement::without;
  }
  return design;
}

std::vector<Design> read_designs(const std::string& list) {
  std::vector<Design> designs;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    designs.push_back(read_design(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return designs;
}

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
  if (test == "leave_one_out") return leave_one_out_random(read_interactions(train), 42);
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

/// The values that one estimator gives metrics, by repeat.
std::vector<MetricValues> values_of(const Estimates& estimates, std::size_t first,
                                    const std::vector<std::size_t>& metrics) {
  std::vector<MetricValues> result;
  for (const auto& repeat : estimates) {
    result.emplace_back();
    for (const std::size_t i : metrics) result.back().push_back(repeat[first + i].result.value);
  }
  return result;
}

/// A family's metrics that are not 0: of others there is no relative error.
std::vector<std::size_t> places_above_0(std::size_t family, const MetricValues& truth) {
  std::vector<std::size_t> result;
  for (std::size_t i = family * kCutOffs; i < (family + 1) * kCutOffs; ++i) {
    if (truth[i] > 0) result.push_back(i);
  }
  return result;
}

/// The mean over repeats of the distributions that `learn` finds: probabilities of ranks.
template <typename Learn>
std::vector<double> prior_of_all(const std::vector<SampledRanks>& repeats, const Learn& learn) {
  std::vector<double> prior(repeats[0].population[0]);
  for (const SampledRanks& sampled : repeats) {
    const std::uint64_t samples = sampled.samples(0);
    SampledCounts counts{
        prior.size() - 1, sampled.replacement, {{samples, std::vector<double>(samples + 1)}}};
    for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
      const TieGroup& group = sampled.ranks[entry].groups[0];
      for (std::uint64_t tied = 0; tied < group.size; ++tied) {
        counts.sizes[0].users[group.above + tied] += 1 / static_cast<double>(group.size);
      }
    }
    for (const RankCell& cell : learn(counts).cells) {
      for (std::uint64_t i = 0; i < cell.ranks; ++i) {
        prior[cell.first - 1 + i] +=
            cell.probability / static_cast<double>(cell.ranks * repeats.size());
      }
    }
  }
  return prior;
}

/// bv and mn with priors from all repeats, for every repeat; their names say so.
Estimates with_shared_priors(const std::vector<SampledRanks>& repeats,
                             const std::vector<Metric>& metrics) {
  Estimates result(repeats.size());
  const auto add = [&](const char* source, const std::vector<double>& prior) {
    EstimateOptions options;
    options.correction.population = Population::mean;
    options.correction.prior = prior;
    std::vector<Estimator> estimators = parse_estimators("bv(0.01),mn");
    estimators[0].name = std::string("bv_") + source + ", prior of all repeats";
    estimators[1].name = std::string("mn_") + source + ", prior of all repeats";
    const Estimates own = estimate_repeats(repeats, metrics, estimators, options);
    for (std::size_t i = 0; i < own.size(); ++i) {
      result[i].insert(result[i].end(), own[i].begin(), own[i].end());
    }
  };
  add("mle", prior_of_all(repeats, [](const auto& counts) { return learn_mle(counts); }));
  add("mes", prior_of_all(repeats, [](const auto& counts) { return learn_mes(counts); }));
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
  std::printf("\n## Sets of %s, %u repeats\n\n", design.name.c_str(), count);
  SampleOptions options = design.options;
  options.repeats = count;
  std::printf(
      "| model | mean size | estimator | recall | ndcg | ap |%s\n|---|---:|---|---:|---:|---:|%s\n",
      intervals ? " ndcg held |" : "", intervals ? "---:|" : "");
  std::vector<std::vector<std::vector<MetricValues>>> values;  // by estimator, model, repeat
  std::vector<std::string> names;                              // of estimators
  for (const Model& model : models) {
    const auto repeats = sample_ranks(model.scores, held_out, seen, options);
    Estimates estimates =
        estimate_repeats(repeats, metrics, estimators, {.learnt_errors = intervals});
    if (design.shared_prior) {
      const Estimates more = with_shared_priors(repeats, metrics);
      for (std::size_t i = 0; i < more.size(); ++i) {
        estimates[i].insert(estimates[i].end(), more[i].begin(), more[i].end());
      }
    }
    const std::size_t kinds = estimates[0].size() / metrics.size();
    values.resize(kinds);
    names.clear();
    std::vector<std::size_t> all(metrics.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (std::size_t e = 0; e < kinds; ++e) {
      const std::size_t first = e * metrics.size();
      names.push_back(estimates[0][first].estimator.name);
      values[e].push_back(values_of(estimates, first, all));
      std::printf("| %s | %.0f | `%s` |", model.name.c_str(), mean_size(repeats), names[e].c_str());
      for (std::size_t family = 0; family < kFamilies.size(); ++family) {
        const std::vector<std::size_t> places = places_above_0(family, model.truth);
        MetricValues truth;
        for (const std::size_t i : places) truth.push_back(model.truth[i]);
        const auto error = relative_error(values_of(estimates, first, places), truth);
        std::printf(" %.2f ± %.2f |", 100 * error.mean, 100 * error.standard_error);
      }
      if (intervals) {
        const MetricValues ndcg(model.truth.begin() + kCutOffs, model.truth.begin() + 2 * kCutOffs);
        std::printf(" %.1f %% |", 100 * coverage(estimates, first + kCutOffs, ndcg));
      }
      std::printf("\n");
      std::fflush(stdout);
    }
    if (const auto places = places_above_0(0, model.truth); places.size() < kCutOffs) {
      std::fprintf(stderr, "%s: %zu cut-offs at which the metric is 0 are left out\n",
                   model.name.c_str(), kCutOffs - places.size());
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
  for (std::size_t e = 0; e < names.size(); ++e) {
    const std::vector<double> shares = right_winners(values[e], truth);
    std::printf("| `%s` |", names[e].c_str());
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
  const std::string mask = argc < 7 ? "" : argv[3];
  if (mask != "masked" && mask != "unmasked") {
    std::fprintf(stderr, "usage: %s TRAIN TEST masked|unmasked REPEATS SETS MODEL [MODEL ...]\n",
                 argv[0]);
    return 2;
  }
  try {
    const Split split = read_split(argv[1], argv[2]);
    const auto metrics = studied_metrics();
    const auto designs = read_designs(argv[5]);
    std::vector<Model> models;
    UserItems seen = user_items(split.train);
    if (mask == "unmasked")
      seen = {.begin = std::vector<std::uint64_t>(seen.begin.size()), .item = {}};
    for (int i = 6; i < argc; ++i) models.push_back(model_of(argv[i], split, seen, metrics));
    std::printf("| model | recall@10 | ndcg@10 | ap@10 | recall@50 |\n|---|---:|---:|---:|---:|\n");
    for (const Model& model : models) {
      std::printf("| %s | %.4f | %.4f | %.4f | %.4f |\n", model.name.c_str(), model.truth[9],
                  model.truth[kCutOffs + 9], model.truth[2 * kCutOffs + 9],
                  model.truth[kCutOffs - 1]);
    }
    const UserItems held_out = user_items(split.test);
    for (const Design& design : designs) {
      study(design, models, held_out, seen, static_cast<std::uint32_t>(std::atoi(argv[4])),
            metrics);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
