#include "estimators/item_counts.h"

#include <algorithm>

namespace honestrank::estimators {

ItemCounts::ItemCounts(const SeenUsers& seen, std::span<const Metric> metrics,
                       std::span<const PartsAlike> parts, TiedItems tied)
    : seen_(seen), metrics_(metrics), parts_(parts), tied_(tied), users_(metrics.size()) {
  for (const PartsAlike& own : parts) {
    orders_.emplace_back(own.orders, Order{.counts = seen.drawn});
  }
}

void ItemCounts::add(const SeenUser& user) {
  for (std::size_t metric = 0; metric < metrics_.size(); ++metric) {
    users_[metric] += user_weight(metrics_[metric], user.relevant);
  }
  for (std::size_t place = 0; place < parts_.size(); ++place) {
    const double weight = parts_[place].weight[user.relevant];
    if (weight == 0) continue;
    const std::uint64_t orders = std::min(user.relevant, parts_[place].orders);
    for (std::size_t order = 0; order < orders; ++order) {
      Order& own = orders_[place][order];
      own.weight += weight;
      own.squares += weight * weight;
      estimators::add(seen_.items[user.first_item + order], tied_, weight,
                      own.counts.sizes[user.size]);
    }
  }
}

}  // namespace honestrank::estimators
