#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "data/line_reader.h"

namespace honestrank {

inline constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

/// The column of a header whose name is one of `names` (lower case); kNoColumn where there is none.
/// Throws ParseError where two columns could be meant.
std::size_t column_named(const FieldLine& header, std::initializer_list<const char*> names);

/// The column that a header names as that of the user ids; kNoColumn where there is none.
std::size_t user_column(const FieldLine& header);

/// The whole number in a column. Throws ParseError, calling it `name`, for anything else, numbers
/// below `least` and those that 64 bits cannot hold.
std::uint64_t whole_number(const FieldLine& line, std::size_t column, const char* name,
                           std::uint64_t least);

/// The user id in a column. Throws ParseError for an empty one and for what is not UTF-8.
std::string_view user_id(const FieldLine& line, std::size_t column);

}  // namespace honestrank
