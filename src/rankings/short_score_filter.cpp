#include "rankings/short_score_filter.h"

#include <vector>

#include "base/aligned.h"
#include "honestrank/base/parallel.h"
#include "kernels/short_filter.h"
#include "rankings/row_bands.h"
#include "rankings/short_rounding.h"

namespace honestrank {
namespace {

using kernels::kPanelItems;

class ShortScoreFilter final : public ScoreFilter {
 public:
  ShortScoreFilter(const FactorColumns& factors, const ItemPanels& panels, unsigned threads)
      : factors_(factors),
        rounding_(factors, panels),
        words_((factors.columns() + 1) / 2),
        values_(panels.panels() * panel_values()),
        bands_(panels.panels()) {
    parallel_for(panels.panels(), 16, threads, [&](const Block& block) {
      AlignedVector<float> vectors(kPanelItems * factors.columns());
      std::vector<std::int16_t> shorts(kPanelItems * words_ * 2);
      for (std::size_t panel = block.begin; panel < block.end; ++panel) {
        copy_panel(factors, panels, panel, vectors.data());
        bands_[panel] = rounding_.round_panel(panel, vectors.data(), factors.columns(),
                                              panels.items_in(panel), shorts.data(), words_ * 2);
        lay_out(shorts, panels.items_in(panel), values_.data() + panel * panel_values());
      }
    });
  }

  std::unique_ptr<Worker> worker() const override;

 private:
  friend class ShortWorker;

  std::size_t panel_values() const noexcept { return words_ * kPanelItems * 2; }

  /// Word by word instead of item by item.
  void lay_out(const std::vector<std::int16_t>& shorts, std::size_t count,
               std::int16_t* to) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const std::int16_t* from = shorts.data() + i * words_ * 2;
      for (std::size_t word = 0; word < words_; ++word) {
        std::copy_n(from + 2 * word, 2, to + (word * kPanelItems + i) * 2);
      }
    }
  }

  const FactorColumns& factors_;
  ShortRounding rounding_;
  std::size_t words_;
  AlignedVector<std::int16_t> values_;
  std::vector<kernels::BandPanel> bands_;
};

class ShortWorker final : public ScoreFilter::Worker {
 public:
  explicit ShortWorker(const ShortScoreFilter& filter)
      : filter_(filter),
        values_(kBlockRows * filter.words_ * 2),
        vector_(filter.factors_.columns()) {}

  void use_rows(std::span<const FactorRow> rows) override {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      filter_.factors_.copy_user(rows[r].user, vector_.data());
      filter_.rounding_.round_row(rows[r], vector_.data(), values_.data() + r * filter_.words_ * 2,
                                  r, bands_);
    }
    for (std::size_t r = rows.size(); r < kBlockRows; ++r) bands_.clear(r);
  }

  void run(std::size_t panel, std::size_t count, const HiddenItems& hidden, std::uint32_t* above,
           std::uint64_t* open) override {
    const std::size_t rows = whole_tiles(count);
    bands_.find(filter_.bands_[panel], rows);
    kernels::filter_shorts({filter_.values_.data() + panel * filter_.panel_values(), filter_.words_,
                            values_.data(), rows, bands_.low.data(), bands_.high.data(),
                            hidden.words, above, open, hidden.stride});
  }

 private:
  const ShortScoreFilter& filter_;
  AlignedVector<std::int16_t> values_;
  std::vector<float> vector_;
  RowBands bands_;
};

std::unique_ptr<ScoreFilter::Worker> ShortScoreFilter::worker() const {
  return std::make_unique<ShortWorker>(*this);
}

}  // namespace

std::unique_ptr<ScoreFilter> short_score_filter(const FactorColumns& factors,
                                                const ItemPanels& panels, unsigned threads) {
  return std::make_unique<ShortScoreFilter>(factors, panels, threads);
}

}  // namespace honestrank
