#include "honestrank/satisfaction/satisfaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "data/text_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "metrics/metric_sums.h"
#include "metrics/user_metrics.h"
#include "satisfaction/discounts.h"

namespace honestrank {
namespace {

using metrics::MetricColumn;
using metrics::MetricSums;
using satisfaction_detail::Discounts;

/// A held-out item of the user at hand: what it counts, and where.
struct Success {
  double value = 0;
  HeldOutRank rank;
};

struct Bounds {
  double optimistic = 0;
  double pessimistic = 0;
};

/// What the successes come to if all ties go well, or badly. Sorts them.
Bounds bounds_of(std::vector<Success>& successes, const Discounts& discounts) {
  std::sort(successes.begin(), successes.end(), [](const Success& a, const Success& b) {
    return a.rank.above != b.rank.above ? a.rank.above < b.rank.above : a.value > b.value;
  });
  Bounds bounds;
  for (std::size_t first = 0; first < successes.size();) {
    std::size_t end = first;
    const HeldOutRank& rank = successes[first].rank;
    while (end < successes.size() && successes[end].rank.above == rank.above) ++end;
    for (std::size_t i = first; i < end; ++i) {
      bounds.optimistic += successes[i].value * discounts.at(rank.above + 1 + (i - first));
      bounds.pessimistic += successes[i].value * discounts.at(rank.above + rank.tied - (i - first));
    }
    first = end;
  }
  return bounds;
}

/// A number of items in a list: expected, and between what ties may make of it.
struct Found {
  double mean = 0;
  double least = 0;
  double most = 0;

  /// Adds `own` of `tied` items that share `places` places of the list.
  void add(double own, double tied, double places) {
    mean += own * places / tied;
    least += std::max(0.0, places - (tied - own));
    most += std::min(own, places);
  }
};

/// What a list holds of a user's rated items.
struct ListContent {
  Found hits;
  Found mishits;
  Found rated;       ///< both
  double liked = 0;  ///< rating - threshold, over hits, expected
};

/// The rated items of the user at hand, grouped by ties.
struct RatedGroup {
  HeldOutRank rank;
  double positive = 0;
  double negative = 0;
  double liked = 0;
};

void group_ratings(std::span<const HeldOutRank> ranks, std::span<const double> ratings,
                   double threshold, std::vector<RatedGroup>& groups) {
  groups.clear();
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const double liked = ratings[i] - threshold;
    groups.push_back(
        {ranks[i], liked > 0 ? 1.0 : 0.0, liked > 0 ? 0.0 : 1.0, std::max(liked, 0.0)});
  }
  std::sort(groups.begin(), groups.end(),
            [](const RatedGroup& a, const RatedGroup& b) { return a.rank.above < b.rank.above; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < groups.size(); ++i) {
    if (groups[i].rank.above != groups[kept].rank.above) {
      groups[++kept] = groups[i];
      continue;
    }
    groups[kept].positive += groups[i].positive;
    groups[kept].negative += groups[i].negative;
    groups[kept].liked += groups[i].liked;
  }
  groups.resize(groups.empty() ? 0 : kept + 1);
}

ListContent content_of(std::span<const RatedGroup> groups, std::uint64_t length) {
  ListContent content;
  for (const RatedGroup& group : groups) {
    if (group.rank.above >= length) break;
    const auto tied = static_cast<double>(group.rank.tied);
    const auto places = static_cast<double>(std::min(group.rank.tied, length - group.rank.above));
    content.hits.add(group.positive, tied, places);
    content.mishits.add(group.negative, tied, places);
    content.rated.add(group.positive + group.negative, tied, places);
    content.liked += group.liked * places / tied;
  }
  return content;
}

void add_value(MetricColumn& column, double value, double optimistic, double pessimistic) {
  column.value.push_back(value);
  column.optimistic.push_back(optimistic);
  column.pessimistic.push_back(pessimistic);
}

/// Adds a mean over `weight` things that come to `sum`.
void add_weighted(MetricColumn& column, double sum, double weight) {
  if (!(weight > 0)) return;
  add_value(column, sum / weight, sum / weight, sum / weight);
  column.weight.push_back(weight);
}

/// The columns, or sums, of everything that is a mean over users.
template <typename Each>
struct Means {
  Each satisfaction;
  Each success;
  Each liking;
  Each hit;
  Each mishit;
  Each not_rated;
  Each missed;
  std::vector<Each> precision;    ///< by part
  std::vector<Each> part_liking;  ///< by part

  explicit Means(std::size_t parts = 0) : precision(parts), part_liking(parts) {}
};

/// Calls `use` for each pair of members.
template <typename One, typename Other, typename Use>
void for_each_mean(One& one, Other& other, const Use& use) {
  use(one.satisfaction, other.satisfaction);
  use(one.success, other.success);
  use(one.liking, other.liking);
  use(one.hit, other.hit);
  use(one.mishit, other.mishit);
  use(one.not_rated, other.not_rated);
  use(one.missed, other.missed);
  for (std::size_t i = 0; i < one.precision.size(); ++i) {
    use(one.precision[i], other.precision[i]);
    use(one.part_liking[i], other.part_liking[i]);
  }
}

/// Sums over the users of a block.
struct BlockResult {
  Means<MetricSums> means;
  double before = 0;  ///< satisfaction with a sigma of 1, and what of it comes from the head
  double head_before = 0;
  double after = 0;  ///< with sigma
  double head_after = 0;
};

void add_shares(std::span<const RatedGroup> groups, std::uint64_t recommended,
                Means<MetricColumn>& columns) {
  const ListContent content = content_of(groups, recommended);
  double positive = 0;
  for (const RatedGroup& group : groups) positive += group.positive;
  const auto length = static_cast<double>(recommended);
  const Found& hits = content.hits;
  const Found& mishits = content.mishits;
  const Found& rated = content.rated;
  if (length > 0) {
    add_value(columns.hit, hits.mean / length, hits.most / length, hits.least / length);
    add_value(columns.mishit, mishits.mean / length, mishits.least / length, mishits.most / length);
    add_value(columns.not_rated, (length - rated.mean) / length, (length - rated.most) / length,
              (length - rated.least) / length);
  }
  if (positive > 0) {
    add_value(columns.missed, (positive - hits.mean) / positive, (positive - hits.most) / positive,
              (positive - hits.least) / positive);
  } else {
    ++columns.missed.skipped[static_cast<std::size_t>(metrics::Undefined::no_relevant_item)];
  }
}

MetricResult named(std::string name, MetricKind kind) {
  MetricResult result;
  result.metric.name = std::move(name);
  result.metric.kind = kind;
  return result;
}

void check(const HeldOutRatings& ratings, std::span<const HeldOutRank> ranks,
           std::span<const std::uint64_t> eligible, const SatisfactionOptions& options) {
  const std::size_t items = ratings.items.item.size();
  if (ratings.rating.size() != items || ranks.size() != items) {
    throw InputError(
        fmt::format("satisfaction: expected a rating and a rank for each of {} held-out items; got "
                    "{} and {}",
                    items, ratings.rating.size(), ranks.size()));
  }
  if (eligible.size() != ratings.items.users()) {
    throw InputError(
        fmt::format("satisfaction: expected numbers of eligible items of {} users; got {}",
                    ratings.items.users(), eligible.size()));
  }
  if (std::find(options.parts.begin(), options.parts.end(), 0U) != options.parts.end()) {
    throw InputError("satisfaction: expected parts of lists of at least 1 item; got 0");
  }
  for (const double penalty : options.penalty) {
    if (!(penalty >= 0 && penalty <= 1)) {
      throw InputError(
          fmt::format("satisfaction: expected what items count from 0 to 1; got {}", penalty));
    }
  }
  for (const std::uint32_t item : ratings.items.item) {
    const bool known = (options.penalty.empty() || item < options.penalty.size()) &&
                       (options.head.empty() || item < options.head.size());
    if (!known) {
      throw InputError(
          fmt::format("satisfaction: expected what item number {} counts; got fewer items", item));
    }
  }
}

/// Divides, by what may be 0.
void set_mean(double& sum, double count) {
  sum = count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

HeldOutRatings held_out_ratings(const Interactions& test, const RatingScale& scale) {
  validate(test);
  if (!(scale.lowest <= scale.threshold && scale.threshold < scale.highest)) {
    throw InputError(fmt::format(
        "satisfaction: expected a threshold from {} to below {}, the scale of ratings; got {}",
        scale.lowest, scale.highest, scale.threshold));
  }
  if (!test.has_ratings() && test.size() != 0) {
    throw InputError("satisfaction: expected held-out interactions with ratings; got none");
  }
  HeldOutRatings result;
  result.items = user_items(test);
  result.rating.resize(result.items.item.size());
  for (std::size_t row = 0; row < test.size(); ++row) {
    const double rating = test.rating[row];
    if (!(rating >= scale.lowest && rating <= scale.highest)) {
      throw InputError(fmt::format(
          "satisfaction: expected ratings from {} to {}; got {} of user {} for item {}",
          scale.lowest, scale.highest, rating, quoted_for_message(test.users[test.user[row]]),
          quoted_for_message(test.items[test.item[row]])));
    }
    const auto own = result.items[test.user[row]];
    const auto place = std::lower_bound(own.begin(), own.end(), test.item[row]) - own.begin();
    result.rating[result.items.begin[test.user[row]] + static_cast<std::size_t>(place)] = rating;
  }
  return result;
}

std::vector<std::uint64_t> eligible_items(UserItemsView seen, std::size_t items) {
  std::vector<std::uint64_t> result;
  for (std::size_t user = 0; user < seen.users(); ++user) {
    result.push_back(items - seen[user].size());
  }
  return result;
}

Satisfaction satisfaction(const HeldOutRatings& ratings, std::span<const HeldOutRank> ranks,
                          std::span<const std::uint64_t> eligible, const BrowsingModel& browsing,
                          const SatisfactionOptions& options) {
  check(ratings, ranks, eligible, options);
  const Discounts discounts(browsing);
  Satisfaction result;
  // An open range upwards, as that of dcg, and one that ends at 1.
  Means<MetricResult> means;
  result.satisfaction = named("satisfaction", MetricKind::dcg);
  result.success = named("success", MetricKind::precision);
  means.liking = named("liking", MetricKind::dcg);
  means.hit = named("hit_share", MetricKind::precision);
  means.mishit = named("mishit_share", MetricKind::precision);
  means.not_rated = named("not_rated_share", MetricKind::precision);
  means.missed = named("missed_share", MetricKind::precision);
  std::vector<std::uint32_t> lengths;
  for (const std::uint32_t length : options.parts) {
    if (length > browsing.depth()) continue;
    lengths.push_back(length);
    means.precision.push_back(named(fmt::format("precision@{}", length), MetricKind::precision));
    means.part_liking.push_back(named(fmt::format("liking@{}", length), MetricKind::dcg));
  }
  const std::size_t users = ratings.items.users();
  for (MetricResult* each : {&result.satisfaction, &result.success}) {
    if (options.per_user) each->per_user.assign(users, std::numeric_limits<double>::quiet_NaN());
  }

  constexpr std::size_t kUsers = 1024;
  std::vector<BlockResult> blocks((users + kUsers - 1) / kUsers);
  parallel_for(users, kUsers, options.threads, [&](const Block& block) {
    BlockResult& own = blocks[block.index];
    Means<MetricColumn> columns(lengths.size());
    std::vector<Success> successes;
    std::vector<RatedGroup> groups;
    for (std::size_t user = block.begin; user < block.end; ++user) {
      const std::size_t first = ratings.items.begin[user];
      const std::size_t count = ratings.items.begin[user + 1] - first;
      if (count == 0) continue;
      double liked_by_user = 0;
      const auto add = [&](MetricColumn& column, MetricResult& metric, const auto& value_of) {
        successes.clear();
        double sum = 0;
        for (std::size_t i = first; i < first + count; ++i) {
          if (!(ratings.rating[i] > options.threshold)) continue;
          successes.push_back({value_of(i), ranks[i]});
          sum += successes.back().value * discounts.mean(ranks[i]);
        }
        const Bounds bounds = bounds_of(successes, discounts);
        add_value(column, sum, bounds.optimistic, bounds.pessimistic);
        if (options.per_user) metric.per_user[user] = sum;
        return sum;
      };
      add(columns.satisfaction, result.satisfaction, [&](std::size_t i) {
        const std::uint32_t item = ratings.items.item[i];
        const double liked = ratings.rating[i] - options.threshold;
        const double counted = options.penalty.empty() ? liked : options.penalty[item] * liked;
        const double discount = discounts.mean(ranks[i]);
        liked_by_user += discount * liked;
        own.before += discount * liked;
        own.after += discount * counted;
        if (!options.head.empty() && options.head[item]) {
          own.head_before += discount * liked;
          own.head_after += discount * counted;
        }
        return counted;
      });
      const double success = add(columns.success, result.success, [](std::size_t) { return 1.0; });
      add_weighted(columns.liking, liked_by_user, success);
      group_ratings(ranks.subspan(first, count), {ratings.rating.data() + first, count},
                    options.threshold, groups);
      add_shares(groups, std::min<std::uint64_t>(browsing.depth(), eligible[user]), columns);
      for (std::size_t part = 0; part < lengths.size(); ++part) {
        const ListContent content = content_of(groups, lengths[part]);
        const double length = lengths[part];
        add_value(columns.precision[part], content.hits.mean / length, content.hits.most / length,
                  content.hits.least / length);
        add_weighted(columns.part_liking[part], content.liked, content.hits.mean);
      }
    }
    own.means = Means<MetricSums>(lengths.size());
    for_each_mean(own.means, columns,
                  [](MetricSums& sums, const MetricColumn& column) { sums = MetricSums(column); });
  });

  Means<MetricSums> sums(lengths.size());
  double before = 0;
  double after = 0;
  for (const BlockResult& block : blocks) {
    before += block.before;
    after += block.after;
    result.head_before += block.head_before;
    result.head_after += block.head_after;
    for_each_mean(sums, block.means,
                  [](MetricSums& all, const MetricSums& part) { all.merge(part); });
  }
  sums.satisfaction.write_to(result.satisfaction);
  sums.success.write_to(result.success);
  for_each_mean(sums, means, [](const MetricSums& from, MetricResult& to) { from.write_to(to); });
  const auto without_bounds = [](MetricResult& of) {
    of.optimistic = of.pessimistic = std::numeric_limits<double>::quiet_NaN();
    return of;
  };
  result.liking = without_bounds(means.liking);
  result.shares = {means.hit, means.mishit, means.not_rated, means.missed};
  for (std::size_t part = 0; part < lengths.size(); ++part) {
    result.parts.push_back({lengths[part], browsing.looks[lengths[part] - 1], means.precision[part],
                            without_bounds(means.part_liking[part])});
  }
  set_mean(result.head_before, before);
  set_mean(result.head_after, after);
  return result;
}

}  // namespace honestrank
