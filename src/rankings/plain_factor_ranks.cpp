#include "rankings/plain_factor_ranks.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

#include "rankings/factor_columns.h"
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
    const FactorColumns columns(factors_);
    std::uint32_t users[kernels::kExactScores];
    std::fill(std::begin(users), std::end(users), user);
    std::size_t first = 0;
    for (; first + kernels::kExactScores <= scores_.size(); first += kernels::kExactScores) {
      std::uint32_t items[kernels::kExactScores];
      std::iota(std::begin(items), std::end(items), static_cast<std::uint32_t>(first));
      columns.exact_scores(users, items, scores_.data() + first);
    }
    for (; first < scores_.size(); ++first) scores_[first] = columns.score(user, first);
  }

  const Factors& factors_;
  RowRanker<double> rows_;
  std::vector<double> scores_;
};

}  // namespace

UserRanks rank_factors_plainly(const Factors& factors, const RankingTask& task,
                               std::span<const std::uint32_t> users) {
  constexpr std::size_t kUsers = 16;
  return rank_in_blocks(task, users, kUsers,
                        [&] { return std::make_unique<PlainFactorRanker>(factors, task); });
}

}  // namespace honestrank
