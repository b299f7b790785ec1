#pragma once

#include <cstddef>

#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/user_items.h"

namespace honestrank {

/// Users by items, 1 for each item of a user.
inline CsrMatrix history_matrix(const UserItems& lists, std::size_t items) {
  CsrMatrix matrix;
  matrix.rows = lists.users();
  matrix.columns = items;
  matrix.row_begin = lists.begin;
  matrix.column = lists.item;
  matrix.value.assign(lists.item.size(), 1.0F);
  return matrix;
}

}  // namespace honestrank
