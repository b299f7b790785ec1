#include "own_columns.h"

#include <fmt/format.h>

#include <algorithm>

namespace honestrank::cli {

void warn_of_own_column(const std::string& path, const char* name,
                        std::span<const std::uint64_t> column, std::uint64_t given,
                        std::vector<std::string>& warnings) {
  if (given == 0 || column.empty()) return;
  const auto [least, most] = std::minmax_element(column.begin(), column.end());
  if (*least == given && *most == given) return;
  const std::string said =
      *least == *most ? std::to_string(*least) : fmt::format("{} to {}", *least, *most);
  warnings.push_back(fmt::format("{}: its own column '{}' counts, which says {}, not --{} {}", path,
                                 name, said, name, given));
}

}  // namespace honestrank::cli
