#include "honestrank/data/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "data/array_source.h"
#include "data/mapped_file.h"
#include "data/npy_header.h"
#include "data/numpy_parsing.h"
#include "data/zip_archive.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

constexpr std::string_view kExtension = ".npy";
constexpr std::size_t kLongestEntryName = 65535 - kExtension.size();

/// The first names of a list, for messages.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    list += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  }
  return list + (names.size() > kMost ? ", ..." : "");
}

}  // namespace

NpzFile::NpzFile(std::shared_ptr<const ZipArchive> archive) : archive_(std::move(archive)) {
  std::unordered_set<std::string> seen;
  for (const ZipEntry& entry : archive_->entries()) {
    std::string name = entry.name;
    if (name.ends_with(kExtension)) name.resize(name.size() - kExtension.size());
    if (!seen.insert(name).second) {
      reject("expected distinct names; got " + in_quotes(name) + " twice");
    }
    names_.push_back(std::move(name));
  }
}

bool NpzFile::contains(std::string_view name) const noexcept {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

const std::string& NpzFile::path() const noexcept { return archive_->path(); }

std::size_t NpzFile::index_of(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    reject(fmt::format("expected an array {}; got {}", in_quotes(name),
                       names_.empty() ? "an archive without arrays" : some_of(names_)));
  }
  return static_cast<std::size_t>(found - names_.begin());
}

NumpyArray NpzFile::array(std::string_view name) const {
  const ZipEntry& entry = archive_->entries()[index_of(name)];
  auto content = archive_->read(entry);
  return parse_npy(content.bytes, std::move(content.memory), {path(), entry.name});
}

std::string NpzFile::text(std::string_view name) const {
  const ZipEntry& entry = archive_->entries()[index_of(name)];
  const auto content = archive_->read(entry);
  return parse_npy_text(content.bytes, {path(), entry.name});
}

void NpzFile::reject(const std::string& what) const { fail({path(), ""}, what); }

NpzFile parse_npz(std::span<const std::byte> bytes, std::shared_ptr<const void> memory,
                  std::string path) {
  return NpzFile(std::make_shared<const ZipArchive>(bytes, std::move(memory), std::move(path)));
}

NpzFile read_npz(const std::filesystem::path& path) {
  auto file = std::make_shared<const MappedFile>(path);
  const auto bytes = file->bytes();
  return parse_npz(bytes, std::move(file), path.string());
}

bool is_npz(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  // A local header: 30 bytes, the length of the name at byte 26, then the name.
  std::array<char, 30> header{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(header.data(), header.size())) return false;
  if (!std::string_view(header.data(), header.size()).starts_with("PK\x03\x04")) return false;
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(header[at]));
  };
  std::string name(byte(26) + 256 * byte(27), '\0');
  file.read(name.data(), static_cast<std::streamsize>(name.size()));
  return file && name.ends_with(kExtension);
}

NumpyArray read_array(const std::filesystem::path& path, std::string_view name) {
  auto file = std::make_shared<const MappedFile>(path);
  const auto bytes = file->bytes();
  if (!is_zip(bytes)) {
    NumpyArray array = parse_npy(bytes, std::move(file), {path.string(), ""});
    if (!name.empty()) {
      array.reject(
          fmt::format("expected an .npz file with an array {}; got an .npy file, whose "
                      "array has no name",
                      in_quotes(name)));
    }
    return array;
  }
  const NpzFile archive = parse_npz(bytes, std::move(file), path.string());
  if (!name.empty()) return archive.array(name);
  if (archive.names().size() != 1) {
    archive.reject(fmt::format("expected a single array; got {}{}{}", archive.names().size(),
                               archive.names().empty() ? "" : ": ", some_of(archive.names())));
  }
  return archive.array(archive.names()[0]);
}

void write_npz(const std::filesystem::path& path, std::span<const NpzEntry> entries,
               Compression compression) {
  std::unordered_set<std::string_view> names;
  std::vector<ZipInput> inputs;
  for (const NpzEntry& entry : entries) {
    if (entry.name.empty() || entry.name.size() > kLongestEntryName) {
      throw InputError(fmt::format("write_npz: expected names of 1 to {} bytes; got {}",
                                   kLongestEntryName, entry.name.size()));
    }
    if (!names.insert(entry.name).second) {
      throw InputError("write_npz: expected distinct names; got " + in_quotes(entry.name) +
                       " twice");
    }
    const NumpyArray& array = entry.array;
    inputs.push_back({entry.name + std::string(kExtension),
                      npy_header(dtype_of(array.type()), array.shape()), array.bytes()});
  }
  OutputFile file(path);
  write_zip([&](std::string_view bytes) { file.write(bytes); }, inputs,
            compression == Compression::deflated);
  file.commit();
}

}  // namespace honestrank
