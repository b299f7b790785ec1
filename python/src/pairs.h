#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "column.h"
#include "honestrank/data/id_map.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/user_items.h"

namespace honestrank::python {

/// The items of users, in the numbers of a score source's rows; its own, or a view of somebody
/// else's arrays.
struct Pairs {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> own;       ///< empty where `item` lies elsewhere
  std::span<const std::uint32_t> item;  ///< rising for each user
  std::shared_ptr<const void> memory;   ///< of a view
  std::vector<double> gain;             ///< one for each item, where values count as gains
  std::size_t items = 0;                ///< in the catalogue
  std::size_t repeated = 0;             ///< rows that repeat an earlier one; counted once
  bool values_differ = false;           ///< there were values, and they were not used

  UserItemsView view() const { return {begin, item}; }
  std::size_t users() const noexcept { return begin.size() - 1; }
};

/// A user and an item in messages.
using PairName = std::function<std::string(std::uint32_t user, std::uint32_t item)>;

/// By their ids, or by their numbers where these are null; the ids must outlive it.
PairName pair_name(const IdMap* users, const IdMap* items);

/// Sorts the items of each user, counts those that are repeated once, and leaves out those whose
/// gain is not above 0. Throws InputError, beginning with `what`, where gains of one pair differ.
void sort_users(Pairs& pairs, const PairName& name, const std::string& what);

/// Where the rows of a CSR matrix begin and end. Throws InputError, beginning with `what`, unless
/// they rise from 0 to the number of indices.
std::vector<std::uint64_t> csr_limits(nanobind::handle indptr, std::size_t indices,
                                      const std::string& what);

/// The numbers that a column's values stand for: whole numbers below `count`, or places in `ids`
/// where these are given. Throws InputError that names `what`, the row and the value.
std::vector<std::uint32_t> numbers_of(const Column& column, const IdMap* ids, std::size_t count,
                                      const std::string& what);

/// What pairs are made of.
struct PairColumns {
  const Column& user;
  const Column& item;
  const Column* value = nullptr;
  const IdMap* user_ids = nullptr;  ///< none: the columns have row numbers
  const IdMap* item_ids = nullptr;
  std::size_t users = 0;
  std::size_t items = 0;
  bool graded = false;  ///< values are gains; rows with one that is not above 0 are left out
};

/// Repeated rows count once. Throws InputError for repeated rows with other gains, and for gains
/// that are not finite.
std::shared_ptr<Pairs> pairs_of_columns(const PairColumns& columns, const std::string& what);

/// The pairs of a scipy CSR matrix: its `indices` are viewed where they are 32-bit and rising.
/// `data` are gains, or None.
std::shared_ptr<Pairs> pairs_of_csr(nanobind::handle indptr, nanobind::handle indices,
                                    nanobind::handle data, std::size_t columns, bool graded,
                                    const std::string& what);

/// Interactions with ids of their own, numbered as they come, or with given ones, which all must be
/// known.
Interactions interactions_of_columns(const Column& user, const Column& item, const Column* rating,
                                     const Column* timestamp, const IdMap* user_ids,
                                     const IdMap* item_ids);

}  // namespace honestrank::python
