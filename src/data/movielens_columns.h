#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace honestrank {

/// The columns that the MovieLens data sets document for their tables without a header
/// (`users.dat`, `movies.dat`, `u.user`, `u.item`), the id's included; empty for any other file
/// name or number of columns.
std::span<const std::string_view> movielens_columns(const std::string& path, std::size_t columns);

}  // namespace honestrank
