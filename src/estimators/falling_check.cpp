#include "honestrank/estimators/falling_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "sampling/count_distribution.h"

namespace honestrank {
namespace estimators {
namespace {

constexpr std::uint32_t kFallingCheckStream = 0x66616c6c;

/// By size and sampled number above.
using Outcomes = std::vector<std::vector<double>>;

/// The counts with the sizes between theirs that samples are doubled to and nobody stopped at.
SampledCounts with_every_size(const SampledCounts& counts) {
  SampledCounts result = counts;
  result.sizes.clear();
  for (const auto& size : counts.sizes) {
    while (!result.sizes.empty() && 2 * result.sizes.back().samples + 1 < size.samples) {
      const std::uint64_t doubled = 2 * result.sizes.back().samples + 1;
      result.sizes.push_back({doubled, std::vector<double>(doubled + 1)});
    }
    result.sizes.push_back(size);
  }
  return result;
}

/// Sampled items above that ended a sample: the least of any user who has not the largest sample.
/// Nothing where sizes do not look as if samples had been doubled until then.
std::optional<std::uint64_t> enough_above(const SampledCounts& counts) {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i + 1 < counts.sizes.size(); ++i) {
    const std::uint64_t next = counts.sizes[i + 1].samples;
    const std::uint64_t doubled = 2 * counts.sizes[i].samples + 1;
    if (next > doubled || (next < doubled && i + 2 < counts.sizes.size())) return std::nullopt;
    const auto& users = counts.sizes[i].users;
    const auto first = std::find_if(users.begin(), users.end(), [](double n) { return n > 0; });
    if (first == users.end()) continue;
    least = std::min(least, static_cast<std::uint64_t>(first - users.begin()));
  }
  if (least == 0) return std::nullopt;
  return least;
}

/// Adds how likely the outcomes are for an item below `above` of all items.
void add_outcomes(const SampledCounts& counts, std::uint64_t enough, double above, double weight,
                  Outcomes& outcomes) {
  const auto all = static_cast<double>(counts.irrelevant);
  const bool distinct = counts.replacement == Replacement::without;
  std::vector<double> open{weight};  // by the sampled number above so far
  std::uint64_t drawn = 0;
  for (std::size_t size = 0; size < counts.sizes.size() && !open.empty(); ++size) {
    const std::uint64_t samples = counts.sizes[size].samples;
    const bool last = size + 1 == counts.sizes.size();
    std::vector<double> next(last ? 0 : std::min(enough, samples + 1));
    for (std::size_t before = 0; before < open.size(); ++before) {
      if (open[before] == 0) continue;
      const double left = distinct ? above - static_cast<double>(before) : above;
      const double items = distinct ? all - static_cast<double>(drawn) : all;
      const CountDistribution more = sampling::count_distribution(
          samples - drawn, std::clamp(left, 0.0, items), items, counts.replacement);
      for (std::size_t i = 0; i < more.probability.size(); ++i) {
        const std::uint64_t total = before + more.first + i;
        const double probability = open[before] * more.probability[i];
        if (total < next.size()) {
          next[total] += probability;
        } else {
          outcomes[size][total] += probability;
        }
      }
    }
    open = std::move(next);
    drawn = samples;
  }
}

Outcomes outcomes_of(const RankDistribution& learnt, const SampledCounts& counts,
                     std::uint64_t enough) {
  Outcomes outcomes;
  for (const auto& size : counts.sizes) outcomes.emplace_back(size.samples + 1);
  for (const RankCell& cell : learnt.cells) {
    const double middle =
        static_cast<double>(cell.first - 1) + static_cast<double>(cell.ranks - 1) / 2;
    add_outcomes(counts, enough, middle, cell.probability, outcomes);
  }
  return outcomes;
}

/// Draws users from outcomes; those that hardly ever happen are left out.
class OutcomeDraws {
 public:
  explicit OutcomeDraws(const Outcomes& outcomes) {
    constexpr double kNever = 1e-12;
    double sum = 0;
    for (std::size_t size = 0; size < outcomes.size(); ++size) {
      for (std::size_t above = 0; above < outcomes[size].size(); ++above) {
        if (outcomes[size][above] < kNever) continue;
        end_.push_back(sum += outcomes[size][above]);
        place_.push_back({size, above});
      }
    }
  }

  /// Counts one user for everything that can be drawn.
  void add_all(SampledCounts& counts) const {
    for (const Place& place : place_) ++counts.sizes[place.size].users[place.above];
  }

  void add(double uniform, SampledCounts& counts) const {
    const auto at = std::upper_bound(end_.begin(), end_.end() - 1, uniform * end_.back());
    const Place& place = place_[static_cast<std::size_t>(at - end_.begin())];
    ++counts.sizes[place.size].users[place.above];
  }

 private:
  struct Place {
    std::size_t size = 0;
    std::size_t above = 0;
  };
  std::vector<double> end_;  ///< probabilities added up
  std::vector<Place> place_;
};

constexpr std::uint32_t kIterations = 300;

/// What the distribution that is learnt gains on one that falls.
double gain_of_rising(const SampledMixture& mixture, const SampledCounts& counts,
                      FallingShape shape) {
  const LearnOptions learning{.iterations = kIterations, .shape = shape};
  const UserCounts users = user_counts(counts, "falling_p_value");
  return learn_mle(mixture, users, learning).log_likelihood -
         learn_monotone_mle(mixture, users, learning).log_likelihood;
}

/// What it gains on any distribution that falls: those are learnt until little is left to gain.
double sure_gain_of_rising(const SampledMixture& mixture, const SampledCounts& counts,
                           FallingShape shape) {
  constexpr std::uint32_t kMost = 8000;
  constexpr double kLittle = 1;
  const UserCounts users = user_counts(counts, "falling_p_value");
  LearnOptions learning{.iterations = kIterations, .shape = shape};
  const double any = learn_mle(mixture, users, learning).log_likelihood;
  while (true) {
    const RankDistribution falling = learn_monotone_mle(mixture, users, learning);
    const double gain = any - falling.log_likelihood - falling.shortfall;
    const bool enough = falling.shortfall < kLittle || any <= falling.log_likelihood;
    if (enough || learning.iterations >= kMost) return gain;
    learning.iterations *= 3;
  }
}

}  // namespace
}  // namespace estimators

double falling_p_value(const SampledCounts& given, const FallingCheckOptions& options) {
  using namespace estimators;  // NOLINT(google-build-using-namespace)
  const SampledCounts counts = with_every_size(given);
  const UserCounts own = user_counts(counts, "falling_p_value");
  const auto enough = enough_above(counts);
  if (!enough) return std::numeric_limits<double>::quiet_NaN();
  const RankDistribution falling =
      learn_monotone_mle({counts, rank_cells(counts, CellSize::coarse)}, own,
                         {.iterations = kIterations, .shape = options.shape});
  const OutcomeDraws outcomes(outcomes_of(falling, counts, *enough));

  SampledCounts possible = counts;
  outcomes.add_all(possible);
  const SampledMixture mixture(possible, rank_cells(possible, CellSize::coarse));
  const double gain = sure_gain_of_rising(mixture, counts, options.shape);
  if (!std::isfinite(gain)) return std::numeric_limits<double>::quiet_NaN();
  SampledCounts none = counts;
  double users = 0;
  for (auto& size : none.sizes) {
    for (const double number : size.users) users += number;
    size.users.assign(size.users.size(), 0.0);
  }
  const auto drawn = static_cast<std::uint64_t>(std::llround(users));
  const CounterRandom random(options.seed, kFallingCheckStream);
  std::vector<char> as_bad(options.draws);
  parallel_for(options.draws, 1, options.threads, [&](const Block& block) {
    SampledCounts seen = none;
    for (std::uint64_t user = 0; user < drawn; ++user) {
      outcomes.add(random.uniform(user, static_cast<std::uint32_t>(block.begin)), seen);
    }
    as_bad[block.begin] = gain_of_rising(mixture, seen, options.shape) >= gain ? 1 : 0;
  });
  const auto count = std::count(as_bad.begin(), as_bad.end(), 1);
  return static_cast<double>(count + 1) / static_cast<double>(options.draws + 1);
}

}  // namespace honestrank
