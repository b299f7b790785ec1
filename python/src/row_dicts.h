#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <type_traits>

#include "honestrank/report/row_fields.h"

namespace honestrank::python {

namespace nb = nanobind;

/// A row by the words of JSON; None for what there is not. `more` is what visit_fields takes beside
/// the row.
template <typename Row, typename... More>
nb::dict dict_of(const Row& row, const More&... more) {
  nb::dict result;
  const auto add = [&result](const char* name, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::optional<double>>) {
      result[name] = value ? nb::object(nb::float_(*value)) : nb::none();
    } else {
      result[name] = nb::cast(value);
    }
  };
  visit_fields(add, row, more...);
  return result;
}

}  // namespace honestrank::python
