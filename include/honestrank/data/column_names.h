#pragma once

#include <span>
#include <string>
#include <string_view>

namespace honestrank {

/// What a column of interactions may hold.
enum class ColumnRole {
  user,
  item,
  rating,  ///< any value of an interaction, grades too
  grade,   ///< of the names of ratings, those of judgments
  timestamp,
};

/// The names by which columns are found in files and in tables of Python, as `plain_column_name`
/// has them. Where a header has several of them, the one that stands first here decides: ids
/// before bare words, which may be titles or names of people.
std::span<const std::string_view> column_names(ColumnRole role) noexcept;

/// A name without the type that RecBole writes behind it: `user_id` of `user_id:token`.
std::string_view without_type(std::string_view name);

/// A name as it is compared: in lower case, without blanks, `_` and `-`, and without the type that
/// RecBole writes. `user_id:token`, `userId` and `User-ID` are all `userid`.
std::string plain_column_name(std::string_view name);

/// Whether a column of this plain name holds row numbers, as pandas and R write them: an empty
/// name, `index`, `Unnamed: 0`, `level_0`.
bool names_row_numbers(std::string_view plain_name) noexcept;

}  // namespace honestrank
