#pragma once

#include "data/chunk_reader.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/trec.h"

namespace honestrank {

/// The readers that work on several chunks at once, on any ChunkReader: tests cut small ones.
InteractionFile interactions_from(ChunkReader& reader, const ReadInteractionsOptions& options);
Qrels qrels_from(ChunkReader& reader, const ReadTrecOptions& options);
Run run_from(ChunkReader& reader, const ReadTrecOptions& options);

}  // namespace honestrank
