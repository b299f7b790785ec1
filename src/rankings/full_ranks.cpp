#include "honestrank/rankings/full_ranks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "kernels/score_counting.h"
#include "rankings/append_ranks.h"

namespace honestrank {
namespace {

/// The distinct items of one user's rows, sorted.
void items_of(const Interactions& interactions, const RowsByUser& rows, std::size_t user,
              std::vector<std::uint32_t>& items) {
  items.clear();
  if (user + 1 >= rows.begin.size()) return;
  for (std::size_t i = rows.begin[user]; i < rows.begin[user + 1]; ++i) {
    items.push_back(interactions.item[rows.rows[i]]);
  }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

std::string quoted(std::string_view id) { return "'" + std::string(id) + "'"; }

class UserRanker {
 public:
  UserRanker(const UserScores& scores, std::size_t items) : score_(scores), scores_(items) {}

  /// Adds the entry of one user, whose held-out and masked items are sorted and distinct.
  void rank(std::uint32_t user, const std::vector<std::uint32_t>& held_out,
            const std::vector<std::uint32_t>& masked, const Interactions& names, UserRanks& ranks) {
    // A place that the model leaves out stays NaN and is found below.
    std::fill(scores_.begin(), scores_.end(), std::numeric_limits<float>::quiet_NaN());
    score_(user, scores_);
    for (std::size_t item = 0; item < scores_.size(); ++item) {
      if (!std::isnan(scores_[item])) continue;
      throw InputError("full_ranks: expected scores that are numbers; got NaN for user " +
                       quoted(names.users[user]) + " and item " + quoted(names.items[item]));
    }
    // All items are counted at once; the masked ones, few, are taken out again.
    const auto less_masked = [&](kernels::ScoreCounts counts, float threshold) {
      for (const std::uint32_t item : masked) {
        counts.above -= scores_[item] > threshold ? 1U : 0U;
        counts.equal -= scores_[item] == threshold ? 1U : 0U;
      }
      return counts;
    };
    thresholds_.clear();
    for (const std::uint32_t item : held_out) thresholds_.push_back(scores_[item]);
    std::sort(thresholds_.begin(), thresholds_.end(), std::greater<>());
    for (std::size_t i = 0; i < thresholds_.size();) {
      const float threshold = thresholds_[i];
      const std::size_t first = i;
      while (i < thresholds_.size() && thresholds_[i] == threshold) ++i;
      const auto counts = less_masked(kernels::count_scores(scores_, threshold), threshold);
      ranks.groups.push_back({counts.above, counts.equal, i - first});
    }
    ranks.user.push_back(user);
    ranks.items.push_back(scores_.size() - masked.size());
    ranks.unranked.push_back(0);
    ranks.group_begin.push_back(ranks.groups.size());
  }

 private:
  const UserScores& score_;
  std::vector<float> scores_;
  std::vector<float> thresholds_;
};

/// Reports finished users, one thread at a time.
class UserProgress {
 public:
  UserProgress(const ProgressCallback& callback, std::size_t users)
      : callback_(callback), users_(users) {}

  void finished(std::size_t users) {
    if (!callback_) return;
    const std::lock_guard lock(mutex_);
    done_ += users;
    callback_({"ranking all items", done_, users_});
  }

 private:
  const ProgressCallback& callback_;
  std::mutex mutex_;
  std::size_t users_;
  std::size_t done_ = 0;
};

void reject_masked(const Interactions& held_out, const RowsByUser& held_out_rows,
                   const Interactions& seen, const RowsByUser& seen_rows) {
  std::vector<std::uint32_t> relevant;
  std::vector<std::uint32_t> masked;
  std::vector<std::uint32_t> both;
  std::uint64_t pairs = 0;
  std::string first;
  for (std::size_t user = 0; user < held_out.users.size(); ++user) {
    items_of(held_out, held_out_rows, user, relevant);
    if (relevant.empty()) continue;
    items_of(seen, seen_rows, user, masked);
    both.clear();
    std::set_intersection(relevant.begin(), relevant.end(), masked.begin(), masked.end(),
                          std::back_inserter(both));
    if (pairs == 0 && !both.empty()) {
      first =
          "user " + quoted(held_out.users[user]) + " and item " + quoted(held_out.items[both[0]]);
    }
    pairs += both.size();
  }
  if (pairs == 0) return;
  throw InputError("full_ranks: expected held-out items that are not masked; got " +
                   std::to_string(pairs) + " pair(s) in both, first " + first);
}

}  // namespace

UserRanks full_ranks(const UserScores& scores, const Interactions& held_out,
                     const Interactions& seen, const FullRanksOptions& options) {
  validate(held_out);
  validate(seen);
  if (!(held_out.users == seen.users) || !(held_out.items == seen.items)) {
    throw InputError("full_ranks: expected held-out and seen interactions with the same ids; got " +
                     std::to_string(held_out.users.size()) + " and " +
                     std::to_string(seen.users.size()) + " users, " +
                     std::to_string(held_out.items.size()) + " and " +
                     std::to_string(seen.items.size()) + " items, not all in the same order");
  }
  const RowsByUser held_out_rows = rows_by_user(held_out);
  const RowsByUser seen_rows = rows_by_user(seen);
  reject_masked(held_out, held_out_rows, seen, seen_rows);

  constexpr std::size_t kUsers = 64;
  const std::size_t users = held_out.users.size();
  std::vector<UserRanks> blocks((users + kUsers - 1) / kUsers);
  UserProgress progress(options.progress, users);
  parallel_for(users, kUsers, options.threads, [&](const Block& block) {
    UserRanker ranker(scores, held_out.items.size());
    std::vector<std::uint32_t> relevant;
    std::vector<std::uint32_t> masked;
    for (std::size_t user = block.begin; user < block.end; ++user) {
      items_of(held_out, held_out_rows, user, relevant);
      if (relevant.empty()) continue;
      items_of(seen, seen_rows, user, masked);
      ranker.rank(static_cast<std::uint32_t>(user), relevant, masked, held_out,
                  blocks[block.index]);
    }
    progress.finished(block.end - block.begin);
  });
  UserRanks ranks;
  for (const UserRanks& block : blocks) append_ranks(block, ranks);
  return ranks;
}

}  // namespace honestrank
