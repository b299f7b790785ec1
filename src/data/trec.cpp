#include "honestrank/data/trec.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

#include "base/huge_pages.h"
#include "data/chunk_reader.h"
#include "data/interaction_layout.h"
#include "data/text_column_joiner.h"
#include "data/text_fields.h"
#include "data/text_parsing.h"
#include "data/trec_parser.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

/// The columns that Qrels and Run share.
struct Grouped {
  IdMap queries;
  std::vector<std::uint64_t> begin{0};
  TextColumn document;
  std::vector<double> value;
};

/// A segment of a chunk and where its rows go.
struct Move {
  std::size_t chunk = 0;
  std::size_t rows_before = 0;   ///< in the chunk
  std::size_t bytes_before = 0;  ///< in the chunk
  std::size_t rows = 0;
  std::uint32_t query = 0;  ///< number in the file
  std::size_t row = 0;      ///< first row in the result
  std::size_t byte = 0;     ///< first byte of document text in the result
};

class TrecFile {
 public:
  TrecFile(ChunkReader& reader, const TrecFormat& format, const ReadTrecOptions& options)
      : reader_(reader), threads_(thread_count(options.threads)), memory_(threads_) {
    reject_binary(reader.first_text(), reader.name());
    std::deque<TrecParser> parsers;
    for (unsigned worker = 0; worker < threads_; ++worker) parsers.emplace_back(format);
    lines_ =
        parse_chunks(reader, threads_, options.progress, [&](unsigned worker, const Chunk& chunk) {
          return parsers[worker].parse(chunk, rows_of(chunk.index, worker));
        });
    std::vector<WorkerIds*> ids;
    ids.reserve(parsers.size());
    for (TrecParser& parser : parsers) ids.push_back(&parser.queries);
    queries_ = merge_ids(ids);
  }

  Grouped group() {
    Grouped result;
    if (queries_.ids.empty()) {
      throw ParseError(reader_.name(), 0, "expected at least one line; got none");
    }
    place_segments(result);
    move_rows(result);
    result.queries = std::move(queries_.ids);
    check(result);
    return result;
  }

 private:
  TrecRows& rows_of(std::size_t chunk, unsigned worker) {
    const std::lock_guard lock(mutex_);
    if (chunks_.size() <= chunk) chunks_.resize(chunk + 1);
    chunks_[chunk] = std::make_unique<TrecRows>(memory_[worker].resource());
    chunks_[chunk]->worker = worker;
    return *chunks_[chunk];
  }

  /// The rows of a query together, in file order, queries in order of first appearance.
  void place_segments(Grouped& result) {
    const std::size_t queries = queries_.ids.size();
    std::vector<std::size_t> rows(queries + 1);
    std::vector<std::size_t> bytes(queries + 1);
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
      Move move;
      move.chunk = chunk;
      for (const TrecRows::Segment& segment : chunks_[chunk]->segments) {
        move.rows = segment.rows;
        move.query = queries_.number.empty()
                         ? segment.query
                         : queries_.number[chunks_[chunk]->worker][segment.query];
        moves_.push_back(move);
        rows[move.query + 1] += segment.rows;
        bytes[move.query + 1] += segment.bytes;
        move.rows_before += segment.rows;
        move.bytes_before += segment.bytes;
      }
    }
    std::partial_sum(rows.begin(), rows.end(), rows.begin());
    std::partial_sum(bytes.begin(), bytes.end(), bytes.begin());
    result.begin.assign(rows.begin(), rows.end());
    total_bytes_ = bytes.back();
    for (Move& move : moves_) {
      const TrecRows& chunk = *chunks_[move.chunk];
      move.row = rows[move.query];
      move.byte = bytes[move.query];
      rows[move.query] += move.rows;
      for (std::size_t i = 0; i < move.rows; ++i) {
        bytes[move.query] += chunk.length[move.rows_before + i];
      }
    }
  }

  void move_rows(Grouped& result) {
    const std::size_t rows = result.begin.back();
    TextColumnJoiner document(result.document);
    parallel_for(4, 1, threads_, [&](const Block& column) {
      switch (column.index) {
        case 0: reserve_on_huge_pages(result.value, rows), result.value.resize(rows); break;
        case 1: document.resize_keys(rows); break;
        case 2: document.resize_ends(rows); break;
        default: document.resize_text(total_bytes_); break;
      }
    });
    parallel_for(moves_.size(), 256, threads_, [&](const Block& block) {
      for (std::size_t m = block.begin; m < block.end; ++m) {
        const Move& move = moves_[m];
        const TrecRows& from = *chunks_[move.chunk];
        std::copy_n(from.value.data() + move.rows_before, move.rows,
                    result.value.data() + move.row);
        document.copy(from.text.data() + move.bytes_before, from.length.data() + move.rows_before,
                      from.key.data() + move.rows_before, move.rows, move.row, move.byte);
      }
    });
  }

  /// No document twice in a query. Ids are bytes here: they are only compared with each other.
  void check(const Grouped& result) const {
    parallel_for(result.queries.size(), 1024, threads_, [&](const Block& block) {
      std::vector<std::uint32_t> table;
      for (std::size_t query = block.begin; query < block.end; ++query) {
        const auto row =
            first_repeated(result.document, result.begin[query], result.begin[query + 1], table);
        if (!row) continue;
        throw ParseError(reader_.name(), line_of(*row),
                         "expected each document once per query; got " +
                             quoted_for_message(result.document[*row]) + " again for query " +
                             quoted_for_message(result.queries[query]));
      }
    });
  }

  static std::optional<std::size_t> first_repeated(const TextColumn& document, std::size_t begin,
                                                   std::size_t end,
                                                   std::vector<std::uint32_t>& table) {
    const std::size_t count = end - begin;
    std::size_t slots = 16;
    while (slots < 2 * count) slots *= 2;
    table.assign(slots, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t key = document.key(begin + i);
      for (std::size_t at = key & (slots - 1);; at = (at + 1) & (slots - 1)) {
        if (table[at] == 0) {
          table[at] = static_cast<std::uint32_t>(i + 1);
          break;
        }
        const std::size_t other = begin + table[at] - 1;
        if (document.key(other) == key && document[other] == document[begin + i]) return begin + i;
      }
    }
    return std::nullopt;
  }

  std::size_t line_of(std::size_t row) const {
    const auto move = std::find_if(moves_.begin(), moves_.end(), [&](const Move& candidate) {
      return row >= candidate.row && row < candidate.row + candidate.rows;
    });
    const std::size_t before = std::accumulate(
        lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(move->chunk), std::size_t{0});
    return before + chunks_[move->chunk]->lines.line_of(move->rows_before + row - move->row) + 1;
  }

  ChunkReader& reader_;
  unsigned threads_;
  std::mutex mutex_;
  std::deque<HugePageArena> memory_;
  std::vector<std::unique_ptr<TrecRows>> chunks_;
  std::vector<std::size_t> lines_;
  MergedIds queries_;
  std::vector<Move> moves_;
  std::size_t total_bytes_ = 0;
};

/// The last word of the first line that is not a comment.
std::string tag_of(std::string_view first_text) {
  for (const std::string_view line : first_lines(first_text, 100)) {
    if (line[line.find_first_not_of(" \t")] == '#') continue;
    const std::size_t end = line.find_last_not_of(" \t");
    const std::size_t begin = line.find_last_of(" \t", end);
    return std::string(line.substr(begin + 1, end - begin));
  }
  return {};
}

}  // namespace

Qrels qrels_from(ChunkReader& reader, const ReadTrecOptions& options) {
  Grouped grouped = TrecFile(reader, kQrelsFormat, options).group();
  return {std::move(grouped.queries), std::move(grouped.begin), std::move(grouped.document),
          std::move(grouped.value)};
}

Run run_from(ChunkReader& reader, const ReadTrecOptions& options) {
  std::string tag = tag_of(reader.first_text());
  Grouped grouped = TrecFile(reader, kRunFormat, options).group();
  return {std::move(tag), std::move(grouped.queries), std::move(grouped.begin),
          std::move(grouped.document), std::move(grouped.value)};
}

Qrels read_qrels(const std::filesystem::path& path, const ReadTrecOptions& options) {
  return qrels_from(*ChunkReader::open(path), options);
}

Qrels parse_qrels(std::span<const char> bytes, const std::string& name,
                  const ReadTrecOptions& options) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return qrels_from(reader, options);
}

Run read_run(const std::filesystem::path& path, const ReadTrecOptions& options) {
  return run_from(*ChunkReader::open(path), options);
}

Run parse_run(std::span<const char> bytes, const std::string& name,
              const ReadTrecOptions& options) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return run_from(reader, options);
}

}  // namespace honestrank
