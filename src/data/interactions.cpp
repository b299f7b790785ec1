#include "honestrank/data/interactions.h"

#include <string>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

void check_column(const char* name, std::size_t length, std::size_t rows, bool optional) {
  if (length == rows || (optional && length == 0)) return;
  throw InputError("validate: expected " + std::to_string(rows) + " values in column " + name +
                   "; got " + std::to_string(length));
}

void check_numbers(const char* name, const std::vector<std::uint32_t>& column, std::size_t ids) {
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column[row] < ids) continue;
    throw InputError("validate: expected " + std::string(name) + " numbers below " +
                     std::to_string(ids) + "; got " + std::to_string(column[row]) + " in row " +
                     std::to_string(row));
  }
}

template <typename Value>
std::vector<Value> pick(const std::vector<Value>& column, const std::vector<std::size_t>& keep) {
  std::vector<Value> picked;
  if (column.empty()) return picked;
  picked.reserve(keep.size());
  for (const std::size_t row : keep) picked.push_back(column[row]);
  return picked;
}

}  // namespace

void validate(const Interactions& interactions) {
  const std::size_t rows = interactions.user.size();
  check_column("item", interactions.item.size(), rows, false);
  check_column("rating", interactions.rating.size(), rows, true);
  check_column("timestamp", interactions.timestamp.size(), rows, true);
  check_numbers("user", interactions.user, interactions.users.size());
  check_numbers("item", interactions.item, interactions.items.size());
}

Interactions select_rows(const Interactions& interactions, const std::vector<std::size_t>& keep) {
  Interactions selected;
  selected.users = interactions.users;
  selected.items = interactions.items;
  selected.user = pick(interactions.user, keep);
  selected.item = pick(interactions.item, keep);
  selected.rating = pick(interactions.rating, keep);
  selected.timestamp = pick(interactions.timestamp, keep);
  return selected;
}

RowsByUser rows_by_user(const Interactions& interactions) {
  RowsByUser grouped;
  grouped.begin.assign(interactions.users.size() + 1, 0);
  for (const std::uint32_t user : interactions.user) ++grouped.begin[user + 1];
  for (std::size_t u = 0; u < interactions.users.size(); ++u) {
    grouped.begin[u + 1] += grouped.begin[u];
  }
  std::vector<std::size_t> next(grouped.begin.begin(), grouped.begin.end() - 1);
  grouped.rows.resize(interactions.size());
  for (std::size_t row = 0; row < interactions.size(); ++row) {
    grouped.rows[next[interactions.user[row]]++] = row;
  }
  return grouped;
}

}  // namespace honestrank
