#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "honestrank/base/error.h"

namespace honestrank::testing_support {

/// A `.npy` file with `dict` as its header, whatever that is.
inline std::string crafted_npy(std::string_view dict, std::string_view data, int major = 1,
                               int minor = 0) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(major);
  file += static_cast<char>(minor);
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) {
    file += static_cast<char>(dict.size() >> (8 * i) & 0xff);
  }
  file += dict;
  file += data;
  return file;
}

/// The dict that numpy writes.
inline std::string crafted_dict(std::string_view dtype, std::string_view shape,
                                std::string_view fortran_order = "False") {
  return "{'descr': '" + std::string(dtype) + "', 'fortran_order': " + std::string(fortran_order) +
         ", 'shape': " + std::string(shape) + ", }\n";
}

/// The bytes of a value, as they lie in a file.
template <typename... Values>
std::string bytes_of(Values... values) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&values), sizeof(values)), ...);
  return bytes;
}

inline std::span<const std::byte> as_file(std::string_view content) {
  return std::as_bytes(std::span(content));
}

/// The message of the InputError that `call` throws.
template <typename Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace honestrank::testing_support
