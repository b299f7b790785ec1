#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/data/trec.h"
#include "honestrank/rankings/rank_run.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// Whether any relevant document has a grade other than 1.
bool has_grades(const Qrels& qrels);

/// What a system retrieved for one query: rows `begin` to `end` of two columns.
struct RetrievedRows {
  const TextColumn& document;
  const std::vector<double>& score;
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const noexcept { return end - begin; }
};

/// Ranks judged queries one after the other.
class QueryRanker {
 public:
  QueryRanker(const Qrels& qrels, const RankRunOptions& options, bool graded);

  /// Appends an entry to `ranks`. Throws InputError as rank_run does.
  void rank(std::size_t query, const RetrievedRows& rows);
  /// The same for a query that the run does not hold.
  void rank_missing(std::size_t query);

  UserRanks ranks;

 private:
  /// A relevant document that the run holds.
  struct Retrieved {
    double score = 0;
    double grade = 0;
    std::size_t row = 0;
  };

  void match(std::size_t query, const RetrievedRows& rows);
  void reject_nan(std::size_t query, const RetrievedRows& rows) const;
  void check_items(std::size_t query, std::size_t retrieved) const;
  void add_groups(const RetrievedRows& rows);
  void add_groups_by_document(const RetrievedRows& rows);
  void add_unranked(std::size_t retrieved);

  const Qrels& qrels_;
  const RankRunOptions& options_;
  bool graded_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::size_t> relevant_rows_;
  std::vector<bool> found_;
  std::vector<Retrieved> retrieved_;
  std::vector<double> unranked_;
  std::vector<float> rounded_;  ///< scores of one query
};

}  // namespace honestrank
