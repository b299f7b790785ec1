#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace honestrank {

/// One file of a zip archive.
struct ZipEntry {
  std::string name;
  bool deflated = false;
  std::uint32_t checksum = 0;
  std::size_t size = 0;
  std::span<const std::byte> stored;  ///< its bytes in the archive, compressed or not
};

/// A zip archive in memory, its directory read and checked: sizes within the file and within what
/// deflate can produce, no overlaps, no repeated names, nothing encrypted.
class ZipArchive {
 public:
  /// `memory` keeps `bytes` alive; without it the caller does.
  ZipArchive(std::span<const std::byte> bytes, std::shared_ptr<const void> memory,
             std::string path);

  const std::vector<ZipEntry>& entries() const noexcept { return entries_; }
  const std::string& path() const noexcept { return path_; }

  struct Content {
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> memory;  ///< keeps `bytes` alive; empty: the caller of the
                                         ///< constructor does
  };

  /// The uncompressed content of an entry, compared with its checksum. Throws ParseError.
  Content read(const ZipEntry& entry) const;

 private:
  std::shared_ptr<const void> memory_;
  std::string path_;
  std::vector<ZipEntry> entries_;
};

/// A file to be written into an archive: `header`, then `body`.
struct ZipInput {
  std::string name;
  std::string header;
  std::span<const std::byte> body;
};

/// In a 32-bit field: the number stands in its 64-bit form.
constexpr std::uint32_t kZipSaturated = 0xffffffff;

/// The sizes from which on the 64-bit form of a field is needed; tests lower them.
struct ZipLimits {
  std::uint64_t size = kZipSaturated;
  std::uint64_t entries = 0xffff;
};

/// Hands the bytes of an archive to `write`, piece by piece. They depend on the other arguments
/// alone: all entries carry the date 1980-01-01. Names must be distinct and of at most 65535 bytes.
void write_zip(const std::function<void(std::string_view)>& write, std::span<const ZipInput> inputs,
               bool deflated, ZipLimits limits = {});

}  // namespace honestrank
