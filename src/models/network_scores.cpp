#include "models/network_scores.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/network_panel.h"

namespace honestrank {
namespace {

using kernels::kNetworkPanel;

float rectified(float value) { return value < 0 ? 0 : value; }

float dot(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// The rows of a matrix in panels: of kNetworkPanel rows, the first column, then the second; rows
/// that are missing at the end are zeros.
class Panels {
 public:
  explicit Panels(const FloatMatrix& matrix)
      : columns_(matrix.columns),
        values_((matrix.rows + kNetworkPanel - 1) / kNetworkPanel * kNetworkPanel * columns_) {
    for (std::size_t row = 0; row < matrix.rows; ++row) {
      float* const panel = values_.data() + row / kNetworkPanel * kNetworkPanel * columns_;
      for (std::size_t k = 0; k < columns_; ++k) {
        panel[k * kNetworkPanel + row % kNetworkPanel] = matrix.row(row)[k];
      }
    }
  }

  const float* operator[](std::size_t index) const {
    return values_.data() + index * kNetworkPanel * columns_;
  }

 private:
  std::size_t columns_;
  std::vector<float> values_;
};

class NetworkScorer {
 public:
  explicit NetworkScorer(const PairNetwork& network)
      : network_(network), factors_(network.item_factors), inputs_(network.item_inputs) {
    width_ = network.user_inputs.columns;
    for (const NetworkLayer& layer : network.layers) width_ = std::max(width_, layer.bias.size());
  }

  void score(std::uint32_t user, std::span<float> scores) const {
    std::vector<float> hidden(width_ * kNetworkPanel);
    std::vector<float> next(width_ * kNetworkPanel);
    float product[kNetworkPanel];
    float output[kNetworkPanel];
    const auto factors = network_.user_factors.row(user);
    const auto inputs = network_.user_inputs.row(user);
    for (std::size_t panel = 0; panel * kNetworkPanel < scores.size(); ++panel) {
      kernels::multiply_panel(factors.data(), 1, factors.size(), factors_[panel], product);
      kernels::add_rectified(inputs.data(), inputs_[panel], inputs.size(), hidden.data());
      for (const NetworkLayer& layer : network_.layers) {
        kernels::multiply_panel(layer.weights.values.data(), layer.weights.rows,
                                layer.weights.columns, hidden.data(), next.data());
        kernels::add_rectified(layer.bias.data(), next.data(), layer.bias.size(), hidden.data());
      }
      kernels::multiply_panel(network_.output.data(), 1, network_.output.size(), hidden.data(),
                              output);
      const auto own = scores.subspan(panel * kNetworkPanel);
      for (std::size_t i = 0; i < std::min(own.size(), kNetworkPanel); ++i) {
        own[i] = product[i] + output[i];
      }
    }
  }

 private:
  PairNetwork network_;
  Panels factors_;
  Panels inputs_;
  std::size_t width_;  // of the widest hidden layer
};

}  // namespace

float network_score(const PairNetwork& network, std::uint32_t user, std::uint32_t item) {
  const auto user_inputs = network.user_inputs.row(user);
  const auto item_inputs = network.item_inputs.row(item);
  std::vector<float> hidden(user_inputs.size());
  for (std::size_t k = 0; k < hidden.size(); ++k) {
    hidden[k] = rectified(user_inputs[k] + item_inputs[k]);
  }
  for (const NetworkLayer& layer : network.layers) {
    std::vector<float> next(layer.bias.size());
    for (std::size_t m = 0; m < next.size(); ++m) {
      next[m] = rectified(layer.bias[m] + dot(layer.weights.row(m), hidden));
    }
    hidden = std::move(next);
  }
  return dot(network.user_factors.row(user), network.item_factors.row(item)) +
         dot(network.output, hidden);
}

ScoreCallback network_callback(const PairNetwork& network) {
  ScoreCallback callback;
  callback.users = network.user_factors.rows;
  callback.items = network.item_factors.rows;
  callback.concurrent = true;
  callback.batch = 16;
  callback.score_users = [scorer = std::make_shared<const NetworkScorer>(network),
                          items = callback.items](std::span<const std::uint32_t> users,
                                                  std::span<float> scores) {
    for (std::size_t i = 0; i < users.size(); ++i) {
      scorer->score(users[i], scores.subspan(i * items, items));
    }
  };
  return callback;
}

}  // namespace honestrank
