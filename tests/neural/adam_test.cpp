// Adam against libtorch's own, and for any number of threads and shards.

#include "adam.h"

#include <gtest/gtest.h>
#include <torch/nn/functional.h>
#include <torch/optim/adam.h>
#include <torch/utils.h>

#include <vector>

namespace honestrank::neural {
namespace {

struct Problem {
  torch::Tensor inputs = torch::linspace(-1, 1, 60).reshape({12, 5});
  torch::Tensor targets = torch::sin(torch::arange(12, torch::kFloat32));
  torch::Tensor weights = torch::linspace(0.5, -0.5, 5).clone();
  torch::Tensor bias = torch::full({1}, 0.25F);

  torch::Tensor loss(std::int64_t begin, std::int64_t count) const {
    const torch::Tensor outputs = torch::tanh(inputs.narrow(0, begin, count).mv(weights) + bias);
    return torch::square(outputs - targets.narrow(0, begin, count)).sum();
  }
};

std::vector<float> values_of(const torch::Tensor& tensor) {
  const torch::Tensor plain = tensor.detach().contiguous();
  return {plain.data_ptr<float>(), plain.data_ptr<float>() + plain.numel()};
}

TEST(Adam, GoesWhereLibtorchGoes) {
  Problem own;
  Adam adam({own.weights, own.bias}, 0.05, 1);
  Problem other;
  other.weights.set_requires_grad(true);
  other.bias.set_requires_grad(true);
  torch::optim::Adam reference({other.weights, other.bias}, torch::optim::AdamOptions(0.05));
  for (int step = 0; step < 50; ++step) {
    const double loss =
        adam.step(3, [&](std::size_t shard) { return own.loss(4 * std::int64_t(shard), 4); });
    reference.zero_grad();
    const torch::Tensor expected = other.loss(0, 12);
    expected.backward();
    reference.step();
    ASSERT_NEAR(loss, expected.item<double>(), 1e-4) << step;
  }
  const auto got = values_of(own.weights);
  const auto expected = values_of(other.weights);
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-4) << i;
  EXPECT_NEAR(values_of(own.bias)[0], values_of(other.bias)[0], 1e-4);
}

TEST(Adam, IsTheSameForAnyNumberOfThreads) {
  std::vector<float> first;
  for (const unsigned threads : {1U, 2U, 5U}) {
    Problem problem;
    Adam adam({problem.weights, problem.bias}, 0.05, threads);
    for (int step = 0; step < 20; ++step) {
      adam.step(6, [&](std::size_t shard) { return problem.loss(2 * std::int64_t(shard), 2); });
    }
    const auto values = values_of(problem.weights);
    if (first.empty()) first = values;
    EXPECT_EQ(values, first) << threads;
  }
}

}  // namespace
}  // namespace honestrank::neural
