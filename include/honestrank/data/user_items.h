#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/data/interactions.h"

namespace honestrank {

/// Items of each user, rising and without repetition: user u has `item[begin[u]]` up to
/// `item[begin[u + 1]]`.
struct UserItems {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> item;

  std::size_t users() const noexcept { return begin.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t user) const noexcept {
    return {item.data() + begin[user], item.data() + begin[user + 1]};
  }
};

/// UserItems that lie anywhere, as in arrays of another program; what it views must outlive it.
struct UserItemsView {
  std::span<const std::uint64_t> begin;
  std::span<const std::uint32_t> item;

  UserItemsView(std::span<const std::uint64_t> limits, std::span<const std::uint32_t> items)
      : begin(limits), item(items) {}
  UserItemsView(const UserItems& lists) : begin(lists.begin), item(lists.item) {}

  std::size_t users() const noexcept { return begin.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t user) const noexcept {
    return item.subspan(begin[user], begin[user + 1] - begin[user]);
  }
};

/// The distinct items of every user of `interactions`, also of users without any: linear time
/// plus a sort of those users whose rows are not in the order of the items. Throws InputError as
/// validate does.
UserItems user_items(const Interactions& interactions, unsigned threads = 0);

/// The users of each of `items` items: the same pairs, with users and items in each other's place.
/// The lists are valid.
UserItems transposed(const UserItems& lists, std::size_t items);

/// Throws InputError unless `begin` starts at 0, never falls and ends at the number of items, and
/// every user's items rise and are below `items`.
void validate(UserItemsView lists, std::size_t items, unsigned threads = 1);

}  // namespace honestrank
