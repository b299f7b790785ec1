#include "rankings/float_score_filter.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/aligned.h"
#include "honestrank/base/parallel.h"
#include "kernels/float_filter.h"

namespace honestrank {
namespace {

using kernels::kPanelItems;

class FloatScoreFilter final : public ScoreFilter {
 public:
  FloatScoreFilter(const FactorColumns& factors, const ItemPanels& panels)
      : factors_(factors), panels_(panels) {}

  std::size_t panel_bytes() const noexcept override { return panel_values() * sizeof(float); }

  void prepare(const PanelRange& range, unsigned threads) override {
    first_ = range.first;
    values_.resize(range.size() * panel_values());
    const std::size_t columns = factors_.columns();
    parallel_for(range.size(), 16, threads, [&](const Block& block) {
      AlignedVector<float> vectors(kPanelItems * columns);
      for (std::size_t i = block.begin; i < block.end; ++i) {
        copy_panel(factors_, panels_, range.first + i, vectors.data());
        float* to = values_.data() + i * panel_values();
        for (std::size_t item = 0; item < panels_.items_in(range.first + i); ++item) {
          for (std::size_t k = 0; k < columns; ++k) {
            to[k * kPanelItems + item] = vectors[item * columns + k];
          }
        }
      }
    });
  }

  std::unique_ptr<Worker> worker() const override;

 private:
  friend class FloatWorker;

  std::size_t panel_values() const noexcept { return factors_.columns() * kPanelItems; }

  const FactorColumns& factors_;
  const ItemPanels& panels_;
  std::size_t first_ = 0;  ///< panel
  AlignedVector<float> values_;
};

class FloatWorker final : public ScoreFilter::Worker {
 public:
  explicit FloatWorker(const FloatScoreFilter& filter)
      : filter_(filter), values_(kBlockRows * filter.factors_.columns()) {}

  void use_rows(std::span<const FactorRow> rows) override {
    const FactorColumns& factors = filter_.factors_;
    std::fill(values_.begin(), values_.end(), 0.0F);
    for (std::size_t r = 0; r < kBlockRows; ++r) {
      // Out of reach where there is no row.
      threshold_[r] = std::numeric_limits<double>::infinity();
      length_[r] = 0;
      if (r >= rows.size()) continue;
      threshold_[r] = rows[r].threshold;
      length_[r] = rows[r].length;
      float* to = values_.data() + r * factors.columns();
      factors.copy_user(rows[r].user, to);
    }
  }

  void run(std::size_t panel, std::size_t count, const HiddenItems& hidden, std::uint32_t* above,
           std::uint64_t* open) override {
    const std::size_t rows = whole_tiles(count);
    const std::size_t columns = filter_.factors_.columns();
    for (std::size_t r = 0; r < rows; ++r) {
      const double error = float_score_error(columns, length_[r], filter_.panels_.length(panel));
      low_[r] = step(threshold_[r] - error, -kInfinity);
      high_[r] = step(threshold_[r] + error, kInfinity);
    }
    kernels::filter_floats(
        {filter_.values_.data() + (panel - filter_.first_) * filter_.panel_values(), columns,
         values_.data(), rows, low_.data(), high_.data(), hidden.words, above, open,
         hidden.stride});
  }

 private:
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();

  /// The nearest float and one more in the given direction: a bound on that side.
  static float step(double value, float towards) noexcept {
    return std::nextafter(static_cast<float>(value), towards);
  }

  const FloatScoreFilter& filter_;
  AlignedVector<float> values_;
  std::array<double, kBlockRows> threshold_{};
  std::array<double, kBlockRows> length_{};
  std::array<float, kBlockRows> low_{};
  std::array<float, kBlockRows> high_{};
};

std::unique_ptr<ScoreFilter::Worker> FloatScoreFilter::worker() const {
  return std::make_unique<FloatWorker>(*this);
}

}  // namespace

std::unique_ptr<ScoreFilter> float_score_filter(const FactorColumns& factors,
                                                const ItemPanels& panels) {
  return std::make_unique<FloatScoreFilter>(factors, panels);
}

}  // namespace honestrank
