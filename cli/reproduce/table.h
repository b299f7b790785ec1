#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace honestrank::cli {

/// A number of ours beside the published one; NaN: there is none.
struct ReproducedValue {
  std::vector<std::string> labels;
  double value = 0;
  double spread = std::numeric_limits<double>::quiet_NaN();  ///< standard deviation over repeats
  double published = std::numeric_limits<double>::quiet_NaN();
  double published_spread = std::numeric_limits<double>::quiet_NaN();
};

/// A table or the data of a figure, one number a line.
struct ReproducedTable {
  std::string name;   ///< of the files, as in table3
  std::string title;  ///< what the numbers are, with their unit
  std::vector<std::string> label_names;
  int digits = 2;                       ///< behind the point; published numbers are rounded to them
  std::uint32_t repeats = 1;            ///< that values are means over
  std::uint32_t published_repeats = 1;  ///< and published ones
  std::vector<ReproducedValue> values{};
  std::vector<std::string> notes{};

  /// Of the difference: what chance over the repeats and rounding of the published number leave
  /// open. NaN where there is no published number.
  double error_of_difference(const ReproducedValue& value) const;

  /// Values further from the published ones than `errors` standard errors of the difference.
  std::vector<const ReproducedValue*> outside(double errors) const;
};

/// A column of numbers as text, one for each value.
struct NumberColumn {
  std::string name;
  std::vector<std::string> cells;
};

/// The columns in which a number is known.
std::vector<NumberColumn> number_columns(const ReproducedTable& table);

std::string to_markdown(const ReproducedTable& table);

/// Everything in full precision, with what the numbers depend on.
std::string to_json(const ReproducedTable& table, const std::string& settings);

/// Reads what to_json wrote; false where it is something else or was made with other settings.
bool from_json(std::string_view text, const std::string& settings, ReproducedTable& table);

}  // namespace honestrank::cli
