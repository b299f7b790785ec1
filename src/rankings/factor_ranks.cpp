#include "rankings/factor_ranks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "honestrank/base/parallel.h"
#include "kernels/byte_filter.h"
#include "kernels/short_filter.h"
#include "rankings/byte_score_filter.h"
#include "rankings/count_factor_rows.h"
#include "rankings/filter_choice.h"
#include "rankings/float_score_filter.h"
#include "rankings/plain_factor_ranks.h"
#include "rankings/short_score_filter.h"

namespace honestrank {
namespace {

/// Products of lengths up to this are far from the largest float32.
constexpr double kLongestVector = 0x1p60;
/// The bounds of the filters are proven up to so many columns.
constexpr std::size_t kMostColumns = std::size_t{1} << 12;
/// From so many distinct held-out scores on, scoring all items once is faster.
constexpr std::size_t kMostRowsOfUser = 48;

/// The rows of all users: one for each distinct score of a held-out item.
struct UserRows {
  std::vector<FactorRow> rows;
  std::vector<std::uint64_t> relevant;  ///< held-out items with the score, for each row
  std::vector<std::size_t> begin{0};    ///< rows of each user; none for one with too many
  bool in_reach = true;                 ///< all lengths are finite and not too long
};

/// The scores of the users' held-out items, one user after the other.
std::vector<double> held_out_scores(const FactorColumns& factors, const RankingTask& task,
                                    std::span<const std::uint32_t> users) {
  std::vector<std::uint32_t> items;
  std::vector<std::uint32_t> owners;
  for (const std::uint32_t user : users) {
    const auto own = task.held_out(user);
    items.insert(items.end(), own.begin(), own.end());
    owners.insert(owners.end(), own.size(), user);
  }
  const std::size_t count = items.size();
  // Whole groups: the last pair fills the last one.
  const std::size_t groups = (count + kernels::kExactScores - 1) / kernels::kExactScores;
  items.resize(groups * kernels::kExactScores, items.back());
  owners.resize(items.size(), owners.back());
  std::vector<double> scores(items.size());
  for (std::size_t first = 0; first < items.size(); first += kernels::kExactScores) {
    const std::size_t next = first + kernels::kExactScores;
    for (std::size_t i = next; i < std::min(next + kernels::kExactScores, items.size()); ++i) {
      factors.fetch_item(items[i]);
    }
    factors.exact_scores(owners.data() + first, items.data() + first, scores.data() + first);
  }
  scores.resize(count);
  return scores;
}

/// Appends the rows of one user, whose held-out items have these scores; they are reordered.
void append_rows(const FactorColumns& factors, std::uint32_t user, std::span<double> scores,
                 UserRows& to) {
  double length = length_of(factors.user(user), factors.stored());
  if (factors.has_bias()) length = std::hypot(length, 1.0) * kLengthMargin;
  if (!(length <= kLongestVector)) {  // scores may not even be numbers
    to.in_reach = false;
    to.begin.push_back(to.rows.size());
    return;
  }
  std::sort(scores.begin(), scores.end(), std::greater<>());
  const std::size_t distinct =
      1 + static_cast<std::size_t>(std::count_if(scores.begin() + 1, scores.end(),
                                                 [before = scores.front()](double score) mutable {
                                                   return std::exchange(before, score) != score;
                                                 }));
  if (distinct <= kMostRowsOfUser) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (i == 0 || scores[i] != scores[i - 1]) {
        to.rows.push_back({.user = user, .threshold = scores[i], .length = length});
        to.relevant.push_back(0);
      }
      ++to.relevant.back();
    }
  }
  to.begin.push_back(to.rows.size());
}

UserRows rows_of_users(const FactorColumns& factors, const RankingTask& task) {
  constexpr std::size_t kUsers = 512;
  const auto users = task.users();
  std::vector<UserRows> blocks((users.size() + kUsers - 1) / kUsers);
  parallel_for(users.size(), kUsers, task.options().threads, [&](const Block& block) {
    std::vector<double> scores =
        held_out_scores(factors, task, users.subspan(block.begin, block.end - block.begin));
    UserRows& own = blocks[block.index];
    std::span<double> left(scores);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const std::size_t count = task.held_out(users[i]).size();
      append_rows(factors, users[i], left.first(count), own);
      left = left.subspan(count);
    }
  });
  UserRows all;
  std::size_t rows = 0;
  for (const UserRows& block : blocks) rows += block.rows.size();
  all.rows.reserve(rows);
  all.relevant.reserve(rows);
  all.begin.reserve(users.size() + 1);
  for (UserRows& block : blocks) {
    const std::size_t before = all.rows.size();
    all.rows.insert(all.rows.end(), block.rows.begin(), block.rows.end());
    all.relevant.insert(all.relevant.end(), block.relevant.begin(), block.relevant.end());
    for (std::size_t i = 1; i < block.begin.size(); ++i)
      all.begin.push_back(before + block.begin[i]);
    all.in_reach = all.in_reach && block.in_reach;
    block = {};
  }
  return all;
}

FilterChoice choice_for(const FactorColumns& factors, const ItemPanels& panels,
                        std::span<const FactorRow> rows, const FactorTuning& tuning) {
  switch (tuning.filter) {
    case FactorTuning::Filter::bytes:
      if (tuning.head != 0) {
        return {ScoreKind::bytes, rotation_for(factors, panels, rows, tuning.head), 0};
      }
      return {ScoreKind::bytes, {factors.columns(), factors.columns(), {}}, 0};
    case FactorTuning::Filter::shorts: return {ScoreKind::shorts, {}, 0};
    case FactorTuning::Filter::floats: return {ScoreKind::floats, {}, 0};
    case FactorTuning::Filter::automatic: break;
  }
  return choose_filter(factors, panels, rows,
                       {kernels::has_fast_byte_filter(), kernels::has_fast_short_filter()});
}

std::unique_ptr<ScoreFilter> filter_for(const FactorColumns& factors, const ItemPanels& panels,
                                        const FilterChoice& choice) {
  switch (choice.kind) {
    case ScoreKind::bytes: return byte_score_filter(factors, panels, choice.rotation);
    case ScoreKind::shorts: return short_score_filter(factors, panels);
    case ScoreKind::floats: break;
  }
  return float_score_filter(factors, panels);
}

/// The ranks of the users that have no rows, in their order.
UserRanks ranks_without_rows(const UserRows& rows, const Factors& factors,
                             const RankingTask& task) {
  std::vector<std::uint32_t> users;
  for (std::size_t i = 0; i < task.users().size(); ++i) {
    if (rows.begin[i] == rows.begin[i + 1]) users.push_back(task.users()[i]);
  }
  return rank_factors_plainly(factors, task, users);
}

UserRanks ranks_from_rows(const UserRows& rows, const Factors& factors, const RankingTask& task) {
  const UserRanks others = ranks_without_rows(rows, factors, task);
  std::size_t other = 0;
  UserRanks ranks;
  const auto users = task.users();
  ranks.groups.reserve(rows.rows.size() + others.groups.size());
  ranks.user.reserve(users.size());
  ranks.items.reserve(users.size());
  ranks.unranked.reserve(users.size());
  ranks.group_begin.reserve(users.size() + 1);
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (rows.begin[i] == rows.begin[i + 1]) {
      const auto groups = others[other++].groups;
      ranks.groups.insert(ranks.groups.end(), groups.begin(), groups.end());
    }
    for (std::size_t row = rows.begin[i]; row < rows.begin[i + 1]; ++row) {
      ranks.groups.push_back({rows.rows[row].above, rows.rows[row].equal, rows.relevant[row]});
    }
    ranks.user.push_back(users[i]);
    ranks.items.push_back(task.eligible(users[i]));
    ranks.unranked.push_back(0);
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

/// For users who all are ranked by their scores alone.
UserRanks plain_ranks(const Factors& factors, const RankingTask& task) {
  if (task.options().statistics != nullptr) {
    const std::uint64_t pairs = task.users().size() * task.items();
    *task.options().statistics = {pairs, pairs, pairs, pairs};
  }
  return rank_factors_plainly(factors, task, task.users());
}

}  // namespace

UserRanks rank_factors(const Factors& factors, const RankingTask& task,
                       const FactorTuning& tuning) {
  const unsigned threads = task.options().threads;
  const FactorColumns columns(factors);
  const ItemPanels panels(columns, threads);
  if (columns.columns() > kMostColumns || panels.first_not_finite() != panels.items() ||
      panels.longest() > kLongestVector) {
    return plain_ranks(factors, task);
  }
  UserRows rows = rows_of_users(columns, task);
  if (!rows.in_reach) return plain_ranks(factors, task);

  const FilterChoice choice = choice_for(columns, panels, rows.rows, tuning);
  const auto filter = filter_for(columns, panels, choice);
  const WorkSize size{tuning.memory, std::clamp<std::size_t>(tuning.block_rows, 1, kBlockRows)};
  const FullRanksStatistics statistics =
      count_factor_rows(columns, panels, *filter, task.all_seen(), rows.rows, size, task.options());
  if (task.options().statistics != nullptr) *task.options().statistics = statistics;
  return ranks_from_rows(rows, factors, task);
}

}  // namespace honestrank
