#include "rankings/dense_similarity_ranks.h"

#include <algorithm>
#include <vector>

#include "models/similarity_scores.h"
#include "rankings/row_ranker.h"

namespace honestrank {
namespace {

/// Adds weight * values to the sums.
void add_row(std::span<double> sums, const float* values, double weight) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] += weight * static_cast<double>(values[i]);
  }
}

/// The same for four rows one after the other, while the sums are in registers.
void add_four_rows(std::span<double> sums, const float* const (&values)[4],
                   const double (&weight)[4]) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    double sum = sums[i];
    sum += weight[0] * static_cast<double>(values[0][i]);
    sum += weight[1] * static_cast<double>(values[1][i]);
    sum += weight[2] * static_cast<double>(values[2][i]);
    sum += weight[3] * static_cast<double>(values[3][i]);
    sums[i] = sum;
  }
}

class DenseSimilarityRanker : public BlockRanker {
 public:
  DenseSimilarityRanker(const DenseSimilarity& source, const RankingTask& task)
      : source_(source), items_(task.items()), rows_(task) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    // Sums that stay in the first-level cache while the rows of weights pass by.
    constexpr std::size_t kTile = 1024;
    scores_.assign(users.size() * items_, 0.0);
    for (std::size_t first = 0; first < items_; first += kTile) {
      const std::size_t count = std::min(kTile, items_ - first);
      for (std::size_t i = 0; i < users.size(); ++i) {
        sum_up(users[i], first, std::span(scores_).subspan(i * items_ + first, count));
      }
    }
    const std::span<const double> scores(scores_);
    for (std::size_t i = 0; i < users.size(); ++i) {
      rows_.rank(users[i], scores.subspan(i * items_, items_), ranks);
    }
  }

 private:
  /// Adds the scores of the items from `first` on to `sums`, the history in rising order.
  void sum_up(std::uint32_t user, std::size_t first, std::span<double> sums) const {
    const SparseRow history = sparse_row(source_.history, user);
    const auto values = [&](std::size_t h) {
      return source_.weights.row(history.column[h]).data() + first;
    };
    const auto weight = [&](std::size_t h) { return static_cast<double>(history.value[h]); };
    std::size_t h = 0;
    for (; h + 4 <= history.size(); h += 4) {
      add_four_rows(sums, {values(h), values(h + 1), values(h + 2), values(h + 3)},
                    {weight(h), weight(h + 1), weight(h + 2), weight(h + 3)});
    }
    for (; h < history.size(); ++h) add_row(sums, values(h), weight(h));
  }

  const DenseSimilarity& source_;
  std::size_t items_;
  RowRanker<double> rows_;
  std::vector<double> scores_;  ///< of the users of one block, one after the other
};

}  // namespace

UserRanks rank_dense_similarity(const DenseSimilarity& source, const RankingTask& task) {
  constexpr std::size_t kUsers = 32;
  return rank_in_blocks(task, kUsers,
                        [&] { return std::make_unique<DenseSimilarityRanker>(source, task); });
}

}  // namespace honestrank
