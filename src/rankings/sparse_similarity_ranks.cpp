#include "rankings/sparse_similarity_ranks.h"

#include <cmath>
#include <vector>

#include "models/similarity_scores.h"
#include "rankings/held_out_counts.h"
#include "rankings/row_ranker.h"

namespace honestrank {
namespace {

class SparseSimilarityRanker : public BlockRanker {
 public:
  SparseSimilarityRanker(const SparseSimilarity& source, const RankingTask& task)
      : source_(source), task_(task), cells_(task.items()), rows_(task) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    for (const std::uint32_t user : users) {
      if (touches_many(user)) {
        all_.resize(task_.items());
        similarity_scores(source_, user, all_);
        rows_.rank(user, all_, ranks);
      } else {
        rank_touched(user, ranks);
      }
    }
  }

 private:
  /// Whether the history has so many neighbours that it is faster to sum up in a row of zeros than
  /// to keep account of the items that were touched.
  bool touches_many(std::uint32_t user) const {
    const SparseRow history = sparse_row(source_.history, user);
    std::size_t neighbours = 0;
    for (const std::uint32_t item : history.column) {
      neighbours += sparse_row(source_.similarity, item).size();
    }
    return neighbours >= task_.items() / 2;
  }

  void rank_touched(std::uint32_t user, UserRanks& ranks) {
    sum_up(user);
    collect_sums(user);
    held_out_.clear();
    for (const std::uint32_t item : task_.held_out(user)) held_out_.push_back(score(item));
    counts_.start(held_out_);
    counts_.add_all(sums_);
    counts_.add(0.0, static_cast<std::int64_t>(task_.items() - touched_.size()));
    for (const std::uint32_t item : task_.seen(user)) counts_.add(score(item), -1);
    counts_.append_entry(user, task_.eligible(user), ranks);
  }

  /// An item's sum, which counts for the user that `round` stands for and is 0 for all others: so
  /// nothing has to be cleared from one user to the next.
  struct Cell {
    double sum = 0;
    std::uint64_t round = 0;
  };

  void sum_up(std::uint32_t user) {
    ++round_;
    touched_.clear();
    const SparseRow history = sparse_row(source_.history, user);
    for (std::size_t h = 0; h < history.size(); ++h) {
      const auto weight = static_cast<double>(history.value[h]);
      const SparseRow similar = sparse_row(source_.similarity, history.column[h]);
      for (std::size_t i = 0; i < similar.size(); ++i) {
        Cell& cell = cells_[similar.column[i]];
        if (cell.round != round_) {
          cell = {0.0, round_};
          touched_.push_back(similar.column[i]);
        }
        cell.sum += weight * static_cast<double>(similar.value[i]);
      }
    }
  }

  void collect_sums(std::uint32_t user) {
    sums_.clear();
    bool any_nan = false;
    for (const std::uint32_t item : touched_) {
      sums_.push_back(cells_[item].sum);
      any_nan = any_nan || std::isnan(sums_.back());
    }
    if (any_nan) reject_first_nan(user);
  }

  void reject_first_nan(std::uint32_t user) const {
    for (std::uint32_t item = 0; item < cells_.size(); ++item) {
      if (std::isnan(score(item))) task_.reject_nan(user, item);
    }
  }

  double score(std::uint32_t item) const {
    return cells_[item].round == round_ ? cells_[item].sum : 0.0;
  }

  const SparseSimilarity& source_;
  const RankingTask& task_;
  std::vector<Cell> cells_;
  std::uint64_t round_ = 0;
  std::vector<std::uint32_t> touched_;
  std::vector<double> sums_;  ///< of the touched items
  std::vector<double> held_out_;
  HeldOutCounts<double> counts_;
  RowRanker<double> rows_;
  std::vector<double> all_;  ///< scores of all items for one user
};

}  // namespace

UserRanks rank_sparse_similarity(const SparseSimilarity& source, const RankingTask& task) {
  constexpr std::size_t kUsers = 64;
  return rank_in_blocks(task, kUsers,
                        [&] { return std::make_unique<SparseSimilarityRanker>(source, task); });
}

}  // namespace honestrank
