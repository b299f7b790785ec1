#include "rankings/matrix_ranks.h"

#include "rankings/row_ranker.h"

namespace honestrank {
namespace {

class MatrixRanker : public BlockRanker {
 public:
  MatrixRanker(const ScoreMatrix& matrix, const RankingTask& task) : matrix_(matrix), rows_(task) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    for (const std::uint32_t user : users) rows_.rank(user, matrix_.scores.row(user), ranks);
  }

 private:
  const ScoreMatrix& matrix_;
  RowRanker<float> rows_;
};

}  // namespace

UserRanks rank_matrix(const ScoreMatrix& matrix, const RankingTask& task) {
  constexpr std::size_t kUsers = 64;
  return rank_in_blocks(task, kUsers, [&] { return std::make_unique<MatrixRanker>(matrix, task); });
}

}  // namespace honestrank
