#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>

#include "kernels/byte_filter.h"
#include "kernels/open_pairs.h"

namespace honestrank {

/// A user and a threshold: how many items does the user score above it, how many exactly so?
struct FactorRow {
  std::uint32_t user = 0;
  double threshold = 0;
  double length = 0;         ///< of the user's vector; an upper bound
  std::uint32_t panels = 0;  ///< how many panels decide about the row
  std::uint64_t above = 0;
  std::uint64_t equal = 0;
};

/// Up to this many rows are scored together: a panel of items, and what is known of these rows,
/// then stay in the cache of a core. A multiple of the 6 rows of a tile and of 16 lanes.
inline constexpr std::size_t kBlockRows = 480;

/// How many rows ahead of their use users' vectors are fetched: they lie anywhere in memory.
inline constexpr std::size_t kRowsAhead = 6;

/// `rows`, rounded up to whole tiles.
constexpr std::size_t whole_tiles(std::size_t rows) noexcept {
  return (rows + kernels::kTileRows - 1) / kernels::kTileRows * kernels::kTileRows;
}

/// Items of a panel that do not count: a word of bits for each row.
struct HiddenItems {
  const std::uint64_t* words = nullptr;
  std::size_t stride = 1;  ///< from one row's word to the next's
};

/// Panels first to last - 1.
struct PanelRange {
  std::size_t first = 0;
  std::size_t last = 0;

  std::size_t size() const noexcept { return last - first; }
};

/// Decides cheaply and safely about most items of a panel, for a block of rows.
class ScoreFilter {
 public:
  virtual ~ScoreFilter() = default;

  /// The memory that a prepared panel takes.
  virtual std::size_t panel_bytes() const noexcept = 0;
  /// Makes panels ready for workers, and forgets others. Not while a worker runs.
  virtual void prepare(const PanelRange& range, unsigned threads) = 0;

  /// What a worker needs to filter.
  class Worker {
   public:
    virtual ~Worker() = default;

    /// Gets ready for up to kBlockRows rows.
    virtual void use_rows(std::span<const FactorRow> rows) = 0;

    /// For the first `count` rows, rounded up to whole tiles, and prepared panel `panel`: adds to
    /// above[r] the number of items that surely score above the threshold, and sets in open[r] the
    /// bits of items about which nothing is sure. Items whose bit of the row's word in `hidden` is
    /// set do not count.
    virtual void run(std::size_t panel, std::size_t count, const HiddenItems& hidden,
                     std::uint32_t* above, std::uint64_t* open) = 0;

    /// Whether most rows have no open item in most panels.
    virtual bool leaves_few() const noexcept { return true; }

    /// Looks more closely at listed items of panel `panel` that run() left open for the first
    /// `count` rows: adds to above[r] the number of those that surely score above, and lists in
    /// `undecided` the numbers of the pairs about which nothing is sure yet. Gives their number. A
    /// filter that has nothing better lists them all.
    virtual std::size_t resolve(std::size_t panel, std::size_t count,
                                const kernels::OpenPairs& pairs, std::uint32_t* above,
                                std::uint32_t* undecided) {
      static_cast<void>(panel);
      static_cast<void>(above);
      std::iota(undecided, undecided + pairs.begin[count], 0U);
      return pairs.begin[count];
    }
  };
  virtual std::unique_ptr<Worker> worker() const = 0;
};

}  // namespace honestrank
