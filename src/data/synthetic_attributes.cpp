#include <cstdint>
#include <string>

#include "data/numbered_ids.h"
#include "honestrank/data/synthetic.h"

namespace honestrank {

AttributeTable synthetic_user_attributes(const SyntheticDataset& dataset) {
  const std::uint32_t users = dataset.options().users;
  AttributeTable table{numbered_ids('u', users), {"gender", "age", "occupation"}, {}};
  table.columns.resize(table.names.size());
  for (std::uint32_t number = 0; number < users; ++number) {
    const SyntheticUser user = dataset.user(number);
    table.columns[0].push_back({&user.gender, 1});
    table.columns[1].push_back(std::to_string(user.age));
    table.columns[2].push_back(std::to_string(user.occupation));
  }
  return table;
}

AttributeTable synthetic_item_attributes(const SyntheticDataset& dataset) {
  const std::uint32_t items = dataset.options().items;
  AttributeTable table{numbered_ids('i', items), {"title", "genres"}, {}};
  table.columns.resize(table.names.size());
  std::string genres;
  for (std::uint32_t number = 0; number < items; ++number) {
    const SyntheticItem item = dataset.item(number);
    genres.clear();
    for (const std::string_view genre : item.genres) {
      if (!genres.empty()) genres += '|';
      genres += genre;
    }
    table.columns[0].push_back(item.title);
    table.columns[1].push_back(genres);
  }
  return table;
}

}  // namespace honestrank
