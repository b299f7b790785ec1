#include "sampling/item_draws.h"

#include <algorithm>
#include <array>

#include "honestrank/base/random.h"
#include "kernels/random_blocks.h"

namespace honestrank::sampling {
namespace {

constexpr std::uint32_t kStream = 0x73616d70;
constexpr std::size_t kFewShare = 8;  // below 1 in so many, items are listed

/// Whole numbers below a bound from 32 random bits at a time, each as likely as any other
/// (Lemire, "Fast random integer generation in an interval", 2019).
class SmallNumbers {
 public:
  /// `expected` numbers will be asked for, more or less.
  SmallNumbers(const ItemDraws::Random& random, std::uint64_t counter, std::uint32_t bound,
               std::size_t expected)
      : random_(random), counter_(counter), bound_(bound), least_((0U - bound) % bound) {
    fill(std::min(kMost, (expected + expected / 16) / 4 + 1));
  }

  std::uint32_t next() {
    while (true) {
      if (used_ == filled_) fill(kernels::kRandomBlocks);
      const std::uint64_t product = std::uint64_t{bits_[used_++]} * bound_;
      if (static_cast<std::uint32_t>(product) >= least_) {
        return static_cast<std::uint32_t>(product >> 32U);
      }
    }
  }

 private:
  static constexpr std::size_t kMost = 64;  // blocks at once

  void fill(std::size_t blocks) {
    kernels::random_blocks(random_.seed, random_.stream, counter_, block_, blocks, bits_.data());
    block_ += static_cast<std::uint32_t>(blocks);
    used_ = 0;
    filled_ = 4 * blocks;
  }

  const ItemDraws::Random& random_;
  std::uint64_t counter_;
  std::uint32_t bound_;
  std::uint32_t least_;
  std::uint32_t block_ = 0;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::array<std::uint32_t, 4 * kMost> bits_;  // no zeros: it is filled before it is read
};

}  // namespace

ItemDraws::ItemDraws(std::size_t items, std::uint64_t seed, std::uint32_t repeat,
                     Replacement replacement, const AliasTable* popularity,
                     std::span<const std::uint32_t> weights)
    : items_(items),
      random_{seed, kStream + repeat},
      distinct_(replacement == Replacement::without),
      popularity_(popularity),
      weights_(weights),
      marks_((items + 63) / 64) {}

void ItemDraws::draw(std::uint32_t user, std::span<const std::uint32_t> seen,
                     std::span<const std::uint32_t> relevant, std::size_t count,
                     std::vector<std::uint32_t>& drawn) {
  const std::size_t begin = drawn.size();
  for (const std::uint32_t item : seen) mark(item);
  for (const std::uint32_t item : relevant) mark(item);
  const std::size_t left = items_ - seen.size() - relevant.size();
  if (popularity_ != nullptr) {
    draw_by_weight(user, count, drawn);
  } else if (left < items_ / kFewShare) {
    draw_from_list(user, count, drawn);
  } else {
    draw_from_all(user, count, drawn);
  }
  unmark(seen);
  unmark(relevant);
  if (distinct_) unmark(std::span(drawn).subspan(begin));
}

void ItemDraws::unmark(std::span<const std::uint32_t> items) {
  for (const std::uint32_t item : items) marks_[item / 64] = 0;
}

void ItemDraws::draw_from_all(std::uint32_t user, std::size_t count,
                              std::vector<std::uint32_t>& drawn) {
  SmallNumbers numbers(random_, user, static_cast<std::uint32_t>(items_), count);
  // Every item is written, and the next one over it where it may not be drawn: nothing to guess.
  std::size_t place = drawn.size();
  drawn.resize(place + count + 1);
  const std::size_t end = place + count;
  if (distinct_) {
    while (place < end) {
      const std::uint32_t item = numbers.next();
      const bool counts = !is_marked(item);
      mark(item);
      drawn[place] = item;
      place += counts ? 1U : 0U;
    }
  } else {
    while (place < end) {
      const std::uint32_t item = numbers.next();
      drawn[place] = item;
      place += is_marked(item) ? 0U : 1U;
    }
  }
  drawn.resize(end);
}

void ItemDraws::draw_by_weight(std::uint32_t user, std::size_t count,
                               std::vector<std::uint32_t>& drawn) {
  constexpr std::uint32_t kTriesInVain = 1000;
  const CounterRandom by_weight(random_.seed, random_.stream);
  std::uint32_t tries = 0;
  std::uint32_t in_vain = 0;
  while (count > 0 && in_vain < kTriesInVain) {
    const std::uint32_t item = popularity_->draw(by_weight.bits(user, tries++));
    if (is_marked(item)) {
      ++in_vain;
      continue;
    }
    if (distinct_) mark(item);
    drawn.push_back(item);
    in_vain = 0;
    --count;
  }
  // What is left has little of the weight: each draw is a place in the sum of its weights.
  for (; count > 0; --count) {
    std::uint64_t sum = 0;
    for (std::uint32_t item = 0; item < items_; ++item) sum += is_marked(item) ? 0 : weights_[item];
    std::uint64_t place = by_weight.below(sum, user, tries++);
    std::uint32_t item = 0;
    while (is_marked(item) || place >= weights_[item]) {
      if (!is_marked(item)) place -= weights_[item];
      ++item;
    }
    if (distinct_) mark(item);
    drawn.push_back(item);
  }
}

void ItemDraws::draw_from_list(std::uint32_t user, std::size_t count,
                               std::vector<std::uint32_t>& drawn) {
  listed_.clear();
  for (std::uint32_t item = 0; item < items_; ++item) {
    if (!is_marked(item)) listed_.push_back(item);
  }
  SmallNumbers numbers(random_, user, static_cast<std::uint32_t>(listed_.size()), count);
  while (count > 0) {
    const std::uint32_t item = listed_[numbers.next()];
    if (is_marked(item)) continue;
    if (distinct_) mark(item);
    drawn.push_back(item);
    --count;
  }
}

}  // namespace honestrank::sampling
