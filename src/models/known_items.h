#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/data/float_matrix.h"
#include "honestrank/data/user_items.h"

namespace honestrank {

/// The items that have an interaction, numbered anew. A model learns of no others: the same model
/// comes out whether or not the catalogue has items that were never seen.
class KnownItems {
 public:
  KnownItems(const UserItems& histories, std::size_t items);

  const UserItems& histories() const { return histories_; }  ///< in the new numbers
  std::size_t count() const { return items_.size(); }
  std::uint32_t operator[](std::size_t number) const { return items_[number]; }  ///< as it was
  bool are_all() const { return items_.size() == all_; }

  /// A row for each item of the catalogue: those of `rows`, which has one for each known item, and
  /// `others` in all columns of the rest.
  FloatMatrix for_all_items(const FloatMatrix& rows, float others) const;

 private:
  std::size_t all_;
  std::vector<std::uint32_t> items_;  // their numbers in the catalogue
  UserItems histories_;
};

}  // namespace honestrank
