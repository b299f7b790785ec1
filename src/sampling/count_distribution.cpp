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
  Counts(std::uint64_t drawn, double marked, double all, Replacement replacement)
      : drawn_(static_cast<double>(drawn)),
        marked_(marked),
        all_(all),
        without_(replacement == Replacement::without) {
    const double others = all - marked;
    if (marked == 0 || drawn == 0) return;
    last_ = drawn;
    if (without_ && marked < drawn_) last_ = static_cast<std::uint64_t>(marked);
    if (without_ && others < drawn_) first_ = drawn - static_cast<std::uint64_t>(others);
    if (!without_ && others == 0) first_ = drawn;
    first_ = std::min(first_, last_);  // all are drawn, and a fraction of them is marked
  }

  std::uint64_t first() const { return first_; }
  std::uint64_t last() const { return last_; }

  /// A number close to the most probable one.
  std::uint64_t middle() const {
    const double mean = all_ == 0 ? 0 : marked_ / all_ * drawn_;
    return std::clamp(static_cast<std::uint64_t>(mean), first_, last_);
  }

  double probability(std::uint64_t count) const {
    if (first_ == last_) return 1;
    const auto number = static_cast<double>(count);
    return without_ ? hypergeometric_probability(number, drawn_, marked_, all_)
                    : binomial_probability(number, drawn_, marked_ / all_, (all_ - marked_) / all_);
  }

  /// The probability of count + 1 over that of count.
  double step(std::uint64_t count) const {
    const auto number = static_cast<double>(count);
    const double ratio = (drawn_ - number) / (number + 1);
    if (!without_) return ratio * marked_ / (all_ - marked_);
    return ratio * (marked_ - number) / (all_ - marked_ - drawn_ + number + 1);
  }

 private:
  double drawn_;
  double marked_;
  double all_;
  bool without_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace

CountDistribution count_distribution(std::uint64_t drawn, double marked, double all,
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
