#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "honestrank/data/id_map.h"
#include "honestrank/data/read_interactions.h"

namespace honestrank {

/// Number of the first id that is not text in `encoding` (utf8 or latin1), if there is one.
std::optional<std::uint32_t> first_id_not_in(const IdMap& ids, TextEncoding encoding);

/// The same ids, Latin-1 turned into UTF-8.
IdMap ids_from_latin1(const IdMap& ids);

}  // namespace honestrank
