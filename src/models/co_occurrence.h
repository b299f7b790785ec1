#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/data/user_items.h"

namespace honestrank {

/// How many users any two items have in common, a few rows at a time.
///
/// Where many pairs have some, users are bits and a pair of items costs a few instructions for 64
/// users; elsewhere the histories of an item's users are counted. The counts are the same.
class CoOccurrence {
 public:
  enum class Method { automatic, bits, lists };

  /// Holds references.
  CoOccurrence(const UserItems& items_of_users, const UserItems& users_of_items,
               Method method = Method::automatic);

  /// Rows are best asked for in multiples of this.
  static constexpr std::size_t kRows = 8;

  std::size_t items() const noexcept { return users_of_items_.users(); }

  /// Writes the counts of the items from `begin`, a multiple of kRows, up to `end`, each with every
  /// item from `first`, a multiple too, on; with itself an item has all of its users. A row has
  /// places for all items, those before `first` are left as they are. Any number of threads at
  /// once.
  void count(std::size_t begin, std::size_t end, std::size_t first, std::uint32_t* counts) const;

 private:
  void count_bits(std::size_t begin, std::size_t end, std::size_t first,
                  std::uint32_t* counts) const;
  void count_lists(std::size_t begin, std::size_t end, std::size_t first,
                   std::uint32_t* counts) const;

  const UserItems& items_of_users_;
  const UserItems& users_of_items_;
  std::size_t words_ = 0;            ///< of an item's users; 0: lists are counted
  std::vector<std::uint64_t> bits_;  ///< groups of kRows items, word by word
};

}  // namespace honestrank
