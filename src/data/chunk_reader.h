#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.h"
#include "honestrank/base/progress.h"

namespace honestrank {

/// No line of a text file may be longer; a longer one is a binary or damaged file.
inline constexpr std::size_t kLongestLine = std::size_t{64} << 20;

/// How much is read at once: small enough for a chunk and what is found in it to stay in a core's
/// own cache.
inline constexpr std::size_t kChunkBytes = std::size_t{256} << 10;

/// Whole lines of a file: the unit of parallel parsing.
struct Chunk {
  std::size_t index = 0;    ///< counted from 0 in file order
  std::size_t size = 0;     ///< bytes of text; the last one is '\n'
  double part_read = 0;     ///< share of the file read with it, about; 0 where unknown
  std::vector<char> bytes;  ///< the text and, behind it, zero bytes of padding

  std::string_view text() const noexcept { return {bytes.data(), size}; }
};

/// A fault in a line of a chunk, before it is known which line of the file that is.
struct LineFault {
  std::size_t line = 0;  ///< counted from 0 inside the chunk
  std::string what;
};

/// Cuts a file into chunks of whole lines, for several workers at once.
///
/// A missing line end at the end of the file is supplied and a UTF-8 byte order mark is left out.
/// Which bytes form which chunk depends on the file alone.
class ChunkReader {
 public:
  /// `name` is used in messages; `source` is read from its present place on. `chunk_bytes`, at
  /// least the 3 of a byte order mark, is small in tests.
  ChunkReader(std::unique_ptr<ByteSource> source, std::string name,
              std::size_t chunk_bytes = kChunkBytes);

  /// Opens `path` (gzip or plain, `-` for standard input).
  static std::unique_ptr<ChunkReader> open(const std::filesystem::path& path);

  /// The first chunk, which next() will give out all the same. An empty text for an empty file.
  std::string_view first_text();

  /// The next chunk; false at the end. Safe to call from several threads; a chunk's memory is
  /// reused. Throws what ByteSource::read throws, and LineFault for a line beyond kLongestLine.
  bool next(Chunk& chunk);

  const std::string& name() const noexcept { return name_; }
  /// Bytes of the file consumed so far, before decompression. Safe to call from several threads.
  std::uint64_t consumed() const noexcept { return consumed_; }
  /// Bytes of the file, before decompression; 0 where unknown.
  std::uint64_t size() const noexcept { return source_->size(); }

 private:
  bool fill(Chunk& chunk);

  std::mutex mutex_;
  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::size_t chunk_bytes_;
  std::vector<char> carry_;  ///< the beginning of a line whose end has not been read yet
  Chunk peeked_;
  bool has_peeked_ = false;
  std::size_t chunks_ = 0;
  bool ended_ = false;
  bool broken_ = false;  ///< reading threw; there is no next chunk
  std::atomic<std::uint64_t> consumed_{0};
};

/// Calls `parse(worker, chunk)` for every chunk of `reader`, on `threads` workers; a worker gets
/// its chunks in rising order. `parse` returns the number of lines in the chunk and reports
/// trouble by throwing LineFault, which leaves this function as ParseError with the line of the
/// file. If several chunks fail, the first in the file is reported, for any number of threads.
/// A NUL byte anywhere is an error. Gives the number of lines of each chunk.
std::vector<std::size_t> parse_chunks(
    ChunkReader& reader, unsigned threads, const ProgressCallback& progress,
    const std::function<std::size_t(unsigned worker, const Chunk& chunk)>& parse);

}  // namespace honestrank
