#include "rankings/checked_task.h"

#include <fmt/format.h>

#include <string>

#include "data/rising_items.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

void check_users(const char* what, std::size_t users, const ScoreSource& scores,
                 const std::string& caller) {
  if (users == user_count(scores)) return;
  throw InputError(
      fmt::format("{}: expected {} items of the {} users with scores; got those of {} users",
                  caller, what, user_count(scores), users));
}

}  // namespace

RankingTask checked_task(const ScoreSource& scores, UserItemsView held_out, UserItemsView seen,
                         const FullRanksOptions& options, const TaskNames& names) {
  validate(scores);
  validate_limits(held_out);
  validate_limits(seen);
  check_users("held-out", held_out.users(), scores, names.caller);
  check_users("seen", seen.users(), scores, names.caller);
  const auto rows = [](std::uint32_t user, std::uint32_t item) {
    return fmt::format("user {} and item {}", user, item);
  };
  return {held_out, seen, item_count(scores), options, rows, names.caller, names.work};
}

RankingTask checked_task(const ScoreSource& scores, const Interactions& held_out,
                         const Interactions& seen, const TaskLists& lists,
                         const FullRanksOptions& options, const TaskNames& names) {
  if (!(held_out.users == seen.users) || !(held_out.items == seen.items)) {
    throw InputError(fmt::format(
        "{}: expected held-out and seen interactions with the same ids; got {} and {} users, {} "
        "and {} items, not all in the same order",
        names.caller, held_out.users.size(), seen.users.size(), held_out.items.size(),
        seen.items.size()));
  }
  validate(scores);
  if (user_count(scores) != held_out.users.size() || item_count(scores) != held_out.items.size()) {
    throw InputError(fmt::format(
        "{}: expected scores of {} users for {} items; got {} users and {} items", names.caller,
        held_out.users.size(), held_out.items.size(), user_count(scores), item_count(scores)));
  }
  const auto ids = [&](std::uint32_t user, std::uint32_t item) {
    return fmt::format("user '{}' and item '{}'", held_out.users[user], held_out.items[item]);
  };
  return {lists.held_out, lists.seen, held_out.items.size(), options, ids,
          names.caller,   names.work};
}

}  // namespace honestrank
