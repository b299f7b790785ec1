#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace honestrank {

/// Many strings in one piece of memory, each with a 64-bit key that makes comparing cheap.
///
/// Equal strings have equal keys; different strings almost always have different ones.
class TextColumn {
 public:
  std::size_t size() const noexcept { return ends_.size(); }
  std::string_view operator[](std::size_t row) const noexcept {
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    return {text_.data() + begin, ends_[row] - begin};
  }
  std::uint64_t key(std::size_t row) const noexcept { return keys_[row]; }

  void push_back(std::string_view text);
  void reserve(std::size_t rows, std::size_t bytes);

  /// The key that `text` has in any column.
  static std::uint64_t key_of(std::string_view text) noexcept;

 private:
  friend class TextColumnJoiner;

  std::vector<char> text_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace honestrank
