#pragma once

#include <algorithm>
#include <cstddef>
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

}  // namespace honestrank
