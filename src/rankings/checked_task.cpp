#include "rankings/checked_task.h"

#include <string>

#include "data/rising_items.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

void check_users(const char* what, std::size_t users, const ScoreSource& scores) {
  if (users == user_count(scores)) return;
  throw InputError("full_ranks: expected " + std::string(what) + " items of the " +
                   std::to_string(user_count(scores)) + " users with scores; got those of " +
                   std::to_string(users) + " users");
}

}  // namespace

RankingTask checked_task(const ScoreSource& scores, const UserItems& held_out,
                         const UserItems& seen, const FullRanksOptions& options) {
  validate(scores);
  validate_limits(held_out);
  validate_limits(seen);
  check_users("held-out", held_out.users(), scores);
  check_users("seen", seen.users(), scores);
  return {held_out, seen, item_count(scores), options, [](std::uint32_t user, std::uint32_t item) {
            return "user " + std::to_string(user) + " and item " + std::to_string(item);
          }};
}

}  // namespace honestrank
