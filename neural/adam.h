#pragma once

#include <torch/types.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace honestrank::neural {

using Tensors = std::vector<torch::Tensor>;

/// Adam (Kingma & Ba, ICLR 2015) for losses that are sums over shards of a batch.
class Adam {
 public:
  /// `parameters` are changed in place by every step.
  Adam(Tensors parameters, double learning_rate, unsigned threads);

  /// Takes the gradient of the sum of loss_of(shard) over the shards, and goes a step; gives the
  /// sum. Shards are computed by several threads at a time and added in their order, so the result
  /// does not depend on the threads.
  double step(std::size_t shards, const std::function<torch::Tensor(std::size_t shard)>& loss_of);

 private:
  void update(std::size_t parameter, const std::vector<Tensors>& gradients);

  Tensors parameters_;
  Tensors mean_;
  Tensors square_;
  double learning_rate_;
  unsigned threads_;
  int steps_ = 0;
};

}  // namespace honestrank::neural
