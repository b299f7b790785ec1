#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "adam.h"
#include "honestrank/models/training.h"
#include "validation.h"

namespace honestrank::neural {

/// A training of at most so many epochs, which ends early where that is validated.
struct TrainingLoop {
  const char* model;
  std::uint32_t epochs;
  std::uint32_t patience;
  const Validation& validation;
  const TrainingOptions& training;

  /// Runs `epoch` (which gives a loss) after another, and leaves `parameters` as they were after
  /// the one whose `scores` of the validation's users were best.
  void run(const Tensors& parameters, const std::function<double(std::uint32_t epoch)>& epoch,
           const std::function<ScoreSource()>& scores) const;
};

}  // namespace honestrank::neural
