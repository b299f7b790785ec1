#include "adam.h"

#include <torch/autograd.h>

#include <cmath>
#include <utility>

#include "honestrank/base/parallel.h"

namespace honestrank::neural {
namespace {

constexpr double kMeanDecay = 0.9;
constexpr double kSquareDecay = 0.999;
constexpr float kEpsilon = 1e-8F;

}  // namespace

Adam::Adam(Tensors parameters, double learning_rate, unsigned threads)
    : parameters_(std::move(parameters)), learning_rate_(learning_rate), threads_(threads) {
  for (torch::Tensor& parameter : parameters_) {
    parameter.set_requires_grad(true);
    mean_.push_back(torch::zeros_like(parameter.detach()));
    square_.push_back(torch::zeros_like(parameter.detach()));
  }
}

double Adam::step(std::size_t shards,
                  const std::function<torch::Tensor(std::size_t shard)>& loss_of) {
  std::vector<Tensors> gradients(shards);
  std::vector<double> losses(shards);
  parallel_for(shards, 1, threads_, [&](const Block& block) {
    const torch::Tensor loss = loss_of(block.begin);
    losses[block.begin] = loss.item<double>();
    gradients[block.begin] = torch::autograd::grad({loss}, parameters_);
    for (torch::Tensor& gradient : gradients[block.begin]) gradient = gradient.contiguous();
  });
  ++steps_;
  for (std::size_t i = 0; i < parameters_.size(); ++i) update(i, gradients);
  double sum = 0;
  for (const double loss : losses) sum += loss;
  return sum;
}

void Adam::update(std::size_t parameter, const std::vector<Tensors>& gradients) {
  torch::Tensor values = parameters_[parameter].detach();  // shares the memory
  float* const value = values.data_ptr<float>();
  float* const mean = mean_[parameter].data_ptr<float>();
  float* const square = square_[parameter].data_ptr<float>();
  std::vector<const float*> parts;
  for (const Tensors& shard : gradients) parts.push_back(shard[parameter].data_ptr<float>());
  const auto rate = static_cast<float>(learning_rate_ / (1 - std::pow(kMeanDecay, steps_)));
  const auto correction = static_cast<float>(1 / std::sqrt(1 - std::pow(kSquareDecay, steps_)));
  constexpr auto kOld = static_cast<float>(kMeanDecay);
  constexpr auto kOldSquare = static_cast<float>(kSquareDecay);
  constexpr std::size_t kBlock = 1U << 14;
  parallel_for(static_cast<std::size_t>(values.numel()), kBlock, threads_, [&](const Block& block) {
    std::vector<float> gradient(parts[0] + block.begin, parts[0] + block.end);
    for (std::size_t shard = 1; shard < parts.size(); ++shard) {
      const float* const part = parts[shard] + block.begin;
      for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += part[i];
    }
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const std::size_t at = block.begin + i;
      mean[at] = kOld * mean[at] + (1 - kOld) * gradient[i];
      square[at] = kOldSquare * square[at] + (1 - kOldSquare) * gradient[i] * gradient[i];
      value[at] -= rate * mean[at] / (std::sqrt(square[at]) * correction + kEpsilon);
    }
  });
}

}  // namespace honestrank::neural
