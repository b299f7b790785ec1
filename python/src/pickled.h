#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/data/id_map.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank::python {

namespace nb = nanobind;

/// Values as they lie in memory: pickles are for the machine, and the version, that made them.
template <typename T>
nb::bytes pickled_bytes(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  return nb::bytes(values.data(), values.size() * sizeof(T));
}

/// Throws InputError for bytes that are no values of T.
template <typename T>
std::vector<T> unpickled(const nb::bytes& bytes) {
  if (bytes.size() % sizeof(T) != 0) {
    throw InputError("unpickle: expected values of " + std::to_string(sizeof(T)) + " bytes; got " +
                     std::to_string(bytes.size()) + " bytes");
  }
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.c_str(), bytes.size());
  return values;
}

using RanksState =
    std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

RanksState state_of(const UserRanks& ranks);
/// Throws InputError as validate does.
UserRanks ranks_of(const RanksState& state);

/// The texts of ids, one after the other.
nb::list state_of(const IdMap& ids);
/// Throws InputError for an id that comes twice.
IdMap ids_of(const nb::list& state);

/// Ids that results carry: those of C++ as a list.
nb::object kept_ids(const nb::object& ids);

}  // namespace honestrank::python
