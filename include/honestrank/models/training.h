#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

#include "honestrank/data/attribute_table.h"

namespace honestrank {

/// How far a training has come: after a sweep or an epoch.
struct TrainingStep {
  std::string_view model;   ///< as in "ials"
  std::uint32_t done = 0;   ///< sweeps or epochs
  std::uint32_t total = 0;  ///< at most
  double loss = 0;          ///< what is minimised; NaN where nothing is
  double seconds = 0;       ///< since the training began
  /// NDCG@10 of interactions held out for early stopping; NaN where there are none
  double validation = std::numeric_limits<double>::quiet_NaN();
};

/// Called by the thread that trains. An exception thrown from it ends the training.
using TrainingCallback = std::function<void(const TrainingStep&)>;

/// What every training takes besides the options of its model. The result does not depend on
/// threads and progress.
struct TrainingOptions {
  unsigned threads = 0;  ///< 0: all
  TrainingCallback progress{};
  const AttributeTable* users = nullptr;  ///< what is known of users: for segment and attributes
  const AttributeTable* items = nullptr;  ///< of items: for metadata
};

}  // namespace honestrank
