#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace honestrank {

/// `text` with U+FFFD for what is no UTF-8 and for control characters other than tab and line end.
std::string clean_text(std::string_view text);

/// Clean text that is text wherever it stands between or inside HTML tags.
std::string html_escaped(std::string_view text);

/// JSON, itself clean, that cannot end the script element it stands in: no < > & in it.
std::string json_for_script(std::string_view json);

/// The words of a command as a shell reads them.
std::string shell_command(std::span<const std::string> words);

/// A number for people who compute: 6 significant digits, all of a whole number; empty for NaN.
std::string table_number(double value);

/// "0.1234"; an en dash for NaN.
std::string short_value(double value);

/// "<section id=...><h2>title</h2>", to be closed by the caller.
std::string open_section(std::string_view id, std::string_view title);

/// A table in a region that scrolls on its own. Cells are HTML.
struct HtmlColumn {
  std::string title;
  bool is_text = false;
};
std::string html_table(std::string_view label, std::span<const HtmlColumn> columns,
                       std::span<const std::vector<std::string>> rows);

}  // namespace honestrank
