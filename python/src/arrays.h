#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "honestrank/data/float_matrix.h"
#include "honestrank/data/numpy_array.h"

namespace honestrank::python {

namespace nb = nanobind;

/// An array of numpy, torch or anything else that speaks DLPack or the buffer protocol, on the CPU
/// and in C order (copied where it is in another one). `what` stands in messages. Needs the GIL;
/// the result may be let go of without it.
NumpyArray to_array(nb::handle array, const char* what);

/// A matrix, without copying where it is float32. Throws InputError that begins with `what`.
FloatMatrix to_float_matrix(nb::handle array, const char* what, bool allow_float64);

/// The values of a vector; empty for None.
std::vector<float> to_floats(nb::handle array, const char* what, bool allow_float64);

/// Whole numbers of any type as another one; a copy.
template <typename T>
std::vector<T> to_integers(const NumpyArray& array, const char* what);

/// A numpy array that views `values`, which live as long as `owner`.
template <typename T>
nb::object array_over(std::span<const T> values, nb::handle owner) {
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(values.data(), {values.size()}, owner).cast();
}

/// A numpy array that owns `values`.
template <typename T>
nb::object array_of(std::vector<T> values) {
  auto* const kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept,
                          [](void* each) noexcept { delete static_cast<std::vector<T>*>(each); });
  return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner).cast();
}

}  // namespace honestrank::python
