#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/attribute_table.h"
#include "honestrank/data/id_map.h"

namespace honestrank {

/// The values of attributes, numbered: of every user or item those it has, rising.
struct AttributeValues {
  std::vector<std::string> names;                  ///< as in "gender=F"
  std::vector<std::vector<std::uint32_t>> values;  ///< by user or item
};

/// One value for each of `columns`, those that are empty left out. Throws InputError, naming the
/// first one and their number, for rows of ids that `known` does not have.
AttributeValues single_values(const AttributeTable& table, std::span<const std::string> columns,
                              const IdMap& known, const char* caller);

/// One value for all `columns` together, as in "gender=F,age=25"; none where one is empty.
AttributeValues joint_values(const AttributeTable& table, std::span<const std::string> columns,
                             const IdMap& known, const char* caller);

/// All values of fields such as `Comedy|Drama`, the `most` common ones. Of a column of 0 and 1
/// alone, which tells who has a property, 1 is the only value, and has the column's name. Rows of
/// ids that `known` does not have are left out.
AttributeValues listed_values(const AttributeTable& table, std::span<const std::string> columns,
                              const IdMap& known, std::size_t most);

/// Columns with several values, which rows share.
std::vector<std::string> shared_columns(const AttributeTable& table);

}  // namespace honestrank
