#include "kernels/random_blocks.h"

#include <gtest/gtest.h>

#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

using RandomBlocks = testing_support::EveryTarget;

TEST_P(RandomBlocks, AreThoseOfCounterRandom) {
  const std::uint64_t seeds[] = {0, 42, 0xFEDCBA9876543210};
  const std::uint64_t counters[] = {0, 7, 0x123456789ABCDEF0};
  for (const std::uint64_t seed : seeds) {
    for (const std::uint64_t counter : counters) {
      for (const std::uint32_t first : {0U, 3U, 0xFFFFFFFEU}) {
        for (const std::size_t blocks : {1U, 2U, 7U, 8U, 9U, 33U}) {
          std::vector<std::uint32_t> words(4 * blocks + 1, 5);
          random_blocks(seed, 11, counter, first, blocks, words.data());
          EXPECT_EQ(words.back(), 5U) << "nothing is written behind the last one";
          for (std::size_t i = 0; i < blocks; ++i) {
            const auto block =
                CounterRandom(seed, 11).block(counter, first + static_cast<std::uint32_t>(i));
            for (std::size_t j = 0; j < 4; ++j) ASSERT_EQ(words[4 * i + j], block[j]);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, RandomBlocks, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels
