#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/band.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// The integer thresholds of a block's rows: what they depend on, and for the panel last asked for
/// what they are.
struct RowBands {
  template <typename Value>
  using PerRow = std::array<Value, kBlockRows + 16>;

  PerRow<float> threshold{};
  PerRow<float> length{};
  PerRow<float> residual{};
  PerRow<float> tail{};
  PerRow<std::int32_t> offset{};
  PerRow<std::int32_t> low{};
  PerRow<std::int32_t> high{};

  /// Makes the thresholds of row r out of reach of any sum.
  void clear(std::size_t r) noexcept {
    threshold[r] = length[r] = residual[r] = tail[r] = 0;
    offset[r] = 1 << 30;
  }

  /// Sets low and high of the first `count` rows.
  void find(const kernels::BandPanel& panel, std::size_t count) noexcept {
    kernels::integer_band(
        {threshold.data(), length.data(), residual.data(), tail.data(), offset.data()}, panel,
        count, low.data(), high.data());
  }
};

}  // namespace honestrank
