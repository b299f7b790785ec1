#include "rankings/ranking_task.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "data/rising_items.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "rankings/append_ranks.h"

namespace honestrank {
namespace {

/// Whether a rising list contains the item. Short lists are read through: memory comes in order.
bool contains(std::span<const std::uint32_t> list, std::uint32_t item) noexcept {
  constexpr std::size_t kShort = 512;
  if (list.size() > kShort) return std::binary_search(list.begin(), list.end(), item);
  std::uint32_t found = 0;
  for (const std::uint32_t other : list) found |= other == item ? 1U : 0U;
  return found != 0;
}

/// Reports finished users, one thread at a time.
class UserProgress {
 public:
  UserProgress(const ProgressCallback& callback, const std::string& work, std::size_t users)
      : callback_(callback), work_(work), users_(users) {}

  void finished(std::size_t users) {
    if (!callback_) return;
    const std::lock_guard lock(mutex_);
    done_ += users;
    callback_({work_, done_, users_});
  }

 private:
  const ProgressCallback& callback_;
  const std::string& work_;
  std::mutex mutex_;
  std::size_t users_;
  std::size_t done_ = 0;
};

/// Rankers that no thread uses at the moment.
class IdleRankers {
 public:
  explicit IdleRankers(const std::function<std::unique_ptr<BlockRanker>()>& make) : make_(make) {}

  std::unique_ptr<BlockRanker> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto ranker = std::move(idle_.back());
        idle_.pop_back();
        return ranker;
      }
    }
    return make_();
  }

  void give_back(std::unique_ptr<BlockRanker> ranker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(ranker));
  }

 private:
  const std::function<std::unique_ptr<BlockRanker>()>& make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<BlockRanker>> idle_;
};

}  // namespace

RankingTask::RankingTask(UserItemsView held_out, UserItemsView seen, std::size_t items,
                         const FullRanksOptions& options, PairName pair_name, std::string caller,
                         std::string work)
    : held_out_(held_out),
      seen_(seen),
      items_(items),
      options_(options),
      pair_name_(std::move(pair_name)),
      caller_(std::move(caller)),
      work_(std::move(work)) {
  for (std::size_t user = 0; user < held_out.users(); ++user) {
    if (!held_out[user].empty()) users_.push_back(static_cast<std::uint32_t>(user));
  }
  check_lists();
}

/// One pass over both lists, for they may not fit into a cache; what is wrong is found out later.
void RankingTask::check_lists() const {
  std::atomic<bool> valid{true};
  std::atomic<bool> masked{false};
  parallel_for(held_out_.users(), 1024, options_.threads, [&](const Block& block) {
    for (std::size_t user = block.begin; user < block.end; ++user) {
      if (!rise_below(held_out_[user], items_) || !rise_below(seen_[user], items_)) valid = false;
      for (const std::uint32_t item : held_out_[user]) {
        if (contains(seen_[user], item)) masked = true;
      }
    }
  });
  if (!valid) {
    validate(held_out_, items_, options_.threads);
    validate(seen_, items_, options_.threads);
  }
  if (masked) reject_masked();
}

void RankingTask::reject_masked() const {
  std::uint64_t pairs = 0;
  std::string first;
  for (const std::uint32_t user : users_) {
    for (const std::uint32_t item : held_out(user)) {
      if (contains(seen(user), item) && pairs++ == 0) first = pair_name_(user, item);
    }
  }
  throw InputError(caller_ + ": expected held-out items that are not masked; got " +
                   std::to_string(pairs) + " pair(s) in both, first " + first);
}

void RankingTask::reject_nan(std::uint32_t user, std::uint32_t item) const {
  throw InputError(caller_ + ": expected scores that are numbers; got NaN for " +
                   pair_name_(user, item));
}

UserRanks rank_in_blocks(const RankingTask& task, std::size_t block_size,
                         const std::function<std::unique_ptr<BlockRanker>()>& make_ranker) {
  return rank_in_blocks(task, task.users(), block_size, make_ranker);
}

UserRanks rank_in_blocks(const RankingTask& task, std::span<const std::uint32_t> users,
                         std::size_t block_size,
                         const std::function<std::unique_ptr<BlockRanker>()>& make_ranker) {
  std::vector<UserRanks> blocks(users.size() / block_size + 1);
  IdleRankers rankers(make_ranker);
  UserProgress progress(task.options().progress, task.work(), users.size());
  parallel_for(users.size(), block_size, task.options().threads, [&](const Block& block) {
    auto ranker = rankers.take();
    ranker->rank(users.subspan(block.begin, block.end - block.begin), blocks[block.index]);
    rankers.give_back(std::move(ranker));
    progress.finished(block.end - block.begin);
  });
  UserRanks ranks;
  for (const UserRanks& block : blocks) append_ranks(block, ranks);
  return ranks;
}

}  // namespace honestrank
