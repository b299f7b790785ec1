#include "honestrank/data/float_matrix.h"

#include <fmt/format.h>

#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/data/npz.h"

namespace honestrank {
namespace {

FloatMatrix with_shape(const NumpyArray& array, FloatPolicy policy, std::size_t rows,
                       std::size_t columns) {
  const ElementType type = array.type();
  if (type == ElementType::float64 && !policy.allow_float64) {
    array.reject(
        "expected float32 or float16; got float64; save it with array.astype('float32') or allow "
        "float64");
  }
  if (type != ElementType::float16 && type != ElementType::float32 &&
      type != ElementType::float64) {
    array.reject(
        fmt::format("expected float32 or float16; got {}; save it with array.astype('float32')",
                    name_of(type)));
  }
  const NumpyArray converted = to_float32(array);
  return {rows, columns, converted.as_span<float>(), converted.memory()};
}

}  // namespace

FloatMatrix make_matrix(std::size_t rows, std::size_t columns, std::vector<float> values) {
  const bool fits = columns == 0 ? values.empty()
                                 : values.size() % columns == 0 && values.size() / columns == rows;
  if (!fits) {
    throw InputError(
        fmt::format("make_matrix: expected {} * {} values; got {}", rows, columns, values.size()));
  }
  const auto memory = std::make_shared<const std::vector<float>>(std::move(values));
  return {rows, columns, *memory, memory};
}

FloatMatrix to_matrix(const NumpyArray& array, FloatPolicy policy) {
  const auto& shape = array.shape();
  if (shape.size() != 2) {
    array.reject(fmt::format("expected 2 dimensions; got {}", shape.size()));
  }
  return with_shape(array, policy, shape[0], shape[1]);
}

FloatMatrix to_vector(const NumpyArray& array, FloatPolicy policy) {
  const auto& shape = array.shape();
  const bool line = shape.size() == 2 && (shape[0] == 1 || shape[1] == 1);
  if (shape.size() != 1 && !line) {
    array.reject(
        shape.size() == 2
            ? fmt::format("expected a vector; got a matrix of {} by {}", shape[0], shape[1])
            : fmt::format("expected a vector; got {} dimensions", shape.size()));
  }
  return with_shape(array, policy, array.size(), 1);
}

FloatMatrix read_matrix(const std::filesystem::path& path, FloatPolicy policy) {
  return to_matrix(read_array(path), policy);
}

FloatMatrix read_vector(const std::filesystem::path& path, FloatPolicy policy) {
  return to_vector(read_array(path), policy);
}

}  // namespace honestrank
