#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "rankings/factor_columns.h"

namespace honestrank::sampling {

/// Items' factors rounded to integers of 16 bits: products of pairs read half the memory, and
/// nearly all of them tell on which side of a threshold the score is.
///
/// Both vectors are scaled to a length of at most kLength before they are rounded. With q the
/// integers and r what rounding took, the product of the scaled vectors is
/// q_u q_v + q_u r_v + r_u (q_v + r_v), whose last two terms are bounded by the lengths of their
/// vectors (Cauchy-Schwarz).
class RoundedItems {
 public:
  static constexpr std::size_t kMostColumns = std::size_t{1} << 13U;

  /// Memory for so many items and columns.
  static std::size_t bytes(std::size_t items, std::size_t columns);

  /// `longest` is at least the length of every item's factors: above 0 and finite. At most
  /// kMostColumns.
  RoundedItems(const FactorColumns& factors, double longest);

  /// Whether products of a user whose factors have this length can be had.
  bool takes(double length) const noexcept;

  /// Room for the products of one user.
  struct Room {
    AlignedVector<std::int16_t> user;
    std::vector<std::int32_t> sums;
  };

  /// Products, without biases, of a user's factors, of at most that `length`, with those of items.
  /// Returns how far they can be off.
  double products(const float* user, double length, std::span<const std::uint32_t> items,
                  std::span<double> products, Room& room) const;

 private:
  std::size_t columns_;  ///< of the factors
  std::size_t padded_;   ///< of the table
  double inverse_scale_;
  double length_ = 0;    ///< at least the length of every row's integers
  double residual_ = 0;  ///< at least what rounding took from any row
  AlignedVector<std::int16_t> table_;
};

}  // namespace honestrank::sampling
