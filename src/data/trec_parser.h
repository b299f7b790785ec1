#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "data/chunk_reader.h"
#include "data/line_marks.h"
#include "data/worker_ids.h"

namespace honestrank {

/// What tells qrels and runs apart for the parser; columns are counted from 0.
struct TrecFormat {
  std::size_t columns = 0;
  std::size_t value_column = 0;
  const char* value_name = "";  ///< as in "score", for messages
  bool infinite_values = false;
};
inline constexpr std::size_t kTrecDocument = 2;
inline constexpr TrecFormat kQrelsFormat{4, 3, "grade", false};
inline constexpr TrecFormat kRunFormat{6, 4, "score", true};

/// The rows of one chunk.
struct TrecRows {
  /// Consecutive rows of one query, numbered by the worker.
  struct Segment {
    std::uint32_t query = 0;
    std::size_t rows = 0;
  };

  unsigned worker = 0;
  double part_read = 0;  ///< of the file, up to the end of the chunk
  std::vector<Segment> segments;
  std::vector<double> value;
  std::vector<std::uint64_t> key;     ///< of the document, as TextColumn has it
  std::vector<std::uint32_t> length;  ///< of the document
  std::vector<char> text;             ///< the documents, one after the other
  LineMarks lines;

  /// Empties the columns, keeping their memory.
  void clear();
};

/// Parses chunks of one qrels or run file for one worker.
class TrecParser {
 public:
  explicit TrecParser(const TrecFormat& format) : format_(format) {}

  /// Fills `rows`, which is empty, from `chunk` and gives its number of lines. Throws LineFault.
  std::size_t parse(const Chunk& chunk, TrecRows& rows);

  WorkerIds queries;

 private:
  void add_row(std::string_view query, std::string_view document, std::string_view value,
               std::size_t line, std::size_t chunk, TrecRows& rows);

  const TrecFormat format_;
  std::vector<std::uint32_t> delimiters_;
  std::vector<std::string_view> words_;
};

}  // namespace honestrank
