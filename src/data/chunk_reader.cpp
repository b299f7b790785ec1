#include "data/chunk_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "honestrank/base/error.h"
#include "kernels/delimiters.h"

namespace honestrank {

ChunkReader::ChunkReader(std::unique_ptr<ByteSource> source, std::string name,
                         std::size_t chunk_bytes)
    : source_(std::move(source)), name_(std::move(name)), chunk_bytes_(chunk_bytes) {}

std::unique_ptr<ChunkReader> ChunkReader::open(const std::filesystem::path& path) {
  return std::make_unique<ChunkReader>(open_bytes(path), path.string());
}

std::string_view ChunkReader::first_text() {
  const std::lock_guard lock(mutex_);
  try {
    if (!has_peeked_ && chunks_ == 0) has_peeked_ = fill(peeked_);
  } catch (const LineFault& fault) {
    throw ParseError(name_, fault.line + 1, fault.what);  // the first chunk starts at line 1
  }
  return peeked_.text();
}

bool ChunkReader::next(Chunk& chunk) {
  const std::lock_guard lock(mutex_);
  if (has_peeked_) {
    has_peeked_ = false;
    std::swap(chunk, peeked_);
    return true;
  }
  return fill(chunk);
}

bool ChunkReader::fill(Chunk& chunk) {
  chunk.index = chunks_;
  // Stays set where reading throws: no worker may go on in the middle of a line.
  if (std::exchange(broken_, true)) return false;
  std::size_t size = carry_.size();
  std::size_t want = std::max(chunk_bytes_, 2 * size);
  chunk.bytes.resize(want + kernels::kDelimiterPadding);
  if (size != 0) std::memcpy(chunk.bytes.data(), carry_.data(), size);
  carry_.clear();

  const char* last_line_end = nullptr;
  while (last_line_end == nullptr && !ended_) {
    chunk.bytes.resize(want + kernels::kDelimiterPadding);
    const bool file_start = chunks_ == 0 && size == 0;
    const std::size_t count = source_->read({chunk.bytes.data() + size, want - size});
    consumed_ = source_->consumed();
    ended_ = count < want - size;
    size += count;
    if (file_start && size >= 3 && std::memcmp(chunk.bytes.data(), "\xEF\xBB\xBF", 3) == 0) {
      size -= 3;
      std::memmove(chunk.bytes.data(), chunk.bytes.data() + 3, size);
    }
    last_line_end = static_cast<const char*>(::memrchr(chunk.bytes.data(), '\n', size));
    if (last_line_end == nullptr && size > kLongestLine) {
      throw LineFault{0, "expected lines of at most 64 MiB; got a longer one"};
    }
    want = 2 * size + chunk_bytes_;
  }

  std::size_t whole = size;
  if (!ended_) {
    whole = static_cast<std::size_t>(last_line_end - chunk.bytes.data()) + 1;
    carry_.assign(chunk.bytes.data() + whole, chunk.bytes.data() + size);
  } else if (size != 0 && chunk.bytes[size - 1] != '\n') {
    chunk.bytes[whole++] = '\n';
  }
  chunk.size = whole;
  const auto file_size = static_cast<double>(source_->size());
  chunk.part_read = file_size > 0 ? std::min(1.0, static_cast<double>(consumed_) / file_size) : 0;
  // At the end of the file fewer than `want` bytes were read, so the supplied '\n' fits too.
  std::memset(chunk.bytes.data() + whole, 0, kernels::kDelimiterPadding);
  broken_ = false;
  if (whole == 0) return false;
  ++chunks_;
  return true;
}

}  // namespace honestrank
