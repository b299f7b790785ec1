// Any bytes as a .npz file: refused with an InputError, or arrays and, if it is one, a valid sparse
// matrix. Bytes that do not begin as an archive are cut into the arrays of a sparse matrix and put
// into an archive whose checksums are right, which random bytes hardly ever have.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/numpy_parsing.h"
#include "data/zip_archive.h"
#include "honestrank/base/error.h"
#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/npz.h"

namespace {

using namespace honestrank;

void read_everything(std::span<const std::byte> bytes) {
  const std::shared_ptr<const void> kept(bytes.data(), [](const void*) {});
  for (const auto& memory : {kept, std::shared_ptr<const void>()}) {
    try {
      const NpzFile file = parse_npz(bytes, memory, "fuzz.npz");
      for (const std::string& name : file.names()) {
        try {
          if (file.array(name).source().path != "fuzz.npz") std::abort();
        } catch (const InputError&) {
        }
      }
      const CsrMatrix matrix = to_csr(file);
      try {
        validate(matrix);
      } catch (const InputError&) {
        std::abort();
      }
    } catch (const InputError&) {
    }
  }
}

/// The arrays stand one after another, each behind its length in two bytes.
std::string archive_of(std::span<const std::byte> bytes) {
  std::vector<ZipInput> inputs;
  for (const char* name : {"indices", "indptr", "format", "shape", "data"}) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 2); ++i) {
      length |= std::to_integer<std::size_t>(bytes[i]) << (8 * i);
    }
    bytes = bytes.subspan(std::min<std::size_t>(bytes.size(), 2));
    length = std::min(length, bytes.size());
    inputs.push_back({std::string(name) + ".npy", "", bytes.first(length)});
    bytes = bytes.subspan(length);
  }
  std::string zip;
  write_zip([&](std::string_view part) { zip += part; }, inputs, false);
  return zip;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  if (size >= 2 && data[0] == 'P' && data[1] == 'K') {
    read_everything(bytes);
  } else {
    const std::string zip = archive_of(bytes);
    read_everything(std::as_bytes(std::span(zip)));
  }
  return 0;
}
