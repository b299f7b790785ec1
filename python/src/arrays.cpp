#include "arrays.h"

#include <nanobind/stl/string.h>

#include <string>
#include <typeinfo>

#include "honestrank/base/error.h"

namespace honestrank::python {
namespace {

using AnyArray = nb::ndarray<nb::ro, nb::device::cpu, nb::c_contig>;

std::string class_name(nb::handle object) {
  return nb::cast<std::string>(nb::str(object.type().attr("__name__")));
}

ElementType element_type(const nb::dlpack::dtype& type, const char* what) {
  const auto code = static_cast<nb::dlpack::dtype_code>(type.code);
  using enum ElementType;
  if (type.lanes == 1) {
    switch (code) {
      case nb::dlpack::dtype_code::Bool: return boolean;
      case nb::dlpack::dtype_code::Float:
        if (type.bits == 16) return float16;
        if (type.bits == 32) return float32;
        if (type.bits == 64) return float64;
        break;
      case nb::dlpack::dtype_code::Int:
        if (type.bits == 8) return int8;
        if (type.bits == 16) return int16;
        if (type.bits == 32) return int32;
        if (type.bits == 64) return int64;
        break;
      case nb::dlpack::dtype_code::UInt:
        if (type.bits == 8) return uint8;
        if (type.bits == 16) return uint16;
        if (type.bits == 32) return uint32;
        if (type.bits == 64) return uint64;
        break;
      default: break;
    }
  }
  throw InputError(std::string(what) +
                   ": expected elements of a type of numpy's; got others (bfloat16, complex, ...)");
}

/// Runs `work`, with `what` in front of what it has to say.
template <typename Work>
auto named(const char* what, const Work& work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw InputError(std::string(what) + ": " + error.what());
  }
}

template <typename From, typename T>
void convert(const NumpyArray& array, std::vector<T>& values) {
  for (const From value : array.as_span<From>()) values.push_back(static_cast<T>(value));
}

}  // namespace

NumpyArray to_array(nb::handle array, const char* what) {
  AnyArray found;
  if (!nb::try_cast(array, found)) {
    throw InputError(std::string(what) + ": expected an array on the CPU; got " +
                     class_name(array));
  }
  std::vector<std::size_t> shape;
  for (std::size_t i = 0; i < found.ndim(); ++i) shape.push_back(found.shape(i));
  const ElementType type = element_type(found.dtype(), what);
  const std::span<const std::byte> bytes(static_cast<const std::byte*>(found.data()),
                                         found.nbytes());
  return named(what, [&] {
    return NumpyArray(type, std::move(shape), bytes, std::make_shared<AnyArray>(found));
  });
}

FloatMatrix to_float_matrix(nb::handle array, const char* what, bool allow_float64) {
  const NumpyArray found = to_array(array, what);
  return named(what, [&] { return to_matrix(found, {.allow_float64 = allow_float64}); });
}

std::vector<float> to_floats(nb::handle array, const char* what, bool allow_float64) {
  if (array.is_none()) return {};
  const NumpyArray found = to_array(array, what);
  const FloatMatrix vector =
      named(what, [&] { return to_vector(found, {.allow_float64 = allow_float64}); });
  return {vector.values.begin(), vector.values.end()};
}

template <typename T>
std::vector<T> to_integers(const NumpyArray& array, const char* what) {
  std::vector<T> values;
  values.reserve(array.size());
  switch (array.type()) {
    case ElementType::int8: convert<std::int8_t>(array, values); break;
    case ElementType::int16: convert<std::int16_t>(array, values); break;
    case ElementType::int32: convert<std::int32_t>(array, values); break;
    case ElementType::int64: convert<std::int64_t>(array, values); break;
    case ElementType::uint8: convert<std::uint8_t>(array, values); break;
    case ElementType::uint16: convert<std::uint16_t>(array, values); break;
    case ElementType::uint32: convert<std::uint32_t>(array, values); break;
    case ElementType::uint64: convert<std::uint64_t>(array, values); break;
    default:
      throw InputError(std::string(what) + ": expected whole numbers; got " +
                       std::string(name_of(array.type())));
  }
  return values;
}

template std::vector<std::uint64_t> to_integers<std::uint64_t>(const NumpyArray&, const char*);
template std::vector<std::uint32_t> to_integers<std::uint32_t>(const NumpyArray&, const char*);

}  // namespace honestrank::python
