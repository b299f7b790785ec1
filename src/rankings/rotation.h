#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace honestrank {

/// The first columns of vectors after an orthogonal rotation. By default there is none, and all
/// columns are kept.
struct Rotation {
  std::size_t columns = 0;    ///< before
  std::size_t head = 0;       ///< how many are kept
  std::vector<float> axes{};  ///< columns x head; empty: no rotation, nothing left out

  bool rotates() const noexcept { return !axes.empty(); }

  /// Writes the head of `vector` and gives the length of what is left out, an upper bound.
  ///
  /// A head that is wrong by e, of length up to error() |v| / 4 + underflow(), has squares that are
  /// wrong by up to 2 |head| |e| + |e|^2: both parts of |e| are added under the root.
  double apply(const float* vector, float* head_values) const;

  /// For two vectors u and v, rotated: u.v is off from the product of the heads by at most the
  /// product of the lengths left out, this times |u| |v|, and underflow() times |u| + |v|.
  ///
  /// With D columns and h kept, float32 sums make a head wrong by up to D 2^-24 in each of h
  /// places, that is sqrt(h) D 2^-24 of its vector's length; the axes, rounded to float32, are off
  /// by less. Both vectors, and the squares of their heads, bring in a factor of 2 each; this is
  /// twice that.
  double error() const noexcept;

  /// How long the error of a head can be, beyond that, where products are too small for float32.
  double underflow() const noexcept;
};

}  // namespace honestrank
