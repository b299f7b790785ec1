#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/alias_table.h"
#include "honestrank/sampling/sampling_model.h"

namespace honestrank::sampling {

/// Draws items for users, none of which a user has seen or is relevant. The items of a user are a
/// function of the seed, the user and the excluded items alone, and a larger sample begins with the
/// smaller one. Used by one thread.
///
/// Random items of the catalogue are drawn one after the other and left out where they are
/// excluded (or, without replacement, were drawn before): what is left is a uniform sample. A user
/// with few items to draw from has them listed, and places in the list are drawn; by popularity,
/// after many items in vain.
class ItemDraws {
 public:
  /// What CounterRandom is made of.
  struct Random {
    std::uint64_t seed = 0;
    std::uint32_t stream = 0;
  };

  /// `popularity` draws items by their `weights`; none: all alike. Kept by reference.
  ItemDraws(std::size_t items, std::uint64_t seed, std::uint32_t repeat, Replacement replacement,
            const AliasTable* popularity, std::span<const std::uint32_t> weights = {});

  /// Appends `count` items to `drawn`. The excluded lists rise; without replacement there are at
  /// least `count` others, and always one.
  void draw(std::uint32_t user, std::span<const std::uint32_t> seen,
            std::span<const std::uint32_t> relevant, std::size_t count,
            std::vector<std::uint32_t>& drawn);

 private:
  void draw_from_list(std::uint32_t user, std::size_t count, std::vector<std::uint32_t>& drawn);
  void draw_by_weight(std::uint32_t user, std::size_t count, std::vector<std::uint32_t>& drawn);
  void draw_from_all(std::uint32_t user, std::size_t count, std::vector<std::uint32_t>& drawn);
  bool is_marked(std::uint32_t item) const { return (marks_[item / 64] >> (item % 64) & 1U) != 0; }
  void mark(std::uint32_t item) { marks_[item / 64] |= std::uint64_t{1} << (item % 64); }
  /// Ends a user: marks of other items may go, too.
  void unmark(std::span<const std::uint32_t> items);

  std::size_t items_;
  Random random_;
  bool distinct_;
  const AliasTable* popularity_;
  std::span<const std::uint32_t> weights_;
  std::vector<std::uint64_t> marks_;  ///< a bit for each item that may not be drawn
  std::vector<std::uint32_t> listed_;
};

}  // namespace honestrank::sampling
