#include "sampling/count_distribution.h"

#include <algorithm>

#include "sampling/point_probabilities.h"

namespace honestrank::sampling {
namespace {

// Beyond the first probability below this one, all others together are not much larger: they fall
// faster than geometrically.
constexpr double kNegligible = 1e-20;

/// The numbers that can occur, and the ratio of the probabilities of neighbours.
class Counts {
 public:
  Counts(std::uint64_t drawn, std::uint64_t marked, std::uint64_t all, Replacement replacement)
      : drawn_(drawn), marked_(marked), all_(all), without_(replacement == Replacement::without) {
    if (marked == 0 || drawn == 0) {
      last_ = 0;
    } else if (without_) {
      const std::uint64_t others = all - marked;
      first_ = drawn > others ? drawn - others : 0;
      last_ = std::min(drawn, marked);
    } else {
      first_ = marked == all ? drawn : 0;
      last_ = drawn;
    }
  }

  std::uint64_t first() const { return first_; }
  std::uint64_t last() const { return last_; }

  /// A number close to the most probable one.
  std::uint64_t middle() const {
    const double share = all_ == 0 ? 0 : static_cast<double>(marked_) / static_cast<double>(all_);
    const auto mean = static_cast<std::uint64_t>(share * static_cast<double>(drawn_));
    return std::clamp(mean, first_, last_);
  }

  double probability(std::uint64_t count) const {
    if (first_ == last_) return 1;
    return without_ ? hypergeometric_probability(count, drawn_, marked_, all_)
                    : binomial_probability(count, drawn_, share(marked_), share(all_ - marked_));
  }

  /// The probability of count + 1 over that of count.
  double step(std::uint64_t count) const {
    const double left = static_cast<double>(drawn_ - count);
    const double next = static_cast<double>(count) + 1;
    if (without_) {
      return left * static_cast<double>(marked_ - count) /
             (next * static_cast<double>(all_ - marked_ - drawn_ + count + 1));
    }
    return left * static_cast<double>(marked_) / (next * static_cast<double>(all_ - marked_));
  }

 private:
  double share(std::uint64_t items) const {
    return static_cast<double>(items) / static_cast<double>(all_);
  }

  std::uint64_t drawn_;
  std::uint64_t marked_;
  std::uint64_t all_;
  bool without_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace

CountDistribution count_distribution(std::uint64_t drawn, std::uint64_t marked, std::uint64_t all,
                                     Replacement replacement) {
  const Counts counts(drawn, marked, all, replacement);
  const std::uint64_t middle = counts.middle();
  CountDistribution result;
  double probability = counts.probability(middle);
  for (std::uint64_t count = middle; count > counts.first(); --count) {
    probability /= counts.step(count - 1);
    if (probability < kNegligible) break;
    result.probability.push_back(probability);
  }
  std::reverse(result.probability.begin(), result.probability.end());
  result.first = middle - result.probability.size();
  probability = counts.probability(middle);
  for (std::uint64_t count = middle;; ++count) {
    result.probability.push_back(probability);
    if (count == counts.last()) break;
    probability *= counts.step(count);
    if (probability < kNegligible) break;
  }
  double sum = 0;
  for (const double each : result.probability) sum += each;
  for (double& each : result.probability) each /= sum;
  return result;
}

}  // namespace honestrank::sampling
