#include "rankings/item_ranks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "rankings/held_out_counts.h"

namespace honestrank {
namespace {

class ItemRanker : public BlockRanker {
 public:
  /// `falling` holds the scores of all items, sorted.
  ItemRanker(const ItemScores& source, const std::vector<double>& falling, const RankingTask& task)
      : score_(source.score), falling_(falling), task_(task) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    for (const std::uint32_t user : users) {
      held_out_.clear();
      for (const std::uint32_t item : task_.held_out(user)) held_out_.push_back(score_[item]);
      counts_.start(held_out_);
      add_all_items();
      for (const std::uint32_t item : task_.seen(user)) counts_.add(score_[item], -1);
      counts_.append_entry(user, task_.eligible(user), ranks);
    }
  }

 private:
  void add_all_items() {
    const auto thresholds = counts_.thresholds();
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
      const auto [first, last] =
          std::equal_range(falling_.begin(), falling_.end(), thresholds[i], std::greater<>());
      counts_.add_counted(i, static_cast<std::size_t>(first - falling_.begin()),
                          static_cast<std::size_t>(last - first));
    }
  }

  const std::vector<double>& score_;
  const std::vector<double>& falling_;
  const RankingTask& task_;
  HeldOutCounts<double> counts_;
  std::vector<double> held_out_;
};

}  // namespace

UserRanks rank_item_scores(const ItemScores& source, const RankingTask& task) {
  if (task.users().empty()) return {};
  const auto nan = std::find_if(source.score.begin(), source.score.end(),
                                [](double score) { return std::isnan(score); });
  if (nan != source.score.end()) {
    task.reject_nan(task.users().front(), static_cast<std::uint32_t>(nan - source.score.begin()));
  }
  std::vector<double> falling = source.score;
  std::sort(falling.begin(), falling.end(), std::greater<>());
  constexpr std::size_t kUsers = 256;
  return rank_in_blocks(task, kUsers,
                        [&] { return std::make_unique<ItemRanker>(source, falling, task); });
}

}  // namespace honestrank
