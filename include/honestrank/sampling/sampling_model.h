#pragma once

#include <cstdint>
#include <vector>

namespace honestrank {

enum class Replacement {
  with,     ///< an item may be drawn twice
  without,  ///< the items of a sample differ
};

/// Probabilities of consecutive numbers: `probability[i]` belongs to `first + i`. Numbers outside
/// together have less than 1e-18; those inside add up to 1.
struct CountDistribution {
  std::uint64_t first = 0;
  std::vector<double> probability;
};

/// How a relevant item's place among all items shows in a sample: `samples` items are drawn
/// uniformly from the `irrelevant` items of a user (eligible and not relevant), and the model says
/// how many of the drawn ones stand above the relevant item. The sampled rank of a lone relevant
/// item is that number plus 1.
class SamplingModel {
 public:
  /// Throws InputError unless there is an irrelevant item and a sample, and, without replacement,
  /// no more samples than items.
  SamplingModel(std::uint64_t irrelevant, std::uint64_t samples, Replacement replacement);

  std::uint64_t irrelevant() const noexcept { return irrelevant_; }
  std::uint64_t samples() const noexcept { return samples_; }
  Replacement replacement() const noexcept { return replacement_; }

  /// Probability that `sampled` of the drawn items are among the `above` that stand above;
  /// accurate to about 1e-14 (relative) for 10^9 items and 10^5 samples.
  double probability(std::uint64_t sampled, std::uint64_t above) const;

  /// All of these probabilities. Costs as many operations as there are numbers in the result, some
  /// 20 standard deviations.
  CountDistribution distribution(std::uint64_t above) const;

 private:
  std::uint64_t irrelevant_;
  std::uint64_t samples_;
  Replacement replacement_;
};

}  // namespace honestrank
