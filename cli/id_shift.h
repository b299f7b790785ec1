#pragma once

#include <string>

#include "honestrank/data/id_map.h"

namespace honestrank::cli {

/// "; ids are 1 to 6040 here, 0 to 6039 there: are they off by one?" where the ids of a table and
/// those that are `known` are whole numbers, and the first and the last are; else empty.
std::string id_shift_hint(const IdMap& ids, const IdMap& known);

}  // namespace honestrank::cli
