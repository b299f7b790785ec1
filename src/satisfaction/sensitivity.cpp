#include "honestrank/satisfaction/sensitivity.h"

#include <algorithm>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "honestrank/models/attribute_models.h"
#include "honestrank/models/baselines.h"
#include "honestrank/satisfaction/short_head.h"
#include "models/attribute_values.h"
#include "satisfaction/discounts.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kStream = 0x68656164;

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

}  // namespace

SensitivityCurve fit_short_head(const Interactions& train, const HeldOutRatings& ratings,
                                const AttributeTable& users, const BrowsingModel& browsing,
                                const SensitivityOptions& options) {
  SensitivityCurve curve;
  curve.segmentations = shared_columns(users);
  for (const std::string& name : users.names) {
    if (std::find(curve.segmentations.begin(), curve.segmentations.end(), name) ==
        curve.segmentations.end()) {
      curve.left_out.push_back(name);
    }
  }
  if (curve.segmentations.empty()) {
    throw InputError("short head: expected attributes that divide the users; got none");
  }

  const UserItems seen = user_items(train);
  std::vector<std::uint64_t> popularity(train.items.size());
  for (const std::uint32_t item : train.item) ++popularity[item];
  const std::vector<std::uint32_t> order = by_popularity(popularity);
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;

  Contributions all;
  all.places = order.size();
  std::vector<std::size_t> positive;  // held-out items
  for (std::uint32_t user = 0; user < ratings.items.users(); ++user) {
    for (std::size_t i = ratings.items.begin[user]; i < ratings.items.begin[user + 1]; ++i) {
      if (!(ratings.rating[i] > options.threshold)) continue;
      positive.push_back(i);
      all.user.push_back(user);
      all.place.push_back(place[ratings.items.item[i]]);
    }
  }
  const satisfaction_detail::Discounts discounts(browsing);
  const auto add_way = [&](const ScoreSource& scores) {
    const auto ranks = held_out_ranks(scores, ratings.items, seen, {.threads = options.threads});
    std::vector<double>& values = all.value.emplace_back();
    for (const std::size_t i : positive) {
      values.push_back(discounts.mean(ranks[i]) * (ratings.rating[i] - options.threshold));
    }
  };
  add_way(average_rating(train, {options.threshold, options.shrink}));
  for (const std::string& attribute : curve.segmentations) {
    add_way(segment_model(train, users, {{attribute}, options.threshold, options.shrink}));
  }

  std::vector<std::uint32_t> counted;  // users with held-out ratings
  for (std::uint32_t user = 0; user < ratings.items.users(); ++user) {
    if (ratings.items[user].empty()) continue;
    counted.push_back(user);
    if (!users.ids.find(train.users[user])) ++curve.users_without;
  }
  std::vector<double> once(ratings.items.users(), 1.0);
  curve.points =
      points_of(left_from(all, once), options.least_left, static_cast<double>(counted.size()));
  if (curve.points.empty()) {
    throw InputError(
        "short head: expected a list for everybody that satisfies somebody; got none: look "
        "further down the list");
  }
  curve.best = best_of(curve.points);

  std::vector<std::size_t> bests(options.bootstrap);
  const CounterRandom random(options.seed, kStream);
  parallel_for(bests.size(), 1, options.threads, [&](const Block& block) {
    std::vector<double> weight(ratings.items.users());
    for (std::uint32_t i = 0; i < counted.size(); ++i) {
      ++weight[counted[random.below(counted.size(), i, static_cast<std::uint32_t>(block.begin))]];
    }
    bests[block.begin] = best_of(points_of(left_from(all, weight), options.least_left, 1));
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
