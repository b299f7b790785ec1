#include "compared_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/data/per_user_table.h"
#include "named_file.h"
#include "ready_models.h"

namespace honestrank::cli {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The numbers in `all` of users that a model calls by `ids`.
std::vector<std::uint32_t> added(IdMap& all, const IdMap& ids,
                                 std::span<const std::uint32_t> users) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(users.size());
  for (const std::uint32_t user : users) numbers.push_back(all.add(ids[user]));
  return numbers;
}

std::vector<double> placed(const std::vector<std::uint32_t>& users,
                           const std::vector<double>& values, std::size_t count) {
  std::vector<double> all(count, kNan);
  for (std::size_t i = 0; i < users.size(); ++i) all[users[i]] = values[i];
  return all;
}

}  // namespace

ComparedValues values_of(const std::vector<RankedModel>& models,
                         const std::vector<Evaluation>& evaluations) {
  ComparedValues compared;
  std::vector<std::vector<std::uint32_t>> users;
  for (const RankedModel& model : models) {
    users.push_back(added(compared.users, *model.users, model.ranks.user));
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (const MetricResult& result : evaluations[i].results) {
      compared.values.push_back({models[i].name, result.metric.name, "exact",
                                 placed(users[i], result.per_user, compared.users.size())});
    }
  }
  return compared;
}

ComparedValues values_of_files(const std::vector<std::string>& files,
                               const std::vector<std::string>& metrics) {
  ComparedValues compared;
  std::vector<std::string> names;
  std::vector<PerUserTable> tables;
  std::vector<std::vector<std::uint32_t>> users;
  for (const std::string& argument : files) {
    const NamedFile file = parse_named_file(argument);
    PerUserTable& table = tables.emplace_back(read_per_user(file.path));
    const bool one = table.models.size() == 1;
    for (std::string& model : table.models) {
      if (one && (!file.name.empty() || model.empty())) {
        model = file.name_or_stem();
      } else if (!file.name.empty()) {
        model = file.name + "/" + model;
      }
      names.push_back(model);
    }
    for (const std::string& metric : metrics) {
      if (std::find(table.metrics.begin(), table.metrics.end(), metric) != table.metrics.end())
        continue;
      throw InputError(fmt::format("{}: expected a column '{}'; got {}", file.path, metric,
                                   fmt::join(table.metrics, ", ")));
    }
    std::vector<std::uint32_t>& own = users.emplace_back();
    for (std::size_t user = 0; user < table.users.size(); ++user) {
      own.push_back(compared.users.add(table.users[user]));
    }
  }
  require_different(names);
  const std::vector<std::string>& wanted = metrics.empty() ? tables[0].metrics : metrics;
  for (std::size_t file = 0; file < tables.size(); ++file) {
    const PerUserTable& table = tables[file];
    for (std::size_t model = 0; model < table.models.size(); ++model) {
      for (const std::string& metric : wanted) {
        const auto found = std::find(table.metrics.begin(), table.metrics.end(), metric);
        if (found == table.metrics.end()) {
          throw InputError(fmt::format(
              "{}: expected a column '{}', as in {}; got {}", parse_named_file(files[file]).path,
              metric, parse_named_file(files[0]).path, fmt::join(table.metrics, ", ")));
        }
        const auto place = static_cast<std::size_t>(found - table.metrics.begin());
        compared.values.push_back(
            {table.models[model], metric, "exact",
             placed(users[file], table.values[model][place], compared.users.size())});
      }
    }
  }
  return compared;
}

SampledEstimates estimates_of(const SampledModel& model, const std::vector<Metric>& metrics,
                              const std::vector<Estimator>& estimators,
                              const EstimateOptions& options) {
  SampledEstimates estimates;
  with_source_named(model.path, [&] {
    estimates.repeats = estimate_repeats(model.repeats, metrics, estimators, options);
    estimates.mean = estimates.repeats.size() == 1
                         ? estimates.repeats[0]
                         : mean_of_repeats(estimates.repeats, model.repeats[0].ranks, options);
  });
  return estimates;
}

ComparedValues values_of(const std::vector<SampledModel>& models,
                         const std::vector<SampledEstimates>& estimates) {
  ComparedValues compared;
  std::vector<std::vector<std::uint32_t>> users;
  for (const SampledModel& model : models) {
    users.push_back(added(compared.users, model.users, model.repeats[0].ranks.user));
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (const MetricEstimate& one : estimates[i].mean) {
      ModelValues& own = compared.values.emplace_back();
      own = {models[i].name, one.result.metric.name, one.estimator.name,
             placed(users[i], one.result.per_user, compared.users.size())};
      if (estimates[i].repeats.size() < 2) continue;
      const auto place = static_cast<std::size_t>(&one - estimates[i].mean.data());
      for (const auto& repeat : estimates[i].repeats) {
        own.repeats.push_back(repeat[place].result.value);
      }
    }
  }
  return compared;
}

}  // namespace honestrank::cli
