#include "pairs.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arrays.h"
#include "arrow_columns.h"
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

/// Sorts the items of each user and leaves repetitions out; of those the largest gain stays.
void sort_users(Pairs& pairs) {
  std::vector<std::size_t> order;
  std::vector<std::uint32_t> items;
  std::vector<double> gains;
  const bool graded = !pairs.gain.empty();
  std::size_t place = 0;
  for (std::size_t user = 0; user < pairs.users(); ++user) {
    const std::size_t first = pairs.begin[user];
    const std::size_t count = pairs.begin[user + 1] - first;
    order.resize(count);
    std::iota(order.begin(), order.end(), first);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (pairs.own[a] != pairs.own[b]) return pairs.own[a] < pairs.own[b];
      return graded && pairs.gain[a] > pairs.gain[b];
    });
    items.clear();
    gains.clear();
    for (const std::size_t from : order) {
      if (!items.empty() && items.back() == pairs.own[from]) continue;
      items.push_back(pairs.own[from]);
      if (graded) gains.push_back(pairs.gain[from]);
    }
    pairs.begin[user] = place;
    std::copy(items.begin(), items.end(), pairs.own.begin() + static_cast<std::ptrdiff_t>(place));
    if (graded) {
      std::copy(gains.begin(), gains.end(),
                pairs.gain.begin() + static_cast<std::ptrdiff_t>(place));
    }
    place += items.size();
    pairs.repeated += count - items.size();
  }
  pairs.begin.back() = place;
  pairs.own.resize(place);
  if (graded) pairs.gain.resize(place);
  pairs.item = pairs.own;
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

std::shared_ptr<Pairs> pairs_of_columns(const PairColumns& columns, const std::string& what) {
  const std::size_t rows = columns.user.size();
  require_size(columns.item, rows);
  if (columns.value != nullptr) require_size(*columns.value, rows);
  const auto pairs = std::make_shared<Pairs>();
  pairs->items = columns.items;
  std::vector<double> gain;
  if (columns.graded && columns.value != nullptr) {
    gain.resize(rows);
    for_each_real(*columns.value, [&](std::size_t row, double value) { gain[row] = value; });
  } else if (columns.value != nullptr) {
    pairs->values_differ = differ(*columns.value);
  }
  const auto counts = [&](std::size_t row) { return gain.empty() || gain[row] > 0; };
  pairs->begin.assign(columns.users + 1, 0);
  for_each_number(columns.user, columns.user_ids, columns.users, what + " users",
                  [&](std::size_t row, std::uint32_t user) {
                    if (counts(row)) ++pairs->begin[user + 1];
                  });
  std::partial_sum(pairs->begin.begin(), pairs->begin.end(), pairs->begin.begin());
  // Both columns at once would need both types at once: the items go first, by row.
  std::vector<std::uint32_t> items =
      numbers_of(columns.item, columns.item_ids, columns.items, what + " items");
  pairs->own.resize(pairs->begin.back());
  if (!gain.empty()) pairs->gain.resize(pairs->begin.back());
  std::vector<std::uint64_t> next(pairs->begin.begin(), pairs->begin.end() - 1);
  for_each_number(columns.user, columns.user_ids, columns.users, what,
                  [&](std::size_t row, std::uint32_t user) {
                    if (!counts(row)) return;
                    const std::uint64_t place = next[user]++;
                    pairs->own[place] = items[row];
                    if (!gain.empty()) pairs->gain[place] = gain[row];
                  });
  sort_users(*pairs);
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
  pairs->begin = to_integers<std::uint64_t>(to_array(indptr, "indptr"), "indptr");
  const NumpyArray items = to_array(indices, "indices");
  if (pairs->begin.empty() || pairs->begin.front() != 0 || pairs->begin.back() != items.size() ||
      !std::is_sorted(pairs->begin.begin(), pairs->begin.end())) {
    throw InputError(what + ": expected indptr of a CSR matrix, from 0 to the number of indices, " +
                     std::to_string(items.size()) + "; got others");
  }
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
    for_each_real(values, [&](std::size_t row, double value) { pairs->gain[row] = value; });
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
  std::size_t place = 0;
  std::vector<std::uint64_t> begin{0};
  for (std::size_t user = 0; user < pairs->users(); ++user) {
    for (std::uint64_t i = pairs->begin[user]; i < pairs->begin[user + 1]; ++i) {
      if (!pairs->gain.empty() && !(pairs->gain[i] > 0)) continue;
      pairs->own.push_back(found[i]);
      if (!pairs->gain.empty()) pairs->gain[place] = pairs->gain[i];
      ++place;
    }
    begin.push_back(place);
  }
  if (!pairs->gain.empty()) pairs->gain.resize(place);
  pairs->begin = std::move(begin);
  sort_users(*pairs);
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
        result.timestamp[row] = static_cast<std::int64_t>(std::floor(value));
      });
    }
  }
  return result;
}

}  // namespace honestrank::python
