#pragma once

#include "reproduce/reproduction.h"

namespace honestrank::cli::kdd20 {

/// Tables 1 and 2 and figures 1 to 4: recommenders A, B and C, whose ranks are given. Nothing is
/// drawn.
void reproduce_example(Reproduction& reproduction);

/// Tables 3 and 4 and figures 5 and 6: recommenders X, Y and Z, trained and sampled.
void reproduce_experiment(Reproduction& reproduction, const ReproductionData& data);

}  // namespace honestrank::cli::kdd20
