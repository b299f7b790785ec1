#pragma once

#include <cstddef>
#include <filesystem>

#include "honestrank/data/read_interactions.h"

namespace honestrank {

/// The line, from 1, at which the interaction of a row (from 0) stands in the file that
/// read_interactions reads with these options: for messages about what only the whole data shows.
/// 0 where lines are not rows (lists, candidates, matrices), and beyond the last row. Reads the
/// file up to there; throws as read_interactions does.
std::size_t line_of_row(const std::filesystem::path& path, std::size_t row,
                        const ReadInteractionsOptions& options = {});

}  // namespace honestrank
