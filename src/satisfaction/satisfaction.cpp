#include "honestrank/satisfaction/satisfaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/text_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "metrics/metric_sums.h"
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

/// The probability that an item stands in the first `depth` ranks.
double in_list(const HeldOutRank& rank, std::uint64_t depth) {
  if (rank.above >= depth) return 0;
  return static_cast<double>(std::min(rank.tied, depth - rank.above)) /
         static_cast<double>(rank.tied);
}

/// Sums over the users of a block.
struct BlockResult {
  MetricSums satisfaction;
  MetricSums success;
  ListShares shares;
  double lists = 0;   ///< users with a list
  double hoping = 0;  ///< users with a positive rating
  double before = 0;  ///< satisfaction with a sigma of 1, and what of it comes from the head
  double head_before = 0;
  double after = 0;  ///< with sigma
  double head_after = 0;
};

void add_shares(std::span<const HeldOutRank> ranks, std::span<const double> ratings,
                double threshold, std::uint64_t recommended, BlockResult& result) {
  double hits = 0;
  double mishits = 0;
  double positive = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const double found = in_list(ranks[i], recommended);
    (ratings[i] > threshold ? hits : mishits) += found;
    positive += ratings[i] > threshold ? 1 : 0;
  }
  const auto length = static_cast<double>(recommended);
  if (length > 0) {
    result.shares.hit += hits / length;
    result.shares.mishit += mishits / length;
    result.shares.not_rated += (length - hits - mishits) / length;
    ++result.lists;
  }
  if (positive > 0) {
    result.shares.missed += (positive - hits) / positive;
    ++result.hoping;
  }
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
  result.satisfaction.metric.name = "satisfaction";
  result.satisfaction.metric.kind = MetricKind::dcg;
  result.success.metric.name = "success";
  result.success.metric.kind = MetricKind::precision;
  const std::size_t users = ratings.items.users();
  for (MetricResult* each : {&result.satisfaction, &result.success}) {
    if (options.per_user) each->per_user.assign(users, std::numeric_limits<double>::quiet_NaN());
  }

  constexpr std::size_t kUsers = 1024;
  std::vector<BlockResult> blocks((users + kUsers - 1) / kUsers);
  parallel_for(users, kUsers, options.threads, [&](const Block& block) {
    BlockResult& own = blocks[block.index];
    MetricColumn satisfied;
    MetricColumn successful;
    std::vector<Success> successes;
    for (std::size_t user = block.begin; user < block.end; ++user) {
      const std::size_t first = ratings.items.begin[user];
      const std::size_t count = ratings.items.begin[user + 1] - first;
      if (count == 0) continue;
      const auto add = [&](MetricColumn& column, MetricResult& metric, const auto& value_of) {
        successes.clear();
        double sum = 0;
        for (std::size_t i = first; i < first + count; ++i) {
          if (!(ratings.rating[i] > options.threshold)) continue;
          successes.push_back({value_of(i), ranks[i]});
          sum += successes.back().value * discounts.mean(ranks[i]);
        }
        const Bounds bounds = bounds_of(successes, discounts);
        column.value.push_back(sum);
        column.optimistic.push_back(bounds.optimistic);
        column.pessimistic.push_back(bounds.pessimistic);
        if (options.per_user) metric.per_user[user] = sum;
      };
      add(satisfied, result.satisfaction, [&](std::size_t i) {
        const std::uint32_t item = ratings.items.item[i];
        const double liked = ratings.rating[i] - options.threshold;
        const double counted = options.penalty.empty() ? liked : options.penalty[item] * liked;
        const double discount = discounts.mean(ranks[i]);
        own.before += discount * liked;
        own.after += discount * counted;
        if (!options.head.empty() && options.head[item]) {
          own.head_before += discount * liked;
          own.head_after += discount * counted;
        }
        return counted;
      });
      add(successful, result.success, [](std::size_t) { return 1.0; });
      add_shares(ranks.subspan(first, count), {ratings.rating.data() + first, count},
                 options.threshold, std::min<std::uint64_t>(browsing.depth(), eligible[user]), own);
    }
    own.satisfaction = MetricSums(satisfied);
    own.success = MetricSums(successful);
  });

  MetricSums satisfied;
  MetricSums successful;
  double lists = 0;
  double hoping = 0;
  double before = 0;
  double after = 0;
  for (const BlockResult& block : blocks) {
    before += block.before;
    after += block.after;
    result.head_before += block.head_before;
    result.head_after += block.head_after;
    satisfied.merge(block.satisfaction);
    successful.merge(block.success);
    result.shares.hit += block.shares.hit;
    result.shares.mishit += block.shares.mishit;
    result.shares.not_rated += block.shares.not_rated;
    result.shares.missed += block.shares.missed;
    lists += block.lists;
    hoping += block.hoping;
  }
  satisfied.write_to(result.satisfaction);
  successful.write_to(result.success);
  set_mean(result.shares.hit, lists);
  set_mean(result.shares.mishit, lists);
  set_mean(result.shares.not_rated, lists);
  set_mean(result.shares.missed, hoping);
  set_mean(result.head_before, before);
  set_mean(result.head_after, after);
  return result;
}

}  // namespace honestrank
