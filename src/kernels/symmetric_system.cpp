#include "kernels/symmetric_system.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/symmetric_system.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

#include "kernels/scaled-inl.h"

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kTile = kSystemTile;

using Tag = hn::CappedTag<float, kSystemStep>;
using Half = hn::Half<Tag>;
using Corner = SymmetricSolver::Corner;

/// Rows of a tile and the vectors of its columns, whose sums stay in registers.
#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kTallTile = 8;
constexpr std::size_t kMostOfFlat = 4;
constexpr std::size_t kMostOfTall = 3;
#else
constexpr std::size_t kTallTile = kTile;
constexpr std::size_t kMostOfFlat = 2;
constexpr std::size_t kMostOfTall = 2;
#endif

template <typename D>
HWY_INLINE void accumulate(D d, const float* factor, hn::Vec<D> values, std::true_type,
                           hn::Vec<D>& sum) {
  sum = hn::Sub(sum, scaled(d, factor, values));
}

template <typename D>
HWY_INLINE void accumulate(D d, const float* factor, hn::Vec<D> values, std::false_type,
                           hn::Vec<D>& sum) {
  sum = hn::Add(sum, scaled(d, factor, values));
}

/// `kRows` rows from `row` on; from `column` on half a vector of columns, if `kHalf`, and
/// `kVectors` whole ones. Adds (or subtracts) rows[k][row + r] * rows[k][column + c] for each k,
/// rising.
template <std::size_t kRows, bool kHalf, std::size_t kVectors, bool kSubtract>
HWY_INLINE void update_tile(const float* const* rows, std::size_t count, std::size_t size,
                            std::size_t row, std::size_t column, float* HWY_RESTRICT matrix) {
  const Tag d;
  const Half h;
  constexpr std::bool_constant<kSubtract> kSign;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t skipped = kHalf ? hn::Lanes(h) : 0;
  const std::size_t whole = column + skipped;
  hn::Vec<Half> halves[kRows];
  hn::Vec<Tag> sums[kRows][kVectors == 0 ? 1 : kVectors];
  for (std::size_t r = 0; r < kRows; ++r) {
    const float* const own = matrix + (row + r) * size;
    if constexpr (kHalf) halves[r] = hn::LoadU(h, own + column);
    for (std::size_t v = 0; v < kVectors; ++v) sums[r][v] = hn::LoadU(d, own + whole + v * lanes);
  }
  for (std::size_t k = 0; k < count; ++k) {
    const float* const left = plain_address(rows[k] + row);
    const float* const right = plain_address(rows[k] + column);
    if constexpr (kHalf) {
      const auto values = hn::LoadU(h, right);
      for (std::size_t r = 0; r < kRows; ++r) accumulate(h, left + r, values, kSign, halves[r]);
    }
    hn::Vec<Tag> values[kVectors == 0 ? 1 : kVectors];
    for (std::size_t v = 0; v < kVectors; ++v)
      values[v] = hn::LoadU(d, right + skipped + v * lanes);
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        accumulate(d, left + r, values[v], kSign, sums[r][v]);
      }
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    float* const own = matrix + (row + r) * size;
    if constexpr (kHalf) hn::StoreU(halves[r], h, own + column);
    for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[r][v], d, own + whole + v * lanes);
  }
}

/// Chooses the tile with as many vectors as there are, at most `kVectors`.
template <std::size_t kRows, bool kHalf, std::size_t kVectors, bool kSubtract>
HWY_INLINE void update_vectors(std::size_t vectors, const float* const* rows, std::size_t count,
                               std::size_t size, std::size_t row, std::size_t column,
                               float* matrix) {
  if (vectors == kVectors) {
    update_tile<kRows, kHalf, kVectors, kSubtract>(rows, count, size, row, column, matrix);
  } else if constexpr (kVectors > 0) {
    update_vectors<kRows, kHalf, kVectors - 1, kSubtract>(vectors, rows, count, size, row, column,
                                                          matrix);
  }
}

/// The first column that the rows from `row` on need: that of the diagonal, in whole halves.
HWY_INLINE std::size_t first_column(std::size_t row) {
  const std::size_t half = hn::Lanes(Half());
  return row / half * half;
}

/// All columns that `kRows` rows need, at most `kMost` vectors at a time.
template <std::size_t kRows, std::size_t kMost, bool kSubtract>
HWY_INLINE void update_rows(const float* const* rows, std::size_t count, std::size_t size,
                            std::size_t row, float* matrix) {
  const std::size_t lanes = hn::Lanes(Tag());
  std::size_t column = first_column(row);
  if (column % lanes != 0) {
    const std::size_t vectors = std::min(kMost - 1, (size - column) / lanes);
    update_vectors<kRows, true, kMost - 1, kSubtract>(vectors, rows, count, size, row, column,
                                                      matrix);
    column += hn::Lanes(Half()) + vectors * lanes;
  }
  while (column < size) {
    const std::size_t vectors = std::min(kMost, (size - column) / lanes);
    update_vectors<kRows, false, kMost, kSubtract>(vectors, rows, count, size, row, column, matrix);
    column += vectors * lanes;
  }
}

/// A tall tile where it has room for all vectors or there are many, else flat ones.
HWY_INLINE void add_to_rows(const float* const* rows, std::size_t count, std::size_t size,
                            std::size_t row, float* matrix) {
  const std::size_t lanes = hn::Lanes(Tag());
  if ((size - first_column(row) + lanes - 1) / lanes != kMostOfFlat) {
    update_rows<kTallTile, kMostOfTall, false>(rows, count, size, row, matrix);
    return;
  }
  for (std::size_t flat = row; flat < row + kTallTile; flat += kTile) {
    update_rows<kTile, kMostOfFlat, false>(rows, count, size, flat, matrix);
  }
}

/// Adds the rows to `vector`, a few of its vectors at a time: a sum alone waits for the one before.
HWY_INLINE void add_rows(const float* const* rows, std::size_t count, std::size_t size,
                         float* vector) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t kAtOnce = 4;
  std::size_t column = 0;
  for (; column + kAtOnce * lanes <= size; column += kAtOnce * lanes) {
    hn::Vec<Tag> sums[kAtOnce];
    for (std::size_t v = 0; v < kAtOnce; ++v) sums[v] = hn::LoadU(d, vector + column + v * lanes);
    for (std::size_t k = 0; k < count; ++k) {
      const float* const row = plain_address(rows[k] + column);
      for (std::size_t v = 0; v < kAtOnce; ++v) {
        sums[v] = hn::Add(sums[v], hn::LoadU(d, row + v * lanes));
      }
    }
    for (std::size_t v = 0; v < kAtOnce; ++v) hn::StoreU(sums[v], d, vector + column + v * lanes);
  }
  for (; column < size; column += lanes) {
    auto sum = hn::LoadU(d, vector + column);
    for (std::size_t k = 0; k < count; ++k) sum = hn::Add(sum, hn::LoadU(d, rows[k] + column));
    hn::StoreU(sum, d, vector + column);
  }
}

void add_outer_products_lanes(const float* const* rows, std::size_t count, std::size_t size,
                              float* matrix, float* vector) {
  // Rows that stay in the first-level cache, in parts of about the same size.
  constexpr std::size_t kMostRows = 64;
  const std::size_t parts = (count + kMostRows - 1) / kMostRows;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t first = part * count / parts;
    const std::size_t chunk = (part + 1) * count / parts - first;
    const float* const* const own = rows + first;
    add_rows(own, chunk, size, vector);
    for (std::size_t row = 0; row < size; row += kTallTile) {
      add_to_rows(own, chunk, size, row, matrix);
    }
  }
}

/// A lane for each system.
using Systems = hn::CappedTag<float, kSystemsAtOnce>;

/// Calls `body` for the systems from `first` on that fit into the lanes of a vector.
template <typename Body>
HWY_INLINE void for_lanes_of_systems(const Body& body) {
  for (std::size_t first = 0; first < kSystemsAtOnce; first += hn::Lanes(Systems())) body(first);
}

/// Factorises the tile on the diagonal of all systems, and takes its part of y out of b.
HWY_INLINE void factorise_corners(const SymmetricSystem* systems, std::size_t size,
                                  std::size_t tile, Corner& corner, float* solvable) {
  for (std::size_t s = 0; s < kSystemsAtOnce; ++s) {
    const float* const own = systems[s].matrix + tile * size + tile;
    for (std::size_t i = 0; i < kTile; ++i) {
      for (std::size_t j = i; j < kTile; ++j) corner.value[i][j][s] = own[i * size + j];
      corner.y[i][s] = systems[s].vector[tile + i];
    }
  }
  const Systems d;
  for_lanes_of_systems([&](std::size_t first) HWY_ATTR {
    hn::Vec<Systems> value[kTile][kTile];
    hn::Vec<Systems> y[kTile];
    auto positive = hn::LoadU(d, solvable + first);
    for (std::size_t i = 0; i < kTile; ++i) {
      for (std::size_t j = i; j < kTile; ++j) {
        value[i][j] = hn::LoadU(d, corner.value[i][j] + first);
        for (std::size_t k = 0; k < i; ++k) {
          value[i][j] = hn::Sub(value[i][j], hn::Mul(value[k][i], value[k][j]));
        }
      }
      positive = hn::IfThenElseZero(hn::Gt(value[i][i], hn::Zero(d)), positive);
      const auto inverse = hn::Div(hn::Set(d, 1.0F), hn::Sqrt(value[i][i]));
      hn::StoreU(inverse, d, corner.inverse[i] + first);
      for (std::size_t j = i; j < kTile; ++j) {
        value[i][j] = hn::Mul(value[i][j], inverse);
        hn::StoreU(value[i][j], d, corner.value[i][j] + first);
      }
      y[i] = hn::LoadU(d, corner.y[i] + first);
      for (std::size_t k = 0; k < i; ++k) y[i] = hn::Sub(y[i], hn::Mul(value[k][i], y[k]));
      y[i] = hn::Mul(y[i], inverse);
      hn::StoreU(y[i], d, corner.y[i] + first);
    }
    hn::StoreU(positive, d, solvable + first);
  });
}

/// Takes the rows of a tile of one system to those of the factor, with zeros up to the tile's end,
/// and its part of y out of b.
HWY_INLINE void finish_tile(const Corner& corner, std::size_t s, std::size_t size, std::size_t tile,
                            float* matrix, float* vector) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t end = tile + kTile;
  for (std::size_t column = end / lanes * lanes; column < size; column += lanes) {
    hn::Vec<Tag> rows[kTile];
    auto rest = hn::LoadU(d, vector + column);
    for (std::size_t i = 0; i < kTile; ++i) {
      float* const place = matrix + (tile + i) * size + column;
      rows[i] = hn::LoadU(d, place);
      for (std::size_t k = 0; k < i; ++k) {
        rows[i] = hn::Sub(rows[i], scaled(d, corner.value[k][i] + s, rows[k]));
      }
      rows[i] = scaled(d, corner.inverse[i] + s, rows[i]);
      hn::StoreU(rows[i], d, place);
      rest = hn::Sub(rest, scaled(d, corner.y[i] + s, rows[i]));
    }
    hn::StoreU(rest, d, vector + column);
  }
  const std::size_t step = tile / kSystemStep * kSystemStep;
  for (std::size_t i = 0; i < kTile; ++i) {
    float* const row = matrix + (tile + i) * size;
    for (std::size_t j = step; j < end; ++j) row[j] = 0;
  }
}

/// The rows of a tile of one system times its x from the tile's end on; before that `vector` has
/// zeros. Writes sum i to sums[i * kSystemsAtOnce].
HWY_INLINE void multiply_tile(std::size_t size, std::size_t tile, const float* matrix,
                              const float* vector, float* sums) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float parts[kTile][kSystemStep];
  for (std::size_t lane = 0; lane < kSystemStep; lane += lanes) {
    hn::Vec<Tag> part[kTile];
    for (auto& own : part) own = hn::Zero(d);
    for (std::size_t j = tile / kSystemStep * kSystemStep + lane; j < size; j += kSystemStep) {
      const auto x = hn::LoadU(d, vector + j);
      for (std::size_t i = 0; i < kTile; ++i) {
        part[i] = hn::Add(part[i], hn::Mul(hn::LoadU(d, matrix + (tile + i) * size + j), x));
      }
    }
    for (std::size_t i = 0; i < kTile; ++i) hn::Store(part[i], d, parts[i] + lane);
  }
  for (std::size_t half = kSystemStep / 2; half > 0; half /= 2) {
    for (auto& own : parts) {
      for (std::size_t lane = 0; lane < half; ++lane) own[lane] += own[lane + half];
    }
  }
  for (std::size_t i = 0; i < kTile; ++i) sums[i * kSystemsAtOnce] = parts[i][0];
}

/// U x = y for the rows of a tile of all systems, given the sums over the columns after it.
HWY_INLINE void substitute_corners(const Corner& corner, std::size_t tile, const float* sums,
                                   const SymmetricSystem* systems) {
  const Systems d;
  HWY_ALIGN float solution[kTile][kSystemsAtOnce];
  for_lanes_of_systems([&](std::size_t first) HWY_ATTR {
    hn::Vec<Systems> x[kTile];
    for (std::size_t i = kTile; i-- > 0;) {
      x[i] = hn::Sub(hn::LoadU(d, corner.y[i] + first),
                     hn::LoadU(d, sums + i * kSystemsAtOnce + first));
      for (std::size_t j = i + 1; j < kTile; ++j) {
        x[i] = hn::Sub(x[i], hn::Mul(hn::LoadU(d, corner.value[i][j] + first), x[j]));
      }
      x[i] = hn::Mul(x[i], hn::LoadU(d, corner.inverse[i] + first));
      hn::StoreU(x[i], d, solution[i] + first);
    }
  });
  for (std::size_t s = 0; s < kSystemsAtOnce; ++s) {
    for (std::size_t i = 0; i < kTile; ++i) systems[s].vector[tile + i] = solution[i][s];
  }
}

void solve_symmetric_lanes(const SymmetricSystem* systems, std::size_t size, Corner* corners,
                           const float** rows, float* solvable) {
  const std::size_t tiles = size / kTile;
  for (std::size_t s = 0; s < kSystemsAtOnce; ++s) {
    for (std::size_t i = 0; i < size; ++i) rows[s * size + i] = systems[s].matrix + i * size;
  }
  for (std::size_t t = 0; t < tiles; ++t) {
    for (std::size_t s = 0; s < kSystemsAtOnce; ++s) {
      update_rows<kTile, kMostOfFlat, true>(rows + s * size, t * kTile, size, t * kTile,
                                            systems[s].matrix);
    }
    factorise_corners(systems, size, t * kTile, corners[t], solvable);
    for (std::size_t s = 0; s < kSystemsAtOnce; ++s) {
      finish_tile(corners[t], s, size, t * kTile, systems[s].matrix, systems[s].vector);
    }
  }
  for (std::size_t s = 0; s < kSystemsAtOnce; ++s) std::fill_n(systems[s].vector, size, 0.0F);
  for (std::size_t t = tiles; t-- > 0;) {
    HWY_ALIGN float sums[kTile * kSystemsAtOnce];
    for (std::size_t s = 0; s < kSystemsAtOnce; ++s) {
      multiply_tile(size, t * kTile, systems[s].matrix, systems[s].vector, sums + s);
    }
    substitute_corners(corners[t], t * kTile, sums, systems);
  }
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(add_outer_products_lanes);
HWY_EXPORT(solve_symmetric_lanes);

void add_outer_products(const float* const* rows, std::size_t count, std::size_t size,
                        float* matrix, float* vector) noexcept {
  HWY_DYNAMIC_DISPATCH(add_outer_products_lanes)(rows, count, size, matrix, vector);
}

SymmetricSolver::SymmetricSolver(std::size_t size)
    : size_(size),
      corners_(size / kSystemTile),
      rows_(kSystemsAtOnce * size),
      unused_(size * size + size) {}

std::size_t SymmetricSolver::solve(std::span<const SymmetricSystem> systems) noexcept {
  SymmetricSystem all[kSystemsAtOnce];
  float solvable[kSystemsAtOnce];
  std::fill(std::begin(all), std::end(all),
            SymmetricSystem{unused_.data(), unused_.data() + size_ * size_});
  std::copy(systems.begin(), systems.end(), all);
  std::fill(std::begin(solvable), std::end(solvable), 1.0F);
  HWY_DYNAMIC_DISPATCH(solve_symmetric_lanes)(all, size_, corners_.data(), rows_.data(), solvable);
  const auto* const first = std::find(solvable, solvable + systems.size(), 0.0F);
  return static_cast<std::size_t>(first - solvable);
}

void add_outer_products_reference(const float* const* rows, std::size_t count, std::size_t size,
                                  float* matrix, float* vector) noexcept {
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      vector[i] += rows[k][i];
      for (std::size_t j = i; j < size; ++j) matrix[i * size + j] += rows[k][i] * rows[k][j];
    }
  }
}

bool solve_symmetric_reference(const SymmetricSystem& system, std::size_t size) {
  const auto at = [&](std::size_t i, std::size_t j) -> float& {
    return system.matrix[i * size + j];
  };
  float* const x = system.vector;
  std::vector<float> inverse(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      for (std::size_t j = i; j < size; ++j) at(i, j) -= at(k, i) * at(k, j);
      x[i] -= at(k, i) * x[k];
    }
    if (!(at(i, i) > 0)) return false;
    inverse[i] = 1 / std::sqrt(at(i, i));
    for (std::size_t j = i; j < size; ++j) at(i, j) *= inverse[i];
    x[i] *= inverse[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    // First the rows of tiles below, in one sum for each place of a step; then those of the tile.
    const std::size_t end = i / kSystemTile * kSystemTile + kSystemTile;
    float sums[kSystemStep] = {};
    for (std::size_t j = end; j < size; ++j) sums[j % kSystemStep] += at(i, j) * x[j];
    for (std::size_t half = kSystemStep / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
    }
    x[i] -= sums[0];
    for (std::size_t j = i + 1; j < end; ++j) x[i] -= at(i, j) * x[j];
    x[i] *= inverse[i];
  }
  return true;
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE
