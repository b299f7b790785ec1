#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "kernels/open_pairs.h"
#include "rankings/panel_shorts.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// A block of rows, rounded to 16 bits, and its look at pairs that bytes left open.
///
/// As with bytes (see byte_score_filter), the rounded score is off from the true one by at most
///   |q| |residual of v| + |residual of u| |v|
/// in units of the scales; here the largest of all rows and items of the panel is taken for all of
/// them. Sums of 16-bit products may pass 2^32, and are known only modulo that. But pairs that
/// bytes left open are known to lie close to the threshold, and less than 2^31 from it the
/// remainder tells the distance. Where that is not sure, the look decides nothing.
class CloserLook {
 public:
  explicit CloserLook(const PanelShorts& items);

  /// Forgets all rows.
  void clear() noexcept;
  /// Rounds the vector of row r. `filter_inverse`: what the filter multiplied it by.
  void add_row(const FactorRow& row, const float* vector, std::size_t r, double filter_inverse);

  /// How far from the thresholds the listed pairs may be, in units of the filter, and what that
  /// multiplied the panel by.
  struct Reach {
    double distance = 0;
    double filter_inverse = 0;
  };

  /// Judges listed pairs as ScoreFilter::Worker::resolve does; false, and nothing done, if their
  /// distances are not sure to be below 2^31.
  bool judge(std::size_t panel, std::size_t count, const kernels::OpenPairs& pairs,
             const Reach& reach, std::uint32_t* above, std::uint32_t* undecided,
             std::size_t& undecided_count);

 private:
  const PanelShorts& items_;
  AlignedVector<std::int16_t> values_;
  std::array<double, kBlockRows + 16> threshold_{};  ///< times the row's scale
  std::array<std::int32_t, kBlockRows + 16> low_{};
  std::vector<std::uint64_t> bits_;
  // The largest of all rows.
  double length_ = 0;
  double residual_ = 0;
  double largest_threshold_ = 0;
  double filter_ratio_ = 0;  ///< of our scale to the filter's
};

}  // namespace honestrank
