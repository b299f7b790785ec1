#include <utility>

#include "honestrank/rankings/rank_run.h"
#include "rankings/rank_run_chunks.h"

namespace honestrank {

RunRanks rank_run_file(const Qrels& qrels, const std::filesystem::path& path,
                       const RankRunOptions& options, const ProgressCallback& progress) {
  // Standard input cannot be read a second time.
  if (path != "-") {
    auto ranks = rank_run_chunks(qrels, *ChunkReader::open(path), options, progress);
    if (ranks) return std::move(*ranks);
  }
  return rank_run(qrels, read_run(path, {options.threads, progress}), options);
}

}  // namespace honestrank
