#include <nanobind/stl/string.h>

#include <cstdint>
#include <utility>

#include "bound_types.h"
#include "honestrank/data/attribute_table.h"
#include "honestrank/data/synthetic.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// Interactions, attributes of users and of items.
nb::tuple synthetic(std::uint32_t users, std::uint32_t items, std::uint64_t interactions,
                    std::uint32_t minimum_activity, std::uint32_t latent_dimension,
                    double taste_strength, std::uint64_t seed, unsigned threads) {
  const SyntheticOptions options{.users = users,
                                 .items = items,
                                 .interactions = interactions,
                                 .seed = seed,
                                 .minimum_activity = minimum_activity,
                                 .latent_dimension = latent_dimension,
                                 .taste_strength = taste_strength};
  Interactions data;
  AttributeTable of_users;
  AttributeTable of_items;
  {
    const nb::gil_scoped_release released;
    data = make_synthetic(options, threads);
    const SyntheticDataset dataset(options);
    of_users = synthetic_user_attributes(dataset);
    of_items = synthetic_item_attributes(dataset);
  }
  return nb::make_tuple(std::move(data), std::move(of_users), std::move(of_items));
}

}  // namespace

void bind_synthetic(nb::module_& module) {
  const SyntheticOptions options;
  module.def("make_synthetic", &synthetic, nb::kw_only(), "users"_a = options.users,
             "items"_a = options.items, "interactions"_a = options.interactions,
             "minimum_activity"_a = options.minimum_activity,
             "latent_dimension"_a = options.latent_dimension,
             "taste_strength"_a = options.taste_strength, "seed"_a = options.seed,
             "threads"_a = 0U);
}

}  // namespace honestrank::python
