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
#include <string>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/comparison/estimation_study.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/data/user_items.h"
#include "honestrank/models/saved_model.h"
#include "honestrank/models/train_model.h"

namespace {

using namespace honestrank;

const char* const kFixed =
    "naive,bv(0.01),bv(0.1),mle,mes,bv_mle,bv_mes,mn,mn_mle,mn_mes,monotone_mle";
const char* const kTables = "rank,rank_linear,least_squares,cls,bv(0.1),bv(0.01),mn";
const char* const kFixedShapes =
    ",monotone_mle(shape=convex),monotone_mle(shape=geometric),"
    "monotone_mle(shape=peaked)";
const char* const kAdaptive = "adaptive_mle,adaptive_monotone_mle";
const char* const kAdaptiveShapes =
    ",adaptive_monotone_mle(shape=convex),adaptive_monotone_mle(shape=geometric),"
    "adaptive_monotone_mle(shape=peaked)";

/// A way to sample, and what it is called. Sizes are those of sets.
struct NamedDesign {
  std::string name;
  StudyDesign design;
};

/// Reads 100, 100:3200, 25:3200:3; then /without, /shapes, /intervals, /shared_prior, /tables (what
/// corrects by a table that nothing is learnt for, alone).
NamedDesign read_design(const std::string& text) {
  const auto asked = [&](const char* what) { return text.find(what) != std::string::npos; };
  const std::string sizes = text.substr(0, text.find('/'));
  unsigned long long first = 0;
  unsigned long long most = 0;
  unsigned long long above = 1;
  const int read = std::sscanf(sizes.c_str(), "%llu:%llu:%llu", &first, &most, &above);
  if (read < 1) throw InputError("expected sizes of sets, as in 100:3200; got " + text);
  StudyDesign design;
  design.sampling.samples = first - 1;
  if (read > 1) design.sampling.most_samples = most - 1;
  design.sampling.enough_above = above;
  if (asked("/without")) design.sampling.replacement = Replacement::without;
  std::string estimators = read > 1 ? kAdaptive : kFixed;
  if (asked("/shapes")) estimators += read > 1 ? kAdaptiveShapes : kFixedShapes;
  if (asked("/tables")) estimators = kTables;
  design.estimators = parse_estimators(estimators);
  design.intervals = asked("/intervals");
  design.shared_prior = asked("/shared_prior");
  return {text, design};
}

std::vector<NamedDesign> read_designs(const std::string& list) {
  std::vector<NamedDesign> designs;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    designs.push_back(read_design(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return designs;
}

StudiedModel model_of(const std::string& text, const Split& split, const UserItems& held_out,
                      const UserItems& seen) {
  if (!is_saved_model(text)) {
    return studied_model(text, train_model(parse_model_spec(text), split.train).scores, held_out,
                         seen);
  }
  const SavedModel saved = load_model(text);
  const auto numbers = [](const IdMap& known, const IdMap& wanted) {
    std::vector<std::uint32_t> result;
    for (std::size_t id = 0; id < wanted.size(); ++id) {
      result.push_back(known.find(wanted[id]).value_or(kNobody));
    }
    return result;
  };
  return studied_model(saved.model.spec.name,
                       renumbered(saved.model.scores, numbers(saved.users, split.train.users),
                                  numbers(saved.items, split.train.items)),
                       held_out, seen);
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

/// A column of the metrics at `cut_offs`, for every family.
void print_winners(const std::vector<StudyWinners>& winners, const StudiedMetrics& metrics) {
  std::printf("\nHow often the best model is found, %%:\n\n| estimator |");
  const std::vector<std::size_t> cut_offs{10, 20};
  for (const std::size_t k : cut_offs) {
    for (const std::string& family : metrics.families) std::printf(" %s@%zu |", family.c_str(), k);
  }
  std::printf("\n|---|---:|---:|---:|---:|---:|---:|\n");
  for (const StudyWinners& row : winners) {
    std::printf("| `%s` |", row.estimator.c_str());
    for (const std::size_t k : cut_offs) {
      for (std::size_t family = 0; family < metrics.families.size(); ++family) {
        std::printf(" %.0f |", 100 * row.share[family * metrics.cut_offs + k - 1]);
      }
    }
    std::printf("\n");
  }
}

void print_study(const NamedDesign& asked, const StudyResult& result,
                 const StudiedMetrics& metrics) {
  const bool intervals = asked.design.intervals;
  std::printf("\n## Sets of %s, %u repeats\n\n", asked.name.c_str(), asked.design.sampling.repeats);
  std::printf(
      "| model | mean size | estimator | recall | ndcg | ap |%s\n|---|---:|---|---:|---:|---:|%s\n",
      intervals ? " ndcg held |" : "", intervals ? "---:|" : "");
  for (const StudyRow& row : result.rows) {
    std::printf("| %s | %.0f | `%s` |", row.model.c_str(), row.mean_size, row.estimator.c_str());
    for (const MeanOverRepeats& error : row.error) {
      std::printf(" %.2f ± %.2f |", 100 * error.mean, 100 * error.standard_error);
    }
    if (intervals) std::printf(" %.1f %% |", 100 * row.held[1]);
    std::printf("\n");
  }
  if (!result.winners.empty()) print_winners(result.winners, metrics);
  std::fflush(stdout);
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
    const auto designs = read_designs(argv[5]);
    const StudiedMetrics metrics;
    const UserItems held_out = user_items(split.test);
    UserItems seen = user_items(split.train);
    if (mask == "unmasked") {
      seen = {.begin = std::vector<std::uint64_t>(seen.begin.size()), .item = {}};
    }
    std::vector<StudiedModel> models;
    for (int i = 6; i < argc; ++i) models.push_back(model_of(argv[i], split, held_out, seen));
    std::printf("| model | recall@10 | ndcg@10 | ap@10 | recall@50 |\n|---|---:|---:|---:|---:|\n");
    for (const StudiedModel& model : models) {
      const MetricValues& truth = model.truth;
      std::printf("| %s | %.4f | %.4f | %.4f | %.4f |\n", model.name.c_str(), truth[9],
                  truth[metrics.cut_offs + 9], truth[2 * metrics.cut_offs + 9],
                  truth[metrics.cut_offs - 1]);
    }
    for (NamedDesign asked : designs) {
      asked.design.sampling.repeats = static_cast<std::uint32_t>(std::atoi(argv[4]));
      print_study(asked, study_estimation(models, held_out, seen, asked.design, metrics), metrics);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
