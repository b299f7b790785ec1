#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace honestrank::kernels {

// Small symmetric systems of float32, a few at a time: the inner loop of alternating least squares.
// The order of every sum is fixed, a product and a sum are rounded one after the other: the bits
// are the same on every instruction set and those of the plain loops.

/// Sizes are multiples of this.
inline constexpr std::size_t kSystemStep = 16;

/// Rows of a system are solved for so many at a time.
inline constexpr std::size_t kSystemTile = 4;

/// A size that has room for `columns`.
constexpr std::size_t system_size(std::size_t columns) noexcept {
  return (columns + kSystemStep - 1) / kSystemStep * kSystemStep;
}

/// For each of `count` rows r of `size` values, rising, adds r r^T to the upper triangle of
/// `matrix`, `size` by `size`, and r to `vector`. Below the diagonal anything may be written.
void add_outer_products(const float* const* rows, std::size_t count, std::size_t size,
                        float* matrix, float* vector) noexcept;
void add_outer_products_reference(const float* const* rows, std::size_t count, std::size_t size,
                                  float* matrix, float* vector) noexcept;

/// A x = b: the upper triangle of `matrix` is A, and then spoilt; `vector` is b and then x.
struct SymmetricSystem {
  float* matrix = nullptr;
  float* vector = nullptr;
};

/// So many systems are solved at a time: one computes while another waits, and what has to be done
/// number by number is done for all of them at once.
inline constexpr std::size_t kSystemsAtOnce = 4;

/// Solves systems of one size by Cholesky's method, in memory taken once.
class SymmetricSolver {
 public:
  explicit SymmetricSolver(std::size_t size);

  /// Solves up to kSystemsAtOnce systems. Returns how many there are before the first one without a
  /// solution, a pivot of which is not positive.
  std::size_t solve(std::span<const SymmetricSystem> systems) noexcept;

  /// A tile on the diagonal of the factor U, A = U^T U, and the tile's part of y, U^T y = b: of
  /// each system.
  struct Corner {
    float value[kSystemTile][kSystemTile][kSystemsAtOnce];
    float inverse[kSystemTile][kSystemsAtOnce];  ///< reciprocals of the diagonal
    float y[kSystemTile][kSystemsAtOnce];
  };

 private:
  std::size_t size_;
  std::vector<Corner> corners_;
  std::vector<const float*> rows_;
  std::vector<float> unused_;  ///< a system in the place of those that are not there
};

/// One system by the plain loops; false if it has no solution.
bool solve_symmetric_reference(const SymmetricSystem& system, std::size_t size);

}  // namespace honestrank::kernels
