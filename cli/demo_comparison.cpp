#include "demo_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "honestrank/comparison/paired_difference.h"
#include "sampling_charts.h"

namespace honestrank::cli {

DemoComparison::DemoComparison(Metric metric, std::uint64_t seed, unsigned threads)
    : metric_(std::move(metric)), estimators_(parse_estimators("naive,bv(0.01)")) {
  sampling_.seed = seed;
  sampling_.threads = threads;
  sampling_.replacement = Replacement::without;
  estimating_.threads = threads;
  estimating_.correction.population = Population::mean;
}

void DemoComparison::add(const std::string& model, const ScoreSource& scores, const Split& split,
                         const MetricResult& exact) {
  const auto sampled = sample_ranks(scores, split.test, split.train, sampling_);
  const auto results = estimate(sampled[0], {&metric_, 1}, estimators_, estimating_);
  models_.push_back({model, exact, results[0].result, results[1].result});
}

std::string DemoComparison::text() const {
  std::string text = fmt::format(
      "\n{} among 100 random items is another metric; what can be made of it:\n"
      "{:<12}{:>9}{:>16}{:>15}{:>10}\n",
      metric_.name, "model", "all items", "sampled, naive", estimators_[1].name, "std.err.");
  for (const Model& model : models_) {
    text += fmt::format("{:<12}{:9.4f}{:16.4f}{:15.4f}{:10.4f}\n", model.name, model.exact.value,
                        model.naive.value, model.corrected.value, model.corrected.standard_error);
  }
  return text;
}

std::vector<const DemoComparison::Model*> DemoComparison::order(Value value) const {
  std::vector<const Model*> models;
  for (const Model& model : models_) models.push_back(&model);
  std::stable_sort(models.begin(), models.end(), [value](const Model* a, const Model* b) {
    return (a->*value).value > (b->*value).value;
  });
  return models;
}

std::pair<const DemoComparison::Model*, const DemoComparison::Model*> DemoComparison::first_swap(
    const std::vector<const Model*>& right, const std::vector<const Model*>& other) {
  const auto place = [&](const Model* model) {
    return std::find(right.begin(), right.end(), model) - right.begin();
  };
  for (std::size_t i = 1; i + 1 < other.size(); ++i) {  // who comes first has a sentence already
    if (place(other[i]) > place(other[i + 1])) return {other[i], other[i + 1]};
  }
  return {nullptr, nullptr};
}

bool DemoComparison::is_ahead(const Model& better, const Model& worse) {
  return paired_difference(better.exact.per_user, worse.exact.per_user).low > 0;
}

std::vector<std::string> DemoComparison::conclusions() const {
  const std::vector<const Model*> exact = order(&Model::exact);
  const std::vector<const Model*> naive = order(&Model::naive);
  const std::vector<const Model*> corrected = order(&Model::corrected);
  const Model& best = *exact[0];
  const PairedDifference lead = paired_difference(best.exact.per_user, exact[1]->exact.per_user);
  std::vector<std::string> sentences;
  sentences.push_back(
      fmt::format("Over all items {} is best: {} {:.4f}, {:.4f} more than {} (95 % interval {:.4f} "
                  "to {:.4f}{}).",
                  best.name, metric_.name, best.exact.value, lead.mean, exact[1]->name, lead.low,
                  lead.high, lead.low > 0 ? "" : ", so the lead may be chance"));

  const double times = naive[0]->naive.value / naive[0]->exact.value;
  std::string second =
      naive[0] == &best
          ? fmt::format("Among 100 random items {} comes first too, with {:.4f}", best.name,
                        best.naive.value)
          : fmt::format(
                "Among 100 random items, taken at face value, {} would have been declared best, "
                "with {:.4f} against {:.4f} of {}",
                naive[0]->name, naive[0]->naive.value, best.naive.value, best.name);
  second += fmt::format(", {:.1f} times its value over all items", times);
  if (const auto [higher, lower] = first_swap(exact, naive); higher != nullptr) {
    second += fmt::format(
        "; and {} would have passed for better than {}, which over all items is ahead{}",
        higher->name, lower->name, is_ahead(*lower, *higher) ? "" : ", if by no more than chance");
  }
  sentences.push_back(second + ".");

  const MetricResult& estimate = corrected[0]->corrected;
  const double truth = corrected[0]->exact.value;
  const bool inside = truth >= estimate.low && truth <= estimate.high;
  std::string third = fmt::format(
      "Corrected by {}, the same samples say {}, {:.4f} ± {:.4f}: {}, and the value over all items "
      "is {} its 95 % interval",
      estimators_[1].name, corrected[0]->name, estimate.value, estimate.standard_error,
      corrected[0] == &best
          ? "the right model"
          : (naive[0] == &best ? "not the right model" : "not the right model either"),
      inside ? "inside" : "outside");
  if (const auto [higher, lower] = first_swap(exact, corrected); higher != nullptr) {
    third += fmt::format(
        "; {} and {} come in the wrong order{}", higher->name, lower->name,
        is_ahead(*lower, *higher) ? "" : ", which over all items may be chance as well");
  }
  sentences.push_back(third + ".");
  return sentences;
}

void DemoComparison::add_to(ResultReport& report) const {
  ExtraTable table{
      .title = "Sampled and corrected",
      .caption =
          fmt::format("{} over all items, among 100 random items as if that were the same, and "
                      "estimated from these samples.",
                      metric_.name),
      .columns = {"model", "all items", "sampled, naive", estimators_[1].name, "std.err."},
      .rows = {}};
  for (const Model& model : models_) {
    table.rows.push_back({model.name, fmt::format("{:.4f}", model.exact.value),
                          fmt::format("{:.4f}", model.naive.value),
                          fmt::format("{:.4f}", model.corrected.value),
                          fmt::format("{:.4f}", model.corrected.standard_error)});
  }
  report.tables.push_back(std::move(table));
  for (std::size_t a = 0; a < models_.size(); ++a) {
    for (std::size_t b = a + 1; b < models_.size(); ++b) {
      const PairedDifference difference =
          paired_difference(models_[a].exact.per_user, models_[b].exact.per_user);
      report.differences.push_back({.model = models_[a].name,
                                    .against = models_[b].name,
                                    .metric = metric_.name,
                                    .test = "paired t test, not corrected",
                                    .difference = difference.mean,
                                    .low = difference.low,
                                    .high = difference.high,
                                    .p_value = difference.p_value,
                                    .users = difference.users});
    }
  }
  add_estimator_definitions(estimators_, report);
  report.conclusions = conclusions();
}

}  // namespace honestrank::cli
