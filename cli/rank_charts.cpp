#include "rank_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "honestrank/metrics/evaluate.h"

namespace honestrank::cli {
namespace {

std::uint64_t last_rank(std::span<const NamedRanks> models) {
  std::uint64_t last = 1;
  for (const NamedRanks& model : models) {
    for (const TieGroup& group : model.ranks->groups)
      last = std::max(last, group.above + group.size);
    for (const std::uint64_t items : model.ranks->items) last = std::max(last, items);
  }
  return last;
}

/// The share of relevant items between a rank of the grid and the next one; items that tie stand at
/// each rank of their group with the same probability, those outside of the ranking nowhere.
std::vector<double> shares(const UserRanks& ranks, const std::vector<std::uint64_t>& grid) {
  std::vector<double> share(grid.size());
  double relevant = 0;
  for (const TieGroup& group : ranks.groups) {
    relevant += static_cast<double>(group.relevant);
    const std::uint64_t end = group.above + group.size;
    std::uint64_t from = group.above + 1;
    auto bin = static_cast<std::size_t>(std::upper_bound(grid.begin(), grid.end(), from) -
                                        grid.begin() - 1);
    while (from <= end) {
      const std::uint64_t next = bin + 1 < grid.size() ? grid[bin + 1] : end + 1;
      const std::uint64_t ranks_here = std::min(next, end + 1) - from;
      share[bin] += static_cast<double>(group.relevant) * static_cast<double>(ranks_here) /
                    static_cast<double>(group.size);
      from += ranks_here;
      ++bin;
    }
  }
  for (const std::uint64_t each : ranks.unranked) relevant += static_cast<double>(each);
  for (double& each : share) each /= std::max(relevant, 1.0);
  return share;
}

}  // namespace

std::vector<std::uint64_t> rank_grid(std::uint64_t last, double per_decade) {
  std::vector<std::uint64_t> grid;
  constexpr std::uint64_t kOneByOne = 10;
  for (std::uint64_t rank = 1; rank <= std::min(last, kOneByOne); ++rank) grid.push_back(rank);
  for (double power = 1;; power += 1 / per_decade) {
    const double rank = std::round(std::pow(10, power));
    if (rank >= static_cast<double>(last)) break;
    const auto whole = static_cast<std::uint64_t>(rank);
    if (whole > grid.back()) grid.push_back(whole);
  }
  if (grid.back() < last) grid.push_back(last);
  return grid;
}

double value_at(const Metric& metric, std::uint64_t rank, std::uint64_t items) {
  const TieGroup group{.above = rank - 1, .size = 1, .relevant = 1};
  return metric_value(metric, {.groups = {&group, 1}, .unranked = 0, .items = items, .gains = {}});
}

void add_rank_charts(std::span<const NamedRanks> models, const std::string& what,
                     ResultReport& report) {
  constexpr double kPerDecade = 10;
  const std::uint64_t last = last_rank(models);
  std::vector<std::uint64_t> grid = rank_grid(last, kPerDecade);
  if (grid.size() > 1) grid.pop_back();  // the last part ends there
  const std::string section = "Where relevant items stand";
  Chart likely{
      .section = section,
      .title = fmt::format("How likely each {} is", what),
      .caption =
          "Share of relevant items at a rank; from rank 10 on, the mean over the ranks up to the "
          "next point.",
      .x = {what, true},
      .y = {"share of relevant items", true},
      .series = {}};
  Chart found{.section = section,
              .title = fmt::format("Found up to each {}", what),
              .caption =
                  "Share of relevant items at this rank or a better one: recall with one relevant "
                  "item a user.",
              .x = {what, true},
              .y = {"share of relevant items", false},
              .series = {}};
  for (const NamedRanks& model : models) {
    const std::vector<double> share = shares(*model.ranks, grid);
    ChartSeries at{model.name, {}, {}};
    ChartSeries up_to{model.name, {}, {}};
    double sum = 0;
    for (std::size_t i = 0; i < grid.size(); ++i) {
      const std::uint64_t next = i + 1 < grid.size() ? grid[i + 1] : last + 1;
      at.x.push_back(static_cast<double>(grid[i]));
      at.y.push_back(share[i] / static_cast<double>(next - grid[i]));
      sum += share[i];
      up_to.x.push_back(static_cast<double>(next - 1));
      up_to.y.push_back(sum);
    }
    likely.series.push_back(std::move(at));
    found.series.push_back(std::move(up_to));
  }
  report.charts.push_back(std::move(likely));
  report.charts.push_back(std::move(found));
}

void add_metric_by_rank(std::span<const NamedRanks> models, std::span<const Metric> metrics,
                        ResultReport& report) {
  std::uint64_t items =
      models.empty() || models[0].ranks->size() == 0 ? 0 : models[0].ranks->items[0];
  const bool known = items != 0;
  if (!known) items = last_rank(models);
  constexpr double kPerDecade = 24;
  std::vector<std::uint64_t> grid = rank_grid(items, kPerDecade);
  for (const Metric& metric : metrics) {  // both sides of the step
    for (const std::uint64_t rank : {metric.cutoff.value_or(1), metric.cutoff.value_or(1) + 1}) {
      if (rank >= 1 && rank <= items) grid.push_back(rank);
    }
  }
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  Chart chart{
      .section = "Where relevant items stand",
      .title = "What a rank is worth",
      .caption = fmt::format(
          "Each metric of a user whose one relevant item stands at a rank among {} items.", items),
      .x = {"rank", true},
      .y = {"value", false},
      .series = {}};
  for (const Metric& metric : metrics) {
    ChartSeries series{metric.name, {}, {}};
    for (const std::uint64_t rank : grid) {
      series.x.push_back(static_cast<double>(rank));
      series.y.push_back(value_at(metric, rank, known ? items : 0));
    }
    chart.series.push_back(std::move(series));
  }
  report.charts.push_back(std::move(chart));
}

}  // namespace honestrank::cli
