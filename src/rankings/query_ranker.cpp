#include "rankings/query_ranker.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "honestrank/base/error.h"
#include "kernels/score_counting.h"

namespace honestrank {
namespace {

/// The nearest float; infinite beyond the largest.
float to_float(double score) noexcept {
  constexpr double kLargest = std::numeric_limits<float>::max();
  if (std::abs(score) <= kLargest) return static_cast<float>(score);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return score > 0 ? kInfinity : -kInfinity;
}

/// The relevant documents of one query, found by key.
class RelevantDocuments {
 public:
  RelevantDocuments(const Qrels& qrels, std::size_t query, std::vector<std::uint32_t>& slots,
                    std::vector<std::size_t>& rows)
      : documents_(qrels.document), slots_(slots), rows_(rows) {
    rows_.clear();
    for (std::size_t row = qrels.begin[query]; row < qrels.begin[query + 1]; ++row) {
      if (qrels.grade[row] > 0) rows_.push_back(row);
    }
    std::size_t size = 16;
    while (size < 4 * rows_.size()) size *= 2;
    slots_.assign(size, 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::size_t at = documents_.key(rows_[i]) & (size - 1);
      while (slots_[at] != 0) at = (at + 1) & (size - 1);
      slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::size_t size() const noexcept { return rows_.size(); }
  std::size_t row(std::size_t index) const noexcept { return rows_[index]; }

  /// Index of the relevant document that `row` of `run` is, if it is one.
  std::optional<std::size_t> find(const TextColumn& run, std::size_t row) const {
    const std::uint64_t key = run.key(row);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = key & mask; slots_[at] != 0; at = (at + 1) & mask) {
      const std::size_t index = slots_[at] - 1;
      if (documents_.key(rows_[index]) == key && documents_[rows_[index]] == run[row]) return index;
    }
    return std::nullopt;
  }

 private:
  const TextColumn& documents_;
  std::vector<std::uint32_t>& slots_;
  std::vector<std::size_t>& rows_;
};

}  // namespace

bool has_grades(const Qrels& qrels) {
  return std::any_of(qrels.grade.begin(), qrels.grade.end(),
                     [](double grade) { return grade > 0 && grade != 1; });
}

QueryRanker::QueryRanker(const Qrels& qrels, const RankRunOptions& options, bool graded)
    : qrels_(qrels), options_(options), graded_(graded) {
  if (graded) ranks.gain_begin.push_back(0);
}

void QueryRanker::rank(std::size_t query, const RetrievedRows& rows) {
  reject_nan(query, rows);
  match(query, rows);
  check_items(query, rows.size());

  ranks.user.push_back(static_cast<std::uint32_t>(query));
  ranks.items.push_back(options_.items);
  if (options_.ties == RunTies::by_document) {
    add_groups_by_document(rows);
  } else {
    add_groups(rows);
  }
  add_unranked(rows.size());
  ranks.group_begin.push_back(ranks.groups.size());
  if (graded_) ranks.gain_begin.push_back(ranks.gains.size());
}

void QueryRanker::rank_missing(std::size_t query) {
  const TextColumn no_documents;
  const std::vector<double> no_scores;
  rank(query, {no_documents, no_scores});
}

void QueryRanker::match(std::size_t query, const RetrievedRows& rows) {
  const RelevantDocuments relevant(qrels_, query, slots_, relevant_rows_);
  found_.assign(relevant.size(), false);
  retrieved_.clear();
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const auto index = relevant.find(rows.document, row);
    if (!index) continue;
    found_[*index] = true;
    retrieved_.push_back({rows.score[row], qrels_.grade[relevant.row(*index)], row});
  }
  unranked_.clear();
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    if (!found_[i]) unranked_.push_back(qrels_.grade[relevant.row(i)]);
  }
  std::sort(unranked_.begin(), unranked_.end(), std::greater<>());
  std::sort(retrieved_.begin(), retrieved_.end(), [](const Retrieved& a, const Retrieved& b) {
    return a.score != b.score ? a.score > b.score : a.grade > b.grade;
  });
}

void QueryRanker::reject_nan(std::size_t query, const RetrievedRows& rows) const {
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    if (!std::isnan(rows.score[row])) continue;
    throw InputError("rank_run: expected scores that are numbers; got NaN for document '" +
                     std::string(rows.document[row]) + "' of query '" +
                     std::string(qrels_.queries[query]) + "'");
  }
}

void QueryRanker::check_items(std::size_t query, std::size_t retrieved) const {
  if (options_.items == 0 || retrieved + unranked_.size() <= options_.items) return;
  throw InputError("rank_run: expected at most " + std::to_string(options_.items) + " items; got " +
                   std::to_string(retrieved) + " retrieved and " +
                   std::to_string(unranked_.size()) + " other relevant ones for query '" +
                   std::string(qrels_.queries[query]) + "'");
}

void QueryRanker::add_groups(const RetrievedRows& rows) {
  const std::span<const double> scores(rows.score.data() + rows.begin, rows.size());
  for (std::size_t i = 0; i < retrieved_.size();) {
    const auto counts = kernels::count_scores(scores, retrieved_[i].score);
    const std::size_t first = i;
    for (; i < retrieved_.size() && retrieved_[i].score == retrieved_[first].score; ++i) {
      if (graded_) ranks.gains.push_back(retrieved_[i].grade);
    }
    ranks.groups.push_back({counts.above, counts.equal, i - first});
  }
}

void QueryRanker::add_groups_by_document(const RetrievedRows& rows) {
  rounded_.resize(rows.size());
  for (std::size_t row = rows.begin; row < rows.end; ++row)
    rounded_[row - rows.begin] = to_float(rows.score[row]);
  const auto score_of = [&](std::size_t row) { return rounded_[row - rows.begin]; };
  std::sort(retrieved_.begin(), retrieved_.end(), [&](const Retrieved& a, const Retrieved& b) {
    return score_of(a.row) != score_of(b.row) ? score_of(a.row) > score_of(b.row)
                                              : rows.document[a.row] > rows.document[b.row];
  });
  for (const Retrieved& document : retrieved_) {
    const float score = score_of(document.row);
    const auto counts = kernels::count_scores(rounded_, score);
    std::size_t above = counts.above;
    for (std::size_t row = rows.begin; counts.equal > 1 && row < rows.end; ++row) {
      above += score_of(row) == score && rows.document[row] > rows.document[document.row];
    }
    ranks.groups.push_back({above, 1, 1});
    if (graded_) ranks.gains.push_back(document.grade);
  }
}

void QueryRanker::add_unranked(std::size_t retrieved) {
  if (graded_) ranks.gains.insert(ranks.gains.end(), unranked_.begin(), unranked_.end());
  if (options_.items != 0 && !unranked_.empty()) {
    ranks.groups.push_back({retrieved, options_.items - retrieved, unranked_.size()});
    ranks.unranked.push_back(0);
  } else {
    ranks.unranked.push_back(unranked_.size());
  }
}

}  // namespace honestrank
