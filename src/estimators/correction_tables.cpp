#include "estimators/correction_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "estimators/bias_bounds.h"
#include "estimators/correction.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank::estimators {
namespace {

bool is_solved(const Estimator& estimator) {
  return estimator.kind == EstimatorKind::least_squares || estimator.kind == EstimatorKind::cls ||
         estimator.kind == EstimatorKind::bv || estimator.kind == EstimatorKind::mn;
}

/// Users with one number of irrelevant items, or numbers that are taken for one.
struct PopulationGroup {
  std::uint64_t irrelevant = 0;
  std::uint64_t least = 0;  ///< of its users' own numbers
  std::uint64_t most = 0;
  std::map<std::uint64_t, std::vector<std::size_t>> users;  ///< by the number of relevant items

  void add(std::size_t user, std::uint64_t own, std::uint64_t relevant) {
    least = users.empty() ? own : std::min(least, own);
    most = std::max(most, own);
    users[relevant].push_back(user);
  }
};

/// The mean number of items of users who count, rounded.
std::uint64_t mean_population(const Crowd& crowd) {
  double sum = 0;
  double users = 0;
  for (std::size_t user = 0; user < crowd.size(); ++user) {
    if (!crowd.counts(user)) continue;
    sum += static_cast<double>(crowd.population[user]);
    users += 1;
  }
  return users == 0 ? 0 : static_cast<std::uint64_t>(std::llround(sum / users));
}

std::vector<PopulationGroup> groups_by_mean(const Crowd& crowd, std::uint64_t least,
                                            std::string_view caller) {
  const std::uint64_t mean = mean_population(crowd);
  std::map<std::uint64_t, PopulationGroup> groups;
  for (std::size_t user = 0; user < crowd.size(); ++user) {
    if (!crowd.counts(user)) continue;
    const std::uint64_t relevant = crowd.relevant[user];
    if (mean < relevant + least) {
      throw InputError(
          fmt::format("{}: expected a mean population of at least {} for a user with "
                      "{} relevant items; got {}; take the population of each user",
                      caller, relevant + least, relevant, mean));
    }
    PopulationGroup& group = groups[mean - relevant];
    group.irrelevant = mean - relevant;
    group.add(user, crowd.population[user] - relevant, relevant);
  }
  std::vector<PopulationGroup> result;
  for (auto& [irrelevant, group] : groups) result.push_back(std::move(group));
  return result;
}

std::vector<PopulationGroup> groups_by_user(const Crowd& crowd, double tolerance) {
  std::vector<std::pair<std::uint64_t, std::size_t>> ordered;  // irrelevant items and user
  for (std::size_t user = 0; user < crowd.size(); ++user) {
    if (crowd.counts(user)) {
      ordered.emplace_back(crowd.population[user] - crowd.relevant[user], user);
    }
  }
  std::sort(ordered.begin(), ordered.end());
  std::vector<PopulationGroup> groups;
  for (std::size_t begin = 0; begin < ordered.size();) {
    const double most = static_cast<double>(ordered[begin].first) * (1 + tolerance);
    PopulationGroup group;
    double sum = 0;
    std::size_t end = begin;
    for (; end < ordered.size() && static_cast<double>(ordered[end].first) <= most; ++end) {
      sum += static_cast<double>(ordered[end].first);
      group.add(ordered[end].second, ordered[end].first, crowd.relevant[ordered[end].second]);
    }
    group.irrelevant =
        static_cast<std::uint64_t>(std::llround(sum / static_cast<double>(end - begin)));
    groups.push_back(std::move(group));
    begin = end;
  }
  return groups;
}

void check(std::span<const Estimator> estimators, std::uint64_t samples,
           const CorrectionOptions& options, std::string_view caller) {
  const auto fail = [&](const std::string& what) {
    throw InputError(fmt::format("{}: {}", caller, what));
  };
  for (const Estimator& estimator : estimators) {
    if (estimator.is_learnt()) {
      fail(
          fmt::format("expected estimators that take each user alone; got {}, which learns from "
                      "all users",
                      estimator.name));
    }
    if (estimator.kind == EstimatorKind::bv && !(estimator.gamma >= 0 && estimator.gamma <= 1)) {
      fail(fmt::format("expected a gamma from 0 to 1; got {}", estimator.gamma));
    }
    if (is_solved(estimator) && samples > kMostSolvedSamples) {
      fail(fmt::format("expected at most {} samples for {}; got {}; take naive, rank or mle",
                       kMostSolvedSamples, estimator.name, samples));
    }
  }
  if (!(options.population_tolerance >= 0 && options.population_tolerance <= 0.5)) {
    fail(fmt::format("expected a tolerance of populations from 0 to 0.5; got {}",
                     options.population_tolerance));
  }
  if (!options.prior.empty() && options.population != Population::mean) {
    fail("expected the mean population where a prior is given; got that of each user");
  }
}

/// The given prior over the numbers of irrelevant items above, 0 to `irrelevant`.
std::vector<double> checked_prior(const std::vector<double>& given, std::uint64_t irrelevant,
                                  std::string_view caller) {
  if (given.empty()) return {};
  // With several relevant items a user has fewer irrelevant ones than ranks.
  std::vector<double> prior(given.begin(),
                            given.begin() + static_cast<std::ptrdiff_t>(irrelevant + 1));
  double sum = 0;
  for (const double probability : prior) {
    if (!(probability >= 0) || !std::isfinite(probability)) {
      throw InputError(fmt::format("{}: expected prior probabilities of at least 0; got {}", caller,
                                   probability));
    }
    sum += probability;
  }
  if (!(sum > 0)) throw InputError(fmt::format("{}: expected a prior that is not 0", caller));
  for (double& probability : prior) probability /= sum;
  return prior;
}

/// Numbers from which on a metric is 0 for some relevant item of a group's users.
std::vector<std::uint64_t> jumps_of(std::span<const Metric> metrics, const PopulationGroup& group,
                                    std::uint64_t irrelevant) {
  std::vector<std::uint64_t> jumps;
  for (const auto& [relevant, users] : group.users) {
    for (const Metric& metric : metrics) {
      const metrics::RankContribution full(metric, relevant, irrelevant);
      for (std::uint64_t order = 1; order <= relevant; ++order) {
        jumps.push_back(full.zero_from(order));
      }
    }
  }
  std::sort(jumps.begin(), jumps.end());
  jumps.erase(std::unique(jumps.begin(), jumps.end()), jumps.end());
  return jumps;
}

/// All tables of the users of a group.
class GroupTables {
 public:
  GroupTables(std::span<const Metric> metrics, std::span<const Estimator> estimators,
              const PopulationGroup& group, const SamplingModel& model, Replacement drawn,
              const std::vector<double>& prior, double users)
      : metrics_(metrics),
        rows_(model, std::any_of(estimators.begin(), estimators.end(), is_solved)
                         ? nodes(group, model, prior)
                         : std::vector<RankNode>()),
        bias_(group.least, group.most, model.samples(), drawn) {
    const bool by_users =
        std::any_of(estimators.begin(), estimators.end(),
                    [](const Estimator& each) { return each.kind == EstimatorKind::mn; });
    std::optional<SampledRows> all;
    if (by_users && !prior.empty()) all.emplace(model, nodes(group, model, /*prior=*/{}));
    for (const Estimator& estimator : estimators) {
      corrections_.emplace_back(estimator, rows_, all ? *all : rows_, users);
    }
  }

  /// The tables of users with the numbers of relevant items of the group, by these.
  std::map<std::uint64_t, std::shared_ptr<const UserTables>> tables(
      const PopulationGroup& group) const {
    const bool shared = std::none_of(metrics_.begin(), metrics_.end(), [](const Metric& metric) {
      return metric.kind == MetricKind::r_precision;  // its cut-off is the number of relevant items
    });
    std::optional<Unscaled> all;
    if (shared) all.emplace(unscaled(group.users.rbegin()->first));
    std::map<std::uint64_t, std::shared_ptr<const UserTables>> result;
    for (const auto& [relevant, users] : group.users) {
      result[relevant] =
          std::make_shared<const UserTables>(scaled(shared ? *all : unscaled(relevant), relevant));
    }
    return result;
  }

  const Correction& correction(std::size_t estimator) const { return corrections_[estimator]; }

 private:
  std::vector<RankNode> nodes(const PopulationGroup& group, const SamplingModel& model,
                              const std::vector<double>& prior) const {
    const std::vector<std::uint64_t> jumps = jumps_of(metrics_, group, model.irrelevant());
    return rank_nodes({model.irrelevant(), model.samples(),
                       model.replacement() == Replacement::without, jumps, prior});
  }

  /// Tables without the scale of the metrics, and the bounds of their biases, by place and order.
  struct Unscaled {
    sampling::MetricTables tables;
    std::vector<std::vector<double>> least_bias;  ///< of the first order, the first two, ...
    std::vector<std::vector<double>> most_bias;
    bool converged = true;
  };

  Unscaled unscaled(std::uint64_t relevant) const {
    const std::uint64_t samples = rows_.model().samples();
    const std::size_t count = corrections_.size() * metrics_.size();
    Unscaled result{sampling::MetricTables(count, relevant, samples),
                    std::vector<std::vector<double>>(count),
                    std::vector<std::vector<double>>(count)};
    for (std::size_t metric = 0; metric < metrics_.size(); ++metric) {
      const Metric& own = metrics_[metric];
      const auto full =
          metrics::RankContribution(own, relevant, rows_.model().irrelevant()).unscaled();
      const auto sampled = metrics::RankContribution(own, relevant, samples).unscaled();
      const bool linear = own.kind == MetricKind::auc || own.kind == MetricKind::gauc;
      for (std::size_t i = 0; i < corrections_.size(); ++i) {
        const std::size_t place = i * metrics_.size() + metric;
        for (std::uint64_t order = 1; order <= relevant; ++order) {
          const CorrectedTable table = corrections_[i].table(full, sampled, order, linear);
          const auto row = result.tables.values(place, order);
          std::copy(table.value.begin(), table.value.end(), row.begin());
          result.converged = result.converged && table.converged;
        }
      }
    }
    const auto bounds = bias_.of(result.tables, metrics_, corrections_.size(), relevant);
    for (std::size_t place = 0; place < count; ++place) {
      double least = 0;
      double most = 0;
      for (std::uint64_t order = 1; order <= relevant; ++order) {
        least += bounds[place * relevant + order - 1].least;
        most += bounds[place * relevant + order - 1].most;
        result.least_bias[place].push_back(least);
        result.most_bias[place].push_back(most);
      }
    }
    return result;
  }

  UserTables scaled(const Unscaled& all, std::uint64_t relevant) const {
    std::vector<double> scale;
    for (std::size_t place = 0; place < all.least_bias.size(); ++place) {
      const Metric& metric = metrics_[place % metrics_.size()];
      scale.push_back(
          metrics::RankContribution(metric, relevant, rows_.model().irrelevant()).scale());
    }
    UserTables result{all.tables.scaled(scale), {}, {}, all.converged};
    for (std::size_t place = 0; place < scale.size(); ++place) {
      result.least_bias.push_back(scale[place] * all.least_bias[place][relevant - 1]);
      result.most_bias.push_back(scale[place] * all.most_bias[place][relevant - 1]);
    }
    return result;
  }

  std::span<const Metric> metrics_;
  SampledRows rows_;
  BiasBounds bias_;
  std::vector<Correction> corrections_;
};

}  // namespace

CorrectionTables::CorrectionTables(std::span<const Metric> metrics,
                                   std::span<const Estimator> estimators, const Crowd& crowd,
                                   std::uint64_t samples, Replacement drawn,
                                   const CorrectionOptions& options, unsigned threads,
                                   std::string_view caller)
    : tables_(crowd.size()), diagnostics_(estimators.size()) {
  check(estimators, samples, options, caller);
  const Replacement likelihood = options.likelihood.value_or(drawn);
  const std::uint64_t mean = mean_population(crowd);
  double counted = 0;
  for (std::size_t user = 0; user < crowd.size(); ++user) counted += crowd.counts(user) ? 1 : 0;
  if (!options.prior.empty() && options.prior.size() != mean) {
    throw InputError(
        fmt::format("{}: expected a prior of {} ranks, the mean number of items; got {}", caller,
                    mean, options.prior.size()));
  }
  const std::uint64_t least = likelihood == Replacement::without ? samples : 1;
  const std::vector<PopulationGroup> groups =
      options.population == Population::mean ? groups_by_mean(crowd, least, caller)
                                             : groups_by_user(crowd, options.population_tolerance);
  std::vector<double> conditions(groups.size() * estimators.size());
  std::vector<std::uint64_t> directions(groups.size() * estimators.size());
  std::atomic<bool> converged{true};
  parallel_for(groups.size(), 1, threads, [&](const Block& block) {
    const PopulationGroup& group = groups[block.begin];
    const SamplingModel model(group.irrelevant, samples, likelihood);
    const GroupTables own(metrics, estimators, group, model, drawn,
                          checked_prior(options.prior, group.irrelevant, caller), counted);
    const auto tables_of = own.tables(group);
    for (const auto& [relevant, users] : group.users) {
      const auto& tables = tables_of.at(relevant);
      if (!tables->converged) converged = false;
      for (const std::size_t user : users) tables_[user] = tables;
    }
    for (std::size_t i = 0; i < estimators.size(); ++i) {
      conditions[block.begin * estimators.size() + i] = own.correction(i).condition();
      directions[block.begin * estimators.size() + i] = own.correction(i).directions();
    }
  });
  for (std::size_t i = 0; i < estimators.size(); ++i) {
    if (!converged && estimators[i].kind == EstimatorKind::cls) {
      diagnostics_[i].emplace_back("not converged: the iterations ran out");
    }
    double condition = 0;
    std::uint64_t fewest = samples + 1;
    for (std::size_t group = 0; group < groups.size(); ++group) {
      condition = std::max(condition, conditions[group * estimators.size() + i]);
      fewest = std::min(fewest, directions[group * estimators.size() + i]);
    }
    if (condition == 0) continue;
    std::string text = fmt::format("condition number about {:.0e}", condition);
    if (fewest != 0) {
      text += fmt::format("; {} of {} directions can be told apart", fewest, samples + 1);
    }
    diagnostics_[i].push_back(std::move(text));
  }
}

}  // namespace honestrank::estimators
