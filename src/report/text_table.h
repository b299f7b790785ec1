#pragma once

#include <string>
#include <vector>

#include "honestrank/report/result_report.h"

namespace honestrank {

/// The cells of a result table, as every format for people shows them.
struct TextTable {
  struct Column {
    std::string title;
    bool is_text = false;  ///< left aligned; numbers stand on the right
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

/// Four decimals; "-" for NaN.
std::string rounded(double value);

/// As in 0.1000..0.2000; "-" for NaN.
std::string interval(double low, double high);

/// The table in aligned columns, without anything below it.
std::string aligned_text(const TextTable& table);

/// Notes and warnings as they stand below a table, after an empty line.
std::string remarks_text(const ResultReport& report);

/// Columns that would say nothing (one model, no ties, nobody skipped) are left out.
TextTable make_table(const ResultReport& report);

/// Characters that a UTF-8 text takes on a terminal, counting one per code point.
std::size_t display_width(std::string_view text);

/// `text` broken at spaces into lines of at most `width`, later lines indented by `indent`.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace honestrank
