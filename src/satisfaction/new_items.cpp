#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/satisfaction/cold_start.h"
#include "models/attribute_values.h"
#include "models/liking_factors.h"
#include "models/normal_equations.h"
#include "satisfaction/discounts.h"
#include "satisfaction/newcomers.h"
#include "satisfaction/rating_scale.h"
#include "satisfaction/study_ways.h"

namespace honestrank {
namespace {

using namespace satisfaction_detail;

constexpr const char* kItemStudy = "new_item_study";
constexpr std::size_t kMostValues = 256;  // of attributes
constexpr double kItemRidge = 10;         // ratings' worth of keeping an item as all are
constexpr double kValueRidge = 3;         // items' worth of keeping a value's weight at 0

/// What makes an item: the share of positive ratings, then its factors.
struct OldItems {
  std::size_t size = 0;           ///< numbers of an item
  std::vector<double> rows;       ///< items by size
  std::vector<double> weight;     ///< by item, 0: it has no ratings
  std::vector<double> mean;       ///< over items
  std::vector<double> precision;  ///< the inverse of their covariance
  double noise = 0;

  std::span<const double> row(std::size_t item) const {
    return std::span(rows).subspan(item * size, size);
  }
};

OldItems describe_items(const LikingFactors& model, double shrink) {
  OldItems old;
  old.size = 1 + model.factors;
  old.noise = model.noise;
  const std::size_t items = model.usual.size();
  old.rows.resize(items * old.size);
  old.weight.resize(items);
  old.mean.resize(old.size);
  double total = 0;
  for (std::size_t item = 0; item < items; ++item) {
    const auto ratings = static_cast<double>(model.ratings[item]);
    if (ratings == 0) continue;
    const double positive = model.usual[item] * (ratings + shrink) - shrink * model.usual_share;
    double* const row = old.rows.data() + item * old.size;
    row[0] = (positive + kItemRidge * model.usual_share) / (ratings + kItemRidge);
    const auto factors = model.factors_of(item);
    std::copy(factors.begin(), factors.end(), row + 1);
    // An item that few rated says little of how items are.
    old.weight[item] = ratings / (ratings + shrink);
    total += old.weight[item];
    for (std::size_t i = 0; i < old.size; ++i) old.mean[i] += old.weight[item] * row[i];
  }
  for (double& each : old.mean) each /= total;

  NormalEquations covariance(old.size);
  std::vector<double> distance(old.size);
  for (std::size_t item = 0; item < items; ++item) {
    if (old.weight[item] == 0) continue;
    for (std::size_t i = 0; i < old.size; ++i) distance[i] = old.row(item)[i] - old.mean[i];
    covariance.add(distance, 0, old.weight[item] / total);
  }
  constexpr double kLeastVariance = 1e-6;
  covariance.add_ridge(kLeastVariance);
  covariance.factorise();
  old.precision.resize(old.size * old.size);
  covariance.invert(old.precision);
  return old;
}

/// Row by row what values of attributes lead to expect: the first row for all, then one a value.
std::vector<double> expected_by_values(const OldItems& old, const AttributeValues& values) {
  const std::size_t features = 1 + values.names.size();
  std::vector<double> result(features * old.size);
  std::vector<double> x(features);
  std::vector<double> solution(features);
  std::vector<double> penalty(features * features);
  for (std::size_t i = 1; i < features; ++i) penalty[i * features + i] = kValueRidge;
  for (std::size_t number = 0; number < old.size; ++number) {
    NormalEquations system(features);
    system.add_matrix(penalty);
    for (std::size_t item = 0; item < old.weight.size(); ++item) {
      if (old.weight[item] == 0) continue;
      std::fill(x.begin(), x.end(), 0.0);
      x[0] = 1;
      for (const std::uint32_t value : values.values[item]) x[1 + value] = 1;
      system.add(x, old.row(item)[number], old.weight[item]);
    }
    system.factorise();
    system.solve(solution);
    for (std::size_t i = 0; i < features; ++i) result[i * old.size + number] = solution[i];
  }
  return result;
}

/// One fold: its items are new to users whose tastes are known from all others.
class ItemFold {
 public:
  ItemFold(const Interactions& ratings, const Newcomers& newcomers, std::size_t fold,
           const BrowsingModel& browsing, const ColdStartOptions& options)
      : ratings_(ratings),
        newcomers_(newcomers),
        items_(newcomers.folds[fold]),
        browsing_(browsing),
        discounts_(browsing),
        options_(options) {
    const FoldMembers members = members_of(newcomers, fold);
    first_ = members.first;
    learn(without_newcomers(ratings, ratings.item, members.is_new));
    collect();
  }

  /// Lists of the fold, one a user with ratings to judge by.
  double lists() const { return lists_; }
  const std::vector<bool>& users() const { return judged_users_; }

  void add_known(StudyWays& ways) const {
    for_each_order(ways.known, newcomers_.pool, options_.repeats,
                   [&](StudyWay& way, std::uint32_t repeat, double share) {
                     judge(known_items(way.number, repeat), share, way);
                   });
  }

  void add_metadata(const AttributeValues& values, StudyWay& way) const {
    const std::vector<double> expected = expected_by_values(old_, values);
    std::vector<double> rows(items_.size() * old_.size);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      for (std::size_t number = 0; number < old_.size; ++number) {
        double sum = expected[number];
        for (const std::uint32_t value : values.values[items_[i]]) {
          sum += expected[(1 + value) * old_.size + number];
        }
        rows[i * old_.size + number] = sum;
      }
    }
    judge(rows, 1, way);
  }

 private:
  /// Items and tastes as the old ratings have them.
  void learn(const Interactions& train) {
    const LikingFactors model = fit_liking_factors(train, {.threshold = options_.threshold,
                                                           .shrink = options_.shrink,
                                                           .ridge = kItemRidge,
                                                           .seed = options_.seed,
                                                           .threads = options_.threads});
    old_ = describe_items(model, options_.shrink);
    const std::vector<double> tastes =
        expected_tastes(model, train, options_.threshold, options_.threads);
    tastes_.resize(ratings_.users.size() * old_.size);
    std::vector<float> rows(tastes_.size());
    for (std::size_t user = 0; user < ratings_.users.size(); ++user) {
      tastes_[user * old_.size] = 1;
      for (std::size_t i = 0; i < model.factors; ++i) {
        tastes_[user * old_.size + 1 + i] = tastes[user * model.factors + i];
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(tastes_[i]);
    user_rows_ = make_matrix(ratings_.users.size(), old_.size, std::move(rows));
  }

  /// Held-out ratings, with items numbered as in the fold.
  void collect() {
    Interactions judged;
    Interactions seen;
    for (Interactions* const part : {&judged, &seen}) part->users = ratings_.users;
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      for (Interactions* const part : {&judged, &seen}) part->items.add(ratings_.items[items_[i]]);
      for (const std::size_t row : newcomers_.judged(items_[i])) {
        judged.user.push_back(ratings_.user[row]);
        judged.item.push_back(i);
        judged.rating.push_back(ratings_.rating[row]);
      }
      for (const std::size_t row : newcomers_.may_be_known(items_[i])) {
        seen.user.push_back(ratings_.user[row]);
        seen.item.push_back(i);
      }
      if (!options_.penalty.empty()) penalty_.push_back(options_.penalty[items_[i]]);
    }
    judgement_ = held_out_ratings(judged, scale_around(judged.rating, options_.threshold));
    seen_ = user_items(seen, options_.threads);
    eligible_ = eligible_items(seen_, items_.size());
    judged_users_.resize(ratings_.users.size());
    for (std::size_t user = 0; user < judged_users_.size(); ++user) {
      judged_users_[user] = !judgement_.items[user].empty();
      lists_ += judged_users_[user] ? 1 : 0;
    }
  }

  /// What is expected of new items some of whose ratings are known.
  std::vector<double> known_items(std::uint32_t known, std::uint32_t repeat) const {
    std::vector<double> prior(old_.size);
    for (std::size_t i = 0; i < old_.size; ++i) {
      for (std::size_t j = 0; j < old_.size; ++j) {
        prior[i] += old_.precision[i * old_.size + j] * old_.mean[j];
      }
    }
    std::vector<double> rows(items_.size() * old_.size);
    constexpr std::size_t kItems = 64;
    parallel_for(items_.size(), kItems, options_.threads, [&](const Block& block) {
      NormalEquations system(old_.size);
      for (std::size_t i = block.begin; i < block.end; ++i) {
        const std::span<double> own(rows.data() + i * old_.size, old_.size);
        if (known == 0) {  // the solution, without its rounding
          std::copy(old_.mean.begin(), old_.mean.end(), own.begin());
          continue;
        }
        system.clear();
        system.add_matrix(old_.precision);
        system.add_right(prior);
        const auto order = newcomers_.order(items_[i], options_.seed, repeat);
        for (std::size_t k = 0; k < known; ++k) {
          const std::size_t row = order[k];
          system.add({tastes_.data() + ratings_.user[row] * old_.size, old_.size},
                     ratings_.rating[row] > options_.threshold ? 1.0 : 0.0, 1 / old_.noise);
        }
        system.factorise();
        system.solve(own);
      }
    });
    return rows;
  }

  void judge(const std::vector<double>& items, double share, StudyWay& way) const {
    std::vector<float> rows(items.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(items[i]);
    const Factors scores{user_rows_, make_matrix(items_.size(), old_.size, std::move(rows))};
    const auto ranks =
        held_out_ranks(scores, judgement_.items, seen_, {.threads = options_.threads});
    const MetricResult result =
        satisfaction(
            judgement_, ranks, eligible_, browsing_,
            {.threshold = options_.threshold, .penalty = penalty_, .threads = options_.threads})
            .satisfaction;
    way.optimistic += share * result.optimistic * lists_;
    way.pessimistic += share * result.pessimistic * lists_;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      const double liked = judgement_.rating[i] - options_.threshold;
      if (!(liked > 0)) continue;
      const std::uint32_t item = judgement_.items.item[i];
      const double counted = penalty_.empty() ? liked : penalty_[item] * liked;
      way.value[first_ + item] += share * discounts_.mean(ranks[i]) * counted;
    }
  }

  const Interactions& ratings_;
  const Newcomers& newcomers_;
  const std::vector<std::uint32_t>& items_;
  const BrowsingModel& browsing_;
  Discounts discounts_;
  const ColdStartOptions& options_;
  OldItems old_;
  std::vector<double> tastes_;  ///< users by 1 and their factors
  FloatMatrix user_rows_;       ///< the same
  HeldOutRatings judgement_;
  UserItems seen_;
  std::vector<std::uint64_t> eligible_;
  std::vector<double> penalty_;
  std::vector<bool> judged_users_;
  double lists_ = 0;
  std::size_t first_ = 0;  ///< newcomers of earlier folds
};

}  // namespace

ColdStartStudy new_item_study(const Interactions& ratings, const AttributeTable& items,
                              const std::vector<std::string>& attributes,
                              const BrowsingModel& browsing, const ColdStartOptions& options) {
  require_single_ratings(kItemStudy, ratings);
  const std::vector<std::string> columns = attributes.empty() ? shared_columns(items) : attributes;
  const AttributeValues values = listed_values(items, columns, ratings.items, kMostValues);
  if (values.names.empty()) {
    throw InputError(
        fmt::format("{}: expected attributes of items that share values; got none", kItemStudy));
  }
  if (!options.penalty.empty() && options.penalty.size() != ratings.items.size()) {
    throw InputError(fmt::format("{}: expected what each of {} items counts; got {} numbers",
                                 kItemStudy, ratings.items.size(), options.penalty.size()));
  }
  const Newcomers newcomers =
      choose_newcomers(kItemStudy, "items", ratings.item, ratings.items.size(), options);
  ColdStartStudy study;
  study.newcomers = newcomers.size();
  study.left_out = newcomers.left_out;
  study.candidates = newcomers.folds.back().size();  // dealt out: the last has the fewest
  StudyWays ways(options.known, study.newcomers);
  ways.add(ways.lines, "metadata", 0);
  ways.add(ways.lines, std::string("metadata") + kAtRandom, 0);
  AttributeValues random = values;
  const std::vector<std::size_t> deal = dealt_out(values.values.size(), options.seed);
  for (std::size_t item = 0; item < deal.size(); ++item) {
    random.values[item] = values.values[deal[item]];
  }
  double lists = 0;
  std::vector<bool> users(ratings.users.size());
  for (std::size_t index = 0; index < newcomers.folds.size(); ++index) {
    for (const std::uint32_t item : newcomers.folds[index]) {
      if (values.values[item].empty()) ++study.without;
    }
    const ItemFold fold(ratings, newcomers, index, browsing, options);
    fold.add_known(ways);
    fold.add_metadata(values, ways.lines[0]);
    fold.add_metadata(random, ways.lines[1]);
    lists += fold.lists();
    for (std::size_t user = 0; user < users.size(); ++user) {
      if (fold.users()[user]) users[user] = true;
    }
  }
  // The mean over items of what they add to the mean over lists.
  const double scale = static_cast<double>(study.newcomers) / lists;
  for (std::vector<StudyWay>* const part : {&ways.known, &ways.lines}) {
    for (StudyWay& way : *part) {
      for (double& value : way.value) value *= scale;
    }
  }
  summarise(ways, lists, static_cast<std::uint64_t>(std::count(users.begin(), users.end(), true)),
            options, study);
  return study;
}

}  // namespace honestrank
