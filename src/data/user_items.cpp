#include "honestrank/data/user_items.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>

#include "data/rising_items.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

/// Stretches of rows, each counted and scattered by one thread.
struct RowParts {
  std::size_t rows = 0;
  std::size_t parts = 1;

  std::size_t begin(std::size_t part) const noexcept { return rows * part / parts; }
};

/// Every part needs a counter per user: their number is limited so that all counters together
/// need no more room than the rows.
RowParts cut_rows(std::size_t rows, std::size_t users, unsigned threads) {
  const std::size_t affordable = users == 0 ? 1 : std::max<std::size_t>(1, rows / users);
  return {rows, std::min<std::size_t>(thread_count(threads), affordable)};
}

/// Groups the items by user with a counting sort; inside a user they keep the order of the rows.
UserItems group_by_user(const Interactions& interactions, unsigned threads) {
  const std::size_t users = interactions.users.size();
  const RowParts rows = cut_rows(interactions.size(), users, threads);
  // First how many rows a part has of each user, then where it puts the next one.
  std::vector<std::vector<std::uint64_t>> next(rows.parts);
  parallel_for(rows.parts, 1, threads, [&](const Block& part) {
    auto& count = next[part.index];
    count.assign(users, 0);
    const std::size_t end = rows.begin(part.index + 1);
    for (std::size_t row = rows.begin(part.index); row < end; ++row) {
      ++count[interactions.user[row]];
    }
  });
  UserItems lists;
  lists.begin.resize(users + 1);
  std::uint64_t place = 0;
  for (std::size_t user = 0; user < users; ++user) {
    lists.begin[user] = place;
    for (auto& part : next) {
      const std::uint64_t count = part[user];
      part[user] = place;
      place += count;
    }
  }
  lists.begin[users] = place;
  lists.item.resize(interactions.size());
  parallel_for(rows.parts, 1, threads, [&](const Block& part) {
    auto& target = next[part.index];
    const std::size_t end = rows.begin(part.index + 1);
    for (std::size_t row = rows.begin(part.index); row < end; ++row) {
      lists.item[target[interactions.user[row]]++] = interactions.item[row];
    }
  });
  return lists;
}

/// Sorts numbers below a limit and drops repetitions by marking them in a bitmap: a few operations
/// a number, where comparisons would be mispredicted again and again.
class NumberSorter {
 public:
  explicit NumberSorter(std::size_t limit)
      : words_(limit / 64 + 1), occupied_(words_.size() / 64 + 1) {}

  /// Sorts `numbers` and returns how many are distinct; these stand in front.
  std::size_t sort(std::span<std::uint32_t> numbers) {
    for (const std::uint32_t number : numbers) {
      words_[number / 64] |= std::uint64_t{1} << number % 64;
      occupied_[number / 4096] |= std::uint64_t{1} << number / 64 % 64;
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < occupied_.size(); ++i) {
      for (; occupied_[i] != 0; occupied_[i] &= occupied_[i] - 1) {
        const std::size_t word = i * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[i]));
        for (; words_[word] != 0; words_[word] &= words_[word] - 1) {
          const auto bit = static_cast<std::size_t>(std::countr_zero(words_[word]));
          numbers[count++] = static_cast<std::uint32_t>(word * 64 + bit);
        }
      }
    }
    return count;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> occupied_;  ///< a bit for each word that is not 0
};

std::size_t sort_distinct(std::span<std::uint32_t> items, NumberSorter& sorter) {
  if (std::adjacent_find(items.begin(), items.end(), std::greater_equal<>()) == items.end()) {
    return items.size();
  }
  constexpr std::size_t kFew = 4;
  if (items.size() > kFew) return sorter.sort(items);
  std::sort(items.begin(), items.end());
  return static_cast<std::size_t>(std::unique(items.begin(), items.end()) - items.begin());
}

/// Sorts the items of each user and drops repetitions; the distinct ones stand in front of the
/// user's place, and the result says how many they are.
std::vector<std::uint64_t> sort_each_user(UserItems& lists, std::size_t items, unsigned threads) {
  constexpr std::size_t kUsers = 2048;
  std::vector<std::uint64_t> distinct(lists.users());
  parallel_for(lists.users(), kUsers, threads, [&](const Block& block) {
    NumberSorter sorter(items);
    for (std::size_t user = block.begin; user < block.end; ++user) {
      const std::size_t count = lists.begin[user + 1] - lists.begin[user];
      distinct[user] = sort_distinct({lists.item.data() + lists.begin[user], count}, sorter);
    }
  });
  return distinct;
}

/// Closes the gaps that repeated items left behind.
void close_gaps(UserItems& lists, const std::vector<std::uint64_t>& distinct) {
  std::uint64_t end = 0;
  for (std::size_t user = 0; user < distinct.size(); ++user) {
    const std::uint32_t* const from = lists.item.data() + lists.begin[user];
    if (lists.begin[user] != end) std::copy_n(from, distinct[user], lists.item.data() + end);
    lists.begin[user] = end;
    end += distinct[user];
  }
  lists.begin.back() = end;
  lists.item.resize(end);
}

[[noreturn]] void report_fault(std::span<const std::uint32_t> own, std::size_t items,
                               std::size_t user) {
  for (std::size_t i = 0;; ++i) {
    if (own[i] >= items) {
      throw InputError("validate: expected items below " + std::to_string(items) + "; got " +
                       std::to_string(own[i]) + " for user " + std::to_string(user));
    }
    if (i > 0 && own[i] <= own[i - 1]) {
      throw InputError("validate: expected rising items; got " + std::to_string(own[i]) +
                       " after " + std::to_string(own[i - 1]) + " for user " +
                       std::to_string(user));
    }
  }
}

}  // namespace

UserItems user_items(const Interactions& interactions, unsigned threads) {
  validate(interactions);
  UserItems lists = group_by_user(interactions, threads);
  const auto distinct = sort_each_user(lists, interactions.items.size(), threads);
  close_gaps(lists, distinct);
  return lists;
}

UserItems transposed(const UserItems& lists, std::size_t items) {
  UserItems result;
  result.begin.assign(items + 1, 0);
  for (const std::uint32_t item : lists.item) ++result.begin[item + 1];
  for (std::size_t item = 0; item < items; ++item) result.begin[item + 1] += result.begin[item];
  result.item.resize(lists.item.size());
  std::vector<std::uint64_t> next(result.begin.begin(), result.begin.end() - 1);
  for (std::size_t user = 0; user < lists.users(); ++user) {
    for (const std::uint32_t item : lists[user]) {
      result.item[next[item]++] = static_cast<std::uint32_t>(user);
    }
  }
  return result;
}

void validate_limits(UserItemsView lists) {
  const auto& begin = lists.begin;
  if (begin.empty() || begin.front() != 0 || begin.back() != lists.item.size() ||
      !std::is_sorted(begin.begin(), begin.end())) {
    throw InputError(
        "validate: expected limits of the users' items that rise from 0 to their number, " +
        std::to_string(lists.item.size()) + "; got others");
  }
}

void validate(UserItemsView lists, std::size_t items, unsigned threads) {
  validate_limits(lists);
  parallel_for(lists.users(), 1024, threads, [&](const Block& block) {
    for (std::size_t user = block.begin; user < block.end; ++user) {
      if (!rise_below(lists[user], items)) report_fault(lists[user], items, user);
    }
  });
}

}  // namespace honestrank
