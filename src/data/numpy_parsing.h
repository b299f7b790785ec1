#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "honestrank/data/npz.h"
#include "honestrank/data/numpy_array.h"

namespace honestrank {

/// The array of a `.npy` file that lies in memory. It refers to `bytes`, kept alive by `memory`;
/// without `memory`, and where they are not aligned, it has a copy.
NumpyArray parse_npy(std::span<const std::byte> bytes, std::shared_ptr<const void> memory,
                     ArraySource source);

/// The text of a `.npy` file that holds one string of numpy's types S or U, as UTF-8.
std::string parse_npy_text(std::span<const std::byte> bytes, const ArraySource& source);

/// The arrays of a `.npz` file that lies in memory. `memory` keeps `bytes` alive; without it the
/// caller does as long as the NpzFile is used, and its arrays have copies.
NpzFile parse_npz(std::span<const std::byte> bytes, std::shared_ptr<const void> memory,
                  std::string path);

/// numpy's code for a type, as in `<f4`.
std::string_view dtype_of(ElementType type);

}  // namespace honestrank
