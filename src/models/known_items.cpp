#include "models/known_items.h"

#include <algorithm>
#include <utility>

namespace honestrank {

KnownItems::KnownItems(const UserItems& histories, std::size_t items)
    : all_(items), histories_(histories) {
  std::vector<std::uint32_t> number(items);
  for (const std::uint32_t item : histories.item) number[item] = 1;
  for (std::uint32_t item = 0; item < items; ++item) {
    if (number[item] == 0) continue;
    number[item] = static_cast<std::uint32_t>(items_.size());
    items_.push_back(item);
  }
  for (std::uint32_t& item : histories_.item) item = number[item];
}

FloatMatrix KnownItems::for_all_items(const FloatMatrix& rows, float others) const {
  std::vector<float> values(all_ * rows.columns, others);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const auto row = rows.row(i);
    std::copy(row.begin(), row.end(),
              values.begin() + static_cast<std::ptrdiff_t>(items_[i] * rows.columns));
  }
  return make_matrix(all_, rows.columns, std::move(values));
}

}  // namespace honestrank
