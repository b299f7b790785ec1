#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "honestrank/base/error.h"
#include "honestrank/data/interactions.h"

namespace honestrank {

/// Batches and epochs: more are a slip of the pen.
inline constexpr std::uint32_t kMany = 1U << 20;

/// Refuses what a neural model cannot be trained with.
class NeuralOptionCheck {
 public:
  explicit NeuralOptionCheck(const char* model) : model_(model) {}

  template <typename Value>
  void that(bool holds, const char* expected, const Value& got) const {
    if (!holds) throw InputError(fmt::format("{}: expected {}; got {}", model_, expected, got));
  }
  void from_1_to(std::uint32_t most, const char* key, std::uint32_t value) const {
    that(value >= 1 && value <= most, fmt::format("{} from 1 to {}", key, most).c_str(), value);
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
