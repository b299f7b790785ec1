#include "honestrank/rankings/rank_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "kernels/score_counting.h"
#include "rankings/append_ranks.h"

namespace honestrank {
namespace {

void check_columns(const ScoredLists& lists) {
  const auto fits = [&](const std::vector<std::uint64_t>& begin, std::size_t end) {
    return begin.size() == lists.size() + 1 && begin.front() == 0 && begin.back() == end &&
           std::is_sorted(begin.begin(), begin.end());
  };
  if (fits(lists.begin, lists.score.size()) &&
      fits(lists.relevant_begin, lists.relevant_score.size()) &&
      (lists.gain.empty() || lists.gain.size() == lists.relevant_score.size())) {
    return;
  }
  throw InputError(
      fmt::format("rank_lists: expected columns that fit {} entries; got others", lists.size()));
}

class ListRanker {
 public:
  ListRanker(const ScoredLists& lists, std::uint64_t items) : lists_(lists), items_(items) {
    if (!lists.gain.empty()) ranks.gain_begin.push_back(0);
  }

  void rank(std::size_t entry) {
    const std::size_t begin = lists_.begin[entry];
    const auto scores = std::span(lists_.score).subspan(begin, lists_.begin[entry + 1] - begin);
    collect(entry, scores);
    ranks.user.push_back(lists_.user[entry]);
    ranks.items.push_back(items_);
    for (std::size_t i = 0; i < found_.size();) {
      const auto counts = kernels::count_scores(scores, found_[i].score);
      const std::size_t first = i;
      for (; i < found_.size() && found_[i].score == found_[first].score; ++i) {
        if (graded()) ranks.gains.push_back(found_[i].gain);
      }
      if (counts.equal < i - first) {
        reject(entry, fmt::format("expected {} scores of {}, as many as of relevant items; got {}",
                                  i - first, found_[first].score, counts.equal));
      }
      ranks.groups.push_back({counts.above, counts.equal, i - first});
    }
    if (graded()) ranks.gains.insert(ranks.gains.end(), missing_.begin(), missing_.end());
    const bool known = items_ != 0 && !missing_.empty();
    if (known) ranks.groups.push_back({scores.size(), items_ - scores.size(), missing_.size()});
    ranks.unranked.push_back(known ? 0 : missing_.size());
    ranks.group_begin.push_back(ranks.groups.size());
    if (graded()) ranks.gain_begin.push_back(ranks.gains.size());
  }

  UserRanks ranks;

 private:
  struct Found {
    double score = 0;
    double gain = 1;
  };

  bool graded() const noexcept { return !lists_.gain.empty(); }

  [[noreturn]] void reject(std::size_t entry, const std::string& what) const {
    throw InputError(
        fmt::format("rank_lists: entry {} (user {}): {}", entry, lists_.user[entry], what));
  }

  void collect(std::size_t entry, std::span<const double> scores) {
    if (std::any_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); })) {
      reject(entry, "expected scores that are numbers; got NaN");
    }
    found_.clear();
    missing_.clear();
    for (std::size_t i = lists_.relevant_begin[entry]; i < lists_.relevant_begin[entry + 1]; ++i) {
      const double gain = graded() ? lists_.gain[i] : 1;
      if (!(gain > 0)) reject(entry, fmt::format("expected a positive gain; got {}", gain));
      const double score = lists_.relevant_score[i];
      if (std::isnan(score)) {
        missing_.push_back(gain);
      } else {
        found_.push_back({score, gain});
      }
    }
    if (items_ != 0 && scores.size() + missing_.size() > items_) {
      reject(entry, fmt::format("expected at most {} items; got {} retrieved and {} other relevant "
                                "ones",
                                items_, scores.size(), missing_.size()));
    }
    std::sort(missing_.begin(), missing_.end(), std::greater<>());
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return a.score != b.score ? a.score > b.score : a.gain > b.gain;
    });
  }

  const ScoredLists& lists_;
  std::uint64_t items_;
  std::vector<Found> found_;
  std::vector<double> missing_;  ///< gains of what was not retrieved
};

}  // namespace

UserRanks rank_lists(const ScoredLists& lists, const RankListsOptions& options) {
  check_columns(lists);
  constexpr std::size_t kEntries = 512;
  std::vector<UserRanks> blocks((lists.size() + kEntries - 1) / kEntries);
  parallel_for(lists.size(), kEntries, options.threads, [&](const Block& block) {
    ListRanker ranker(lists, options.items);
    for (std::size_t entry = block.begin; entry < block.end; ++entry) ranker.rank(entry);
    blocks[block.index] = std::move(ranker.ranks);
  });
  UserRanks ranks;
  if (!lists.gain.empty()) ranks.gain_begin.push_back(0);
  for (const UserRanks& block : blocks) append_ranks(block, ranks);
  return ranks;
}

}  // namespace honestrank
