#include "data/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "data/gzip_source.h"
#include "data/system_error.h"

namespace honestrank {
namespace {

class FileSource final : public ByteSource {
 public:
  explicit FileSource(std::filesystem::path path) : path_(std::move(path)) {
    descriptor_ = path_ == "-" ? ::dup(STDIN_FILENO) : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw_system_error(path_);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) return;
    if (S_ISDIR(status.st_mode)) {
      ::close(descriptor_);
      throw_system_error(path_, EISDIR);
    }
    if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
  }
  ~FileSource() override { ::close(descriptor_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t read(std::span<char> target) override {
    std::size_t filled = 0;
    while (filled < target.size()) {
      const ssize_t count = ::read(descriptor_, target.data() + filled, target.size() - filled);
      if (count < 0) {
        if (errno == EINTR) continue;
        throw_system_error(path_);
      }
      if (count == 0) break;
      filled += static_cast<std::size_t>(count);
    }
    consumed_ += filled;
    return filled;
  }

  std::uint64_t consumed() const noexcept override { return consumed_; }
  std::uint64_t size() const noexcept override { return size_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::uint64_t consumed_ = 0;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const char> bytes) : bytes_(bytes) {}

  std::size_t read(std::span<char> target) override {
    const std::size_t count = std::min(target.size(), bytes_.size() - consumed_);
    if (count != 0) std::memcpy(target.data(), bytes_.data() + consumed_, count);
    consumed_ += count;
    return count;
  }

  std::uint64_t consumed() const noexcept override { return consumed_; }
  std::uint64_t size() const noexcept override { return bytes_.size(); }

 private:
  std::span<const char> bytes_;
  std::size_t consumed_ = 0;
};

/// Gives back the first bytes that were looked at, then the rest.
class PrefixedSource final : public ByteSource {
 public:
  PrefixedSource(std::vector<char> prefix, std::unique_ptr<ByteSource> rest)
      : prefix_(std::move(prefix)), rest_(std::move(rest)) {}

  std::size_t read(std::span<char> target) override {
    const std::size_t count = std::min(target.size(), prefix_.size() - given_);
    if (count != 0) std::memcpy(target.data(), prefix_.data() + given_, count);
    given_ += count;
    return count + rest_->read(target.subspan(count));
  }

  std::uint64_t consumed() const noexcept override { return rest_->consumed(); }
  std::uint64_t size() const noexcept override { return rest_->size(); }

 private:
  std::vector<char> prefix_;
  std::size_t given_ = 0;
  std::unique_ptr<ByteSource> rest_;
};

std::unique_ptr<ByteSource> decompressed_if_gzip(std::unique_ptr<ByteSource> raw,
                                                 std::string name) {
  std::vector<char> magic(2);
  magic.resize(raw->read(magic));
  const bool gzip = magic.size() == 2 && magic[0] == '\x1f' && magic[1] == '\x8b';
  auto whole = std::make_unique<PrefixedSource>(std::move(magic), std::move(raw));
  if (!gzip) return whole;
  return open_gzip(std::move(whole), std::move(name));
}

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path) {
  return decompressed_if_gzip(std::make_unique<FileSource>(path), path.string());
}

std::unique_ptr<ByteSource> bytes_in_memory(std::span<const char> bytes, std::string name) {
  return decompressed_if_gzip(std::make_unique<MemorySource>(bytes), std::move(name));
}

}  // namespace honestrank
