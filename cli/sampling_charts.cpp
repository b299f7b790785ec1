#include "sampling_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "honestrank/metrics/evaluate.h"

namespace honestrank::cli {
namespace {

/// 1, 2, 5, 10, 20, 50, ... up to `most`.
std::vector<std::uint64_t> sample_grid(std::uint64_t most) {
  std::vector<std::uint64_t> grid;
  for (std::uint64_t power = 1; power <= most; power *= 10) {
    for (const std::uint64_t times : {1U, 2U, 5U}) {
      if (times * power <= most) grid.push_back(times * power);
    }
  }
  return grid;
}

/// The least number of irrelevant items that a user has.
std::uint64_t least_irrelevant(std::span<const NamedRanks> models) {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const NamedRanks& model : models) {
    for (std::size_t i = 0; i < model.ranks->size(); ++i) {
      const UserRanking user = (*model.ranks)[i];
      if (user.items > user.relevant()) least = std::min(least, user.items - user.relevant());
    }
  }
  return least;
}

/// Lines where two models change places, and sentences that name all of them.
void add_flips(Chart& chart) {
  constexpr double kEqual = 1e-12;
  constexpr std::size_t kNamed = 4;
  std::vector<std::pair<ChartMarker, std::string>> flips;
  for (std::size_t a = 0; a < chart.series.size(); ++a) {
    for (std::size_t b = a + 1; b < chart.series.size(); ++b) {
      const ChartSeries& first = chart.series[a];
      const ChartSeries& second = chart.series[b];
      double before = 0;
      std::size_t at = 0;  // the last place where they differed
      for (std::size_t i = 0; i < first.y.size(); ++i) {
        const double now = first.y[i] - second.y[i];
        if (std::isnan(now) || std::abs(now) < kEqual) continue;
        if (before * now < 0) {
          const double share = before / (before - now);
          const double x =
              std::exp((1 - share) * std::log(first.x[at]) + share * std::log(first.x[i]));
          flips.push_back({{x, fmt::format("{} and {} swap", first.name, second.name)},
                           fmt::format("{} and {} between {:.0f} and {:.0f}", first.name,
                                       second.name, first.x[at], first.x[i])});
        }
        before = now;
        at = i;
      }
    }
  }
  if (flips.empty()) return;
  std::sort(flips.begin(), flips.end(),
            [](const auto& a, const auto& b) { return a.first.x < b.first.x; });
  chart.caption += " The order in expectation changes: ";
  for (std::size_t i = 0; i < flips.size(); ++i) {
    chart.markers.push_back(flips[i].first);
    if (i < kNamed) chart.caption += (i == 0 ? "" : "; ") + flips[i].second;
  }
  chart.caption +=
      flips.size() > kNamed ? fmt::format("; and {} more.", flips.size() - kNamed) : ".";
}

/// "Over all items: X 0.0910, Y 0.0845."
std::string exact_values(std::span<const NamedRanks> models, const std::vector<Evaluation>& exact,
                         std::size_t metric) {
  constexpr std::size_t kNamed = 5;
  std::string text = "Over all items: ";
  for (std::size_t i = 0; i < std::min(models.size(), kNamed); ++i) {
    text += fmt::format("{}{} {:.4f}", i == 0 ? "" : ", ", models[i].name,
                        exact[i].results[metric].value);
  }
  return text + (models.size() > kNamed ? ", ..." : ".");
}

/// The expectation of a value that depends on the number of sampled items above.
template <typename Value>
double expectation(const SamplingModel& model, std::uint64_t rank, const Value& value) {
  const CountDistribution above = model.distribution(rank - 1);
  double sum = 0;
  for (std::size_t i = 0; i < above.probability.size(); ++i) {
    sum += above.probability[i] * value(above.first + i);
  }
  return sum;
}

constexpr double kPerDecade = 12;

ChartSeries exact_series(const Metric& metric, const std::vector<std::uint64_t>& grid,
                         std::uint64_t items) {
  ChartSeries series{"all items", {}, {}};
  for (const std::uint64_t rank : grid) {
    series.x.push_back(static_cast<double>(rank));
    series.y.push_back(value_at(metric, rank, items));
  }
  return series;
}

}  // namespace

void add_charts_by_samples(std::span<const NamedRanks> models, std::span<const Metric> metrics,
                           std::span<const Estimator> estimators, const ExpectOptions& sampling,
                           const CorrectionOptions& correction, std::uint64_t most_corrected,
                           ResultReport& report) {
  constexpr std::uint64_t kMost = 10'000;
  const std::vector<std::uint64_t> grid = sample_grid(std::min(kMost, least_irrelevant(models)));
  std::vector<Evaluation> exact;
  for (const NamedRanks& model : models) {
    exact.push_back(evaluate(*model.ranks, metrics, {.threads = sampling.threads}));
  }
  std::vector<Chart> charts;
  for (const Estimator& estimator : estimators) {
    const bool naive = estimator.kind == EstimatorKind::naive;
    const std::size_t first = charts.size();
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      charts.push_back(
          {.section = "How many samples",
           .title = fmt::format("{}, {}", metrics[i].name, naive ? "sampled" : estimator.name),
           .caption = fmt::format(
               "Mean and 1.96 standard deviations over all samples that could be drawn. {}",
               exact_values(models, exact, i)),
           .x = {"samples of a user", true},
           .y = {metrics[i].name, false},
           .series = {}});
    }
    for (const NamedRanks& model : models) {
      for (std::size_t i = 0; i < metrics.size(); ++i)
        charts[first + i].series.push_back({model.name, {}, {}});
      for (const std::uint64_t samples : grid) {
        if (!naive && samples > most_corrected) break;
        ExpectOptions own = sampling;
        own.samples = samples;
        const auto expected =
            expect_estimates(*model.ranks, metrics, {&estimator, 1}, own, correction);
        for (std::size_t i = 0; i < metrics.size(); ++i) {
          constexpr double kNormalQuantile = 1.96;
          ChartSeries& series = charts[first + i].series.back();
          series.x.push_back(static_cast<double>(samples));
          series.y.push_back(expected[i].value);
          const double spread = kNormalQuantile * expected[i].standard_deviation;
          series.low.push_back(expected[i].value - spread);
          series.high.push_back(expected[i].value + spread);
        }
      }
    }
  }
  for (Chart& chart : charts) {
    add_flips(chart);
    report.charts.push_back(std::move(chart));
  }
}

void add_sampled_metric_by_rank(std::span<const Metric> metrics, std::uint64_t items,
                                std::span<const std::uint64_t> sizes, Replacement replacement,
                                ResultReport& report) {
  const std::vector<std::uint64_t> grid = rank_grid(items, kPerDecade);
  for (const Metric& metric : metrics) {
    Chart chart{
        .section = "What sampling makes of a metric",
        .title = fmt::format("{} by rank", metric.name),
        .caption = fmt::format(
            "One relevant item among {} items, and what its sampled rank is worth on average.",
            items),
        .x = {"rank among all items", true},
        .y = {metric.name, false},
        .series = {exact_series(metric, grid, items)}};
    for (const std::uint64_t samples : sizes) {
      if (replacement == Replacement::without && samples > items - 1) continue;
      const SamplingModel model(items - 1, samples, replacement);
      ChartSeries series{fmt::format("m = {}", samples), {}, {}};
      for (const std::uint64_t rank : grid) {
        series.x.push_back(static_cast<double>(rank));
        series.y.push_back(expectation(model, rank, [&](std::uint64_t above) {
          return value_at(metric, above + 1, samples + 1);
        }));
      }
      chart.series.push_back(std::move(series));
    }
    report.charts.push_back(std::move(chart));
  }
}

void add_correction_charts(std::span<const Metric> metrics, std::span<const Estimator> estimators,
                           const SamplingModel& model, std::span<const double> prior,
                           std::size_t users, ResultReport& report) {
  const std::uint64_t items = model.irrelevant() + 1;
  const std::vector<std::uint64_t> grid = rank_grid(items, kPerDecade);
  for (const Metric& metric : metrics) {
    Chart tables{
        .section = "Corrections",
        .title = fmt::format("{}: what a sampled rank counts", metric.name),
        .caption = fmt::format(
            "The tables of the corrections, {} samples of {} items, one relevant item a user.",
            model.samples(), items),
        .x = {"sampled rank", true},
        .y = {metric.name, false},
        .series = {}};
    Chart effects{
        .section = "Corrections",
        .title = fmt::format("{}: what a rank comes to", metric.name),
        .caption = "The same on average over all samples: the closer to all items, the less bias.",
        .x = {"rank among all items", true},
        .y = {metric.name, false},
        .series = {exact_series(metric, grid, items)}};
    const std::vector<std::uint64_t> sampled_ranks = rank_grid(model.samples() + 1, 3 * kPerDecade);
    for (const Estimator& estimator : estimators) {
      if (estimator.is_learnt()) continue;
      const std::vector<double> table = correction_table(metric, estimator, model, prior, users);
      ChartSeries own{estimator.name, {}, {}};
      for (const std::uint64_t rank : sampled_ranks) {
        own.x.push_back(static_cast<double>(rank));
        own.y.push_back(table[rank - 1]);
      }
      ChartSeries effect{estimator.name, {}, {}};
      for (const std::uint64_t rank : grid) {
        effect.x.push_back(static_cast<double>(rank));
        effect.y.push_back(
            expectation(model, rank, [&](std::uint64_t above) { return table[above]; }));
      }
      tables.series.push_back(std::move(own));
      effects.series.push_back(std::move(effect));
    }
    if (tables.series.empty()) return;
    report.charts.push_back(std::move(tables));
    report.charts.push_back(std::move(effects));
  }
}

void add_cost_charts(const std::vector<SamplingCost>& costs, ResultReport& report) {
  Chart cost{.section = "Sampling efficiency",
             .title = "What each size of samples costs",
             .caption =
                 "Items drawn, to come from the size before, for each user who was then told "
                 "apart: C_j of Li, "
                 "Jin et al. Where it rises steeply, larger samples are not worth it.",
             .x = {"samples of a user", true},
             .y = {"items drawn for each user told apart", true},
             .series = {{"cost", {}, {}}}};
  Chart told{
      .section = "Sampling efficiency",
      .title = "Users by the size of their samples",
      .caption = "Users who had so many items drawn, and those of them who were then told apart.",
      .x = {"samples of a user", true},
      .y = {"users", false},
      .series = {{"drawn for", {}, {}}, {"told apart", {}, {}}}};
  for (const SamplingCost& each : costs) {
    const auto samples = static_cast<double>(each.samples);
    cost.series[0].x.push_back(samples);
    cost.series[0].y.push_back(each.cost);
    for (ChartSeries& series : told.series) series.x.push_back(samples);
    told.series[0].y.push_back(static_cast<double>(each.users));
    told.series[1].y.push_back(static_cast<double>(each.told));
  }
  report.charts.push_back(std::move(cost));
  report.charts.push_back(std::move(told));
}

}  // namespace honestrank::cli
