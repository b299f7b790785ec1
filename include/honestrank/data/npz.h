#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/data/numpy_array.h"

namespace honestrank {

class ZipArchive;

/// The arrays of a `.npz` file: a zip archive of `.npy` files, stored or deflated, zip64 included.
///
/// The archive is memory-mapped and its directory checked as a whole; an array is inflated and
/// compared with its checksum when it is asked for. The file must not shrink meanwhile.
class NpzFile {
 public:
  explicit NpzFile(std::shared_ptr<const ZipArchive> archive);

  /// The names of the arrays, without `.npy`, in the order of the file.
  const std::vector<std::string>& names() const noexcept { return names_; }
  bool contains(std::string_view name) const noexcept;
  const std::string& path() const noexcept;

  /// The array `name`. A stored entry is not copied where its place in the file is aligned.
  ///
  /// Throws ParseError if there is none, if its content is damaged or not an array that map_npy
  /// would accept. Memory grows with what is inflated, never beyond the size the archive declares.
  NumpyArray array(std::string_view name) const;

  /// The text of an array of shape () that holds one string (numpy's types S and U), as UTF-8.
  std::string text(std::string_view name) const;

  /// Throws ParseError: the path, then `what`.
  [[noreturn]] void reject(const std::string& what) const;

 private:
  std::size_t index_of(std::string_view name) const;

  std::shared_ptr<const ZipArchive> archive_;
  std::vector<std::string> names_;
};

/// Opens a `.npz` file.
///
/// Throws ParseError if it is not a zip archive, is truncated, or holds entries that are encrypted,
/// compressed by another method, overlapping, of one name, or larger than deflate can pack into
/// their bytes; std::system_error if it cannot be opened.
NpzFile read_npz(const std::filesystem::path& path);

/// Whether a file begins as a `.npz` file does: a zip archive whose first entry is called `.npy` at
/// its end. False for anything that is not a regular file, pipes included: nothing is consumed.
bool is_npz(const std::filesystem::path& path);

/// The array of a `.npy` file or the array `name` of a `.npz` file, told apart by their content.
/// Without `name` the `.npz` file must hold a single array. Throws as map_npy and read_npz do.
NumpyArray read_array(const std::filesystem::path& path, std::string_view name = {});

/// An array to be written under a name.
struct NpzEntry {
  std::string name;  ///< without `.npy`
  NumpyArray array;
};

/// Whether the entries of a written archive are deflated or stored as they are.
enum class Compression { stored, deflated };

/// Writes a `.npz` file that numpy.load reads; the same arrays give the same bytes. A deflated
/// entry is held in memory, one at a time, because its size stands in front of it.
///
/// Throws InputError if a name is empty, repeated or longer than 65531 bytes.
void write_npz(const std::filesystem::path& path, std::span<const NpzEntry> entries,
               Compression compression = Compression::stored);

}  // namespace honestrank
