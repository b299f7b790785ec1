#include "honestrank/satisfaction/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "honestrank/data/split.h"
#include "honestrank/models/attribute_models.h"
#include "honestrank/models/baselines.h"
#include "honestrank/satisfaction/short_head.h"
#include "satisfaction/discounts.h"
#include "satisfaction/rating_scale.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kHeadStream = 0x68656164;
constexpr std::uint32_t kSplitStream = 0x63686f69;

/// What positive ratings add to the satisfaction, for every way to recommend.
struct Contributions {
  std::vector<std::uint32_t> user;         ///< of a positive rating
  std::vector<std::size_t> place;          ///< of its item in the order of popularity, from 0
  std::vector<std::vector<double>> value;  ///< by way, the list for everybody first
  std::size_t places = 0;
};

/// Sums over places, from each of them to the last: by way.
std::vector<std::vector<double>> left_from(const Contributions& all,
                                           std::span<const double> weight) {
  std::vector<std::vector<double>> left(all.value.size(), std::vector<double>(all.places + 1));
  for (std::size_t way = 0; way < left.size(); ++way) {
    for (std::size_t i = 0; i < all.user.size(); ++i) {
      left[way][all.place[i]] += weight[all.user[i]] * all.value[way][i];
    }
    for (std::size_t place = all.places; place-- > 0;) left[way][place] += left[way][place + 1];
  }
  return left;
}

/// The points of a curve, heads from 0 on, as long as enough is left.
std::vector<SensitivityPoint> points_of(const std::vector<std::vector<double>>& left,
                                        double least_left, double users) {
  std::vector<SensitivityPoint> points;
  for (std::size_t head = 0; head < left[0].size(); ++head) {
    const double everybody = left[0][head];
    if (!(everybody > 0) || everybody < least_left * left[0][0]) break;
    SensitivityPoint point{head, everybody / users, 0, {}};
    for (std::size_t way = 1; way < left.size(); ++way) {
      point.each.push_back((left[way][head] - everybody) / everybody);
      point.increase += point.each.back() / static_cast<double>(left.size() - 1);
    }
    points.push_back(std::move(point));
  }
  return points;
}

std::size_t best_of(const std::vector<SensitivityPoint>& points) {
  const auto best = std::max_element(
      points.begin(), points.end(),
      [](const SensitivityPoint& a, const SensitivityPoint& b) { return a.increase < b.increase; });
  return best == points.end() ? 0 : best->head;
}

/// Ratings to choose a head by, and models that have learnt from others.
class Trial {
 public:
  /// `place` is that of each item in the order of popularity.
  Trial(const AttributeTable& users, std::span<const std::string> segmentations,
        std::span<const std::size_t> place, const BrowsingModel& browsing,
        const SensitivityOptions& options)
      : users_(users),
        segmentations_(segmentations),
        place_(place),
        discounts_(browsing),
        options_(options) {}

  /// What positive ratings of `split.test` add, after learning from `learnt`.
  Contributions contributions(const Split& split, const Interactions& learnt,
                              unsigned threads) const {
    const HeldOutRatings ratings = held_out_ratings(
        split.test, satisfaction_detail::scale_around(split.test.rating, options_.threshold));
    const UserItems seen = user_items(split.train, threads);
    Contributions all;
    all.places = place_.size();
    std::vector<std::size_t> positive;  // held-out items
    for (std::uint32_t user = 0; user < ratings.items.users(); ++user) {
      for (std::size_t i = ratings.items.begin[user]; i < ratings.items.begin[user + 1]; ++i) {
        if (!(ratings.rating[i] > options_.threshold)) continue;
        positive.push_back(i);
        all.user.push_back(user);
        all.place.push_back(place_[ratings.items.item[i]]);
      }
    }
    const auto add_way = [&](const ScoreSource& scores) {
      const auto ranks = held_out_ranks(scores, ratings.items, seen, {.threads = threads});
      std::vector<double>& values = all.value.emplace_back();
      for (const std::size_t i : positive) {
        values.push_back(discounts_.mean(ranks[i]) * (ratings.rating[i] - options_.threshold));
      }
    };
    add_way(average_rating(learnt, {options_.threshold, options_.shrink}));
    for (const std::string& attribute : segmentations_) {
      add_way(segment_model(learnt, users_, {{attribute}, options_.threshold, options_.shrink}));
    }
    return all;
  }

 private:
  const AttributeTable& users_;
  std::span<const std::string> segmentations_;
  std::span<const std::size_t> place_;
  satisfaction_detail::Discounts discounts_;
  const SensitivityOptions& options_;
};

/// Every row as often as its user was drawn.
Interactions drawn_rows(const Interactions& rows, std::span<const double> drawn, bool repeated) {
  std::vector<std::size_t> chosen;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto times = static_cast<std::size_t>(drawn[rows.user[row]]);
    chosen.insert(chosen.end(), repeated ? times : std::min<std::size_t>(times, 1), row);
  }
  return select_rows(rows, chosen);
}

void check(const Interactions& train, const AttributeTable& users,
           const SensitivityOptions& options) {
  validate(train);
  if (!train.has_ratings()) {
    throw InputError("short head: expected ratings to choose it by; got interactions without");
  }
  if (users.names.size() != users.columns.size()) {
    throw InputError(fmt::format("short head: expected a column for each of {} names; got {}",
                                 users.names.size(), users.columns.size()));
  }
  for (std::size_t i = 0; i < users.columns.size(); ++i) {
    if (users.columns[i].size() == users.ids.size()) continue;
    throw InputError(
        fmt::format("short head: expected a value of '{}' for each of {} users; got {}",
                    users.names[i], users.ids.size(), users.columns[i].size()));
  }
  if (!std::isfinite(options.threshold) || !(options.shrink >= 0) ||
      !std::isfinite(options.shrink)) {
    throw InputError(
        fmt::format("short head: expected a threshold, and a shrinkage of at least 0; got {} and "
                    "{}",
                    options.threshold, options.shrink));
  }
  if (!(options.share > 0 && options.share < 1) ||
      !(options.least_left > 0 && options.least_left <= 1)) {
    throw InputError(
        fmt::format("short head: expected a share of ratings to choose by, above 0 and below 1, "
                    "and a share of satisfaction to be left, above 0 and at most 1; got {} and {}",
                    options.share, options.least_left));
  }
}

/// The seed of the held-out ratings of a sample; 0 is that of the curve.
std::uint64_t split_seed(const SensitivityOptions& options, std::uint64_t sample) {
  return CounterRandom(options.seed, kSplitStream).bits(sample);
}

Split chosen_by(const Interactions& train, const SensitivityOptions& options,
                std::uint64_t sample) {
  return hold_out_share(train, options.share,
                        {.order = HoldOutOrder::random, .seed = split_seed(options, sample)});
}

}  // namespace

SensitivityCurve fit_short_head(const Interactions& train, const AttributeTable& users,
                                const BrowsingModel& browsing, const SensitivityOptions& options) {
  check(train, users, options);
  SensitivityCurve curve;
  const ColumnKinds kinds = column_kinds(users);
  curve.segmentations = kinds.shared;
  curve.left_out = kinds.distinct;
  curve.constant = kinds.constant;
  if (curve.segmentations.empty()) {
    throw InputError("short head: expected attributes that divide the users; got none");
  }
  std::vector<std::uint64_t> popularity(train.items.size());
  for (const std::uint32_t item : train.item) ++popularity[item];
  const std::vector<std::uint32_t> order = by_popularity(popularity);
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;

  const Trial trial(users, curve.segmentations, place, browsing, options);
  const Split split = chosen_by(train, options, 0);
  std::vector<bool> judged(train.users.size());
  for (const std::uint32_t user : split.test.user) judged[user] = true;
  curve.users = static_cast<std::uint64_t>(std::count(judged.begin(), judged.end(), true));
  for (const std::string& name : curve.segmentations) {
    const TextColumn& column = users.column(name);
    std::uint64_t& without = curve.without.emplace_back();
    for (std::size_t user = 0; user < judged.size(); ++user) {
      if (!judged[user]) continue;
      const auto row = users.ids.find(train.users[user]);
      if (!row || column[*row].empty()) ++without;
    }
  }
  curve.points = points_of(left_from(trial.contributions(split, split.train, options.threads),
                                     std::vector<double>(train.users.size(), 1.0)),
                           options.least_left, static_cast<double>(curve.users));
  if (curve.points.empty()) {
    throw InputError(
        "short head: expected a list for everybody that satisfies somebody; got none: look "
        "further down the list");
  }
  curve.best = best_of(curve.points);

  std::vector<std::uint32_t> rating;  // users
  for (std::uint32_t user = 0; user < judged.size(); ++user) {
    if (judged[user]) rating.push_back(user);
  }
  std::vector<std::size_t> bests(options.bootstrap);
  const CounterRandom random(options.seed, kHeadStream);
  parallel_for(bests.size(), 1, options.threads, [&](const Block& block) {
    std::vector<double> drawn(train.users.size());
    for (std::uint32_t i = 0; i < rating.size(); ++i) {
      ++drawn[rating[random.below(rating.size(), i, static_cast<std::uint32_t>(block.begin))]];
    }
    Split sample = chosen_by(train, options, 1 + block.begin);
    const Interactions learnt = drawn_rows(sample.train, drawn, true);
    sample.test = drawn_rows(sample.test, drawn, false);
    bests[block.begin] = best_of(
        points_of(left_from(trial.contributions(sample, learnt, 1), drawn), options.least_left, 1));
  });
  std::sort(bests.begin(), bests.end());
  curve.low = curve.high = curve.best;
  if (!bests.empty()) {
    curve.low = bests[bests.size() / 40];
    curve.high = bests[bests.size() - 1 - bests.size() / 40];
  }
  return curve;
}

}  // namespace honestrank
