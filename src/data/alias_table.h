#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace honestrank {

/// Draws numbers in proportion to weights in constant time: Walker's alias method, built as by
/// Vose (1991) but in integers, so that the table is the same on every machine.
class AliasTable {
 public:
  /// There must be at least one weight and less than 2^32, all positive.
  explicit AliasTable(std::span<const std::uint32_t> weights);

  /// The number that 64 random bits stand for; probabilities are exact to 2^-32 / size.
  std::uint32_t draw(std::uint64_t bits) const noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(bits) * cells_.size();
    const auto index = static_cast<std::uint32_t>(product >> 64);
    const Cell& cell = cells_[index];
    return static_cast<std::uint32_t>(product >> 32) < cell.threshold ? index : cell.alias;
  }

  /// Asks for the memory that draw(bits) will read.
  void prefetch(std::uint64_t bits) const noexcept {
    __extension__ using Wide = unsigned __int128;
    __builtin_prefetch(cells_.data() + ((static_cast<Wide>(bits) * cells_.size()) >> 64));
  }

 private:
  struct Cell {
    std::uint32_t threshold = 0;  ///< out of 2^32: below it the cell's own number is drawn
    std::uint32_t alias = 0;      ///< else this one
  };

  std::vector<Cell> cells_;
};

}  // namespace honestrank
