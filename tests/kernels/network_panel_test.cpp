#include "kernels/network_panel.h"

#include <gtest/gtest.h>

#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

std::vector<float> random_values(std::uint64_t seed, std::size_t count) {
  const CounterRandom random(seed);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random.normal(i));
  return values;
}

class NetworkPanels : public testing_support::EveryTarget {};

TEST_P(NetworkPanels, AreMultipliedWithTheBitsOfThePlainLoop) {
  for (std::size_t inputs = 0; inputs < 9; ++inputs) {
    constexpr std::size_t kOutputs = 5;
    const std::vector<float> weights = random_values(1, kOutputs * inputs);
    const std::vector<float> panel = random_values(2, inputs * kNetworkPanel);
    std::vector<float> expected(kOutputs * kNetworkPanel);
    for (std::size_t m = 0; m < kOutputs; ++m) {
      for (std::size_t i = 0; i < kNetworkPanel; ++i) {
        for (std::size_t k = 0; k < inputs; ++k) {
          expected[m * kNetworkPanel + i] += weights[m * inputs + k] * panel[k * kNetworkPanel + i];
        }
      }
    }
    std::vector<float> actual(expected.size(), 7);
    multiply_panel(weights.data(), kOutputs, inputs, panel.data(), actual.data());
    EXPECT_EQ(actual, expected) << inputs;
  }
}

TEST_P(NetworkPanels, AreAddedAndRectifiedWithTheBitsOfThePlainLoop) {
  constexpr std::size_t kColumns = 6;
  const std::vector<float> row = random_values(3, kColumns);
  const std::vector<float> panel = random_values(4, kColumns * kNetworkPanel);
  std::vector<float> expected(panel.size());
  for (std::size_t i = 0; i < panel.size(); ++i) {
    const float sum = row[i / kNetworkPanel] + panel[i];
    expected[i] = sum < 0 ? 0 : sum;
  }
  std::vector<float> actual(panel.size(), 7);
  add_rectified(row.data(), panel.data(), kColumns, actual.data());
  EXPECT_EQ(actual, expected);
}

INSTANTIATE_TEST_SUITE_P(, NetworkPanels, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels
