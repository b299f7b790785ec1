#include "honestrank/rankings/user_ranks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

[[noreturn]] void fail(std::size_t entry, const std::string& what) {
  throw InputError("validate: entry " + std::to_string(entry) + ": " + what);
}

void check_groups(const UserRanking& ranking, std::size_t entry) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t items = ranking.items != 0 ? ranking.items : kMost;
  std::uint64_t end = 0;
  for (const TieGroup& group : ranking.groups) {
    if (group.relevant == 0 || group.relevant > group.size) {
      fail(entry, "expected 1 to " + std::to_string(group.size) +
                      " relevant items in a tie group; got " + std::to_string(group.relevant));
    }
    if (group.above < end) {
      fail(entry, "expected a tie group below rank " + std::to_string(end) +
                      "; got one from rank " + std::to_string(group.above + 1));
    }
    if (group.above > items || group.size > items - group.above) {
      fail(entry, "expected tie groups within " + std::to_string(items) + " items; got " +
                      std::to_string(group.size) + " item(s) from rank " +
                      std::to_string(group.above + 1));
    }
    end = group.above + group.size;
  }
  if (ranking.unranked > items - end) {
    fail(entry, "expected at most " + std::to_string(items - end) +
                    " relevant items that are not ranked; got " + std::to_string(ranking.unranked));
  }
}

/// Whether `begin` cuts a column of `values` values into `users` parts.
bool cuts(const std::vector<std::uint64_t>& begin, std::size_t users, std::size_t values) {
  return begin.size() == users + 1 && begin.front() == 0 && begin.back() == values &&
         std::is_sorted(begin.begin(), begin.end());
}

void check_gains(const UserRanking& ranking, std::size_t entry) {
  if (ranking.gains.size() != ranking.relevant()) {
    fail(entry, "expected " + std::to_string(ranking.relevant()) + " gains; got " +
                    std::to_string(ranking.gains.size()));
  }
  for (const double gain : ranking.gains) {
    if (!(gain > 0) || !std::isfinite(gain)) {
      fail(entry, "expected positive gains; got " + std::to_string(gain));
    }
  }
  auto begin = ranking.gains.begin();
  const auto check_falling = [&](std::uint64_t count) {
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    if (!std::is_sorted(begin, end, std::greater<>())) {
      fail(entry, "expected falling gains inside a tie group; got a rising pair");
    }
    begin = end;
  };
  for (const TieGroup& group : ranking.groups) check_falling(group.relevant);
  check_falling(ranking.unranked);
}

}  // namespace

std::uint64_t UserRanking::relevant() const noexcept {
  std::uint64_t total = unranked;
  for (const TieGroup& group : groups) total += group.relevant;
  return total;
}

UserRanking UserRanks::operator[](std::size_t entry) const noexcept {
  UserRanking ranking;
  ranking.groups =
      std::span(groups).subspan(group_begin[entry], group_begin[entry + 1] - group_begin[entry]);
  ranking.unranked = unranked[entry];
  ranking.items = items[entry];
  if (!gain_begin.empty()) {
    ranking.gains =
        std::span(gains).subspan(gain_begin[entry], gain_begin[entry + 1] - gain_begin[entry]);
  }
  return ranking;
}

void validate(const UserRanks& ranks) {
  const std::size_t users = ranks.size();
  if (ranks.items.size() != users || ranks.unranked.size() != users ||
      !cuts(ranks.group_begin, users, ranks.groups.size())) {
    throw InputError("validate: expected columns for " + std::to_string(users) +
                     " users; got columns of other lengths");
  }
  const bool graded = !ranks.gain_begin.empty();
  if (graded ? !cuts(ranks.gain_begin, users, ranks.gains.size()) : !ranks.gains.empty()) {
    throw InputError("validate: expected gains for " + std::to_string(users) +
                     " users; got columns of other lengths");
  }
  for (std::size_t entry = 0; entry < users; ++entry) {
    check_groups(ranks[entry], entry);
    if (graded) check_gains(ranks[entry], entry);
  }
}

}  // namespace honestrank
