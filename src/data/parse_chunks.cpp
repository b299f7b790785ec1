#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <map>
#include <vector>

#include "data/chunk_reader.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

void reject_nul(const Chunk& chunk) {
  const char* begin = chunk.bytes.data();
  const auto* nul = static_cast<const char*>(std::memchr(begin, 0, chunk.size));
  if (nul == nullptr) return;
  const auto line = static_cast<std::size_t>(std::count(begin, nul, '\n'));
  throw LineFault{line, "expected text; got a NUL byte (a binary or UTF-16 file?)"};
}

/// What the workers of one file share.
struct Shared {
  std::mutex mutex;
  std::atomic<bool> failed{false};
  std::vector<std::size_t> lines;                      // of each chunk parsed
  std::map<std::size_t, std::exception_ptr> failures;  // by chunk

  void record(std::size_t chunk, std::size_t count) {
    const std::lock_guard lock(mutex);
    if (lines.size() <= chunk) lines.resize(chunk + 1);
    lines[chunk] = count;
  }
  void fail(std::size_t chunk) {
    const std::lock_guard lock(mutex);
    failures.emplace(chunk, std::current_exception());
    failed = true;
  }
};

}  // namespace

std::vector<std::size_t> parse_chunks(
    ChunkReader& reader, unsigned threads, const ProgressCallback& progress,
    const std::function<std::size_t(unsigned, const Chunk&)>& parse) {
  Shared shared;
  const std::string task = "reading " + reader.name();
  run_workers(threads, [&](unsigned worker) {
    Chunk chunk;
    while (!shared.failed) {
      try {
        if (!reader.next(chunk)) return;
      } catch (...) {
        // next() set the index of the chunk that could not be read.
        shared.fail(chunk.index);
        return;
      }
      try {
        reject_nul(chunk);
        shared.record(chunk.index, parse(worker, chunk));
        if (progress && worker == 0) progress({task, reader.consumed(), reader.size()});
      } catch (...) {
        shared.fail(chunk.index);
        return;
      }
    }
  });
  if (shared.failures.empty()) return shared.lines;
  const auto& [chunk, failure] = *shared.failures.begin();
  try {
    std::rethrow_exception(failure);
  } catch (const LineFault& fault) {
    std::size_t before = 0;
    for (std::size_t i = 0; i < std::min(chunk, shared.lines.size()); ++i)
      before += shared.lines[i];
    throw ParseError(reader.name(), before + fault.line + 1, fault.what);
  }
  return {};
}

}  // namespace honestrank
