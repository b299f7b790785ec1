#include "honestrank/comparison/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/comparison/order_probability.h"
#include "honestrank/comparison/paired_bootstrap.h"
#include "honestrank/comparison/randomisation_test.h"
#include "honestrank/comparison/sign_test.h"
#include "honestrank/comparison/signed_rank_test.h"

namespace honestrank {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The values of all models for one metric and estimator.
struct MetricValuesOfModels {
  std::string metric;
  std::string estimator;
  std::vector<const ModelValues*> models;
};

/// By metric and model, in the order of their first appearance.
struct Table {
  std::vector<std::string> models;
  std::vector<MetricValuesOfModels> metrics;
  std::size_t users = 0;
};

Table table_of(std::span<const ModelValues> values) {
  Table table;
  const auto place = [](auto& list, const auto& wanted) {
    return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), wanted) - list.begin());
  };
  for (const ModelValues& one : values) {
    if (std::find(table.models.begin(), table.models.end(), one.model) == table.models.end()) {
      table.models.push_back(one.model);
    }
  }
  if (table.models.size() < 2) {
    throw InputError(
        fmt::format("compare_models: expected at least two models; got {}", table.models.size()));
  }
  table.users = values[0].values.size();
  for (const ModelValues& one : values) {
    if (one.values.size() != table.users) {
      throw InputError(
          fmt::format("compare_models: expected values of the same users; got {} and {}",
                      table.users, one.values.size()));
    }
    const std::size_t metric = place(table.metrics, [&](const MetricValuesOfModels& each) {
      return each.metric == one.metric && each.estimator == one.estimator;
    });
    if (metric == table.metrics.size()) {
      table.metrics.push_back({one.metric, one.estimator,
                               std::vector<const ModelValues*>(table.models.size(), nullptr)});
    }
    const std::size_t model =
        place(table.models, [&](const std::string& name) { return name == one.model; });
    table.metrics[metric].models[model] = &one;
  }
  for (const MetricValuesOfModels& metric : table.metrics) {
    for (std::size_t model = 0; model < table.models.size(); ++model) {
      if (metric.models[model] != nullptr) continue;
      throw InputError(fmt::format("compare_models: expected {} of every model; got none of '{}'",
                                   metric.metric, table.models[model]));
    }
  }
  return table;
}

/// Pairs of model and the one it is compared with.
std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const Table& table,
                                                          const std::string& against) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (against.empty()) {
    for (std::size_t first = 0; first < table.models.size(); ++first) {
      for (std::size_t second = first + 1; second < table.models.size(); ++second) {
        pairs.emplace_back(first, second);
      }
    }
    return pairs;
  }
  const auto found = std::find(table.models.begin(), table.models.end(), against);
  if (found == table.models.end()) {
    throw InputError(fmt::format("compare_models: expected one of the models {}; got '{}'",
                                 fmt::join(table.models, ", "), against));
  }
  const auto base = static_cast<std::size_t>(found - table.models.begin());
  for (std::size_t model = 0; model < table.models.size(); ++model) {
    if (model != base) pairs.emplace_back(model, base);
  }
  return pairs;
}

/// Users of one group; empty: all users, in place.
struct Group {
  std::string slice;
  std::string name;
  std::vector<std::size_t> users;
  bool all = false;

  std::vector<double> of(const std::vector<double>& values) const {
    if (all) return values;
    std::vector<double> own;
    own.reserve(users.size());
    for (const std::size_t user : users) own.push_back(values[user]);
    return own;
  }
};

std::vector<Group> groups_of(std::size_t users, std::span<const UserSlice> slices) {
  std::vector<Group> groups{{"", "", {}, true}};
  for (const UserSlice& slice : slices) {
    if (slice.group.size() != users) {
      throw InputError(fmt::format("compare_models: expected a group for each of {} users; got {}",
                                   users, slice.group.size()));
    }
    const std::size_t first = groups.size();
    for (const std::string& name : slice.groups) groups.push_back({slice.name, name, {}, false});
    for (std::size_t user = 0; user < users; ++user) {
      const std::uint32_t group = slice.group[user];
      if (group == UserSlice::kNone) continue;
      if (group >= slice.groups.size()) {
        throw InputError(fmt::format("compare_models: expected groups below {}; got {}",
                                     slice.groups.size(), group));
      }
      groups[first + group].users.push_back(user);
    }
  }
  std::erase_if(groups, [](const Group& group) { return !group.all && group.users.empty(); });
  return groups;
}

void add_means(const Table& table, const Group& group, const CompareOptions& options,
               Comparison& result) {
  for (const MetricValuesOfModels& metric : table.metrics) {
    std::vector<std::vector<double>> values;
    for (const ModelValues* model : metric.models) values.push_back(group.of(model->values));
    std::vector<double> winners;
    if (options.winner) {
      winners = winner_probabilities(values, options.resampling);
    }
    for (std::size_t model = 0; model < values.size(); ++model) {
      const PairedDifference mean = paired_difference(values[model]);
      GroupMean& row = result.means.emplace_back();
      row = {
          table.models[model], metric.metric, metric.estimator, group.slice, group.name, mean.mean,
          mean.standard_error, mean.low,      mean.high,        mean.users,  {}};
      if (options.winner && !std::isnan(winners[model])) row.winner_probability = winners[model];
    }
  }
}

void run_test(const std::vector<double>& differences, const CompareOptions& options,
              ModelComparison& row) {
  const PairedDifference& difference = row.difference;
  switch (row.test) {
    case PairedTest::t: row.p_value = difference.p_value; return;
    case PairedTest::wilcoxon: {
      const SignedRankTest test = signed_rank_test(differences);
      row.p_value = difference.users == 0 ? kNan : test.p_value;
      return;
    }
    case PairedTest::sign:
      row.p_value = difference.users == 0 ? kNan : sign_test(difference.wins, difference.losses);
      return;
    case PairedTest::randomisation:
      row.p_value = randomisation_test(differences, options.resampling).p_value;
      return;
    case PairedTest::bootstrap: {
      const PairedBootstrap bootstrap = paired_bootstrap(differences, options.resampling);
      row.p_value = bootstrap.p_value;
      row.difference.low = bootstrap.low;
      row.difference.high = bootstrap.high;
      row.difference.standard_error = bootstrap.standard_error;
      return;
    }
  }
}

/// In how many repeats the pair has which order; where both have as many.
void add_repeats(const ModelValues& first, const ModelValues& second, ModelComparison& row) {
  if (first.repeats.empty() || first.repeats.size() != second.repeats.size()) return;
  std::vector<MetricValues> own;
  std::vector<MetricValues> other;
  for (const double value : first.repeats) own.push_back({value});
  for (const double value : second.repeats) other.push_back({value});
  row.repeats = own.size();
  row.repeat_order = order_over_repeats(own, other)[0];
}

void add_diagnostics(ModelComparison& row) {
  constexpr std::uint64_t kFew = 30;
  const std::uint64_t differing = row.difference.wins + row.difference.losses;
  if (differing < kFew) {
    row.diagnostics.push_back(fmt::format("{} users differ: few for any test", differing));
  }
}

}  // namespace

PairedTest parse_paired_test(std::string_view name) {
  if (name == "t") return PairedTest::t;
  if (name == "wilcoxon") return PairedTest::wilcoxon;
  if (name == "sign") return PairedTest::sign;
  if (name == "randomisation" || name == "randomization" || name == "permutation") {
    return PairedTest::randomisation;
  }
  if (name == "bootstrap") return PairedTest::bootstrap;
  throw InputError(fmt::format(
      "parse_paired_test: expected t, wilcoxon, sign, randomisation or bootstrap; got '{}'",
      std::string(name)));
}

std::string_view to_string(PairedTest test) {
  switch (test) {
    case PairedTest::t: return "t";
    case PairedTest::wilcoxon: return "wilcoxon";
    case PairedTest::sign: return "sign";
    case PairedTest::randomisation: return "randomisation";
    case PairedTest::bootstrap: return "bootstrap";
  }
  return "";
}

Comparison compare_models(std::span<const ModelValues> values, const CompareOptions& options,
                          std::span<const UserSlice> slices) {
  const Table table = table_of(values);
  const auto pairs = pairs_of(table, options.against);
  const std::vector<Group> groups = groups_of(table.users, slices);
  Comparison result;
  result.correction = options.correction;
  for (const Group& group : groups) add_means(table, group, options, result);
  for (const PairedTest test : options.tests) {
    const std::size_t begin = result.comparisons.size();
    for (const Group& group : groups) {
      for (const MetricValuesOfModels& metric : table.metrics) {
        for (const auto& [first, second] : pairs) {
          const auto differences = differences_of(group.of(metric.models[first]->values),
                                                  group.of(metric.models[second]->values));
          ModelComparison& row = result.comparisons.emplace_back();
          row.model = table.models[first];
          row.against = table.models[second];
          row.metric = metric.metric;
          row.estimator = metric.estimator;
          row.slice = group.slice;
          row.group = group.name;
          row.test = test;
          row.difference = paired_difference(differences);
          row.order_probability =
              order_probability(row.difference.mean, row.difference.standard_error);
          run_test(differences, options, row);
          if (group.all) add_repeats(*metric.models[first], *metric.models[second], row);
          add_diagnostics(row);
        }
      }
    }
    std::vector<double> p_values;
    for (std::size_t i = begin; i < result.comparisons.size(); ++i) {
      p_values.push_back(result.comparisons[i].p_value);
    }
    const std::vector<double> adjusted = adjusted_p_values(p_values, options.correction);
    for (std::size_t i = begin; i < result.comparisons.size(); ++i) {
      result.comparisons[i].adjusted_p_value = adjusted[i - begin];
    }
    const auto known =
        std::count_if(p_values.begin(), p_values.end(), [](double p) { return !std::isnan(p); });
    result.family = std::max(result.family, static_cast<std::uint64_t>(known));
  }
  return result;
}

}  // namespace honestrank
