#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/models/train_model.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/sampling/sample_ranks.h"
#include "reproduce/kdd20.h"
#include "reproduce/kdd20_published.h"
#include "reproduce/mean_over_repeats.h"
#include "trained_models.h"

namespace honestrank::cli::kdd20 {
namespace {

constexpr std::uint64_t kSamples = 100;
constexpr double kPercent = 100;
const std::vector<std::string> kRecommenders{"X", "Y", "Z"};
const char* const kEstimators = "naive,rank,cls,bv(1),bv(0.1),bv(0.01),bv(0.001)";

std::vector<Metric> metrics() { return parse_metrics("recall@10,ndcg@10,ap,auc"); }

/// As the authors corrected: everybody has the mean number of items, and what is drawn without
/// replacement counts as drawn with it.
CorrectionOptions authors_correction() {
  CorrectionOptions options;
  options.population = Population::mean;
  options.likelihood = Replacement::with;
  return options;
}

struct Recommender {
  ScoreSource scores;
  UserRanks ranks;
  std::vector<double> exact;  ///< by metric
};

/// Values by metric, estimator and repeat; of one recommender.
using Sampled = std::vector<std::vector<std::vector<double>>>;

/// X, Y and Z; trained, ranked and sampled when they are first asked for.
class Experiment {
 public:
  Experiment(const Reproduction& reproduction, const ReproductionData& data)
      : reproduction_(reproduction), data_(data) {}

  const std::vector<Recommender>& recommenders() {
    if (recommenders_.empty()) train();
    return recommenders_;
  }

  const std::vector<Sampled>& sampled() {
    if (sampled_.empty()) sample();
    return sampled_;
  }

 private:
  void train() {
    const auto& options = reproduction_.options();
    const char* const specs[] = {"ials(factors=16,regularization=10,alpha=0.2)", "itemknn(q=3)",
                                 "itemknn(k_prime=10)"};
    for (std::size_t i = 0; i < kRecommenders.size(); ++i) {
      const NamedSpec model{kRecommenders[i], with_seed(parse_model_spec(specs[i]), options.seed)};
      Recommender own;
      own.scores =
          train_named(model, data_.split.train, {}, options.threads, reproduction_.progress())
              .scores;
      own.ranks = full_ranks(own.scores, data_.split.test, data_.split.train,
                             {options.threads, reproduction_.progress()});
      for (const MetricResult& result : evaluate(own.ranks, metrics()).results) {
        own.exact.push_back(result.value);
      }
      recommenders_.push_back(std::move(own));
    }
  }

  void sample() {
    const auto& options = reproduction_.options();
    SampleOptions sampling{.samples = kSamples, .replacement = Replacement::without};
    sampling.repeats = options.repeats;
    sampling.seed = options.seed;
    sampling.threads = options.threads;
    sampling.progress = reproduction_.progress();
    const auto list = metrics();
    const auto estimators = parse_estimators(kEstimators);
    for (const Recommender& own : recommenders()) {
      const auto repeats = sample_ranks(own.scores, data_.split.test, data_.split.train, sampling);
      const auto estimates =
          estimate_repeats(repeats, list, estimators,
                           {.correction = authors_correction(), .threads = options.threads});
      Sampled values(list.size(), {estimators.size(), std::vector<double>()});
      for (const auto& repeat : estimates) {
        for (std::size_t i = 0; i < repeat.size(); ++i) {
          values[i % list.size()][i / list.size()].push_back(repeat[i].result.value);
        }
      }
      sampled_.push_back(std::move(values));
    }
  }

  const Reproduction& reproduction_;
  const ReproductionData& data_;
  std::vector<Recommender> recommenders_;
  std::vector<Sampled> sampled_;
};

/// Says which values differ from the published ones by more than chance over the repeats, by metric
/// and recommender.
void add_outside(ReproducedTable& table) {
  std::map<std::pair<std::string, std::string>, std::string> estimators;
  for (const ReproducedValue* value : table.outside(3)) {
    std::string& list = estimators[{value->labels[1], value->labels[0]}];
    list += (list.empty() ? "" : ", ") + value->labels[2];
  }
  std::string outside;
  for (const auto& [of, list] : estimators) {
    outside +=
        fmt::format("{}{} of {} ({})", outside.empty() ? "" : "; ", of.second, of.first, list);
  }
  table.notes.push_back(outside.empty()
                            ? "All within three standard errors of the difference."
                            : "Further from the published value than three standard errors of the "
                              "difference: " +
                                  outside + ".");
}

ReproducedTable table_of_values(Experiment& experiment, const ReproductionData& data,
                                std::uint32_t repeats) {
  ReproducedTable table{"",
                        "Table 3: exact, sampled (100 items) and corrected metrics, in per cent",
                        {"metric", "recommender", "estimator"}};
  table.repeats = repeats;
  table.published_repeats = 100;
  const auto list = metrics();
  const auto estimators = parse_estimators(kEstimators);
  for (std::size_t metric = 0; metric < list.size(); ++metric) {
    for (std::size_t i = 0; i < kRecommenders.size(); ++i) {
      const auto add = [&](const std::string& estimator, double value, double spread,
                           const Published& published) {
        ReproducedValue own{
            {list[metric].name, kRecommenders[i], estimator}, kPercent * value, kPercent * spread};
        if (data.is_movielens) {
          own.published = published.value;
          if (published.spread != kNone) own.published_spread = published.spread;
        }
        table.values.push_back(std::move(own));
      };
      const auto& published = kTable3[metric][i];
      add("exact", experiment.recommenders()[i].exact[metric], std::nan(""), published[0]);
      for (std::size_t e = 0; e < estimators.size(); ++e) {
        const auto& values = experiment.sampled()[i][metric][e];
        add(estimators[e].name, mean_of(values), deviation_of(values), published[e + 1]);
      }
    }
  }
  table.notes.push_back(data.description);
  table.notes.push_back(
      fmt::format("Sampled values are means and standard deviations over {} samples without "
                  "replacement; corrections take all users to have the mean number of items and "
                  "the binomial likelihood, as the authors did.",
                  repeats));
  if (!data.is_movielens) return table;
  table.notes.emplace_back(
      "X depends on its random start, and with it all that is made of it. Z has ties: its "
      "metrics are expectations over their orders, the published AP and AUC those of one order.");
  add_outside(table);
  return table;
}

ReproducedTable table_of_orders(Experiment& experiment, const ReproductionData& data,
                                std::uint32_t repeats) {
  ReproducedTable table{
      "",
      "Table 4: how often samples order two recommenders as the exact metric does, in per cent",
      {"pair", "metric", "estimator"},
      0};
  table.repeats = repeats;
  table.published_repeats = 100;
  // Of one published repeat, which is right or wrong.
  const auto spread = [](double percent) { return std::sqrt(percent * (kPercent - percent)); };
  const auto list = metrics();
  const auto estimators = parse_estimators(kEstimators);
  constexpr std::pair<std::size_t, std::size_t> kPairs[] = {{0, 1}, {0, 2}, {1, 2}};
  for (std::size_t pair = 0; pair < std::size(kPairs); ++pair) {
    const auto [first, second] = kPairs[pair];
    for (std::size_t metric = 0; metric < list.size(); ++metric) {
      const auto& models = experiment.recommenders();
      const double truth = models[first].exact[metric] - models[second].exact[metric];
      for (std::size_t e = 0; e < estimators.size(); ++e) {
        const auto& a = experiment.sampled()[first][metric][e];
        const auto& b = experiment.sampled()[second][metric][e];
        std::vector<double> right;  // of each repeat
        for (std::size_t i = 0; i < a.size(); ++i) {
          const double product = (a[i] - b[i]) * truth;
          right.push_back(kPercent * (product > 0 ? 1 : (product == 0 ? 0.5 : 0)));
        }
        table.values.push_back({{kRecommenders[first] + " vs " + kRecommenders[second],
                                 list[metric].name, estimators[e].name},
                                mean_of(right),
                                deviation_of(right)});
        ReproducedValue& own = table.values.back();
        if (!data.is_movielens) continue;
        own.published = kTable4[pair][metric][e];
        own.published_spread = spread(own.published);
      }
    }
  }
  table.notes.push_back(data.description);
  table.notes.emplace_back(
      "± is the standard deviation of a single repeat, right (100), wrong (0) or tied (50). All "
      "recommenders are sampled with the same draws.");
  return table;
}

/// Numbers of users by rank, in buckets of a hundred.
ReproducedTable rank_distributions(Experiment& experiment) {
  constexpr std::uint64_t kBucket = 100;
  ReproducedTable table{
      "",
      "Figure 5: users by the rank of their held-out item, in buckets of 100 ranks",
      {"recommender", "first rank"},
      1};
  for (std::size_t i = 0; i < kRecommenders.size(); ++i) {
    std::vector<double> buckets;
    for (const TieGroup& group : experiment.recommenders()[i].ranks.groups) {
      for (std::uint64_t tied = 0; tied < group.size; ++tied) {
        const std::uint64_t bucket = (group.above + tied) / kBucket;
        if (bucket >= buckets.size()) buckets.resize(bucket + 1);
        buckets[bucket] += 1 / static_cast<double>(group.size);
      }
    }
    for (std::size_t bucket = 0; bucket < buckets.size(); ++bucket) {
      table.values.push_back(
          {{kRecommenders[i], std::to_string(bucket * kBucket + 1)}, buckets[bucket]});
    }
  }
  return table;
}

/// From which number of samples on X and Y are in their exact order, X ahead or not; 0: not at the
/// last one either.
std::uint64_t ordered_from(const ReproducedTable& table, const std::string& estimator,
                           bool x_ahead) {
  std::uint64_t from = 0;
  for (const ReproducedValue& x : table.values) {
    if (x.labels[0] != estimator || x.labels[1] != "X") continue;
    for (const ReproducedValue& y : table.values) {
      if (y.labels[0] != estimator || y.labels[1] != "Y" || y.labels[2] != x.labels[2]) continue;
      if (x.value == y.value || (x.value > y.value) != x_ahead) {
        from = 0;
      } else if (from == 0) {
        from = std::stoull(x.labels[2]);
      }
    }
  }
  return from;
}

ReproducedTable recall_by_samples(Experiment& experiment, bool is_movielens) {
  ReproducedTable table{"",
                        "Figure 6: expected recall@10 by the number of samples, in per cent",
                        {"estimator", "recommender", "samples"}};
  const std::vector<Metric> recall = parse_metrics("recall@10");
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  // that every user has
  for (const std::uint64_t items : experiment.recommenders()[0].ranks.items) {
    most = std::min(most, items - 1);
  }
  for (const Estimator& estimator : parse_estimators("naive,bv(0.1)")) {
    for (std::size_t i = 0; i < kRecommenders.size(); ++i) {
      for (const std::uint64_t samples :
           {10U, 20U, 30U, 40U, 50U, 60U, 80U, 100U, 150U, 200U, 300U, 500U, 700U, 1000U, 1200U}) {
        if (samples > most) continue;
        const auto expected = expect_estimates(
            experiment.recommenders()[i].ranks, recall, {&estimator, 1},
            {.samples = samples, .replacement = Replacement::without}, authors_correction());
        table.values.push_back({{estimator.name, kRecommenders[i], std::to_string(samples)},
                                kPercent * expected[0].value});
      }
    }
  }
  const bool x_ahead =
      experiment.recommenders()[0].exact[0] > experiment.recommenders()[1].exact[0];
  for (const char* estimator : {"naive", "bv(0.1)"}) {
    const std::uint64_t from = ordered_from(table, estimator, x_ahead);
    table.notes.push_back(
        from == 0 ? fmt::format("{}: X and Y are not in their exact order with {} samples.",
                                estimator, table.values.back().labels.back())
                  : fmt::format("{}: X and Y are in their exact order from {} samples on.",
                                estimator, from));
  }
  if (is_movielens) {
    table.notes.emplace_back("The paper: uncorrected from about 1,000, bv(0.1) below about 60.");
  }
  return table;
}

}  // namespace

std::vector<TableToMake> experiment_tables(const Reproduction& reproduction,
                                           const ReproductionData& data) {
  const auto own = std::make_shared<Experiment>(reproduction, data);
  const std::uint32_t repeats = reproduction.options().repeats;
  return {{"table3", [own, &data, repeats] { return table_of_values(*own, data, repeats); }},
          {"table4", [own, &data, repeats] { return table_of_orders(*own, data, repeats); }},
          {"figure5", [own] { return rank_distributions(*own); }},
          {"figure6", [own, &data] { return recall_by_samples(*own, data.is_movielens); }}};
}

}  // namespace honestrank::cli::kdd20
