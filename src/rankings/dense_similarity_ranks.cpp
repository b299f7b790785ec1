#include "rankings/dense_similarity_ranks.h"

#include <algorithm>
#include <vector>

#include "kernels/row_sums.h"
#include "models/similarity_scores.h"
#include "rankings/row_ranker.h"

namespace honestrank {
namespace {

class DenseSimilarityRanker : public BlockRanker {
 public:
  DenseSimilarityRanker(const DenseSimilarity& source, const RankingTask& task)
      : source_(source), items_(task.items()), rows_(task) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    histories_.clear();
    for (const std::uint32_t user : users) histories_.push_back(history(user));
    scores_.resize(users.size() * items_);
    const std::span<double> scores(scores_);
    // A few columns of all weights fit into the cache, where the users of the block meet them.
    for (std::size_t first = 0; first < items_; first += kernels::kSumColumns) {
      const std::size_t count = std::min(kernels::kSumColumns, items_ - first);
      for (std::size_t i = 0; i < users.size(); ++i) {
        kernels::sum_rows(histories_[i], first, scores.subspan(i * items_ + first, count));
      }
    }
    for (std::size_t i = 0; i < users.size(); ++i) {
      rows_.rank(users[i], scores.subspan(i * items_, items_), ranks);
    }
  }

 private:
  /// The rows of weights that are summed up. Weights of 1, as most histories have, need no product.
  kernels::WeightedRows history(std::uint32_t user) const {
    const SparseRow own = sparse_row(source_.history, user);
    const bool ones =
        std::all_of(own.value.begin(), own.value.end(), [](float weight) { return weight == 1; });
    return {source_.weights.values.data(), items_, own.column,
            ones ? std::span<const float>() : own.value};
  }

  const DenseSimilarity& source_;
  std::size_t items_;
  RowRanker<double> rows_;
  std::vector<kernels::WeightedRows> histories_;
  std::vector<double> scores_;  ///< of the users of one block, one after the other
};

}  // namespace

UserRanks rank_dense_similarity(const DenseSimilarity& source, const RankingTask& task) {
  constexpr std::size_t kUsers = 128;
  return rank_in_blocks(task, kUsers,
                        [&] { return std::make_unique<DenseSimilarityRanker>(source, task); });
}

}  // namespace honestrank
