#pragma once

#include <cstddef>
#include <memory>

#include "base/unset_vector.h"
#include "honestrank/data/float_matrix.h"

namespace honestrank {

/// A number for each pair of items, all of which are still to be written.
class ItemWeights {
 public:
  explicit ItemWeights(std::size_t items)
      : items_(items), values_(std::make_shared<UnsetVector<float>>(items * items)) {}

  float* row(std::size_t item) noexcept { return values_->data() + item * items_; }

  FloatMatrix matrix() const { return {items_, items_, *values_, values_}; }

 private:
  std::size_t items_;
  std::shared_ptr<UnsetVector<float>> values_;
};

}  // namespace honestrank
