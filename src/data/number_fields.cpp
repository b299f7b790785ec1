#include "data/number_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "data/numbers.h"
#include "data/text_encoding.h"

namespace honestrank {

std::size_t column_named(const FieldLine& header, std::initializer_list<const char*> names) {
  std::size_t found = kNoColumn;
  for (std::size_t column = 0; column < header.fields.size(); ++column) {
    const std::string name = to_lower(header.fields[column]);
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    if (found != kNoColumn) {
      header.fail(fmt::format("expected one column '{}'; got the columns {} and {}", *names.begin(),
                              quoted_for_message(header.fields[found]), quoted_for_message(name)));
    }
    found = column;
  }
  return found;
}

std::size_t user_column(const FieldLine& header) {
  return column_named(header, {"user", "user_id", "userid", "uid", "query", "query_id", "qid"});
}

std::uint64_t whole_number(const FieldLine& line, std::size_t column, const char* name,
                           std::uint64_t least) {
  const auto value = parse_integer<std::uint64_t>(line.fields[column]);
  if (value && *value >= least) return *value;
  const std::string_view field = line.fields[column];
  const bool digits =
      !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
  line.fail(digits && !value ? fmt::format("expected a whole number of at most {} as {}; got {}",
                                           std::numeric_limits<std::uint64_t>::max(), name,
                                           quoted_for_message(field))
                             : fmt::format("expected a whole number of at least {} as {}; got {}",
                                           least, name, quoted_for_message(field)));
}

std::string_view user_id(const FieldLine& line, std::size_t column) {
  const std::string_view user = line.fields[column];
  if (user.empty()) line.fail("expected a user id; got an empty field");
  if (!is_utf8(user)) line.fail("expected UTF-8 text; got the id " + quoted_for_message(user));
  return user;
}

}  // namespace honestrank
