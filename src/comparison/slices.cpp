#include "honestrank/comparison/slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kNone = UserSlice::kNone;

std::vector<std::uint64_t> popularity(const UserItems& seen, std::size_t items) {
  std::vector<std::uint64_t> counts(items);
  for (const std::uint32_t item : seen.item) ++counts[item];
  return counts;
}

/// Users by the group that all their held-out items are in; `mixed` is the last of `names`.
UserSlice by_held_out(std::string name, std::vector<std::string> names,
                      const std::vector<std::uint32_t>& group_of_item, const UserItems& held_out) {
  UserSlice slice{std::move(name), std::move(names), {}};
  const auto mixed = static_cast<std::uint32_t>(slice.groups.size() - 1);
  for (std::size_t user = 0; user < held_out.users(); ++user) {
    std::uint32_t own = kNone;
    bool first = true;
    for (const std::uint32_t item : held_out[user]) {
      const std::uint32_t group = group_of_item[item];
      own = first || own == group ? group : mixed;
      first = false;
    }
    slice.group.push_back(own);
  }
  return slice;
}

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

/// Numbers by size and before words; 1 and 1.0 are two values.
bool comes_before(const std::string& a, const std::string& b) {
  const auto one = number_of(a);
  const auto other = number_of(b);
  if (one && other && *one != *other) return *one < *other;
  return one.has_value() != other.has_value() ? one.has_value() : a < b;
}

/// The distinct values of a column, and which of them each id of `ids` has.
struct ColumnGroups {
  std::vector<std::string> names;
  std::vector<std::uint32_t> group;
};
ColumnGroups column_groups(const AttributeTable& table, const std::string& column,
                           const IdMap& ids) {
  const TextColumn& values = table.column(column);
  std::map<std::string, std::uint32_t, decltype(&comes_before)> numbers(&comes_before);
  std::vector<std::optional<std::string>> own(ids.size());
  for (std::size_t id = 0; id < ids.size(); ++id) {
    const auto row = table.ids.find(ids[id]);
    if (!row || values[*row].empty()) continue;
    own[id] = std::string(values[*row]);
    numbers.emplace(*own[id], 0);
  }
  constexpr std::size_t kMost = 100;
  if (numbers.size() > kMost) {
    throw InputError(fmt::format("slice: expected a column of at most {} values; got {} in '{}'",
                                 kMost, numbers.size(), column));
  }
  ColumnGroups groups;
  for (auto& [name, number] : numbers) {
    number = static_cast<std::uint32_t>(groups.names.size());
    groups.names.push_back(name);
  }
  for (const auto& value : own) groups.group.push_back(value ? numbers.at(*value) : kNone);
  return groups;
}

}  // namespace

UserSlice slice_by_activity(const UserItems& seen, std::size_t groups) {
  if (groups == 0) throw InputError("slice_by_activity: expected at least one group; got 0");
  std::vector<std::uint64_t> counts;
  for (std::size_t user = 0; user < seen.users(); ++user) counts.push_back(seen[user].size());
  std::vector<std::uint64_t> sorted = counts;
  std::sort(sorted.begin(), sorted.end());
  // The largest number of each group; a number that fills several groups makes one of them.
  std::vector<std::uint64_t> last;
  for (std::size_t i = 1; i <= groups && !sorted.empty(); ++i) {
    const std::size_t place = std::max<std::size_t>(1, i * sorted.size() / groups);
    if (last.empty() || sorted[place - 1] > last.back()) last.push_back(sorted[place - 1]);
  }
  UserSlice slice{"activity", {}, {}};
  std::uint64_t first = sorted.empty() ? 0 : sorted.front();
  for (const std::uint64_t end : last) {
    slice.groups.push_back(first == end ? fmt::format("{}", end)
                                        : fmt::format("{}..{}", first, end));
    first = end + 1;
  }
  for (const std::uint64_t count : counts) {
    slice.group.push_back(static_cast<std::uint32_t>(
        std::lower_bound(last.begin(), last.end(), count) - last.begin()));
  }
  return slice;
}

UserSlice slice_by_popularity(const UserItems& seen, const UserItems& held_out, std::size_t items) {
  const std::vector<std::uint64_t> counts = popularity(seen, items);
  std::vector<std::uint32_t> order(items);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
  constexpr std::uint64_t kThirds = 3;
  std::vector<std::uint32_t> group(items);
  std::uint64_t before = 0;
  std::uint64_t third = kThirds - 1;  // an item that nobody has seen is of the tail
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint64_t count = counts[order[i]];
    // Items that are as popular as the one before share its group, whatever their numbers.
    const bool as_before = i > 0 && count == counts[order[i - 1]];
    if (!as_before && !seen.item.empty()) third = kThirds * before / seen.item.size();
    group[order[i]] = static_cast<std::uint32_t>(std::min(third, kThirds - 1));
    before += count;
  }
  return by_held_out("popularity", {"head", "mid", "tail", "mixed"}, group, held_out);
}

UserSlice slice_by_cold_users(const UserItems& seen) {
  UserSlice slice{"cold_users", {"cold", "warm"}, {}};
  for (std::size_t user = 0; user < seen.users(); ++user) {
    slice.group.push_back(seen[user].empty() ? 0 : 1);
  }
  return slice;
}

UserSlice slice_by_cold_items(const UserItems& seen, const UserItems& held_out, std::size_t items) {
  std::vector<std::uint32_t> group;
  for (const std::uint64_t count : popularity(seen, items)) group.push_back(count == 0 ? 0 : 1);
  return by_held_out("cold_items", {"cold", "warm", "mixed"}, group, held_out);
}

UserSlice slice_by_user_attribute(const AttributeTable& table, const std::string& column,
                                  const IdMap& users) {
  ColumnGroups groups = column_groups(table, column, users);
  return {column, std::move(groups.names), std::move(groups.group)};
}

UserSlice slice_by_item_attribute(const AttributeTable& table, const std::string& column,
                                  const IdMap& items, const UserItems& held_out) {
  ColumnGroups groups = column_groups(table, column, items);
  std::string mixed = "mixed";
  while (std::find(groups.names.begin(), groups.names.end(), mixed) != groups.names.end()) {
    mixed = '(' + mixed + ')';
  }
  groups.names.push_back(std::move(mixed));
  return by_held_out(column, std::move(groups.names), groups.group, held_out);
}

}  // namespace honestrank
