#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <string>
#include <tuple>

#include "arrays.h"
#include "bound_types.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/rankings/ranks_from_table.h"
#include "pickled.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// The ids of the entries, in their order.
nb::list entry_ids(const Ranks& own) {
  nb::list ids;
  for (const std::uint32_t user : own.ranks.user) {
    ids.append(own.ids.is_none() ? nb::object(nb::int_(user)) : nb::object(own.ids[user]));
  }
  return ids;
}

/// Entries of all, one after the other; users are numbered anew, with the ids that they had.
Ranks joined_ranks(const nb::list& parts) {
  std::vector<UserRanks> all;
  nb::list ids;
  for (const nb::handle part : parts) {
    const auto& own = nb::cast<const Ranks&>(part);
    all.push_back(own.ranks);
    std::vector<std::uint32_t>& users = all.back().user;
    for (std::size_t i = 0; i < users.size(); ++i) {
      users[i] = static_cast<std::uint32_t>(ids.size() + i);
    }
    ids.extend(entry_ids(own));
  }
  return {joined(all), ids};
}

IdMap text_ids(const Ranks& own) {
  IdMap ids;
  for (const nb::handle id : entry_ids(own)) {
    ids.add(nb::cast<std::string>(nb::str(id)));
  }
  return ids;
}

nb::dict columns(const Ranks& own) {
  std::vector<std::uint64_t> entry;
  std::vector<std::uint64_t> above;
  std::vector<std::uint64_t> tied;
  std::vector<std::uint64_t> items;
  for (std::size_t i = 0; i < own.ranks.size(); ++i) {
    for (const TieGroup& group : own.ranks[i].groups) {
      for (std::uint64_t each = 0; each < group.relevant; ++each) {
        entry.push_back(i);
        above.push_back(group.above + 1);
        tied.push_back(group.size - 1);
        items.push_back(own.ranks.items[i]);
      }
    }
  }
  nb::dict result;
  result["entry"] = array_of(std::move(entry));
  result["rank"] = array_of(std::move(above));
  result["tied"] = array_of(std::move(tied));
  result["items"] = array_of(std::move(items));
  return result;
}

}  // namespace

void bind_rankings(nb::module_& module) {
  nb::class_<Ranks>(module, "Ranks", "Where the relevant items of users stand.")
      .def("__len__", [](const Ranks& own) { return own.ranks.size(); })
      .def_prop_ro("users", &entry_ids, "The id of each entry's user.")
      .def_prop_rw(
          "ids", [](const Ranks& own) { return own.ids; },
          [](Ranks& own, nb::object ids) { own.ids = std::move(ids); }, nb::arg().none(),
          "Ids by number, or None where users are numbers.")
      .def_prop_ro(
          "has_items",
          [](const Ranks& own) { return !own.ranks.items.empty() && own.ranks.items.front() != 0; },
          "Whether the number of items is known, and not just lists.")
      .def("columns", &columns,
           "A row for each relevant item that was ranked: entry, rank (the best one), how many "
           "others have its score, and the number of items.")
      .def(
          "save",
          [](const Ranks& own, const std::filesystem::path& path) {
            UserRanks ranks = own.ranks;
            for (std::size_t i = 0; i < ranks.size(); ++i) {
              ranks.user[i] = static_cast<std::uint32_t>(i);
            }
            write_ranks(path, table_from_ranks(ranks, text_ids(own)));
          },
          "path"_a, "Writes a rank file, which the command line reads (evaluate --ranks).")
      .def("__getstate__",
           [](const Ranks& own) {
             return std::tuple<RanksState, nb::object>(state_of(own.ranks), kept_ids(own.ids));
           })
      .def("__setstate__",
           [](Ranks& own, const std::tuple<RanksState, nb::object>& state) {
             new (&own) Ranks{ranks_of(std::get<0>(state)), std::get<1>(state)};
           })
      .def("__repr__", [](const Ranks& own) {
        return "Ranks(" + std::to_string(own.ranks.size()) + " users)";
      });
  module.def("joined_ranks", &joined_ranks, "parts"_a);
  module.def(
      "read_ranks",
      [](const std::filesystem::path& path, std::uint64_t items) {
        const RankTable table = read_ranks(path, {.items = items});
        nb::list ids;
        for (std::size_t i = 0; i < table.users.size(); ++i) {
          ids.append(nb::str(table.users[i].data(), table.users[i].size()));
        }
        return Ranks{ranks_from_table(table), ids};
      },
      "path"_a, "items"_a = ReadRanksOptions{}.items);
  bind_full_ranks(module);
}

}  // namespace honestrank::python
