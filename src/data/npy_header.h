#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/data/numpy_array.h"

namespace honestrank {

/// What stands in front of the data of a `.npy` file.
struct NpyHeader {
  std::string dtype;  ///< as in `<f4`; not checked beyond being a string
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::size_t data_begin = 0;  ///< at most the size of the file
};

/// Parses the header of a `.npy` file. Throws ParseError unless it is a Python dict literal of
/// exactly the keys descr, fortran_order and shape, with a descr that is a plain string.
NpyHeader parse_npy_header(std::span<const std::byte> file, const ArraySource& source);

/// The header that numpy.save writes for an array in C order (format 1.0). It ends at a multiple
/// of 64 bytes.
std::string npy_header(std::string_view dtype, std::span<const std::size_t> shape);

/// A shape as Python prints it: `()`, `(3,)`, `(3, 4)`.
std::string format_shape(std::span<const std::size_t> shape);

}  // namespace honestrank
