#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/attribute_table.h"
#include "honestrank/data/id_map.h"
#include "honestrank/data/user_items.h"

namespace honestrank {

/// Users in groups, for metrics of each.
struct UserSlice {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::string name;                  ///< as in "activity"
  std::vector<std::string> groups;   ///< as in "1..20"
  std::vector<std::uint32_t> group;  ///< of each user; kNone: in none
};

/// By how much users did: their numbers of `seen` items, in up to `groups` groups of about the same
/// size; users with equal numbers stay together. Throws InputError for no group.
UserSlice slice_by_activity(const UserItems& seen, std::size_t groups = 4);

/// By how popular their held-out items are: `head` are the most popular items that together have a
/// third of the `seen` interactions, `mid` those that have the next third, `tail` all others;
/// `mixed` are users with items of several. Users without a held-out item are in none.
UserSlice slice_by_popularity(const UserItems& seen, const UserItems& held_out, std::size_t items);

/// `cold`: users who have seen nothing; `warm`: the others.
UserSlice slice_by_cold_users(const UserItems& seen);

/// `cold`: users whose held-out items nobody has seen; `warm`: somebody has seen all of them; or
/// `mixed`.
UserSlice slice_by_cold_items(const UserItems& seen, const UserItems& held_out, std::size_t items);

/// By what a column says of users, whose ids are `users`; groups in the order of their names,
/// numbers by size. Users without a row or with an empty field are in none. Throws InputError as
/// AttributeTable::column does, and for more than 100 groups: such a column is no slice.
UserSlice slice_by_user_attribute(const AttributeTable& table, const std::string& column,
                                  const IdMap& users);

/// By what a column says of the held-out items, `mixed` where these differ: the last group, and
/// `(mixed)` where the column has that word itself.
UserSlice slice_by_item_attribute(const AttributeTable& table, const std::string& column,
                                  const IdMap& items, const UserItems& held_out);

}  // namespace honestrank
