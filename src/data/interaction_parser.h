#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/chunk_reader.h"
#include "data/interaction_layout.h"
#include "data/line_marks.h"
#include "data/worker_ids.h"

namespace honestrank {

/// The rows of one chunk, with the numbers that its worker gave to ids.
struct ParsedRows {
  unsigned worker = 0;
  double part_read = 0;  ///< of the file, up to the end of the chunk
  std::vector<std::uint32_t> user;
  std::vector<std::uint32_t> item;
  std::vector<double> rating;
  std::vector<std::int64_t> timestamp;
  LineMarks lines;

  /// Empties the columns, keeping their memory.
  void clear();
};

/// Parses chunks of one file for one worker.
class InteractionParser {
 public:
  explicit InteractionParser(const ParserLayout& layout) : layout_(layout) {}

  /// Fills `rows`, which is empty, from `chunk` and gives its number of lines. Throws LineFault.
  std::size_t parse(const Chunk& chunk, ParsedRows& rows);

  WorkerIds users;
  WorkerIds items;

 private:
  /// Rows whose ids wait for the memory of their table slots.
  struct Batch {
    static constexpr std::size_t kRows = 32;
    std::array<IdKey, kRows> user;
    std::array<IdKey, kRows> item;
    std::size_t count = 0;
  };

  std::size_t parse_table(const Chunk& chunk, ParsedRows& rows);
  std::size_t parse_lists(const Chunk& chunk, ParsedRows& rows);
  std::size_t parse_candidates(const Chunk& chunk, ParsedRows& rows);
  void parse_line(std::string_view line, std::size_t line_number, ParsedRows& rows);
  void add_values(std::string_view rating, std::string_view timestamp, std::size_t line,
                  ParsedRows& rows) const;
  /// Both texts are followed by at least 8 readable bytes.
  void queue(std::string_view user, std::string_view item, ParsedRows& rows);
  void flush(ParsedRows& rows);
  void reserve(std::size_t count, ParsedRows& rows) const;

  const ParserLayout layout_;
  std::size_t chunk_ = 0;
  Batch batch_;
  std::vector<std::uint32_t> delimiters_;
  std::vector<std::string_view> fields_;
  std::vector<std::string> unquoted_;
};

/// Cuts a candidate line `(user,item)<TAB>candidate<TAB>...` into its parts; false if it is not
/// one.
bool split_candidate_line(std::string_view line, std::string_view& user, std::string_view& item,
                          std::string_view& rest) noexcept;

}  // namespace honestrank
