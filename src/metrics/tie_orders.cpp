#include "metrics/tie_orders.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

namespace honestrank::metrics {
namespace {

/// The gains of each group in turn; empty spans where every gain is 1.
class GroupGains {
 public:
  explicit GroupGains(std::span<const double> gains) : rest_(gains) {}

  std::span<const double> next(const TieGroup& group) {
    if (rest_.empty()) return {};
    const auto gains = rest_.first(group.relevant);
    rest_ = rest_.subspan(group.relevant);
    return gains;
  }

  std::span<const double> unranked() const { return rest_; }

 private:
  std::span<const double> rest_;
};

/// `gains` fall, so the ends tell.
bool differ(std::span<const double> gains) noexcept {
  return !gains.empty() && gains.front() != gains.back();
}

bool is_open(const TieGroup& group, std::span<const double> gains) noexcept {
  return group.ambiguous() || differ(gains);
}

/// The relevant items of a group at consecutive ranks below `above` items.
void append_run(std::vector<TieGroup>& groups, std::uint64_t above, std::uint64_t relevant,
                bool one_by_one) {
  if (!one_by_one) {
    groups.push_back({above, relevant, relevant});
    return;
  }
  for (std::uint64_t i = 0; i < relevant; ++i) groups.push_back({above + i, 1, 1});
}

/// Numbers the draws of one user.
class UserDraws {
 public:
  UserDraws(const CounterRandom& random, std::uint64_t user) : random_(random), user_(user) {}

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound, user_, draw_++); }

 private:
  const CounterRandom& random_;
  std::uint64_t user_;
  std::uint32_t draw_ = 0;
};

/// The first `count` distinct numbers below `bound` of a stream of draws, sorted.
void draw_distinct(UserDraws& draws, std::uint64_t bound, std::uint64_t count,
                   std::vector<std::uint64_t>& numbers) {
  numbers.clear();
  while (numbers.size() < count) {
    for (std::uint64_t missing = count - numbers.size(); missing > 0; --missing) {
      numbers.push_back(draws.below(bound));
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }
}

/// Appends the relevant items of `group` at random positions of it.
void append_at_random(const TieGroup& group, UserDraws& draws, RankingBuffer& buffer) {
  const std::uint64_t others = group.size - group.relevant;
  // Drawing the smaller part keeps repeated draws rare.
  if (group.relevant <= others) {
    draw_distinct(draws, group.size, group.relevant, buffer.positions);
    for (const std::uint64_t position : buffer.positions) {
      buffer.groups.push_back({group.above + position, 1, 1});
    }
    return;
  }
  draw_distinct(draws, group.size, others, buffer.positions);
  std::size_t next = 0;
  for (std::uint64_t position = 0; position < group.size; ++position) {
    if (next < others && buffer.positions[next] == position) {
      ++next;
    } else {
      buffer.groups.push_back({group.above + position, 1, 1});
    }
  }
}

void append_shuffled(std::span<const double> gains, UserDraws& draws,
                     std::vector<double>& shuffled) {
  const std::size_t begin = shuffled.size();
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const std::size_t other = begin + draws.below(i + 1);
    shuffled.push_back(gains[i]);
    std::swap(shuffled[begin + i], shuffled[other]);
  }
}

}  // namespace

bool has_open_order(const UserRanking& ranking) noexcept {
  if (ranking.gains.empty()) {
    for (const TieGroup& group : ranking.groups) {
      if (group.ambiguous()) return true;
    }
    return false;
  }
  GroupGains gains(ranking.gains);
  for (const TieGroup& group : ranking.groups) {
    if (is_open(group, gains.next(group))) return true;
  }
  return false;
}

UserRanking best_order(const UserRanking& ranking, RankingBuffer& buffer) {
  buffer.groups.clear();
  GroupGains gains(ranking.gains);
  for (const TieGroup& group : ranking.groups) {
    append_run(buffer.groups, group.above, group.relevant, differ(gains.next(group)));
  }
  return {buffer.groups, ranking.unranked, ranking.items, ranking.gains};
}

UserRanking worst_order(const UserRanking& ranking, RankingBuffer& buffer) {
  buffer.groups.clear();
  buffer.gains.clear();
  GroupGains all_gains(ranking.gains);
  for (const TieGroup& group : ranking.groups) {
    const auto gains = all_gains.next(group);
    append_run(buffer.groups, group.above + (group.size - group.relevant), group.relevant,
               differ(gains));
    buffer.gains.insert(buffer.gains.end(), gains.rbegin(), gains.rend());
  }
  const auto unranked = all_gains.unranked();
  buffer.gains.insert(buffer.gains.end(), unranked.begin(), unranked.end());
  return {buffer.groups, ranking.unranked, ranking.items, buffer.gains};
}

UserRanking random_order(const UserRanking& ranking, const CounterRandom& random,
                         std::uint64_t user, RankingBuffer& buffer) {
  buffer.groups.clear();
  buffer.gains.clear();
  UserDraws draws(random, user);
  GroupGains all_gains(ranking.gains);
  for (const TieGroup& group : ranking.groups) {
    const auto gains = all_gains.next(group);
    if (is_open(group, gains)) {
      append_at_random(group, draws, buffer);
      append_shuffled(gains, draws, buffer.gains);
    } else {
      buffer.groups.push_back(group);
      buffer.gains.insert(buffer.gains.end(), gains.begin(), gains.end());
    }
  }
  const auto unranked = all_gains.unranked();
  buffer.gains.insert(buffer.gains.end(), unranked.begin(), unranked.end());
  return {buffer.groups, ranking.unranked, ranking.items, buffer.gains};
}

UserRanking at_relevance_level(const UserRanking& ranking, double level, RankingBuffer& buffer) {
  if (level == 0 || (ranking.gains.empty() && level <= 1)) return ranking;
  if (ranking.gains.empty()) return {{}, 0, ranking.items, {}};

  buffer.groups.clear();
  buffer.gains.clear();
  const auto append_relevant = [level, &kept = buffer.gains](std::span<const double> gains) {
    const std::size_t before = kept.size();
    std::copy_if(gains.begin(), gains.end(), std::back_inserter(kept),
                 [level](double gain) { return gain >= level; });
    return static_cast<std::uint64_t>(kept.size() - before);
  };
  GroupGains gains(ranking.gains);
  for (const TieGroup& group : ranking.groups) {
    const std::uint64_t relevant = append_relevant(gains.next(group));
    if (relevant > 0) buffer.groups.push_back({group.above, group.size, relevant});
  }
  const std::uint64_t unranked = append_relevant(gains.unranked());
  return {buffer.groups, unranked, ranking.items, buffer.gains};
}

}  // namespace honestrank::metrics
