#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/user_items.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// What a user and an item are called in messages, as in "user 'u2' and item 'i1'".
using PairName = std::function<std::string(std::uint32_t user, std::uint32_t item)>;

/// The part of full_ranks that is the same for every kind of score source: who is ranked, which
/// items are held out and masked, and what is said where something is wrong. Holds references.
class RankingTask {
 public:
  /// Throws InputError if the items of a list do not rise below `items`, or a held-out item is
  /// masked for its user. The lists are of one number of users, their limits valid.
  /// Messages begin with `caller`, progress is that of `work`.
  RankingTask(UserItemsView held_out, UserItemsView seen, std::size_t items,
              const FullRanksOptions& options, PairName pair_name,
              std::string caller = "full_ranks", std::string work = "ranking all items");

  /// The users with at least one held-out item, rising.
  std::span<const std::uint32_t> users() const noexcept { return users_; }
  std::size_t items() const noexcept { return items_; }
  std::span<const std::uint32_t> held_out(std::uint32_t user) const { return held_out_[user]; }
  std::span<const std::uint32_t> seen(std::uint32_t user) const { return seen_[user]; }
  UserItemsView all_seen() const noexcept { return seen_; }
  /// Items that are not masked for the user.
  std::uint64_t eligible(std::uint32_t user) const { return items_ - seen_[user].size(); }
  const FullRanksOptions& options() const noexcept { return options_; }

  const std::string& work() const noexcept { return work_; }
  /// "user 'u2' and item 'i1'"
  std::string name_of(std::uint32_t user, std::uint32_t item) const {
    return pair_name_(user, item);
  }

  [[noreturn]] void reject_nan(std::uint32_t user, std::uint32_t item) const;

 private:
  void check_lists() const;
  [[noreturn]] void reject_masked() const;

  UserItemsView held_out_;
  UserItemsView seen_;
  std::size_t items_;
  const FullRanksOptions& options_;
  PairName pair_name_;
  std::string caller_;
  std::string work_;
  std::vector<std::uint32_t> users_;
};

/// Ranks users one block after the other; used by one thread at a time, so that it can keep room
/// for scores from one block to the next.
class BlockRanker {
 public:
  virtual ~BlockRanker() = default;
  /// Appends the entries of `users`, in that order, to `ranks`.
  virtual void rank(std::span<const std::uint32_t> users, UserRanks& ranks) = 0;
};

/// Hands blocks of `block_size` of the task's users to rankers, as many as there are threads, and
/// joins the ranks in the order of the users. Reports progress; an exception ends it, and where
/// several blocks throw, that of the lowest users leaves.
UserRanks rank_in_blocks(const RankingTask& task, std::size_t block_size,
                         const std::function<std::unique_ptr<BlockRanker>()>& make_ranker);

/// The same for some of the task's users.
UserRanks rank_in_blocks(const RankingTask& task, std::span<const std::uint32_t> users,
                         std::size_t block_size,
                         const std::function<std::unique_ptr<BlockRanker>()>& make_ranker);

}  // namespace honestrank
