#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "honestrank/base/error.h"
#include "honestrank/data/interactions.h"

namespace honestrank {

/// Refuses what a neural model cannot be trained with.
class NeuralOptionCheck {
 public:
  explicit NeuralOptionCheck(const char* model) : model_(model) {}

  template <typename Value>
  void that(bool holds, const char* expected, const Value& got) const {
    if (!holds) throw InputError(fmt::format("{}: expected {}; got {}", model_, expected, got));
  }
  /// Layers and batches have sizes that fit into memory; an epoch has an end.
  void at_least_1(const char* key, std::uint32_t value) const {
    constexpr std::uint32_t kMost = 1U << 20;
    that(value >= 1 && value <= kMost, fmt::format("1 to {} {}", kMost, key).c_str(), value);
  }
  void above_0(const char* key, double value) const {
    that(std::isfinite(value) && value > 0, fmt::format("a {} above 0", key).c_str(), value);
  }
  void not_empty(const Interactions& train) const {
    that(train.size() > 0, "interactions to learn from", "none");
  }

 private:
  const char* model_;
};

}  // namespace honestrank
