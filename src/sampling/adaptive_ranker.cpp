#include "sampling/adaptive_ranker.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace honestrank::sampling {

AdaptiveRanker::AdaptiveRanker(const PairScores& pairs, const RankingTask& task,
                               const SampleOptions& options, std::vector<ItemDraws> draws)
    : pairs_(pairs), task_(task), options_(options), draws_(std::move(draws)) {}

void AdaptiveRanker::rank(std::span<const std::uint32_t> users, UserRanks& ranks) {
  start(users);
  score_held_out();
  std::uint64_t samples = options_.samples;
  while (add_samples(samples)) {
    score_samples();
    if (samples >= options_.most_samples) break;
    samples = std::min(2 * samples + 1, options_.most_samples);
  }
  for (const Case& own : cases_) {
    counts_.start(own.held_out);
    counts_.add_all(own.held_out);
    counts_.add_all(own.sampled);
    counts_.append_entry(own.user, own.held_out.size() + own.sampled.size(), ranks);
  }
}

void AdaptiveRanker::start(std::span<const std::uint32_t> users) {
  cases_.clear();
  for (const std::uint32_t user : users) {
    for (std::uint32_t repeat = 0; repeat < options_.repeats; ++repeat) {
      Case& own = cases_.emplace_back();
      own.user = user;
      own.repeat = repeat;
    }
  }
}

void AdaptiveRanker::score_held_out() {
  items_.clear();
  owners_.clear();
  for (const Case& own : cases_) {
    const auto held_out = task_.held_out(own.user);
    items_.insert(items_.end(), held_out.begin(), held_out.end());
    owners_.resize(items_.size(), own.user);
  }
  scores_.resize(items_.size());
  pairs_.score(owners_, items_, scores_);
  reject_nan(0, items_.size());
  auto next = scores_.begin();
  for (Case& own : cases_) {
    const auto end = next + static_cast<std::ptrdiff_t>(task_.held_out(own.user).size());
    own.held_out.assign(next, end);
    own.best = *std::max_element(next, end);
    next = end;
  }
}

/// Draws what open cases lack of so many samples. Returns whether there is anything to score.
bool AdaptiveRanker::add_samples(std::uint64_t samples) {
  items_.clear();
  owners_.clear();
  begin_.assign(1, 0);
  for (Case& own : cases_) {
    const auto held_out = task_.held_out(own.user);
    const std::uint64_t irrelevant = task_.eligible(own.user) - held_out.size();
    const bool distinct = options_.replacement == Replacement::without;
    const std::uint64_t wanted = distinct ? std::min(samples, irrelevant) : samples;
    own.open = own.open && wanted > own.sampled.size();
    if (own.open) {
      // A larger sample begins with the smaller one: what is known is drawn again and left out.
      drawn_.clear();
      draws_[own.repeat].draw(own.user, task_.seen(own.user), held_out, wanted, drawn_);
      items_.insert(items_.end(), drawn_.begin() + static_cast<std::ptrdiff_t>(own.sampled.size()),
                    drawn_.end());
      owners_.resize(items_.size(), own.user);
    }
    begin_.push_back(items_.size());
  }
  return !items_.empty();
}

void AdaptiveRanker::score_samples() {
  scores_.resize(items_.size());
  if (pairs_.in_batches()) pairs_.score(owners_, items_, scores_);
  const std::span<const std::uint32_t> items(items_);
  const std::span<double> scores(scores_);
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    Case& own = cases_[i];
    const std::size_t count = begin_[i + 1] - begin_[i];
    if (count == 0) continue;
    const auto fresh = scores.subspan(begin_[i], count);
    if (!pairs_.in_batches()) {
      pairs_.score_around(own.held_out, own.user, items.subspan(begin_[i], count), fresh, room_);
    }
    reject_nan(begin_[i], begin_[i + 1]);
    own.sampled.insert(own.sampled.end(), fresh.begin(), fresh.end());
    own.above += static_cast<std::uint64_t>(
        std::count_if(fresh.begin(), fresh.end(), [&](double score) { return score > own.best; }));
    own.open = own.above < options_.enough_above;
  }
}

void AdaptiveRanker::reject_nan(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (std::isnan(scores_[i])) task_.reject_nan(owners_[i], items_[i]);
  }
}

}  // namespace honestrank::sampling
