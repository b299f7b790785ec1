#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "honestrank/base/error.h"
#include "honestrank/data/interactions.h"

namespace honestrank {

/// Factors of a model, and batches and epochs: more are a slip of the pen.
inline constexpr std::uint32_t kMostFactors = 4096;
inline constexpr std::uint32_t kMany = 1U << 20;

/// Refuses what a model cannot be trained with. Throws InputError.
class OptionCheck {
 public:
  explicit OptionCheck(const char* model) : model_(model) {}

  void from_1_to(std::uint32_t most, const char* key, std::uint32_t value) const {
    require(value >= 1 && value <= most, fmt::format("a whole number from 1 to {}", most), key,
            value);
  }
  void finite(const char* key, double value) const {
    require(std::isfinite(value), "a finite number", key, value);
  }
  void at_least_0(const char* key, double value) const {
    require(std::isfinite(value) && value >= 0, "a number of at least 0", key, value);
  }
  void above_0(const char* key, double value) const {
    require(std::isfinite(value) && value > 0, "a number above 0", key, value);
  }
  void at_most(double most, const char* key, double value) const {
    require(value <= most, fmt::format("a number of at most {}", most), key, value);
  }
  void share(const char* key, double value) const {
    require(value >= 0 && value < 1, "a number of at least 0 and below 1", key, value);
  }
  void not_empty(const Interactions& train) const {
    if (train.size() != 0) return;
    throw InputError(fmt::format("{}: expected interactions to learn from; got none", model_));
  }

 private:
  template <typename Value>
  void require(bool holds, const std::string& expected, const char* key, const Value& got) const {
    if (holds) return;
    throw InputError(fmt::format("{}: expected {} for {}; got {}", model_, expected, key, got));
  }

  const char* model_;
};

}  // namespace honestrank
