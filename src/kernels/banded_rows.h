#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace honestrank::kernels {

/// Values are taken so many at a time.
inline constexpr std::size_t kBandStep = 8;

/// The rows of a matrix that are zero outside a band.
struct BandedRows {
  std::span<const std::uint64_t> first;  ///< column of each row's first value
  std::span<const std::size_t> begin;    ///< of each row in `value`, and one more; multiples of
                                         ///< kBandStep: zeros fill up
  const double* value = nullptr;

  std::size_t rows() const noexcept { return first.size(); }
};

/// sums[c] becomes the sum over rows, in their order, of weight * row[c]; rows of weight 0 are left
/// out. `sums` reaches as far as every row, with the zeros that fill it up. The same bits on every
/// instruction set.
void mix_rows(const BandedRows& rows, std::span<const double> weights,
              std::span<double> sums) noexcept;
void mix_rows_reference(const BandedRows& rows, std::span<const double> weights,
                        std::span<double> sums) noexcept;

/// products[r] grows by the sum over columns of row[c] * values[c]: eight sums, of every eighth
/// value, that are added in a fixed order. The same bits on every instruction set.
void multiply_rows(const BandedRows& rows, std::span<const double> values,
                   std::span<double> products) noexcept;
void multiply_rows_reference(const BandedRows& rows, std::span<const double> values,
                             std::span<double> products) noexcept;

/// matrix[c * stride + d] grows by the sum over rows, in their order, of weight * row[c] * row[d],
/// for d from c on; what stands before c is of no use afterwards. Rows of weight 0 are left out.
/// The matrix reaches as far as every row, with the zeros that fill it up. The same bits on every
/// instruction set.
void add_squares(const BandedRows& rows, std::span<const double> weights, double* matrix,
                 std::size_t stride) noexcept;
void add_squares_reference(const BandedRows& rows, std::span<const double> weights, double* matrix,
                           std::size_t stride) noexcept;

}  // namespace honestrank::kernels
