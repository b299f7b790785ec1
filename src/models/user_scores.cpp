#include "honestrank/models/user_scores.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "honestrank/base/random.h"

namespace honestrank {

UserScores popularity(const Interactions& train) {
  std::vector<float> count(train.items.size());
  for (const std::uint32_t item : train.item) ++count[item];
  return [count = std::move(count)](std::uint32_t, std::span<float> scores) {
    std::copy(count.begin(), count.end(), scores.begin());
  };
}

UserScores random_scores(std::uint64_t seed) {
  return [random = CounterRandom(seed, /*stream=*/0x5c0e)](std::uint32_t user, std::span<float> scores) {
    for (std::size_t item = 0; item < scores.size(); ++item) {
      scores[item] = static_cast<float>(random.uniform(user, static_cast<std::uint32_t>(item)));
    }
  };
}

}  // namespace honestrank
