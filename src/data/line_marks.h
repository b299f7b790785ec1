#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace honestrank {

/// On which line of a chunk each of its rows stands, kept as the few places where rows and lines
/// stop going side by side (a header, a blank line). Only messages need it.
class LineMarks {
 public:
  /// From `row` on, rows stand on consecutive lines from `line` on.
  void rows_from(std::size_t row, std::size_t line) { marks_.push_back({row, line, true}); }

  /// From `row` on, all rows stand on `line`.
  void rows_all_on(std::size_t row, std::size_t line) { marks_.push_back({row, line, false}); }

  /// The line of `row`, both counted from 0 inside the chunk.
  std::size_t line_of(std::size_t row) const {
    const auto next =
        std::upper_bound(marks_.begin(), marks_.end(), row,
                         [](std::size_t r, const Mark& mark) { return r < mark.row; });
    if (next == marks_.begin()) return row;
    const Mark& mark = *(next - 1);
    return mark.line + (mark.consecutive ? row - mark.row : 0);
  }

 private:
  struct Mark {
    std::size_t row;
    std::size_t line;
    bool consecutive;
  };
  std::vector<Mark> marks_;
};

/// On which line of a file each of its rows stands.
class FileLineMarks {
 public:
  /// Adds the marks of the next chunk, whose first row is row `first_row` of the file.
  void add_chunk(std::size_t first_row, LineMarks marks) {
    first_row_.push_back(first_row);
    marks_.push_back(std::move(marks));
  }

  /// The line of `row`, counted from 1. `lines` of each chunk as given by parse_chunks.
  std::size_t line_of(std::size_t row, const std::vector<std::size_t>& lines) const {
    const auto chunk = static_cast<std::size_t>(
        std::upper_bound(first_row_.begin(), first_row_.end(), row) - first_row_.begin() - 1);
    const std::size_t before = std::accumulate(
        lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(chunk), std::size_t{0});
    return before + marks_[chunk].line_of(row - first_row_[chunk]) + 1;
  }

 private:
  std::vector<std::size_t> first_row_;  ///< of each chunk
  std::vector<LineMarks> marks_;        ///< of each chunk
};

}  // namespace honestrank
