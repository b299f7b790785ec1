#include "honestrank/data/trec.h"

#include <algorithm>
#include <deque>
#include <numeric>

#include "base/huge_pages.h"
#include "data/chunk_reader.h"
#include "data/chunk_sequence.h"
#include "data/interaction_layout.h"
#include "data/text_column_joiner.h"
#include "data/text_fields.h"
#include "data/text_parsing.h"
#include "data/trec_columns.h"
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

class TrecFile {
 public:
  TrecFile(ChunkReader& reader, const TrecFormat& format, const ReadTrecOptions& options)
      : reader_(reader), threads_(thread_count(options.threads)) {
    reject_binary(reader.first_text(), reader.name());
    ChunkSequence<TrecRows> sequence;
    std::deque<TrecParser> parsers;
    for (unsigned worker = 0; worker < threads_; ++worker) parsers.emplace_back(format);
    lines_ =
        parse_chunks(reader, threads_, options.progress, [&](unsigned worker, const Chunk& chunk) {
          auto rows = sequence.take();
          rows->worker = worker;
          rows->part_read = chunk.part_read;
          const std::size_t lines = parsers[worker].parse(chunk, *rows);
          sequence.give(chunk.index, std::move(rows),
                        [&](TrecRows& next) { columns_.append(next); });
          return lines;
        });
    std::vector<WorkerIds*> ids;
    ids.reserve(parsers.size());
    for (TrecParser& parser : parsers) ids.push_back(&parser.queries);
    queries_ = merge_ids(ids, threads_);
  }

  /// The rows of a query together, in file order, queries in order of first appearance.
  Grouped group() {
    if (queries_.ids.empty()) {
      throw ParseError(reader_.name(), 0, "expected at least one line; got none");
    }
    Grouped result;
    place_segments(result);
    if (together_) {
      result.document = std::move(columns_.document);
      result.value = std::move(columns_.value);
    } else {
      gather(result);
    }
    result.queries = std::move(queries_.ids);
    check(result);
    return result;
  }

 private:
  /// A run of rows of one query: where they stand in the file and in the result.
  struct Place {
    std::uint32_t query = 0;  ///< number in the file
    std::size_t rows = 0;
    std::size_t from = 0;
    std::size_t to = 0;
  };

  void place_segments(Grouped& result) {
    result.begin.assign(queries_.ids.size() + 1, 0);
    std::size_t from = 0;
    for (const TrecColumns::Segment& segment : columns_.segments) {
      const std::uint32_t query =
          queries_.number.empty() ? segment.query : queries_.number[segment.worker][segment.query];
      places_.push_back({query, segment.rows, from, 0});
      result.begin[query + 1] += segment.rows;
      from += segment.rows;
    }
    std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
    std::vector<std::uint64_t> next(result.begin);
    for (Place& place : places_) {
      place.to = next[place.query];
      next[place.query] += place.rows;
      together_ = together_ && place.to == place.from;
    }
  }

  void gather(Grouped& result) {
    std::sort(places_.begin(), places_.end(),
              [](const Place& a, const Place& b) { return a.to < b.to; });
    TextColumnJoiner documents(result.document);
    documents.reserve(columns_.value.size(), TextColumnJoiner(columns_.document).bytes());
    reserve_on_huge_pages(result.value, columns_.value.size());
    for (const Place& place : places_) {
      documents.append(columns_.document, place.from, place.from + place.rows);
      const auto first = columns_.value.begin() + static_cast<std::ptrdiff_t>(place.from);
      result.value.insert(result.value.end(), first,
                          first + static_cast<std::ptrdiff_t>(place.rows));
    }
  }

  /// No document twice in a query. Ids are bytes here: they are only compared with each other.
  void check(const Grouped& result) const {
    parallel_for(result.queries.size(), 1024, threads_, [&](const Block& block) {
      std::vector<std::uint32_t> table;
      for (std::size_t query = block.begin; query < block.end; ++query) {
        const auto row = first_repeated_document(result.document, result.begin[query],
                                                 result.begin[query + 1], table);
        if (!row) continue;
        throw ParseError(reader_.name(), line_of(*row),
                         "expected each document once per query; got " +
                             quoted_for_message(result.document[*row]) + " again for query " +
                             quoted_for_message(result.queries[query]));
      }
    });
  }

  std::size_t line_of(std::size_t row) const {
    const auto place = std::find_if(places_.begin(), places_.end(), [&](const Place& candidate) {
      return row >= candidate.to && row < candidate.to + candidate.rows;
    });
    return columns_.lines.line_of(place->from + row - place->to, lines_);
  }

  ChunkReader& reader_;
  unsigned threads_;
  TrecColumns columns_;
  std::vector<std::size_t> lines_;
  MergedIds queries_;
  std::vector<Place> places_;
  bool together_ = true;  ///< the rows of each query stand together in the file
};

}  // namespace

std::optional<std::size_t> first_repeated_document(const TextColumn& document, std::size_t begin,
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

std::string tag_of_run(std::string_view first_text) {
  for (const std::string_view line : first_lines(first_text, 100)) {
    if (line[line.find_first_not_of(" \t")] == '#') continue;
    const std::size_t end = line.find_last_not_of(" \t");
    const std::size_t begin = line.find_last_of(" \t", end);
    return std::string(line.substr(begin + 1, end - begin));
  }
  return {};
}

Qrels qrels_from(ChunkReader& reader, const ReadTrecOptions& options) {
  Grouped grouped = TrecFile(reader, kQrelsFormat, options).group();
  return {std::move(grouped.queries), std::move(grouped.begin), std::move(grouped.document),
          std::move(grouped.value)};
}

Run run_from(ChunkReader& reader, const ReadTrecOptions& options) {
  std::string tag = tag_of_run(reader.first_text());
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
