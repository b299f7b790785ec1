#pragma once

#include <torch/types.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/data/float_matrix.h"

namespace honestrank::neural {

// Tensors to and from the types of the library, and filled with its random numbers.

/// Glorot & Bengio's uniform start of a layer; `number` tells the tensors of a model apart.
inline torch::Tensor random_layer(const CounterRandom& random, std::uint32_t number,
                                  std::int64_t outputs, std::int64_t inputs) {
  const double limit = std::sqrt(6.0 / static_cast<double>(outputs + inputs));
  torch::Tensor tensor = torch::empty({outputs, inputs});
  float* const value = tensor.data_ptr<float>();
  for (std::int64_t i = 0; i < tensor.numel(); ++i) {
    value[i] =
        static_cast<float>(limit * (2 * random.uniform(static_cast<std::uint64_t>(i), number) - 1));
  }
  return tensor;
}

inline torch::Tensor random_normal(const CounterRandom& random, std::uint32_t number,
                                   std::int64_t rows, std::int64_t columns, double deviation) {
  torch::Tensor tensor = torch::empty({rows, columns});
  float* const value = tensor.data_ptr<float>();
  for (std::int64_t i = 0; i < tensor.numel(); ++i) {
    value[i] = static_cast<float>(deviation * random.normal(static_cast<std::uint64_t>(i), number));
  }
  return tensor;
}

template <typename Value>
torch::Tensor to_tensor(const std::vector<Value>& values) {
  return torch::tensor(torch::ArrayRef<Value>(values.data(), values.size()));
}

inline std::vector<float> to_vector(const torch::Tensor& tensor) {
  const torch::Tensor dense = tensor.detach().contiguous();
  return {dense.data_ptr<float>(), dense.data_ptr<float>() + dense.numel()};
}

inline FloatMatrix to_matrix(const torch::Tensor& tensor) {
  return make_matrix(static_cast<std::size_t>(tensor.size(0)),
                     static_cast<std::size_t>(tensor.size(1)), to_vector(tensor));
}

/// 0..count-1 in random order, another one for every `epoch` (Fisher & Yates).
inline std::vector<std::uint32_t> random_order(const CounterRandom& random, std::size_t count,
                                               std::uint32_t epoch) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = count; i > 1; --i) {
    std::swap(order[i - 1], order[random.below(i, i, epoch)]);
  }
  return order;
}

}  // namespace honestrank::neural
