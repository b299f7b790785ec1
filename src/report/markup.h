#pragma once

#include <string>

#include "report/text_table.h"

namespace honestrank {

std::string markdown_escaped(const std::string& text);
std::string latex_escaped(const std::string& text);
std::string markdown_table(const TextTable& table);
/// Notes and warnings as they stand below a table.
std::string markdown_remarks(const ResultReport& report);

}  // namespace honestrank
