#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "honestrank/base/progress.h"
#include "honestrank/data/id_map.h"
#include "honestrank/data/text_column.h"

namespace honestrank {

/// TREC relevance judgments. Query q owns rows begin[q] .. begin[q+1] of the columns.
struct Qrels {
  IdMap queries;  ///< in order of first appearance
  std::vector<std::uint64_t> begin{0};
  TextColumn document;
  std::vector<double> grade;  ///< as judged: above 0 is relevant, the rest is not

  std::size_t size() const noexcept { return grade.size(); }
};

/// A TREC run: for each query the documents that a system retrieved, with their scores.
struct Run {
  std::string tag;  ///< the last column of its first line
  IdMap queries;    ///< in order of first appearance
  std::vector<std::uint64_t> begin{0};
  TextColumn document;
  std::vector<double> score;  ///< any order; never NaN; the rank column of the file is ignored

  std::size_t size() const noexcept { return score.size(); }
};

struct ReadTrecOptions {
  unsigned threads = 0;  ///< 0: all hardware threads
  ProgressCallback progress{};
};

/// Reads qrels: `query iteration document grade`, white space between, `#` starts a comment line,
/// plain or gzip, `-` for standard input.
///
/// Throws ParseError with file and line for a wrong number of fields, a grade that is not a finite
/// number, or a document judged twice for a query; std::system_error if the file cannot be read.
Qrels read_qrels(const std::filesystem::path& path, const ReadTrecOptions& options = {});
Qrels parse_qrels(std::span<const char> bytes, const std::string& name,
                  const ReadTrecOptions& options = {});

/// Reads a run: `query Q0 document rank score tag`, otherwise as read_qrels. The lines of a query
/// need not stand together. A score that is NaN or not a number, and a document retrieved twice
/// for a query, are errors.
Run read_run(const std::filesystem::path& path, const ReadTrecOptions& options = {});
Run parse_run(std::span<const char> bytes, const std::string& name,
              const ReadTrecOptions& options = {});

/// Writes what the readers read; a run in falling order of score, with ranks from 1.
void write_qrels(const std::filesystem::path& path, const Qrels& qrels);
void write_run(const std::filesystem::path& path, const Run& run);

}  // namespace honestrank
