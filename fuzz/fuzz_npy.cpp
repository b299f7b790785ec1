// Any bytes as a .npy file: refused with an InputError, or an array that survives a round trip.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

#include "data/npy_header.h"
#include "data/numpy_parsing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/float_matrix.h"
#include "honestrank/data/numpy_array.h"

namespace {

using namespace honestrank;

void expect(bool condition) {
  if (!condition) std::abort();
}

void check_round_trip(const NumpyArray& array) {
  std::string file = npy_header(dtype_of(array.type()), array.shape());
  file.append(reinterpret_cast<const char*>(array.bytes().data()), array.bytes().size());
  const NumpyArray again = parse_npy(std::as_bytes(std::span(file)), nullptr, {"again.npy", ""});
  expect(again.type() == array.type() && again.shape() == array.shape());
  expect(std::equal(again.bytes().begin(), again.bytes().end(), array.bytes().begin(),
                    array.bytes().end()));
}

void check_conversions(const NumpyArray& array) {
  try {
    expect(to_float32(array).size() == array.size());
    const FloatMatrix matrix = to_matrix(array, {.allow_float64 = true});
    for (std::size_t row = 0; row < matrix.rows && matrix.columns > 0; ++row) {
      expect(matrix.row(row).size() == matrix.columns);
    }
  } catch (const InputError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const std::shared_ptr<const void> kept(data, [](const void*) {});
  for (const auto& memory : {kept, std::shared_ptr<const void>()}) {
    try {
      const NumpyArray array = parse_npy(bytes, memory, {"fuzz.npy", ""});
      check_round_trip(array);
      check_conversions(array);
    } catch (const InputError&) {
    }
  }
  try {
    parse_npy_text(bytes, {"fuzz.npy", ""});
  } catch (const InputError&) {
  }
  return 0;
}
