#pragma once

#include <cstdint>
#include <string>

#include "honestrank/data/id_map.h"

namespace honestrank {

/// The ids u1, u2, ... for the prefix u.
inline IdMap numbered_ids(char prefix, std::uint32_t count) {
  IdMap ids;
  ids.reserve(count);
  for (std::uint64_t number = 1; number <= count; ++number) {
    std::string id(1, prefix);
    id += std::to_string(number);
    ids.add(id);
  }
  return ids;
}

}  // namespace honestrank
