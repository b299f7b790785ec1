#include "sampling/sampled_values.h"

#include <utility>

#include "sampling/count_distribution.h"
#include "sampling/tied_places.h"

namespace honestrank::sampling {

Values SampledValues::values(const UserRanking& ranking, const MetricTables& tables,
                             std::size_t metric) {
  left_ = ranking.items - ranking.relevant();
  states_ = {{0, {{0.0, 1.0}}}};
  too_many_ = false;
  std::uint64_t found = 0;   // relevant items
  std::uint64_t passed = 0;  // irrelevant items
  for (const TieGroup& group : ranking.groups) {
    pass(group.above - found - passed);
    meet(group, [&](std::uint64_t above, std::uint64_t tied) {
      double sum = 0;
      for (std::uint64_t place = 1; place <= group.relevant; ++place) {
        const TableRow row = tables.row(metric, found + place);
        for_tied_places(tied, group.relevant, place, [&](std::uint64_t number, double share) {
          sum += share * row[above + number];
        });
      }
      return sum;
    });
    if (too_many_) return {};
    found += group.relevant;
    passed = group.above + group.size - found;
  }
  Values result;
  count_ = 0;
  for (const auto& [drawn, values] : states_) carry(values, 1, /*worth=*/0, result);
  return result;
}

/// Goes on below `items` irrelevant items.
void SampledValues::pass(std::uint64_t items) {
  if (items == 0) return;
  count_ = 0;
  for (const auto& [drawn, values] : std::exchange(states_, {})) {
    const CountDistribution more = drawn_from(items, drawn);
    for (std::size_t i = 0; i < more.probability.size(); ++i) {
      carry(values, more.probability[i], /*worth=*/0, states_[drawn + more.first + i]);
    }
  }
  left_ -= items;
}

/// Adds what the relevant items of a group are worth below so many sampled items and beside so many
/// others, and goes on below the group.
void SampledValues::meet(const TieGroup& group, const Worth& worth) {
  const std::uint64_t tied = group.size - group.relevant;
  count_ = 0;
  for (const auto& [drawn, values] : std::exchange(states_, {})) {
    const CountDistribution beside = drawn_from(tied, drawn);
    for (std::size_t i = 0; i < beside.probability.size(); ++i) {
      const std::uint64_t sampled = beside.first + i;
      carry(values, beside.probability[i], worth(drawn, sampled), states_[drawn + sampled]);
    }
  }
  left_ -= tied;
}

CountDistribution SampledValues::drawn_from(std::uint64_t items, std::uint64_t drawn) const {
  return count_distribution(samples_ - drawn, static_cast<double>(items),
                            static_cast<double>(left_), replacement_);
}

/// Adds a share of `from` to `to`, every value raised by `worth`; nothing more once there are too
/// many.
void SampledValues::carry(const Values& from, double share, double worth, Values& to) {
  if (too_many_) return;
  count_ -= to.size();
  for (const auto& [value, probability] : from) to[value + worth] += share * probability;
  count_ += to.size();
  too_many_ = count_ > most_;
}

}  // namespace honestrank::sampling
