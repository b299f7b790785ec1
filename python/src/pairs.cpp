#include "pairs.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arrays.h"
#include "arrow_columns.h"
#include "grades.h"
#include "honestrank/base/error.h"

namespace honestrank::python {
namespace {

void require_size(const Column& column, std::size_t rows) {
  if (column.size() == rows) return;
  throw InputError("column '" + column.name + "': expected " + std::to_string(rows) +
                   " rows, as many as the first column has; got " + std::to_string(column.size()));
}

[[noreturn]] void reject_number(const std::string& what, const std::string& value, std::size_t row,
                                std::size_t count) {
  throw InputError(what + ": expected row numbers from 0 to " +
                   std::to_string(std::max<std::size_t>(count, 1) - 1) + "; got " + value +
                   " in row " + std::to_string(row) +
                   "; other ids need user_ids and item_ids, the ids of the rows");
}

/// Calls use(row, number) for every row.
template <typename Use>
void for_each_number(const Column& column, const IdMap* ids, std::size_t count,
                     const std::string& what, const Use& use) {
  if (ids == nullptr) {
    if (!column.is_integer()) {
      throw InputError(what + ": expected whole numbers, the rows of the scores, in column '" +
                       column.name + "'; got something else; ids need user_ids and item_ids");
    }
    for_each_integer(column, [&](std::size_t row, std::int64_t value) {
      if (value < 0 || static_cast<std::uint64_t>(value) >= count) {
        reject_number(what, std::to_string(value), row, count);
      }
      use(row, static_cast<std::uint32_t>(value));
    });
    return;
  }
  for_each_text(column, [&](std::size_t row, std::string_view id) {
    const auto number = ids->find(id);
    if (!number) {
      throw InputError(what + ": expected ids of the " + std::to_string(ids->size()) +
                       " rows; got '" + std::string(id) + "' in row " + std::to_string(row));
    }
    use(row, *number);
  });
}

/// For messages: it goes through the whole column.
std::string text_in_row(const Column& column, std::size_t row) {
  std::string result;
  for_each_text(column, [&](std::size_t each, std::string_view text) {
    if (each == row) result = text;
  });
  return result;
}

bool differ(const Column& column) {
  bool first = true;
  double value = 0;
  bool result = false;
  for_each_real(column, [&](std::size_t, double each) {
    result = result || (!first && each != value);
    value = each;
    first = false;
  });
  return result;
}

/// Whether every user's items rise: then they need no sorting.
bool rises(std::span<const std::uint64_t> begin, std::span<const std::uint32_t> items) {
  for (std::size_t user = 0; user + 1 < begin.size(); ++user) {
    for (std::uint64_t i = begin[user] + 1; i < begin[user + 1]; ++i) {
      if (items[i - 1] >= items[i]) return false;
    }
  }
  return true;
}

}  // namespace

PairName pair_name(const IdMap* users, const IdMap* items) {
  const auto text = [](const IdMap* ids, std::uint32_t number) {
    return ids == nullptr ? std::to_string(number) : "'" + std::string((*ids)[number]) + "'";
  };
  return [=](std::uint32_t user, std::uint32_t item) {
    return "user " + text(users, user) + ", item " + text(items, item);
  };
}

void sort_users(Pairs& pairs, const PairName& name, const std::string& what) {
  std::vector<std::size_t> order;
  std::vector<std::uint32_t> items;
  std::vector<double> gains;
  const bool graded = !pairs.gain.empty();
  std::size_t place = 0;
  for (std::size_t user = 0; user < pairs.users(); ++user) {
    const std::size_t first = pairs.begin[user];
    order.resize(pairs.begin[user + 1] - first);
    std::iota(order.begin(), order.end(), first);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return pairs.own[a] != pairs.own[b] ? pairs.own[a] < pairs.own[b] : a < b;
    });
    items.clear();
    gains.clear();
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::size_t row = order[i];
      if (i > 0 && pairs.own[order[i - 1]] == pairs.own[row]) {
        if (graded && pairs.gain[order[i - 1]] != pairs.gain[row]) {
          throw InputError(what + ": expected one grade for each pair of user and item; got " +
                           text_of_number(pairs.gain[order[i - 1]]) + " and " +
                           text_of_number(pairs.gain[row]) + " for " +
                           name(static_cast<std::uint32_t>(user), pairs.own[row]));
        }
        ++pairs.repeated;
        continue;
      }
      if (graded && !(pairs.gain[row] > 0)) continue;
      items.push_back(pairs.own[row]);
      if (graded) gains.push_back(pairs.gain[row]);
    }
    pairs.begin[user] = place;
    std::copy(items.begin(), items.end(), pairs.own.begin() + static_cast<std::ptrdiff_t>(place));
    if (graded) {
      std::copy(gains.begin(), gains.end(),
                pairs.gain.begin() + static_cast<std::ptrdiff_t>(place));
    }
    place += items.size();
  }
  pairs.begin.back() = place;
  pairs.own.resize(place);
  if (graded) pairs.gain.resize(place);
  pairs.item = pairs.own;
}

std::vector<std::uint64_t> csr_limits(nb::handle indptr, std::size_t indices,
                                      const std::string& what) {
  auto limits = to_integers<std::uint64_t>(to_array(indptr, "indptr"), "indptr");
  if (limits.empty() || limits.front() != 0 || limits.back() != indices ||
      !std::is_sorted(limits.begin(), limits.end())) {
    throw InputError(what +
                     ": expected indptr of a CSR matrix, rising from 0 to the number of indices, " +
                     std::to_string(indices) + "; got others");
  }
  return limits;
}

std::shared_ptr<Pairs> pairs_of_columns(const PairColumns& columns, const std::string& what) {
  const std::size_t rows = columns.user.size();
  require_size(columns.item, rows);
  if (columns.value != nullptr) require_size(*columns.value, rows);
  const auto pairs = std::make_shared<Pairs>();
  pairs->items = columns.items;
  std::vector<double> gain;
  if (columns.graded && columns.value != nullptr) {
    gain.resize(rows);
    for_each_real(*columns.value, [&](std::size_t row, double value) {
      require_grade(value, what, [&] {
        return "in row " + std::to_string(row) + ", user '" + text_in_row(columns.user, row) +
               "', item '" + text_in_row(columns.item, row) + "'";
      });
      gain[row] = value;
    });
  } else if (columns.value != nullptr) {
    pairs->values_differ = differ(*columns.value);
  }
  pairs->begin.assign(columns.users + 1, 0);
  for_each_number(columns.user, columns.user_ids, columns.users, what + " users",
                  [&](std::size_t, std::uint32_t user) { ++pairs->begin[user + 1]; });
  std::partial_sum(pairs->begin.begin(), pairs->begin.end(), pairs->begin.begin());
  // Both columns at once would need both types at once: the items go first, by row.
  std::vector<std::uint32_t> items =
      numbers_of(columns.item, columns.item_ids, columns.items, what + " items");
  pairs->own.resize(rows);
  pairs->gain.resize(gain.size());
  std::vector<std::uint64_t> next(pairs->begin.begin(), pairs->begin.end() - 1);
  for_each_number(columns.user, columns.user_ids, columns.users, what,
                  [&](std::size_t row, std::uint32_t user) {
                    const std::uint64_t place = next[user]++;
                    pairs->own[place] = items[row];
                    if (!gain.empty()) pairs->gain[place] = gain[row];
                  });
  sort_users(*pairs, pair_name(columns.user_ids, columns.item_ids), what);
  return pairs;
}

std::vector<std::uint32_t> numbers_of(const Column& column, const IdMap* ids, std::size_t count,
                                      const std::string& what) {
  std::vector<std::uint32_t> numbers(column.size());
  for_each_number(column, ids, count, what,
                  [&](std::size_t row, std::uint32_t number) { numbers[row] = number; });
  return numbers;
}

std::shared_ptr<Pairs> pairs_of_csr(nb::handle indptr, nb::handle indices, nb::handle data,
                                    std::size_t columns, bool graded, const std::string& what) {
  const auto pairs = std::make_shared<Pairs>();
  pairs->items = columns;
  const NumpyArray items = to_array(indices, "indices");
  pairs->begin = csr_limits(indptr, items.size(), what);
  std::vector<std::uint32_t> copied;
  std::span<const std::uint32_t> found;
  if (items.type() == ElementType::int32) {
    // A negative index is a large number without sign, and refused as such.
    const auto signed_items = items.as_span<std::int32_t>();
    found = {reinterpret_cast<const std::uint32_t*>(signed_items.data()), signed_items.size()};
  } else if (items.type() == ElementType::uint32) {
    found = items.as_span<std::uint32_t>();
  } else {
    for (const std::uint64_t each : to_integers<std::uint64_t>(items, "indices")) {
      copied.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(each, 0xFFFFFFFF)));
    }
    found = copied;
  }
  if (graded && !data.is_none()) {
    const Column values = column_of_array(data, "data");
    require_size(values, items.size());
    pairs->gain.resize(items.size());
    for_each_real(values, [&](std::size_t place, double value) {
      require_grade(value, what, [&] {
        const auto row = std::upper_bound(pairs->begin.begin(), pairs->begin.end(), place);
        return "in row " + std::to_string(row - pairs->begin.begin() - 1) + ", column " +
               std::to_string(found[place]);
      });
      pairs->gain[place] = value;
    });
  } else if (!data.is_none()) {
    pairs->values_differ = differ(column_of_array(data, "data"));
  }
  const bool all_count =
      std::all_of(pairs->gain.begin(), pairs->gain.end(), [](double gain) { return gain > 0; });
  if (copied.empty() && all_count && rises(pairs->begin, found)) {
    pairs->item = found;
    pairs->memory = items.memory();
    return pairs;
  }
  pairs->own.assign(found.begin(), found.end());
  sort_users(*pairs, pair_name(nullptr, nullptr), what);
  return pairs;
}

Interactions interactions_of_columns(const Column& user, const Column& item, const Column* rating,
                                     const Column* timestamp, const IdMap* user_ids,
                                     const IdMap* item_ids) {
  const std::size_t rows = user.size();
  require_size(item, rows);
  Interactions result;
  const auto add = [rows](const Column& column, const IdMap* given, IdMap& ids,
                          std::vector<std::uint32_t>& numbers) {
    if (given != nullptr) {
      ids = *given;
      numbers = numbers_of(column, given, given->size(), "column '" + column.name + "'");
      return;
    }
    numbers.reserve(rows);
    for_each_text(column,
                  [&](std::size_t, std::string_view id) { numbers.push_back(ids.add(id)); });
  };
  add(user, user_ids, result.users, result.user);
  add(item, item_ids, result.items, result.item);
  if (rating != nullptr) {
    require_size(*rating, rows);
    result.rating.resize(rows);
    for_each_real(*rating, [&](std::size_t row, double value) {
      if (std::isnan(value)) {
        throw InputError("column '" + rating->name + "': expected numbers; got NaN in row " +
                         std::to_string(row));
      }
      result.rating[row] = value;
    });
  }
  if (timestamp != nullptr) {
    require_size(*timestamp, rows);
    result.timestamp.resize(rows);
    if (timestamp->is_integer()) {
      for_each_time(*timestamp, [&](std::size_t row, std::int64_t seconds) {
        result.timestamp[row] = seconds;
      });
    } else {
      for_each_real(*timestamp, [&](std::size_t row, double value) {
        constexpr double kLimit = 9223372036854775808.0;  // 2^63
        if (!(value >= -kLimit && value < kLimit)) {
          throw InputError("column '" + timestamp->name +
                           "': expected seconds as numbers below 2^63; got " +
                           text_of_number(value) + " in row " + std::to_string(row));
        }
        result.timestamp[row] = static_cast<std::int64_t>(std::floor(value));
      });
    }
  }
  return result;
}

}  // namespace honestrank::python
