#include "honestrank/models/user_scores.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {

UserScores popularity(const Interactions& train) {
  validate(train);
  std::vector<float> count(train.items.size());
  for (const std::uint32_t item : train.item) ++count[item];
  return [count = std::move(count)](std::uint32_t, std::span<float> scores) {
    if (scores.size() != count.size()) {
      throw InputError("popularity: expected a catalogue of " + std::to_string(count.size()) +
                       " items; got " + std::to_string(scores.size()));
    }
    std::copy(count.begin(), count.end(), scores.begin());
  };
}

UserScores random_scores(std::uint64_t seed) {
  return [random = CounterRandom(seed, /*stream=*/0x5c0e)](std::uint32_t user,
                                                           std::span<float> scores) {
    for (std::size_t item = 0; item < scores.size(); ++item) {
      scores[item] = static_cast<float>(random.uniform(user, static_cast<std::uint32_t>(item)));
    }
  };
}

}  // namespace honestrank
