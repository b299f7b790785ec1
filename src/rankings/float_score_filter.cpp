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
  FloatScoreFilter(const FactorColumns& factors, const ItemPanels& panels, unsigned threads)
      : factors_(factors), panels_(panels), values_(panels.panels() * panel_values()) {
    parallel_for(panels.panels(), 16, threads, [&](const Block& block) {
      for (std::size_t panel = block.begin; panel < block.end; ++panel) {
        float* to = values_.data() + panel * panel_values();
        for (std::size_t i = 0; i < kPanelItems; ++i) {
          const std::size_t position = panel * kPanelItems + i;
          if (position >= panels.ranked()) break;
          const std::uint32_t item = panels.item(position);
          for (std::size_t k = 0; k < factors.stored(); ++k) {
            to[k * kPanelItems + i] = factors.item(item)[k];
          }
          if (factors.has_bias()) to[factors.stored() * kPanelItems + i] = factors.bias(item);
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
    kernels::filter_floats({filter_.values_.data() + panel * filter_.panel_values(), columns,
                            values_.data(), rows, low_.data(), high_.data(), hidden.words, above,
                            open, hidden.stride});
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
                                                const ItemPanels& panels, unsigned threads) {
  return std::make_unique<FloatScoreFilter>(factors, panels, threads);
}

}  // namespace honestrank
