#include <algorithm>
#include <cmath>
#include <vector>

#include "honestrank/rankings/full_ranks.h"
#include "rankings/checked_task.h"

namespace honestrank {
namespace {

class ReferenceRanker : public BlockRanker {
 public:
  ReferenceRanker(const ScoreSource& source, const RankingTask& task)
      : source_(source), task_(task), scores_(task.items()) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    for (const std::uint32_t user : users) rank_user(user, ranks);
  }

 private:
  void rank_user(std::uint32_t user, UserRanks& ranks) {
    score_users(source_, {&user, 1}, scores_);
    const auto held_out = task_.held_out(user);
    const auto seen = task_.seen(user);
    std::vector<double> eligible;
    for (std::uint32_t item = 0; item < scores_.size(); ++item) {
      if (std::isnan(scores_[item])) task_.reject_nan(user, item);
      if (!std::binary_search(seen.begin(), seen.end(), item)) eligible.push_back(scores_[item]);
    }
    std::vector<TieGroup> groups;
    for (const std::uint32_t item : held_out) {
      TieGroup group;
      for (const double score : eligible) {
        if (score > scores_[item]) ++group.above;
        if (score == scores_[item]) ++group.size;
      }
      for (const std::uint32_t other : held_out) {
        if (scores_[other] == scores_[item]) ++group.relevant;
      }
      // A held-out item that ties with an earlier one brings the same group again.
      if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    }
    std::sort(groups.begin(), groups.end(),
              [](const TieGroup& a, const TieGroup& b) { return a.above < b.above; });
    ranks.user.push_back(user);
    ranks.items.push_back(eligible.size());
    ranks.unranked.push_back(0);
    ranks.groups.insert(ranks.groups.end(), groups.begin(), groups.end());
    ranks.group_begin.push_back(ranks.groups.size());
  }

  const ScoreSource& source_;
  const RankingTask& task_;
  std::vector<double> scores_;
};

}  // namespace

UserRanks full_ranks_reference(const ScoreSource& scores, UserItemsView held_out,
                               UserItemsView seen, const FullRanksOptions& options) {
  // One thread: nothing is asked of a callback that it does not promise.
  const FullRanksOptions one_thread{.threads = 1, .progress = options.progress};
  const RankingTask task = checked_task(scores, held_out, seen, one_thread);
  const auto rank = [&](const ScoreSource& source) {
    return rank_in_blocks(task, 1, [&] { return std::make_unique<ReferenceRanker>(source, task); });
  };
  const auto* factors = std::get_if<Factors>(&scores);
  if (factors == nullptr || factors->user_bias.empty()) return rank(scores);
  // A user's bias takes no part in a ranking: added, it could round scores to ties.
  return rank(Factors{factors->users, factors->items, factors->item_bias});
}

}  // namespace honestrank
