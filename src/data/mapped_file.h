#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace honestrank {

/// The bytes of a regular file, mapped read-only: nothing is read before it is touched, and
/// files larger than memory are fine. Moves, does not copy.
///
/// Throws std::system_error naming the path if it cannot be opened or mapped.
class MappedFile {
 public:
  MappedFile() = default;
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace honestrank
