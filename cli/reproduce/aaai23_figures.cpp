#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "honestrank/rankings/rank_histogram.h"
#include "honestrank/sampling/sampling_costs.h"
#include "reproduce/aaai23.h"
#include "reproduce/mean_over_repeats.h"

namespace honestrank::cli::aaai23 {
namespace {

constexpr double kPercent = 100;
constexpr std::uint64_t kSetSize = 100;
/// Where the paper says that larger sets begin to cost much.
constexpr std::uint64_t kPublishedEnd = 3200;

/// A table about EASE, whose values are means over repeats.
ReproducedTable figure_of(const Study& study, const std::string& title,
                          std::vector<std::string> labels) {
  ReproducedTable figure{"", title, std::move(labels)};
  figure.repeats = study.repeats();
  figure.notes.push_back(study.description());
  return figure;
}

ReproducedTable sampled_ranks(Study& study) {
  ReproducedTable figure = figure_of(
      study, "Figure 1, top: users by the sampled rank r of EASE, sets of 100, in per cent",
      {"users with", "r"});
  std::vector<std::vector<double>> shares(kSetSize);  // by rank, then repeat
  for (const SampledRanks& sampled : study.ease_samples()) {
    RankHistogram ranks(kSetSize);
    ranks.add(sampled.ranks);
    for (std::size_t i = 0; i < kSetSize; ++i) {
      shares[i].push_back(kPercent * ranks.mass()[i] / static_cast<double>(ranks.relevant()));
    }
  }
  for (std::size_t i = 0; i < kSetSize; ++i) {
    figure.values.push_back({{i == 0 ? "r = 1" : "r > 1", std::to_string(i + 1)},
                             mean_of(shares[i]),
                             deviation_of(shares[i])});
  }
  const double first = figure.values[0].value;
  const auto next = std::max_element(
      figure.values.begin() + 1, figure.values.end(),
      [](const ReproducedValue& a, const ReproducedValue& b) { return a.value < b.value; });
  figure.notes.push_back(
      fmt::format("The paper (MovieLens 20M): most held-out items have rank 1. Here {:.1f} % have, "
                  "{:.1f} % rank {}: {}.",
                  first, next->value, next->labels[1],
                  first > kPercent / 2  ? "the same"
                  : first > next->value ? "it is the most frequent rank, though not that of most"
                                        : "it is not the most frequent rank"));
  return figure;
}

/// The mean error of a family over the cut-offs from `first` to `last`, where there are errors.
double mean_error(const ReproducedTable& figure, const std::string& family, std::uint64_t first,
                  std::uint64_t last) {
  std::vector<double> errors;
  for (const ReproducedValue& value : figure.values) {
    const std::uint64_t k = std::stoull(value.labels[1]);
    if (value.labels[0] == family && first <= k && k <= last) errors.push_back(value.value);
  }
  return mean_of(errors);
}

ReproducedTable errors_by_cut_off(Study& study) {
  ReproducedTable figure = figure_of(
      study,
      "Figure 1, bottom: relative error of mle for EASE by cut-off, sets of 100, in per cent",
      {"metric", "K"});
  const StudiedMetrics metrics;
  const auto& rows = study.fixed(kSetSize).rows;
  const auto row = std::find_if(rows.begin(), rows.end(), [](const StudyRow& each) {
    return each.model == "ease" && each.estimator == "mle";
  });
  for (std::size_t i = 0; i < row->metric_error.size(); ++i) {
    const MeanOverRepeats& error = row->metric_error[i];
    if (std::isnan(error.mean)) continue;  // the metric itself is 0
    figure.values.push_back(
        {{metrics.families[i / metrics.cut_offs], std::to_string(i % metrics.cut_offs + 1)},
         kPercent * error.mean,
         kPercent * error.standard_error * std::sqrt(study.repeats())});
  }
  for (const std::string& family : metrics.families) {
    const double small = mean_error(figure, family, 1, 5);
    const double large = mean_error(figure, family, 46, 50);
    if (std::isnan(small)) continue;  // nothing is found so far up
    figure.notes.push_back(
        fmt::format("The paper (MovieLens 20M): the smaller K, the larger the error, the blind "
                    "spot. {}: {:.1f} % for K to 5, {:.1f} % for K from 46 to 50: {}.",
                    family, small, large, small > large ? "the same" : "not so here"));
  }
  return figure;
}

/// C_j of every repeat, by set size. Eq. 13 leaves the last size out: there users stop who are not
/// told apart.
std::map<std::uint64_t, std::vector<double>> costs_of(const std::vector<SampledRanks>& repeats) {
  std::map<std::uint64_t, std::vector<double>> costs;
  for (const SampledRanks& sampled : repeats) {
    std::vector<SamplingCost> own = sampling_costs(sampled);
    own.pop_back();
    for (const SamplingCost& each : own) costs[each.samples + 1].push_back(each.cost);
  }
  return costs;
}

/// Whether costs rise faster past `kPublishedEnd` than up to it, and how sure that is.
std::string rise_note(const std::map<std::uint64_t, std::vector<double>>& costs,
                      std::uint64_t items) {
  constexpr std::array<std::uint64_t, 3> kSizes{kPublishedEnd / 2, kPublishedEnd,
                                                2 * kPublishedEnd};
  const std::string claim =
      fmt::format("The paper (yelp): past {} the cost rises quickly.", kPublishedEnd);
  for (const std::uint64_t size : kSizes) {
    const auto found = costs.find(size);
    if (found == costs.end() || found->second.size() < costs.begin()->second.size() ||
        std::isinf(mean_of(found->second))) {
      return claim + " Here some repeats tell nobody apart there.";
    }
  }
  const auto& before = costs.at(kSizes[0]);
  const auto& at = costs.at(kSizes[1]);
  const auto& after = costs.at(kSizes[2]);
  std::vector<double> bends;
  for (std::size_t i = 0; i < at.size(); ++i) {
    bends.push_back(std::log(after[i]) - 2 * std::log(at[i]) + std::log(before[i]));
  }
  constexpr double kSure = 2;  // standard errors
  const double bend = mean_of(bends);
  const double error = deviation_of(bends) / std::sqrt(bends.size());
  const char* verdict = bend > kSure * error    ? "faster at the end, as there"
                        : bend < -kSure * error ? "slower at the end"
                                                : "with no bend beyond chance";
  return fmt::format(
      "{} Here sets of {}, {} and {} cost {:.0f}, {:.0f} and {:.0f} items for each user told "
      "apart: the cost is multiplied by {:.2f} and then {:.2f} (the logarithms differ by {:.2f} ± "
      "{:.2f}), {}. Ranking all items takes {} a user.",
      claim, kSizes[0], kSizes[1], kSizes[2], mean_of(before), mean_of(at), mean_of(after),
      mean_of(at) / mean_of(before), mean_of(after) / mean_of(at), bend, error, verdict, items);
}

ReproducedTable costs_by_size(Study& study) {
  ReproducedTable figure = figure_of(
      study, "Figure 2: items drawn for each user told apart (C_j, eq. 13) by set size, EASE",
      {"cost", "set size"});
  // As the paper, sets of about all items at last, and larger ones than it ends with.
  std::uint64_t most = kSetSize;
  while (most < std::max(2 * study.items(), 4 * kPublishedEnd)) most *= 2;
  const auto costs = costs_of(study.ease_samples(most));
  for (const auto& [size, values] : costs) {
    if (std::isinf(mean_of(values))) continue;  // a repeat told nobody apart
    figure.values.push_back({{"C_j", std::to_string(size)}, mean_of(values), deviation_of(values)});
  }
  figure.notes.push_back(rise_note(costs, study.items()));
  return figure;
}

}  // namespace

std::vector<TableToMake> figures(Study& study) {
  return {{"figure1_top", [&] { return sampled_ranks(study); }},
          {"figure1_bottom", [&] { return errors_by_cut_off(study); }},
          {"figure2", [&] { return costs_by_size(study); }}};
}

}  // namespace honestrank::cli::aaai23
