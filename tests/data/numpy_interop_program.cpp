// Reads and writes arrays for numpy_interop_test.py, which compares with numpy and scipy.
//
//   numpy_interop_program show FILE             prints each array: name, type, shape, values
//   numpy_interop_program npy IN OUT            copies a .npy file
//   numpy_interop_program npz IN OUT stored     copies a .npz file; or: deflated
//   numpy_interop_program wide IN OUT           copies a .npz file with 64-bit sizes everywhere
//   numpy_interop_program csr IN OUT            copies a sparse matrix

#include <exception>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "data/npy_header.h"
#include "data/numpy_parsing.h"
#include "data/zip_archive.h"
#include "honestrank/base/error.h"
#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/npz.h"
#include "honestrank/data/numpy_array.h"
#include "honestrank/data/output_file.h"

namespace {

using namespace honestrank;

template <typename T>
void print_values(const NumpyArray& array) {
  for (const T value : array.as_span<T>()) {
    if constexpr (std::is_same_v<T, double>) {
      std::cout << ' ' << value;
    } else {
      std::cout << ' ' << +value;
    }
  }
}

void print(const std::string& name, const NumpyArray& array) {
  std::cout << name << ' ' << name_of(array.type());
  for (std::size_t i = 0; i < array.shape().size(); ++i) {
    std::cout << (i == 0 ? " " : "x") << array.shape()[i];
  }
  std::cout << " :";
  switch (array.type()) {
    case ElementType::int64: print_values<std::int64_t>(array); break;
    case ElementType::uint64: print_values<std::uint64_t>(array); break;
    case ElementType::float64: print_values<double>(array); break;
    default: print_values<float>(to_float32(array)); break;
  }
  std::cout << '\n';
}

bool is_archive(const std::string& path) {
  std::string begin(2, '\0');
  std::ifstream(path, std::ios::binary).read(begin.data(), 2);
  return begin == "PK";
}

void show(const std::string& path) {
  if (!is_archive(path)) return print("-", map_npy(path));
  const NpzFile file = read_npz(path);
  for (const std::string& name : file.names()) print(name, file.array(name));
}

std::vector<NpzEntry> entries_of(const std::string& path) {
  const NpzFile file = read_npz(path);
  std::vector<NpzEntry> entries;
  for (const std::string& name : file.names()) entries.push_back({name, file.array(name)});
  return entries;
}

void copy_wide(const std::string& from, const std::string& to) {
  const auto entries = entries_of(from);
  std::vector<ZipInput> inputs;
  for (const NpzEntry& entry : entries) {
    inputs.push_back({entry.name + ".npy",
                      npy_header(dtype_of(entry.array.type()), entry.array.shape()),
                      entry.array.bytes()});
  }
  OutputFile file(to);
  write_zip([&](std::string_view bytes) { file.write(bytes); }, inputs, true,
            {.size = 0, .entries = 0});
  file.commit();
}

int run(const std::vector<std::string>& words) {
  const std::string& verb = words.at(0);
  if (verb == "show") {
    show(words.at(1));
  } else if (verb == "npy") {
    write_npy(words.at(2), map_npy(words.at(1)));
  } else if (verb == "npz") {
    write_npz(words.at(2), entries_of(words.at(1)),
              words.at(3) == "stored" ? Compression::stored : Compression::deflated);
  } else if (verb == "wide") {
    copy_wide(words.at(1), words.at(2));
  } else if (verb == "csr") {
    write_csr_npz(words.at(2), read_csr_npz(words.at(1)));
  } else {
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::cout.precision(std::numeric_limits<double>::max_digits10);
  try {
    return run({argv + 1, argv + argc});
  } catch (const honestrank::InputError& error) {
    std::cerr << error.what() << '\n';
    return 3;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 4;
  }
}
