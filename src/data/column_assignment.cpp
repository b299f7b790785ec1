#include "data/column_assignment.h"

#include <algorithm>
#include <cmath>

#include "data/numbers.h"

namespace honestrank {
namespace {

constexpr std::size_t kNone = ParserLayout::kNoColumn;

/// Whole numbers that can only be seconds (or finer) since 1970: beyond 1973. Fractions may be
/// ratings.
bool looks_like_time(std::string_view field) {
  const auto number = parse_double(field);
  if (number && *number != std::trunc(*number)) return false;
  const auto value = parse_timestamp(field);
  return value && (*value >= 100'000'000 || !is_number(field));
}

/// Whether a header's field names ids of something: `anime_id`, `animeId`.
bool names_ids(std::string_view field) {
  const std::string_view name = without_type(field);
  if (name.ends_with("Id") || name.ends_with("ID")) return true;
  const std::string lower = to_lower(name);
  return lower.ends_with("_id") || lower.ends_with("-id") || lower.ends_with(" id");
}

/// The names of a header, for messages.
std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + (name.empty() ? "''" : name);
  }
  return list;
}

/// The column that an option names; kNone if the option is empty.
std::size_t named_column(const std::string& option, const char* role,
                         const std::vector<std::string>& names, std::size_t columns,
                         const FirstLine& where) {
  if (option.empty()) return kNone;
  const auto found = std::find(names.begin(), names.end(), to_lower(option));
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto number = parse_integer<std::size_t>(option);
  if (number && *number >= 1 && *number <= columns) return *number - 1;
  where.fail(std::string("expected a column for ") + role + " named " + quoted_for_message(option) +
             (names.empty() ? "; got " + std::to_string(columns) + " columns without names"
                            : "; got the columns " + listed(names)));
}

/// Finds out which column holds what: what options fix comes first, then names, then places.
class ColumnAssignment {
 public:
  ColumnAssignment(ParserLayout& layout, const std::vector<std::string_view>& first,
                   const std::vector<SplitLine>& data, const FirstLine& where,
                   const ReadInteractionsOptions& options)
      : layout_(layout), data_(data), where_(where), options_(options) {
    if (layout.header) {
      for (const auto field : first) {
        names_.push_back(to_lower(without_type(field)));
        names_ids_.push_back(names_ids(field));
      }
      plain_ = plain_names(first);
    }
    for (std::size_t column = 0; column < layout.columns; ++column) {
      if (plain_.empty() || !names_row_numbers(plain_[column])) places_.push_back(column);
    }
  }

  void run() {
    follow_options();
    follow_names();
    if (layout_.user == kNone || layout_.item == kNone) place_users_and_items();
    if (layout_.user == layout_.item) {
      where_.fail("expected different columns for user and item; got column " +
                  std::to_string(layout_.user + 1) + " for both");
    }
    place_timestamp();
    place_rating();
  }

 private:
  void follow_options() {
    const auto fixed = [&](const std::string& option, const char* role) {
      return named_column(option, role, names_, layout_.columns, where_);
    };
    const auto fixed_or_none = [&](const std::string& option, const char* role) {
      return to_lower(option) == "none" ? kNone : fixed(option, role);
    };
    layout_.user = fixed(options_.user_column, "user");
    layout_.item = fixed(options_.item_column, "item");
    layout_.rating = fixed_or_none(options_.rating_column, "rating");
    layout_.timestamp = fixed_or_none(options_.timestamp_column, "timestamp");
  }

  void follow_names() {
    use_name(layout_.user, ColumnRole::user);
    use_name(layout_.item, ColumnRole::item);
    if (options_.rating_column.empty()) use_name(layout_.rating, ColumnRole::rating);
    if (options_.timestamp_column.empty()) use_name(layout_.timestamp, ColumnRole::timestamp);
  }

  void use_name(std::size_t& column, ColumnRole role) {
    const std::size_t found = find_name(plain_, role);
    if (column != kNone || found == kNone || taken(found)) return;
    if (std::count(plain_.begin(), plain_.end(), plain_[found]) > 1) {
      where_.fail("expected one column " + quoted_for_message(names_[found]) +
                  "; got several; give --columns");
    }
    column = found;
  }

  /// Only where nothing else could be meant: the one column that is left or, of several, that says
  /// it has ids; or the usual order under no names or names of which we know none. Any guess would
  /// be ranked without a word.
  void place_users_and_items() {
    if (layout_.user != layout_.item) {  // one is known
      std::size_t& missing = layout_.user == kNone ? layout_.user : layout_.item;
      if (const std::vector<std::size_t> ids = free_ids(); ids.size() == 1) missing = ids[0];
      if (missing != kNone) return;
    }
    if (!(names_unknown() && places_.size() <= kMostByPosition)) {
      if (free_places().size() > 1) place_rating();
      if (free_places().size() != 1 || layout_.user == layout_.item) {
        where_.fail("expected a header that tells " + missing() + "; got the columns " +
                    listed(names_) + "; give --columns");
      }
    }
    for (std::size_t* column : {&layout_.user, &layout_.item}) {
      if (*column != kNone) continue;
      const std::vector<std::size_t> places = free_places();
      if (places.empty()) {
        where_.fail("expected columns for user and item; got none left of " +
                    std::to_string(layout_.columns));
      }
      *column = places.front();
    }
  }

  /// Only a file without names leaves the time to position: the fourth column, or the third of
  /// three that can only be one.
  void place_timestamp() {
    if (!options_.timestamp_column.empty() || layout_.timestamp != kNone || !names_.empty()) return;
    if (layout_.columns == 3 && !taken(2) && every_value(2, looks_like_time)) {
      layout_.timestamp = 2;
    } else if (layout_.columns >= 4 && !taken(3)) {
      layout_.timestamp = 3;
    }
  }

  /// A header in words we do not know may stand over columns in the usual order.
  void place_rating() {
    if (!options_.rating_column.empty() || layout_.rating != kNone || places_.size() < 3) return;
    const std::size_t third = places_[2];
    const bool usual_order =
        names_.empty() || (find_name(plain_, ColumnRole::user) == kNone &&
                           places_.size() <= kMostByPosition && every_value(third, is_number));
    if (usual_order && !taken(third)) layout_.rating = third;
  }

  bool taken(std::size_t column) const {
    return column == layout_.user || column == layout_.item || column == layout_.rating ||
           column == layout_.timestamp;
  }

  std::vector<std::size_t> free_places() const {
    std::vector<std::size_t> free;
    for (const std::size_t column : places_) {
      if (!taken(column)) free.push_back(column);
    }
    return free;
  }

  std::vector<std::size_t> free_ids() const {
    std::vector<std::size_t> ids;
    for (const std::size_t column : free_places()) {
      if (!names_ids_.empty() && names_ids_[column]) ids.push_back(column);
    }
    return ids;
  }

  bool names_unknown() const {
    using enum ColumnRole;
    const auto roles = {user, item, rating, timestamp};
    return std::all_of(roles.begin(), roles.end(),
                       [&](ColumnRole role) { return find_name(plain_, role) == kNone; });
  }

  std::string missing() const {
    if (layout_.user == layout_.item) return "user and item";
    return layout_.user == kNone ? "the user" : "the item";
  }

  bool every_value(std::size_t column, bool (*test)(std::string_view)) const {
    return !data_.empty() && std::all_of(data_.begin(), data_.end(), [&](const SplitLine& line) {
      return line.fields.size() > column && test(line.fields[column]);
    });
  }

  ParserLayout& layout_;
  const std::vector<SplitLine>& data_;
  const FirstLine& where_;
  const ReadInteractionsOptions& options_;
  std::vector<std::string> names_;   // as shown; none without a header
  std::vector<std::string> plain_;   // the same as column_names has them
  std::vector<bool> names_ids_;      // whether they say so
  std::vector<std::size_t> places_;  // columns that do not number the rows
};

}  // namespace

std::vector<std::string> plain_names(const std::vector<std::string_view>& header) {
  std::vector<std::string> plain;
  for (const std::string_view field : header) plain.push_back(plain_column_name(field));
  return plain;
}

std::size_t find_name(const std::vector<std::string>& plain, ColumnRole role) {
  for (const std::string_view name : column_names(role)) {
    const auto found = std::find(plain.begin(), plain.end(), name);
    if (found != plain.end()) return static_cast<std::size_t>(found - plain.begin());
  }
  return kNone;
}

void assign_columns(ParserLayout& layout, const std::vector<std::string_view>& first,
                    const std::vector<SplitLine>& data, const FirstLine& where,
                    const ReadInteractionsOptions& options) {
  ColumnAssignment(layout, first, data, where, options).run();
}

}  // namespace honestrank
