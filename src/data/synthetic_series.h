#pragma once

#include <cstdint>
#include <vector>

#include "data/successive_sampling.h"

namespace honestrank {

extern const std::uint32_t kSeriesLength;

std::vector<Choice> follow_series(const ChoiceTables& tables, const Chooser& chooser,
                                  const std::vector<Choice>& choices, const CounterRandom& random);

}  // namespace honestrank
