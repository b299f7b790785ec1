#include <nanobind/ndarray.h>

#include <span>

#include "bound_types.h"
#include "honestrank/comparison/paired_difference.h"

namespace honestrank::python {

using namespace nb::literals;

void bind_comparison(nb::module_& module) {
  using Values = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  nb::class_<PairedDifference>(module, "PairedDifference",
                               "By how much a model is better than another one, user by user.")
      .def_ro("mean", &PairedDifference::mean)
      .def_ro("standard_error", &PairedDifference::standard_error)
      .def_ro("low", &PairedDifference::low)
      .def_ro("high", &PairedDifference::high)
      .def_ro("p_value", &PairedDifference::p_value)
      .def_ro("users", &PairedDifference::users);
  module.def(
      "paired_difference",
      [](const Values& first, const Values& second) {
        return paired_difference(std::span(first.data(), first.size()),
                                 std::span(second.data(), second.size()));
      },
      "first"_a, "second"_a);
}

}  // namespace honestrank::python
