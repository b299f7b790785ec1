#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace honestrank {

/// The bytes of a file in order, decompressed if it is gzip (told by its first bytes, not by its
/// name). `-` is standard input.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Fills `target` as far as there is input; less than asked for means the end was reached.
  /// Throws std::system_error, or ParseError where a gzip file is truncated or damaged.
  virtual std::size_t read(std::span<char> target) = 0;

  /// Bytes of the file consumed so far, before decompression.
  virtual std::uint64_t consumed() const noexcept = 0;

  /// Bytes of the file, before decompression; 0 where unknown (a pipe).
  virtual std::uint64_t size() const noexcept = 0;
};

/// Opens `path`. Throws std::system_error naming it.
std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path);

/// Bytes that are in memory already; `name` stands in for the path in messages.
std::unique_ptr<ByteSource> bytes_in_memory(std::span<const char> bytes, std::string name);

}  // namespace honestrank
