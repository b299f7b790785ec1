#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/huge_pages.h"
#include "honestrank/data/text_column.h"

namespace honestrank {

/// Fills a TextColumn of known size piece by piece, in any order and from several threads.
class TextColumnJoiner {
 public:
  explicit TextColumnJoiner(TextColumn& column) noexcept : column_(column) {}

  void resize_text(std::size_t bytes) {
    reserve_on_huge_pages(column_.text_, bytes);
    column_.text_.resize(bytes);
  }
  void resize_ends(std::size_t rows) {
    reserve_on_huge_pages(column_.ends_, rows);
    column_.ends_.resize(rows);
  }
  void resize_keys(std::size_t rows) {
    reserve_on_huge_pages(column_.keys_, rows);
    column_.keys_.resize(rows);
  }

  /// Puts `rows` strings, given as joined text with lengths and keys, at row `row` and at byte
  /// `byte` of the text.
  void copy(const char* text, const std::uint32_t* length, const std::uint64_t* key,
            std::size_t rows, std::size_t row, std::size_t byte) {
    const std::size_t first = byte;
    for (std::size_t i = 0; i < rows; ++i) {
      byte += length[i];
      column_.ends_[row + i] = byte;
      column_.keys_[row + i] = key[i];
    }
    if (byte != first) std::memcpy(column_.text_.data() + first, text, byte - first);
  }

 private:
  TextColumn& column_;
};

}  // namespace honestrank
