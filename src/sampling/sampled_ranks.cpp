#include "honestrank/sampling/sampled_ranks.h"

#include <fmt/format.h>

#include "honestrank/base/error.h"

namespace honestrank {

void validate(const SampledRanks& sampled) {
  validate(sampled.ranks);
  if (sampled.population.size() != sampled.size()) {
    throw InputError(fmt::format("validate: expected a population for each of {} entries; got {}",
                                 sampled.size(), sampled.population.size()));
  }
  if (!sampled.ranks.gains.empty()) {
    throw InputError("validate: expected relevant items of gain 1; got others");
  }
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const std::uint64_t relevant = sampled.ranks[entry].relevant();
    const std::uint64_t population = sampled.population[entry];
    const auto fail = [&](const std::string& what) {
      throw InputError(fmt::format("validate: entry {}: {}", entry, what));
    };
    if (sampled.ranks.unranked[entry] != 0) {
      fail("expected all relevant items to have a rank; got some without");
    }
    if (sampled.ranks.items[entry] < relevant) fail("expected the number of sampled items");
    if (population < relevant) {
      fail(fmt::format("expected a population of at least {}, the relevant items; got {}", relevant,
                       population));
    }
    if (sampled.replacement == Replacement::without &&
        sampled.samples(entry) > population - relevant) {
      fail(
          fmt::format("expected at most {} samples, one for each irrelevant item, where none is "
                      "drawn twice; got {}; such samples were drawn with replacement",
                      population - relevant, sampled.samples(entry)));
    }
  }
}

}  // namespace honestrank
