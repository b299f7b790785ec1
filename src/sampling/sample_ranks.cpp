#include "honestrank/sampling/sample_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/fetch.h"
#include "honestrank/base/error.h"
#include "rankings/checked_task.h"
#include "rankings/held_out_counts.h"
#include "sampling/adaptive_ranker.h"
#include "sampling/item_draws.h"
#include "sampling/pair_scores.h"

namespace honestrank {
namespace {

const TaskNames kNames{"sample_ranks", "ranking samples"};

/// Items by the number of their interactions, plus 1.
struct Popularity {
  explicit Popularity(std::vector<std::uint32_t> counts)
      : weights(std::move(counts)), table(weights) {}

  std::vector<std::uint32_t> weights;
  AliasTable table;
};

/// Draws for each repeat.
std::vector<sampling::ItemDraws> draws_for(const RankingTask& task, const SampleOptions& options,
                                           const Popularity* popularity) {
  std::vector<sampling::ItemDraws> draws;
  for (std::uint32_t repeat = 0; repeat < options.repeats; ++repeat) {
    draws.emplace_back(
        task.items(), options.seed, repeat, options.replacement,
        popularity == nullptr ? nullptr : &popularity->table,
        popularity == nullptr ? std::span<const std::uint32_t>() : std::span(popularity->weights));
  }
  return draws;
}

/// Ranks users against samples; a user has an entry for every repeat, one after the other.
class SampleRanker : public BlockRanker {
 public:
  SampleRanker(const sampling::PairScores& pairs, const RankingTask& task,
               const SampleOptions& options, std::vector<sampling::ItemDraws> draws)
      : task_(task), options_(options), pairs_(pairs), draws_(std::move(draws)) {}

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override {
    if (pairs_.in_batches()) return rank_together(users, ranks);
    for (std::size_t i = 0; i < users.size(); ++i) {
      constexpr std::size_t kAhead = 2;  // users
      if (i + kAhead < users.size()) {
        pairs_.fetch(users[i + kAhead], task_.held_out(users[i + kAhead]));
        const auto seen = task_.seen(users[i + kAhead]);
        fetch_nearby(seen.data(), seen.size());
      }
      const std::uint32_t user = users[i];
      start();
      add_pairs(user);
      const std::size_t relevant = task_.held_out(user).size();
      const std::span<const std::uint32_t> items(items_);
      const std::span<double> scores(scores_);
      pairs_.score(std::span(owners_).first(relevant), items.first(relevant),
                   scores.first(relevant));
      pairs_.score_around(scores.first(relevant), user, items.subspan(relevant),
                          scores.subspan(relevant), room_);
      append_entries(user, 0, ranks);
    }
  }

 private:
  /// Scores the pairs of all of `users` at once.
  void rank_together(std::span<const std::uint32_t> users, UserRanks& ranks) {
    start();
    for (const std::uint32_t user : users) add_pairs(user);
    pairs_.score(owners_, items_, scores_);
    std::size_t begin = 0;
    for (const std::uint32_t user : users) begin = append_entries(user, begin, ranks);
  }

  void start() {
    items_.clear();
    owners_.clear();
  }

  /// The held-out items of a user, then the samples.
  void add_pairs(std::uint32_t user) {
    const auto held_out = task_.held_out(user);
    items_.insert(items_.end(), held_out.begin(), held_out.end());
    for (sampling::ItemDraws& draws : draws_) {
      draws.draw(user, task_.seen(user), held_out, options_.samples, items_);
    }
    owners_.resize(items_.size(), user);
    scores_.resize(items_.size());
  }

  /// The scores of the user begin at `begin`; gives where the next user's do.
  std::size_t append_entries(std::uint32_t user, std::size_t begin, UserRanks& ranks) {
    const std::size_t relevant = task_.held_out(user).size();
    const std::size_t end = begin + relevant + options_.repeats * options_.samples;
    reject_nan(user, begin, end);
    const std::span<const double> all(scores_);
    const auto held_out = all.subspan(begin, relevant);
    begin += relevant;
    for (std::uint32_t repeat = 0; repeat < options_.repeats; ++repeat) {
      counts_.start(held_out);
      counts_.add_all(held_out);
      counts_.add_all(all.subspan(begin, options_.samples));
      counts_.append_entry(user, relevant + options_.samples, ranks);
      begin += options_.samples;
    }
    return end;
  }

  void reject_nan(std::uint32_t user, std::size_t begin, std::size_t end) const {
    // Without an early exit, so that the compiler can compare several scores at once.
    unsigned any = 0;
    for (std::size_t i = begin; i < end; ++i) any |= scores_[i] != scores_[i] ? 1U : 0U;
    for (std::size_t i = begin; any != 0 && i < end; ++i) {
      if (scores_[i] != scores_[i]) task_.reject_nan(user, items_[i]);
    }
  }

  const RankingTask& task_;
  const SampleOptions& options_;
  const sampling::PairScores& pairs_;
  std::vector<sampling::ItemDraws> draws_;  ///< of each repeat
  HeldOutCounts<double> counts_;
  std::vector<std::uint32_t> items_;
  std::vector<std::uint32_t> owners_;
  std::vector<double> scores_;
  sampling::PairScores::Room room_;
};

/// Users who have something to draw from. Throws InputError where they have too little.
std::vector<std::uint32_t> users_to_rank(const RankingTask& task, const SampleOptions& options) {
  std::vector<std::uint32_t> users;
  for (const std::uint32_t user : task.users()) {
    const std::uint64_t irrelevant = task.eligible(user) - task.held_out(user).size();
    if (irrelevant == 0) continue;
    if (options.replacement == Replacement::without && options.samples > irrelevant &&
        options.most_samples == 0) {
      throw InputError(fmt::format(
          "sample_ranks: expected at most {} samples, as many as there are for {}, where none is "
          "drawn twice; got {}; draw fewer, or with replacement",
          irrelevant, task.name_of(user, task.held_out(user)[0]), options.samples));
    }
    users.push_back(user);
  }
  return users;
}

Popularity popularity_of(const RankingTask& task) {
  std::vector<std::uint32_t> weights(task.items(), 1);
  for (const std::uint32_t item : task.all_seen().item) ++weights[item];
  return Popularity(std::move(weights));
}

void check(const SampleOptions& options) {
  if (options.samples == 0) throw InputError("sample_ranks: expected samples; got none");
  if (options.repeats == 0 || options.repeats > (1U << 20)) {
    throw InputError(
        fmt::format("sample_ranks: expected 1 to 1048576 repeats; got {}", options.repeats));
  }
  if (options.most_samples != 0 && options.most_samples < options.samples) {
    throw InputError(
        fmt::format("sample_ranks: expected adaptive samples to end with no fewer than the {} that "
                    "they begin with; got {}",
                    options.samples, options.most_samples));
  }
  if (options.enough_above == 0) {
    throw InputError(
        "sample_ranks: expected adaptive samples to end with an item above, or more; got 0");
  }
  constexpr std::uint64_t kMost = 100000000;
  const std::uint64_t most = std::max(options.samples, options.most_samples);
  if (most > kMost / options.repeats) {
    throw InputError(fmt::format(
        "sample_ranks: expected at most {} samples of a user, all repeats together; got {} times "
        "{}; rank all items instead",
        kMost, options.repeats, most));
  }
  if (options.most_samples != 0 && options.protocol == SamplingProtocol::popularity) {
    throw InputError(
        "sample_ranks: expected adaptive samples to be uniform, since nothing estimates from "
        "others; got popularity");
  }
  if (options.protocol == SamplingProtocol::candidates) {
    throw InputError("sample_ranks: expected a protocol that draws; got candidates");
  }
  if (options.protocol == SamplingProtocol::adaptive && options.most_samples == 0) {
    throw InputError("sample_ranks: expected where adaptive samples end; got none");
  }
}

/// Options of a task whose source is asked by as many threads as it takes.
FullRanksOptions task_options(const ScoreSource& scores, const SampleOptions& options) {
  return {.threads = sampling::takes_threads(scores) ? options.threads : 1,
          .progress = options.progress};
}

/// Users whose pairs are scored together. Callbacks want few calls with many pairs: a block of
/// theirs begins with a million.
std::size_t users_of_block(const ScoreSource& scores, const SampleOptions& options) {
  constexpr std::size_t kUsers = 256;
  constexpr std::uint64_t kPairs = 1'000'000;
  constexpr std::uint64_t kMost = 8192;  // adaptive samples grow
  if (!std::holds_alternative<ScoreCallback>(scores)) return kUsers;
  const std::uint64_t users = kPairs / (options.samples * options.repeats);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(users, kUsers, kMost));
}

std::vector<SampledRanks> ranks_of(const ScoreSource& scores, const RankingTask& task,
                                   const SampleOptions& options) {
  const std::vector<std::uint32_t> users = users_to_rank(task, options);
  const std::size_t block_users = users_of_block(scores, options);
  const sampling::PairScores pairs(scores, users.size() * options.repeats * options.samples);
  std::optional<Popularity> popularity;
  if (options.protocol == SamplingProtocol::popularity) popularity.emplace(popularity_of(task));
  const UserRanks all =
      rank_in_blocks(task, users, block_users, [&]() -> std::unique_ptr<BlockRanker> {
        auto draws = draws_for(task, options, popularity ? &*popularity : nullptr);
        if (options.most_samples > 0) {
          return std::make_unique<sampling::AdaptiveRanker>(pairs, task, options, std::move(draws));
        }
        return std::make_unique<SampleRanker>(pairs, task, options, std::move(draws));
      });
  std::vector<SampledRanks> results(options.repeats);
  for (std::size_t entry = 0; entry < all.size(); ++entry) {
    SampledRanks& own = results[entry % options.repeats];
    own.ranks.user.push_back(all.user[entry]);
    own.ranks.items.push_back(all.items[entry]);
    own.ranks.unranked.push_back(0);
    for (const TieGroup& group : all[entry].groups) own.ranks.groups.push_back(group);
    own.ranks.group_begin.push_back(own.ranks.groups.size());
    own.population.push_back(task.eligible(all.user[entry]));
  }
  for (SampledRanks& own : results) {
    own.protocol = options.most_samples > 0 ? SamplingProtocol::adaptive : options.protocol;
    own.replacement = options.replacement;
    own.users_skipped = task.users().size() - users.size();
  }
  return results;
}

}  // namespace

std::vector<SampledRanks> sample_ranks(const ScoreSource& scores, UserItemsView held_out,
                                       UserItemsView seen, const SampleOptions& options) {
  check(options);
  const FullRanksOptions own = task_options(scores, options);
  return ranks_of(scores, checked_task(scores, held_out, seen, own, kNames), options);
}

std::vector<SampledRanks> sample_ranks(const ScoreSource& scores, const Interactions& held_out,
                                       const Interactions& seen, const SampleOptions& options) {
  check(options);
  const FullRanksOptions own = task_options(scores, options);
  const TaskLists lists(held_out, seen, options.threads);
  return ranks_of(scores, checked_task(scores, held_out, seen, lists, own, kNames), options);
}

}  // namespace honestrank
