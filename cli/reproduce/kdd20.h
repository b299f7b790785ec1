#pragma once

#include <vector>

#include "reproduce/reproduction.h"

namespace honestrank::cli::kdd20 {

/// Tables 1 and 2 and figures 1 to 4: recommenders A, B and C, whose ranks are given. Nothing is
/// drawn.
std::vector<TableToMake> example_tables();

/// Tables 3 and 4 and figures 5 and 6: recommenders X, Y and Z, trained and sampled.
/// Both must stay.
std::vector<TableToMake> experiment_tables(const Reproduction& reproduction,
                                           const ReproductionData& data);

}  // namespace honestrank::cli::kdd20
