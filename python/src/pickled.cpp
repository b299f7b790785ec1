#include "pickled.h"

#include <cstdint>

namespace honestrank::python {

RanksState state_of(const UserRanks& ranks) {
  return {pickled_bytes(ranks.user),     pickled_bytes(ranks.items),
          pickled_bytes(ranks.unranked), pickled_bytes(ranks.group_begin),
          pickled_bytes(ranks.groups),   pickled_bytes(ranks.gain_begin),
          pickled_bytes(ranks.gains)};
}

UserRanks ranks_of(const RanksState& state) {
  UserRanks ranks;
  ranks.user = unpickled<std::uint32_t>(std::get<0>(state));
  ranks.items = unpickled<std::uint64_t>(std::get<1>(state));
  ranks.unranked = unpickled<std::uint64_t>(std::get<2>(state));
  ranks.group_begin = unpickled<std::uint64_t>(std::get<3>(state));
  ranks.groups = unpickled<TieGroup>(std::get<4>(state));
  ranks.gain_begin = unpickled<std::uint64_t>(std::get<5>(state));
  ranks.gains = unpickled<double>(std::get<6>(state));
  validate(ranks);
  return ranks;
}

nb::list state_of(const IdMap& ids) {
  nb::list texts;
  for (std::size_t i = 0; i < ids.size(); ++i) texts.append(nb::str(ids[i].data(), ids[i].size()));
  return texts;
}

IdMap ids_of(const nb::list& state) {
  IdMap ids;
  for (const nb::handle id : state) ids.add(nb::cast<std::string>(id));
  if (ids.size() != nb::len(state)) {
    throw InputError("unpickle: expected each id once; got one again");
  }
  return ids;
}

nb::object kept_ids(const nb::object& ids) {
  return nb::hasattr(ids, "tolist") ? ids.attr("tolist")() : ids;
}

}  // namespace honestrank::python
