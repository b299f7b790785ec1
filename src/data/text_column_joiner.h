#pragma once

#include <cstddef>
#include <cstdint>

#include "data/growing_columns.h"
#include "honestrank/data/text_column.h"

namespace honestrank {

/// Appends many strings at once to a TextColumn.
class TextColumnJoiner {
 public:
  explicit TextColumnJoiner(TextColumn& column) noexcept : column_(column) {}

  void clear() noexcept {
    column_.text_.clear();
    column_.ends_.clear();
    column_.keys_.clear();
  }

  std::size_t bytes() const noexcept { return column_.text_.size(); }

  void reserve(std::size_t rows, std::size_t bytes) {
    reserve_on_huge_pages(column_.text_, bytes);
    reserve_on_huge_pages(column_.ends_, rows);
    reserve_on_huge_pages(column_.keys_, rows);
  }

  /// Strings given as joined text with the length and the key of each; `part_read` as in
  /// append_to_column.
  void append(const std::vector<char>& text, const std::vector<std::uint32_t>& lengths,
              const std::vector<std::uint64_t>& keys, double part_read) {
    std::uint64_t end = column_.text_.size();
    append_to_column(column_.text_, text, part_read);
    append_to_column(column_.keys_, keys, part_read);
    reserve_on_huge_pages(column_.ends_, column_.keys_.capacity());
    for (const std::uint32_t length : lengths) column_.ends_.push_back(end += length);
  }

  /// Rows `begin` to `end` of another column.
  void append(const TextColumn& from, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const char* first = from[begin].data();
    const char* last = from[end - 1].data() + from[end - 1].size();
    const std::uint64_t text_before = column_.text_.size();
    column_.text_.insert(column_.text_.end(), first, last);
    column_.keys_.insert(column_.keys_.end(),
                         from.keys_.begin() + static_cast<std::ptrdiff_t>(begin),
                         from.keys_.begin() + static_cast<std::ptrdiff_t>(end));
    const std::uint64_t from_before = begin == 0 ? 0 : from.ends_[begin - 1];
    for (std::size_t row = begin; row < end; ++row) {
      column_.ends_.push_back(text_before + from.ends_[row] - from_before);
    }
  }

 private:
  TextColumn& column_;
};

}  // namespace honestrank
