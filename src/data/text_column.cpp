#include "honestrank/data/text_column.h"

#include "data/id_interner.h"

namespace honestrank {

std::uint64_t TextColumn::key_of(std::string_view text) noexcept { return IdKey::of(text).hash; }

void TextColumn::push_back(std::string_view text) {
  text_.insert(text_.end(), text.begin(), text.end());
  ends_.push_back(text_.size());
  keys_.push_back(key_of(text));
}

void TextColumn::reserve(std::size_t rows, std::size_t bytes) {
  text_.reserve(bytes);
  ends_.reserve(rows);
  keys_.reserve(rows);
}

}  // namespace honestrank
