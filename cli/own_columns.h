#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace honestrank::cli {

/// Warns where a number for all rows was `given` as an option (0: was not) and the file's own
/// column of that name, which counts, says another.
void warn_of_own_column(const std::string& path, const char* name,
                        std::span<const std::uint64_t> column, std::uint64_t given,
                        std::vector<std::string>& warnings);

}  // namespace honestrank::cli
