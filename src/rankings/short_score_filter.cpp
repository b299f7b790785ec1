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
  ShortScoreFilter(const FactorColumns& factors, const ItemPanels& panels)
      : factors_(factors),
        panels_(panels),
        rounding_(factors, panels),
        words_((factors.columns() + 1) / 2) {}

  std::size_t panel_bytes() const noexcept override {
    return panel_values() * sizeof(std::int16_t);
  }

  void prepare(const PanelRange& range, unsigned threads) override {
    first_ = range.first;
    values_.resize(range.size() * panel_values());
    bands_.resize(range.size());
    parallel_for(range.size(), 16, threads, [&](const Block& block) {
      AlignedVector<float> vectors(kPanelItems * factors_.columns());
      std::vector<std::int16_t> shorts(kPanelItems * words_ * 2);
      for (std::size_t i = block.begin; i < block.end; ++i) {
        const std::size_t panel = range.first + i;
        const std::size_t count = panels_.items_in(panel);
        copy_panel(factors_, panels_, panel, vectors.data());
        bands_[i] = rounding_.round_panel(panel, vectors.data(), factors_.columns(), count,
                                          shorts.data(), words_ * 2);
        lay_out(shorts, count, values_.data() + i * panel_values());
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
  const ItemPanels& panels_;
  ShortRounding rounding_;
  std::size_t words_;
  std::size_t first_ = 0;  ///< panel
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
      if (r + kRowsAhead < rows.size()) filter_.factors_.fetch_user(rows[r + kRowsAhead].user);
      filter_.factors_.copy_user(rows[r].user, vector_.data());
      filter_.rounding_.round_row(rows[r], vector_.data(), values_.data() + r * filter_.words_ * 2,
                                  r, bands_);
    }
    for (std::size_t r = rows.size(); r < kBlockRows; ++r) bands_.clear(r);
  }

  void run(std::size_t panel, std::size_t count, const HiddenItems& hidden, std::uint32_t* above,
           std::uint64_t* open) override {
    const std::size_t rows = whole_tiles(count);
    const std::size_t at = panel - filter_.first_;
    bands_.find(filter_.bands_[at], rows);
    kernels::filter_shorts({filter_.values_.data() + at * filter_.panel_values(), filter_.words_,
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
                                                const ItemPanels& panels) {
  return std::make_unique<ShortScoreFilter>(factors, panels);
}

}  // namespace honestrank
