#include "data/synthetic_series.h"

#include "base/assert.h"
#include "data/item_set.h"

namespace honestrank {

void follow_series(const ChoiceTables& tables, const Chooser& chooser, std::size_t count,
                   const CounterRandom& random, std::vector<Choice>& choices) {
  HONESTRANK_ASSERT(count <= tables.items() && (!choices.empty() || count == 0));
  ItemSet chosen(static_cast<std::uint32_t>(count));
  for (const Choice& choice : choices) chosen.insert(choice.item);
  while (choices.size() < count) {
    const auto place = static_cast<std::uint32_t>(choices.size());
    const std::uint32_t earlier = choices[random.below(place, chooser.key, place)].item;
    std::uint32_t item = earlier / kSeriesLength * kSeriesLength;
    while (!chosen.insert(item)) item = item + 1 < tables.items() ? item + 1 : 0;
    choices.push_back({item, affinity_of(tables, chooser, item)});
  }
}

}  // namespace honestrank
