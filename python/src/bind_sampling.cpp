#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.h"
#include "bound_types.h"
#include "callbacks.h"
#include "honestrank/data/sampled_rank_table.h"
#include "honestrank/sampling/sample_ranks.h"
#include "honestrank/sampling/sampled_ranks_table.h"
#include "honestrank/sampling/sampling_costs.h"
#include "pairs.h"
#include "pickled.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

SampleOptions sample_options(std::uint64_t samples, std::uint64_t most_samples,
                             std::uint64_t enough_above, bool replacement,
                             const std::string& protocol, std::uint32_t repeats, std::uint64_t seed,
                             unsigned threads, nb::object progress) {
  SampleOptions options;
  options.samples = samples;
  options.most_samples = most_samples;
  options.enough_above = enough_above;
  options.replacement = replacement ? Replacement::with : Replacement::without;
  options.protocol = enum_of<SamplingProtocol>(
      "protocol", protocol,
      {{"uniform", SamplingProtocol::uniform}, {"popularity", SamplingProtocol::popularity}});
  options.repeats = repeats;
  options.seed = seed;
  options.threads = threads;
  options.progress = progress_of(std::move(progress));
  return options;
}

const UserRanks& first_ranks(const Sampled& own) { return own.repeats.at(0).ranks; }

/// Ids of all users that ranks speak of, so that they can be written; numbers in decimal.
SampledRankTable table_of(const Sampled& own) {
  std::vector<SampledRanks> repeats = own.repeats;
  IdMap ids;
  const std::vector<std::uint32_t> users = first_ranks(own).user;
  for (const std::uint32_t user : users) {
    ids.add(own.ids.is_none() ? std::to_string(user)
                              : nb::cast<std::string>(nb::str(nb::object(own.ids[user]))));
  }
  for (SampledRanks& repeat : repeats) {
    for (std::size_t i = 0; i < repeat.ranks.size(); ++i) {
      repeat.ranks.user[i] = static_cast<std::uint32_t>(i);
    }
  }
  return to_table(repeats, ids);
}

Sampled read_sampled(const std::filesystem::path& path, std::uint64_t items, std::uint64_t samples,
                     bool replacement) {
  const SampledRankTable table = read_sampled_ranks(path, {.items = items, .samples = samples});
  nb::list ids;
  for (std::size_t i = 0; i < table.users.size(); ++i) {
    ids.append(nb::str(table.users[i].data(), table.users[i].size()));
  }
  return {sampled_ranks_from_table(table, replacement ? Replacement::with : Replacement::without,
                                   path.string()),
          ids};
}

nb::list costs_of(const Sampled& own) {
  nb::list costs;
  for (const SamplingCost& cost : sampling_costs(own.repeats.at(0), own.enough_above)) {
    nb::dict row;
    row["samples"] = cost.samples;
    row["users"] = cost.users;
    row["told"] = cost.told;
    row["cost"] = cost.cost;
    costs.append(row);
  }
  return costs;
}

std::uint64_t worthwhile_of(const Sampled& own) {
  const SampledRanks& sampled = own.repeats.at(0);
  double items = 0;
  for (const std::uint64_t each : sampled.population) items += static_cast<double>(each);
  return worthwhile_samples(sampling_costs(sampled, own.enough_above),
                            items / static_cast<double>(sampled.population.size()));
}

using RepeatState = std::tuple<RanksState, nb::bytes, int, int, std::uint64_t>;
using SampledState = std::tuple<std::vector<RepeatState>, nb::object, std::uint64_t>;

SampledState state_of_sample(const Sampled& own) {
  std::vector<RepeatState> repeats;
  for (const SampledRanks& each : own.repeats) {
    repeats.emplace_back(state_of(each.ranks), pickled_bytes(each.population),
                         static_cast<int>(each.protocol), static_cast<int>(each.replacement),
                         each.users_skipped);
  }
  return {std::move(repeats), kept_ids(own.ids), own.enough_above};
}

Sampled sample_of(const SampledState& state) {
  Sampled own;
  for (const auto& [ranks, population, protocol, replacement, skipped] : std::get<0>(state)) {
    SampledRanks each{ranks_of(ranks), unpickled<std::uint64_t>(population),
                      static_cast<SamplingProtocol>(protocol),
                      static_cast<Replacement>(replacement), skipped};
    validate(each);
    own.repeats.push_back(std::move(each));
  }
  own.ids = std::get<1>(state);
  own.enough_above = std::get<2>(state);
  return own;
}

nb::dict columns_of(const Sampled& own) {
  const SampledRankTable table = table_of(own);
  nb::dict result;
  nb::list users;
  for (const std::uint32_t user : table.user) {
    users.append(nb::str(table.users[user].data(), table.users[user].size()));
  }
  result["user"] = users;
  result["repeat"] = array_of(std::vector<std::uint32_t>(table.repeat));
  result["order"] = array_of(std::vector<std::uint64_t>(table.order));
  result["above"] = array_of(std::vector<std::uint64_t>(table.above));
  result["tied"] = array_of(std::vector<std::uint64_t>(table.tied));
  result["samples"] = array_of(std::vector<std::uint64_t>(table.samples));
  result["items"] = array_of(std::vector<std::uint64_t>(table.items));
  return result;
}

template <typename Lists>
std::vector<SampledRanks> drawn(const Scores& scores, const Lists& held_out, const Lists& seen,
                                const SampleOptions& options) {
  const nb::gil_scoped_release released;
  if constexpr (std::is_same_v<Lists, Pairs>) {
    return sample_ranks(scores.source, held_out.view(), seen.view(), options);
  } else {
    return sample_ranks(scores.source, held_out, seen, options);
  }
}

template <typename Lists>
void bind_sample(nb::module_& module) {
  const SampleOptions defaults;
  module.def(
      "sample_ranks",
      [](const Scores& scores, const Lists& held_out, const Lists& seen, std::uint64_t samples,
         std::uint64_t most_samples, std::uint64_t enough_above, bool replacement,
         const std::string& protocol, std::uint32_t repeats, std::uint64_t seed, unsigned threads,
         nb::object progress) {
        const SampleOptions options =
            sample_options(samples, most_samples, enough_above, replacement, protocol, repeats,
                           seed, threads, std::move(progress));
        Sampled result;
        if constexpr (!std::is_same_v<Lists, Pairs>) {
          result.ids = nb::find(held_out).attr("users");
        }
        result.enough_above = enough_above;
        result.repeats = drawn(scores, held_out, seen, options);
        return result;
      },
      "scores"_a, "held_out"_a, "seen"_a, nb::kw_only(), "samples"_a = defaults.samples,
      "most_samples"_a = defaults.most_samples, "enough_above"_a = defaults.enough_above,
      "replacement"_a = defaults.replacement == Replacement::with, "protocol"_a = "uniform",
      "repeats"_a = defaults.repeats, "seed"_a = defaults.seed, "threads"_a = defaults.threads,
      "progress"_a.none() = nb::none());
}

}  // namespace

void bind_sampling(nb::module_& module) {
  nb::class_<Sampled>(module, "Sampled", "Where relevant items stand among sampled ones.")
      .def("__len__", [](const Sampled& own) { return own.repeats.at(0).size(); })
      .def_prop_rw(
          "ids", [](const Sampled& own) { return own.ids; },
          [](Sampled& own, nb::object ids) { own.ids = std::move(ids); }, nb::arg().none(),
          "Ids by number, or None where users are numbers.")
      .def_prop_ro(
          "users",
          [](const Sampled& own) {
            nb::list ids;
            for (const std::uint32_t user : first_ranks(own).user) {
              ids.append(own.ids.is_none() ? nb::object(nb::int_(user))
                                           : nb::object(own.ids[user]));
            }
            return ids;
          },
          "The id of each entry's user.")
      .def_prop_ro("repeats", [](const Sampled& own) { return own.repeats.size(); })
      .def_prop_ro("users_skipped",
                   [](const Sampled& own) { return own.repeats.at(0).users_skipped; })
      .def_prop_ro("protocol",
                   [](const Sampled& own) {
                     const SampledRanks& first = own.repeats.at(0);
                     return describe(first.protocol, first.replacement);
                   })
      .def("worthwhile_samples", &worthwhile_of,
           "Where adaptive samples should end: the largest size at which telling a user apart took "
           "fewer items than there are; 0 where none did: rank everything.")
      .def("costs", &costs_of,
           "What each size of an adaptive sample cost and brought: samples, users, told, cost.")
      .def("columns", &columns_of, "A row for each user and relevant item, by column.")
      .def(
          "save",
          [](const Sampled& own, const std::filesystem::path& path) {
            write_sampled_ranks(path, table_of(own));
          },
          "path"_a, "Writes a sampled-rank file, which the command line reads (estimate).")
      .def("__getstate__", &state_of_sample)
      .def("__setstate__",
           [](Sampled& own, const SampledState& state) { new (&own) Sampled(sample_of(state)); })
      .def("__repr__", [](const Sampled& own) {
        return "Sampled(" + std::to_string(own.repeats.at(0).size()) + " users, " +
               std::to_string(own.repeats.size()) + " repeats)";
      });
  bind_sample<Pairs>(module);
  bind_sample<Interactions>(module);
  const ReadSampledRanksOptions read;
  module.def("read_sampled", &read_sampled, "path"_a, nb::kw_only(), "items"_a = read.items,
             "samples"_a = read.samples, "replacement"_a = true);
}

}  // namespace honestrank::python
