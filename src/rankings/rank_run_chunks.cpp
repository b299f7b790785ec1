#include "rankings/rank_run_chunks.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/interaction_layout.h"
#include "data/text_column_joiner.h"
#include "data/trec_columns.h"
#include "data/trec_parser.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "rankings/append_ranks.h"
#include "rankings/query_ranker.h"

namespace honestrank {
namespace {

/// Rows of one query at the edge of a chunk: more of them may stand in the chunk beside it.
struct EdgeRows {
  std::string query;
  TextColumn document;
  std::vector<double> score;
};

/// What became of a chunk.
struct ChunkRanks {
  UserRanks ranks;                    ///< of the judged queries between the edges
  std::vector<std::string> unjudged;  ///< the other queries between the edges
  std::vector<EdgeRows> edges;        ///< none, one or two
};

/// Ranks the queries of a run while it is read. Whatever is out of the ordinary (a query in two
/// places, a document twice, too many documents) makes it give up: reading the run as a whole
/// then finds the right answer or the right message.
class StreamedRun {
 public:
  StreamedRun(const Qrels& qrels, const RankRunOptions& options)
      : qrels_(qrels), options_(options), graded_(has_grades(qrels)) {}

  std::optional<RunRanks> rank(ChunkReader& reader, const ProgressCallback& progress) {
    const unsigned threads = thread_count(options_.threads);
    std::deque<Worker> workers;
    for (unsigned worker = 0; worker < threads; ++worker) workers.emplace_back();
    const auto parse = [&](unsigned worker, const Chunk& chunk) {
      Worker& own = workers[worker];
      own.rows.clear();
      const std::size_t lines = own.parser.parse(chunk, own.rows);
      if (!gave_up_) rank_chunk(own, slot_of(chunk.index));
      return lines;
    };
    parse_chunks(reader, threads, progress, parse);
    if (!gave_up_) rank_edges();
    if (gave_up_) return std::nullopt;
    return collect();
  }

 private:
  struct Worker {
    TrecParser parser{kRunFormat};
    TrecRows rows;
    TextColumn document;
    std::vector<std::uint32_t> table;
  };

  ChunkRanks& slot_of(std::size_t chunk) {
    const std::lock_guard lock(mutex_);
    while (chunks_.size() <= chunk) chunks_.emplace_back();
    return chunks_[chunk];
  }

  void rank_chunk(Worker& worker, ChunkRanks& result) {
    const TrecRows& rows = worker.rows;
    TextColumnJoiner(worker.document).clear();
    TextColumnJoiner(worker.document).append(rows.text, rows.length, rows.key, 1);
    QueryRanker ranker(qrels_, options_, graded_);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < rows.segments.size(); ++i) {
      const std::string_view query = worker.parser.queries.ids()[rows.segments[i].query];
      const RetrievedRows retrieved{worker.document, rows.value, begin,
                                    begin + rows.segments[i].rows};
      if (i == 0 || i + 1 == rows.segments.size()) {
        EdgeRows& edge = result.edges.emplace_back();
        edge.query = query;
        extend(edge, retrieved);
      } else {
        rank_query(query, retrieved, ranker, result.unjudged, worker.table);
      }
      begin = retrieved.end;
    }
    result.ranks = std::move(ranker.ranks);
  }

  static void extend(EdgeRows& edge, const RetrievedRows& rows) {
    TextColumnJoiner(edge.document).append(rows.document, rows.begin, rows.end);
    edge.score.insert(edge.score.end(),
                      rows.score.begin() + static_cast<std::ptrdiff_t>(rows.begin),
                      rows.score.begin() + static_cast<std::ptrdiff_t>(rows.end));
  }

  void rank_query(std::string_view query, const RetrievedRows& rows, QueryRanker& ranker,
                  std::vector<std::string>& unjudged, std::vector<std::uint32_t>& table) {
    if (first_repeated_document(rows.document, rows.begin, rows.end, table)) gave_up_ = true;
    const auto judged = qrels_.queries.find(query);
    if (!judged) {
      unjudged.emplace_back(query);
      return;
    }
    try {
      ranker.rank(*judged, rows);
    } catch (const InputError&) {
      gave_up_ = true;
    }
  }

  /// Joins the edges of neighbouring chunks and ranks them as one more chunk.
  void rank_edges() {
    std::vector<EdgeRows> joined;
    for (ChunkRanks& chunk : chunks_) {
      for (EdgeRows& edge : chunk.edges) {
        if (joined.empty() || joined.back().query != edge.query) {
          joined.push_back(std::move(edge));
        } else {
          extend(joined.back(), {edge.document, edge.score, 0, edge.score.size()});
        }
      }
    }
    QueryRanker ranker(qrels_, options_, graded_);
    std::vector<std::string> unjudged;
    std::vector<std::uint32_t> table;
    for (const EdgeRows& edge : joined) {
      rank_query(edge.query, {edge.document, edge.score, 0, edge.score.size()}, ranker, unjudged,
                 table);
    }
    chunks_.push_back({std::move(ranker.ranks), std::move(unjudged), {}});
  }

  /// Everything in the order of the judgments; nothing where a query was met twice, or none.
  std::optional<RunRanks> collect() const {
    struct Place {
      const UserRanks* ranks = nullptr;
      std::size_t entry = 0;
    };
    std::vector<Place> places(qrels_.queries.size());
    IdMap unjudged;
    std::size_t entries = 0;
    for (const ChunkRanks& chunk : chunks_) {
      for (std::size_t entry = 0; entry < chunk.ranks.size(); ++entry) {
        Place& place = places[chunk.ranks.user[entry]];
        if (place.ranks != nullptr) return std::nullopt;
        place = {&chunk.ranks, entry};
      }
      for (const std::string& query : chunk.unjudged) {
        if (unjudged.find(query)) return std::nullopt;
        unjudged.add(query);
      }
      entries += chunk.ranks.size();
    }
    if (entries + unjudged.size() == 0) return std::nullopt;

    RunRanks result;
    result.queries_unjudged = unjudged.size();
    QueryRanker ranker(qrels_, options_, graded_);
    for (std::size_t query = 0; query < places.size(); ++query) {
      if (places[query].ranks != nullptr) {
        append_entry(*places[query].ranks, places[query].entry, ranker.ranks);
        continue;
      }
      ++result.queries_missing;
      if (options_.queries == RunQueries::judged) ranker.rank_missing(query);
    }
    result.ranks = std::move(ranker.ranks);
    return result;
  }

  const Qrels& qrels_;
  const RankRunOptions& options_;
  bool graded_;
  std::mutex mutex_;
  std::deque<ChunkRanks> chunks_;
  std::atomic<bool> gave_up_{false};
};

}  // namespace

std::optional<RunRanks> rank_run_chunks(const Qrels& qrels, ChunkReader& reader,
                                        const RankRunOptions& options,
                                        const ProgressCallback& progress) {
  reject_binary(reader.first_text(), reader.name());
  const std::string tag = tag_of_run(reader.first_text());
  auto ranks = StreamedRun(qrels, options).rank(reader, progress);
  if (ranks) ranks->tag = tag;
  return ranks;
}

}  // namespace honestrank
