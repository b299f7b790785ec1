#include "rankings/rotation.h"

#include <algorithm>
#include <cmath>

namespace honestrank {

double Rotation::error() const noexcept {
  if (!rotates()) return 0;
  return 0x1p-21 * static_cast<double>(columns) * std::sqrt(static_cast<double>(head));
}

double Rotation::underflow() const noexcept {
  if (!rotates()) return 0;
  return 0x1p-148 * static_cast<double>(columns) * std::sqrt(static_cast<double>(head));
}

double Rotation::apply(const float* vector, float* head_values) const {
  if (!rotates()) {
    std::copy_n(vector, columns, head_values);
    return 0;
  }
  double squares = 0;
  for (std::size_t k = 0; k < columns; ++k) {
    squares += static_cast<double>(vector[k]) * static_cast<double>(vector[k]);
  }
  // Column by column: the sums of all axes grow side by side.
  std::fill_n(head_values, head, 0.0F);
  for (std::size_t k = 0; k < columns; ++k) {
    const float* axes_at = axes.data() + k * head;
    const float value = vector[k];
    for (std::size_t i = 0; i < head; ++i) head_values[i] += axes_at[i] * value;
  }
  double head_squares = 0;
  for (std::size_t i = 0; i < head; ++i) {
    head_squares += static_cast<double>(head_values[i]) * static_cast<double>(head_values[i]);
  }
  const double tiny = underflow();
  const double of_underflow = (2 * std::sqrt(head_squares) + tiny) * tiny;
  // The square of a denormal length is far from the smallest float64; 2^-40 is for the sums here.
  return std::sqrt(std::max(0.0, squares - head_squares) + error() * squares + of_underflow) *
         (1 + 0x1p-40);
}

}  // namespace honestrank
