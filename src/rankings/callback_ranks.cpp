#include "rankings/callback_ranks.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "honestrank/base/parallel.h"
#include "models/callback_scores.h"
#include "rankings/row_ranker.h"

namespace honestrank {
namespace {

class CallbackRanker : public BlockRanker {
 public:
  CallbackRanker(const ScoreCallback& source, const RankingTask& task, std::mutex& calls)
      : source_(source), rows_(task), calls_(calls) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    scores_.resize(users.size() * source_.items);
    {
      std::unique_lock one_at_a_time(calls_, std::defer_lock);
      if (!source_.concurrent) one_at_a_time.lock();
      call_score_users(source_, users, scores_);
    }
    const std::span<const float> scores(scores_);
    for (std::size_t i = 0; i < users.size(); ++i) {
      rows_.rank(users[i], scores.subspan(i * source_.items, source_.items), ranks);
    }
  }

 private:
  const ScoreCallback& source_;
  RowRanker<float> rows_;
  std::mutex& calls_;
  std::vector<float> scores_;
};

}  // namespace

UserRanks rank_callback(const ScoreCallback& source, const RankingTask& task) {
  std::mutex calls;
  // Every thread has scores of its own.
  constexpr std::size_t kMostBytes = std::size_t{128} << 20;
  const std::size_t user_bytes =
      std::max<std::size_t>(1, source.items) * sizeof(float) * thread_count(task.options().threads);
  const std::size_t batch = std::clamp<std::size_t>(kMostBytes / user_bytes, 1, source.batch);
  return rank_in_blocks(task, batch,
                        [&] { return std::make_unique<CallbackRanker>(source, task, calls); });
}

}  // namespace honestrank
