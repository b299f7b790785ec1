#include "sampling/sampled_chain.h"

#include <algorithm>

#include "sampling/count_distribution.h"
#include "sampling/tied_places.h"

namespace honestrank::sampling {

SampledMoments SampledChain::moments(const UserRanking& ranking, const MetricTables& tables) {
  left_ = ranking.items - ranking.relevant();
  states_ = start();
  std::uint64_t found = 0;   // relevant items
  std::uint64_t passed = 0;  // irrelevant items
  for (const TieGroup& group : ranking.groups) {
    pass(group.above - found - passed);
    meet(group, tables, found);
    found += group.relevant;
    passed = group.above + group.size - found;
  }
  SampledMoments result{std::vector<double>(metrics_), std::vector<double>(metrics_)};
  for (std::size_t state = 0; state < states_.probability.size(); ++state) {
    for (std::size_t metric = 0; metric < metrics_; ++metric) {
      result.mean[metric] += states_.moments[2 * (state * metrics_ + metric)];
      result.mean_square[metric] += states_.moments[2 * (state * metrics_ + metric) + 1];
    }
  }
  return result;
}

void SampledChain::add_sampled_ranks(const UserRanking& ranking,
                                     std::vector<double>& histogram) const {
  const std::uint64_t irrelevant = ranking.items - ranking.relevant();
  std::uint64_t found = 0;
  for (const TieGroup& group : ranking.groups) {
    const std::uint64_t above = group.above - found;
    const std::uint64_t tied = group.size - group.relevant;
    const CountDistribution over = count_distribution(
        samples_, static_cast<double>(above), static_cast<double>(irrelevant), replacement_);
    for (std::size_t i = 0; i < over.probability.size(); ++i) {
      const std::uint64_t sampled = over.first + i;
      const CountDistribution beside =
          count_distribution(samples_ - sampled, static_cast<double>(tied),
                             static_cast<double>(irrelevant - above), replacement_);
      for (std::size_t j = 0; j < beside.probability.size(); ++j) {
        const double both = over.probability[i] * beside.probability[j];
        for (std::uint64_t place = 1; place <= group.relevant; ++place) {
          for_tied_places(beside.first + j, group.relevant, place,
                          [&](std::uint64_t number, double share) {
                            histogram[sampled + number] += both * share;
                          });
        }
      }
    }
    found += group.relevant;
  }
}

SampledChain::States SampledChain::start() const {
  States states = room_for(0, 0);
  states.probability[0] = 1;
  return states;
}

/// Goes on below `items` irrelevant items.
void SampledChain::pass(std::uint64_t items) {
  if (items == 0) return;
  const States before = std::move(states_);
  std::vector<CountDistribution> drawn;
  std::uint64_t first = samples_;
  std::uint64_t last = 0;
  for (std::size_t state = 0; state < before.probability.size(); ++state) {
    drawn.emplace_back();
    if (before.probability[state] == 0) continue;  // cannot occur
    drawn.back() = drawn_from(items, before.first + state);
    first = std::min(first, before.first + state + drawn.back().first);
    last = std::max(
        last, before.first + state + drawn.back().first + drawn.back().probability.size() - 1);
  }
  states_ = room_for(first, last);
  for (std::size_t state = 0; state < drawn.size(); ++state) {
    for (std::size_t i = 0; i < drawn[state].probability.size(); ++i) {
      carry(before, state, drawn[state].probability[i], states_,
            before.first + state + drawn[state].first + i);
    }
  }
  left_ -= items;
}

/// Adds what the relevant items of a group add, and goes on below it.
void SampledChain::meet(const TieGroup& group, const MetricTables& tables, std::uint64_t found) {
  const std::uint64_t tied = group.size - group.relevant;
  std::vector<double> values(metrics_);
  if (tied == 0) {
    for (std::size_t state = 0; state < states_.probability.size(); ++state) {
      for (std::size_t metric = 0; metric < metrics_; ++metric) {
        values[metric] = 0;
        for (std::uint64_t place = 1; place <= group.relevant; ++place) {
          values[metric] += tables.row(metric, found + place)[states_.first + state];
        }
      }
      add(states_, state, values);
    }
    return;
  }
  const States before = std::move(states_);
  states_ = room_for(before.first, std::min(samples_, before.first + before.probability.size() - 1 +
                                                          (replacement_ == Replacement::without
                                                               ? std::min(tied, samples_)
                                                               : samples_)));
  for (std::size_t state = 0; state < before.probability.size(); ++state) {
    if (before.probability[state] == 0) continue;
    const std::uint64_t above = before.first + state;
    const CountDistribution beside = drawn_from(tied, above);
    for (std::size_t i = 0; i < beside.probability.size(); ++i) {
      const std::uint64_t sampled = beside.first + i;
      std::fill(values.begin(), values.end(), 0.0);
      for (std::uint64_t place = 1; place <= group.relevant; ++place) {
        for_tied_places(sampled, group.relevant, place, [&](std::uint64_t number, double share) {
          for (std::size_t metric = 0; metric < metrics_; ++metric) {
            values[metric] += share * tables.row(metric, found + place)[above + number];
          }
        });
      }
      States one = room_for(above, above);
      carry(before, state, beside.probability[i], one, above);
      add(one, 0, values);
      carry(one, 0, 1, states_, above + sampled);
    }
  }
  left_ -= tied;
}

/// How many of the samples that are left lie among the next `items` items, after `drawn`.
CountDistribution SampledChain::drawn_from(std::uint64_t items, std::uint64_t drawn) const {
  return count_distribution(samples_ - drawn, static_cast<double>(items),
                            static_cast<double>(left_), replacement_);
}

SampledChain::States SampledChain::room_for(std::uint64_t first, std::uint64_t last) const {
  States states;
  states.first = first;
  states.probability.resize(last - first + 1);
  states.moments.resize((last - first + 1) * metrics_ * 2);
  return states;
}

/// Adds a share of a state to the state of `drawn` items.
void SampledChain::carry(const States& from, std::size_t state, double share, States& to,
                         std::uint64_t drawn) const {
  const std::size_t target = drawn - to.first;
  to.probability[target] += share * from.probability[state];
  const double* const source = from.moments.data() + state * metrics_ * 2;
  double* const sum = to.moments.data() + target * metrics_ * 2;
  for (std::size_t i = 0; i < metrics_ * 2; ++i) sum[i] += share * source[i];
}

/// Adds `values` to the sums of a state.
void SampledChain::add(States& states, std::size_t state, const std::vector<double>& values) const {
  double* const moment = states.moments.data() + state * metrics_ * 2;
  for (std::size_t metric = 0; metric < metrics_; ++metric) {
    const double value = values[metric];
    moment[2 * metric + 1] += value * (2 * moment[2 * metric] + value * states.probability[state]);
    moment[2 * metric] += value * states.probability[state];
  }
}

}  // namespace honestrank::sampling
