#include "rankings/count_factor_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "honestrank/base/parallel.h"
#include "kernels/open_pairs.h"

namespace honestrank {
namespace {

using kernels::kPanelItems;
using kernels::kTileRows;

/// Hidden items are marked for this many panels at a time: memory stays small for any catalogue.
constexpr std::size_t kSegmentPanels = 512;

/// How many panels can hold an item that reaches the row's threshold, on its side of 0.
std::uint32_t panels_needed(const ItemPanels& panels, const FactorRow& row) {
  if (row.length == 0) return 0;
  const double reach = std::abs(row.threshold);
  // 2^-40 for the rounding of the float64 sum.
  const double length = row.length * (1 + 0x1p-40);
  const auto is_needed = [&](std::size_t panel) {
    return !(length * panels.length_from(panel) < reach);
  };
  // A binary search whose steps do not branch: nothing could predict them.
  std::size_t first = 0;
  std::size_t left = panels.panels();
  while (left > 1) {
    const std::size_t half = left / 2;
    first += is_needed(first + half - 1) ? half : 0;
    left -= half;
  }
  return static_cast<std::uint32_t>(first + (left == 1 && is_needed(first) ? 1 : 0));
}

/// One worker's memory, and the work on a block of rows.
class BlockCounter {
 public:
  BlockCounter(const FactorColumns& factors, const ItemPanels& panels, const ScoreFilter& filter,
               UserItemsView seen)
      : factors_(factors), panels_(panels), seen_(seen), filter_(filter.worker()) {}

  /// Counts the items of these panels. The rows are in falling order of `panels`, at most
  /// kBlockRows.
  void count(std::span<FactorRow> rows, const PanelRange& range, FullRanksStatistics& statistics) {
    rows_ = rows;
    share_panels_in_tiles();
    const std::size_t needed = std::min<std::size_t>(rows.front().panels, range.last);
    if (needed <= range.first) return;
    above_.fill(0);
    equal_.fill(0);
    filter_->use_rows(rows);
    for (std::size_t first = range.first; first < needed; first += kSegmentPanels) {
      const std::size_t last = std::min(first + kSegmentPanels, needed);
      hide_seen(first, last);
      std::size_t active = rows.size();
      for (std::size_t panel = first; panel < last; ++panel) {
        while (rows[active - 1].panels <= panel) --active;
        filter_->run(panel, active, {hidden_.data() + (panel - first), stride_}, above_.data(),
                     open_.data());
        resolve_open(panel, active, statistics);
        statistics.scored += active * panels_.items_in(panel);
      }
    }
    score_pending();
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r].length == 0) continue;  // scored with its tile, but counted by count_beyond
      rows[r].above += above_[r];
      rows[r].equal += equal_[r];
    }
  }

  /// Counts the items that no panel of the row holds: below the threshold if that is above 0, above
  /// if it is below. At 0 only those of zeros are left, and equal it.
  void count_beyond(FactorRow& row) const {
    if (row.threshold > 0) return;
    const bool all_equal = row.length == 0;  // a user of zeros scores everything 0
    const std::size_t begin =
        all_equal ? 0 : std::min<std::size_t>(row.panels * kPanelItems, panels_.ranked());
    std::uint64_t count = panels_.items() - begin;
    for (const std::uint32_t item : seen_[row.user]) count -= panels_.position(item) >= begin;
    (row.threshold < 0 ? row.above : row.equal) += count;
  }

 private:
  /// A tile is scored as a whole, so its rows must agree on which panels they are scored for.
  void share_panels_in_tiles() {
    for (std::size_t first = 0; first < rows_.size(); first += kTileRows) {
      const std::size_t last = std::min(first + kTileRows, rows_.size());
      for (std::size_t r = first; r < last; ++r) rows_[r].panels = rows_[first].panels;
    }
  }

  void hide_seen(std::size_t first, std::size_t last) {
    // An odd number of cache lines a row: rows then do not compete for the same places in a cache.
    constexpr std::size_t kWordsInLine = 8;
    stride_ = ((last - first) / (2 * kWordsInLine) * 2 + 3) * kWordsInLine;
    hidden_.resize(kBlockRows * stride_);
    std::size_t count = 0;  // rows that need these panels
    while (count < rows_.size() && rows_[count].panels > first) ++count;
    for (std::size_t r = 0; r < count; ++r) {
      // In all panels, also those that the row does not need: a machine guesses wrong less often.
      std::uint64_t* words = hidden_.data() + r * stride_;
      std::fill_n(words, last - first, 0);
      hide(seen_[rows_[r].user], first * kPanelItems, (last - first) * kPanelItems, words);
      if (last == panels_.panels()) words[last - 1 - first] |= panels_.padding(last - 1);
    }
  }

  /// Sets the bits of the items that stand among `size` positions from `begin` on.
  void hide(std::span<const std::uint32_t> items, std::size_t begin, std::size_t size,
            std::uint64_t* words) const noexcept {
    const auto set = [&](std::size_t at) {
      if (at < size) words[at / kPanelItems] |= std::uint64_t{1} << at % kPanelItems;
    };
    // Positions before `begin` become very large. Several are looked up before the first bit is
    // set: a bit may have to wait for the last one.
    const auto place = [&](std::size_t i) { return panels_.position(items[i]) - begin; };
    std::size_t i = 0;
    for (; i + 4 <= items.size(); i += 4) {
      const std::size_t at[] = {place(i), place(i + 1), place(i + 2), place(i + 3)};
      for (const std::size_t one : at) set(one);
    }
    for (; i < items.size(); ++i) set(place(i));
  }

  /// Decides about the items that the filter left open, by a closer look and where that is not
  /// enough by the definition.
  void resolve_open(std::size_t panel, std::size_t active, FullRanksStatistics& statistics) {
    const kernels::OpenPairs pairs{open_begin_.data(), open_row_.data(), open_item_.data()};
    // The plain list skips rows without open items, the fast one takes them all.
    const auto list =
        filter_->leaves_few() ? kernels::list_open_pairs_reference : kernels::list_open_pairs;
    const std::size_t count = list(open_.data(), active, pairs);
    if (count == 0) return;
    statistics.open += count;
    const std::size_t undecided =
        filter_->resolve(panel, active, pairs, above_.data(), undecided_.data());
    statistics.exact += undecided;
    score_pending();
    for (std::size_t i = 0; i < undecided; ++i) {
      const std::uint16_t row = open_row_[undecided_[i]];
      const std::uint32_t item = panels_.item(panel * kPanelItems + open_item_[undecided_[i]]);
      pending_row_.push_back(row);
      pending_user_.push_back(rows_[row].user);
      pending_item_.push_back(item);
      factors_.fetch_user(rows_[row].user);
      factors_.fetch_item(item);
    }
  }

  /// Pairs that only the definition decides wait for the next panel: by then their vectors, which
  /// lie anywhere in memory, have been fetched.
  void score_pending() {
    const std::size_t count = pending_row_.size();
    if (count == 0) return;
    // Whole groups: the last pair fills the last one.
    const std::size_t padded =
        (count + kernels::kExactScores - 1) / kernels::kExactScores * kernels::kExactScores;
    pending_user_.resize(padded, pending_user_.back());
    pending_item_.resize(padded, pending_item_.back());
    for (std::size_t first = 0; first < padded; first += kernels::kExactScores) {
      double scores[kernels::kExactScores];
      factors_.exact_scores(pending_user_.data() + first, pending_item_.data() + first, scores);
      for (std::size_t i = first; i < std::min(first + kernels::kExactScores, count); ++i) {
        const std::size_t r = pending_row_[i];
        above_[r] += scores[i - first] > rows_[r].threshold ? 1U : 0U;
        equal_[r] += scores[i - first] == rows_[r].threshold ? 1U : 0U;
      }
    }
    pending_row_.clear();
    pending_user_.clear();
    pending_item_.clear();
  }

  static constexpr std::size_t kMostPairs = kBlockRows * kPanelItems + kernels::kOpenPairsPadding;

  const FactorColumns& factors_;
  const ItemPanels& panels_;
  UserItemsView seen_;
  std::unique_ptr<ScoreFilter::Worker> filter_;
  std::span<FactorRow> rows_;
  std::vector<std::uint64_t> hidden_;  ///< row by row, a word for each panel of a segment
  std::size_t stride_ = 0;             ///< words of a row
  std::array<std::uint32_t, kBlockRows> above_{};
  std::array<std::uint32_t, kBlockRows> equal_{};
  std::array<std::uint64_t, kBlockRows> open_{};
  std::array<std::uint32_t, kBlockRows + 1> open_begin_{};
  std::vector<std::uint16_t> open_row_ = std::vector<std::uint16_t>(kMostPairs);
  std::vector<std::uint8_t> open_item_ = std::vector<std::uint8_t>(kMostPairs);
  std::vector<std::uint32_t> undecided_ = std::vector<std::uint32_t>(kMostPairs);
  // Pairs to be scored as defined.
  std::vector<std::uint16_t> pending_row_;
  std::vector<std::uint32_t> pending_user_;
  std::vector<std::uint32_t> pending_item_;
};

/// Numbers of rows in falling order of the panels they need.
std::vector<std::uint32_t> by_falling_panels(std::span<const FactorRow> rows, std::size_t panels) {
  std::vector<std::uint32_t> begin(panels + 2);
  for (const FactorRow& row : rows) ++begin[panels - row.panels + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<std::uint32_t> order(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    order[begin[panels - rows[r].panels]++] = static_cast<std::uint32_t>(r);
  }
  return order;
}

}  // namespace

FullRanksStatistics count_factor_rows(const FactorColumns& factors, const ItemPanels& panels,
                                      ScoreFilter& filter, UserItemsView seen,
                                      std::span<FactorRow> rows, const WorkSize& size,
                                      const FullRanksOptions& options) {
  const unsigned threads = options.threads;
  parallel_for(rows.size(), 512, threads, [&](const Block& block) {
    for (std::size_t r = block.begin; r < block.end; ++r) {
      rows[r].panels = panels_needed(panels, rows[r]);
    }
  });
  const std::vector<std::uint32_t> order = by_falling_panels(rows, panels.panels());
  const std::size_t panel_bytes = std::max<std::size_t>(1, filter.panel_bytes());
  const std::size_t at_once = std::max<std::size_t>(1, size.memory / panel_bytes);
  const std::size_t needed = rows.empty() ? 0 : rows[order.front()].panels;
  // At least once, also where no panel is needed: some items are counted without.
  const std::size_t rounds = std::max<std::size_t>(1, (needed + at_once - 1) / at_once);

  FullRanksStatistics total;
  total.pairs = rows.size() * panels.items();
  std::size_t done = 0;
  std::mutex mutex;
  std::vector<std::unique_ptr<BlockCounter>> idle;
  for (std::size_t round = 0; round < rounds; ++round) {
    const PanelRange range{round * at_once, std::min((round + 1) * at_once, needed)};
    filter.prepare(range, threads);
    parallel_for(rows.size(), size.block_rows, threads, [&](const Block& block) {
      std::unique_ptr<BlockCounter> counter;
      {
        const std::lock_guard lock(mutex);
        if (!idle.empty()) {
          counter = std::move(idle.back());
          idle.pop_back();
        }
      }
      if (!counter) counter = std::make_unique<BlockCounter>(factors, panels, filter, seen);
      std::vector<FactorRow> own(block.end - block.begin);
      for (std::size_t i = 0; i < own.size(); ++i) own[i] = rows[order[block.begin + i]];
      FullRanksStatistics statistics;
      counter->count(own, range, statistics);
      for (std::size_t i = 0; i < own.size(); ++i) {
        if (round + 1 == rounds) counter->count_beyond(own[i]);
        rows[order[block.begin + i]] = own[i];
      }
      const std::lock_guard lock(mutex);
      idle.push_back(std::move(counter));
      total.scored += statistics.scored;
      total.open += statistics.open;
      total.exact += statistics.exact;
      done += own.size();
      if (options.progress) {
        options.progress({"ranking all items", done / rounds, rows.size()});
      }
    });
  }
  return total;
}

}  // namespace honestrank
