#include "rankings/plain_factor_ranks.h"

#include <vector>

#include "rankings/row_ranker.h"

namespace honestrank {
namespace {

class PlainFactorRanker : public BlockRanker {
 public:
  PlainFactorRanker(const Factors& factors, const RankingTask& task)
      : factors_(factors), rows_(task), scores_(task.items()) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    for (const std::uint32_t user : users) {
      score_items(user);
      rows_.rank(user, scores_, ranks);
    }
  }

 private:
  void score_items(std::uint32_t user) {
    const auto left = factors_.users.row(user);
    for (std::size_t item = 0; item < scores_.size(); ++item) {
      const auto right = factors_.items.row(item);
      double score = 0;
      for (std::size_t k = 0; k < left.size(); ++k) {
        score += static_cast<double>(left[k]) * static_cast<double>(right[k]);
      }
      if (!factors_.item_bias.empty()) score += static_cast<double>(factors_.item_bias[item]);
      scores_[item] = score;
    }
  }

  const Factors& factors_;
  RowRanker<double> rows_;
  std::vector<double> scores_;
};

}  // namespace

std::unique_ptr<BlockRanker> plain_factor_ranker(const Factors& factors, const RankingTask& task) {
  return std::make_unique<PlainFactorRanker>(factors, task);
}

UserRanks rank_factors_plainly(const Factors& factors, const RankingTask& task) {
  constexpr std::size_t kUsers = 64;
  return rank_in_blocks(task, kUsers, [&] { return plain_factor_ranker(factors, task); });
}

}  // namespace honestrank
