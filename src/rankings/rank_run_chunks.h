#pragma once

#include <optional>

#include "data/chunk_reader.h"
#include "honestrank/rankings/rank_run.h"

namespace honestrank {

/// Ranks the queries of a run while it is read. Nothing where that cannot be done, as when the
/// lines of a query stand in two places: the run must be read as a whole then. Throws what
/// read_run throws for lines that cannot be parsed.
std::optional<RunRanks> rank_run_chunks(const Qrels& qrels, ChunkReader& reader,
                                        const RankRunOptions& options,
                                        const ProgressCallback& progress);

}  // namespace honestrank
