#include "rankings/byte_score_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "base/aligned.h"
#include "honestrank/base/parallel.h"
#include "kernels/band.h"
#include "kernels/byte_rounding.h"

namespace honestrank {
namespace {

using kernels::kPanelItems;

constexpr double kLargestByte = 127;
/// Scales differ by no more than this factor, and none is smaller than that: quotients of scales,
/// and of values by scales, then fit a float32.
constexpr double kSmallestQuotient = 0x1p-60;
constexpr double kSmallestScale = 0x1p-100;
/// The rounding of the float64 sums that define scores, and more.
constexpr double kSumError = 0x1p-40;

/// A float32 that is not below `value`.
float rounded_up(double value) noexcept {
  return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

/// What rounding to bytes multiplies by. It is the float32 that counts, so scales are its inverse.
double inverse_scale_for(double largest, double smallest_scale) noexcept {
  const double inverse = 1 / std::max({largest / kLargestByte, smallest_scale, kSmallestScale});
  return static_cast<double>(static_cast<float>(inverse));
}

class ByteScoreFilter final : public ScoreFilter {
 public:
  ByteScoreFilter(const FactorColumns& factors, const ItemPanels& panels,
                  const PanelVectors& vectors, const Rotation& rotation, unsigned threads)
      : factors_(factors),
        rotation_(rotation),
        words_((rotation.head + 3) / 4),
        // The largest scale there can be; thresholds are given in terms of it.
        reference_(std::max(panels.longest() / kLargestByte, kSmallestScale)),
        bytes_(panels.panels() * panel_bytes()),
        panels_(panels.panels()) {
    parallel_for(panels.panels(), 16, threads, [&](const Block& block) {
      AlignedVector<float> buffer = vectors.buffer();
      std::vector<float> heads(kPanelItems * rotation.head);
      std::vector<std::int8_t> bytes(words_ * 4);
      for (std::size_t panel = block.begin; panel < block.end; ++panel) {
        const std::size_t count = std::min(kPanelItems, panels.ranked() - panel * kPanelItems);
        panels_[panel] =
            round_panel(vectors.of(panel, buffer), vectors.columns(), count, panels.length(panel),
                        heads, bytes, bytes_.data() + panel * panel_bytes());
      }
    });
  }

  std::unique_ptr<Worker> worker() const override;

 private:
  friend class ByteWorker;

  std::size_t panel_bytes() const noexcept { return words_ * kPanelItems * 4; }

  kernels::BandPanel round_panel(const float* vectors, std::size_t stride, std::size_t count,
                                 double longest, std::span<float> heads,
                                 std::span<std::int8_t> bytes, std::uint8_t* to) const {
    double longest_tail = 0;
    double longest_head = longest;
    if (rotation_.rotates()) longest_head = 0;
    for (std::size_t i = 0; i < count; ++i) {
      float* head = heads.data() + i * rotation_.head;
      longest_tail = std::max(longest_tail, rotation_.apply(vectors + i * stride, head));
      if (rotation_.rotates()) {
        longest_head = std::max(longest_head, length_of(head, rotation_.head));
      }
    }
    const auto largest =
        static_cast<double>(kernels::largest_value(heads.data(), count * rotation_.head));
    const double inverse = inverse_scale_for(largest, reference_ * kSmallestQuotient);
    float residual = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto rounded =
          kernels::round_to_bytes(heads.data() + i * rotation_.head, rotation_.head,
                                  static_cast<float>(inverse), bytes.data());
      residual = std::max(residual, rounded.residual);
      for (std::size_t word = 0; word < words_; ++word) {
        std::memcpy(to + (word * kPanelItems + i) * 4, bytes.data() + 4 * word, 4);
      }
    }
    // Bytes without a sign: 128 added to each, which is turning its first bit.
    for (std::size_t byte = 0; byte < panel_bytes(); ++byte) to[byte] ^= 0x80;
    const double error = (kSumError + rotation_.error()) * longest;
    return {static_cast<float>(reference_ * inverse),
            rounded_up(static_cast<double>(residual) + error * inverse),
            rounded_up(longest_head * inverse), rounded_up(longest_tail * inverse)};
  }

  const FactorColumns& factors_;
  const Rotation& rotation_;
  std::size_t words_;
  double reference_;
  AlignedVector<std::uint8_t> bytes_;
  std::vector<kernels::BandPanel> panels_;
};

class ByteWorker final : public ScoreFilter::Worker {
 public:
  explicit ByteWorker(const ByteScoreFilter& filter)
      : filter_(filter),
        bytes_(kBlockRows * filter.words_ * 4),
        vector_(filter.rotation_.columns),
        head_(filter.rotation_.head) {}

  void use_rows(std::span<const FactorRow> rows) override {
    for (std::size_t r = 0; r < kBlockRows; ++r) {
      if (r < rows.size()) {
        round_row(rows[r], r);
      } else {
        threshold_[r] = length_[r] = residual_[r] = tail_[r] = 0;
        offset_[r] = 1 << 29;  // out of reach of any sum
      }
    }
  }

  void run(std::size_t panel, std::size_t count, const HiddenItems& hidden, std::uint32_t* above,
           std::uint64_t* open) override {
    const std::size_t tiles = (count + kernels::kTileRows - 1) / kernels::kTileRows;
    const kernels::BandRows rows{threshold_.data(), length_.data(), residual_.data(), tail_.data(),
                                 offset_.data()};
    kernels::integer_band(rows, filter_.panels_[panel], tiles * kernels::kTileRows, low_.data(),
                          high_.data());
    kernels::filter_bytes({filter_.bytes_.data() + panel * filter_.panel_bytes(), filter_.words_,
                           bytes_.data(), tiles * kernels::kTileRows, low_.data(), high_.data(),
                           hidden.words, above, open, hidden.stride});
  }

 private:
  void round_row(const FactorRow& row, std::size_t r) {
    const FactorColumns& factors = filter_.factors_;
    std::copy_n(factors.user(row.user), factors.stored(), vector_.begin());
    if (factors.has_bias()) vector_[factors.stored()] = 1;
    const double tail = filter_.rotation_.apply(vector_.data(), head_.data());
    const double inverse =
        inverse_scale_for(static_cast<double>(kernels::largest_value(head_.data(), head_.size())),
                          row.length * kSmallestQuotient);
    const auto rounded =
        kernels::round_to_bytes(head_.data(), head_.size(), static_cast<float>(inverse),
                                bytes_.data() + r * filter_.words_ * 4);
    threshold_[r] = static_cast<float>(row.threshold * inverse / filter_.reference_);
    // The error of the sums goes with the residual of the panel and the whole length of the user.
    length_[r] = rounded_up(std::max(static_cast<double>(rounded.length), row.length * inverse));
    residual_[r] = rounded.residual;
    tail_[r] = rounded_up(tail * inverse);
    // Items are stored with 128 added to every byte.
    offset_[r] = 128 * rounded.sum;
  }

  template <typename Value>
  using PerRow = std::array<Value, kBlockRows + 16>;

  const ByteScoreFilter& filter_;
  AlignedVector<std::int8_t> bytes_;
  std::vector<float> vector_;
  std::vector<float> head_;
  PerRow<float> threshold_{};
  PerRow<float> length_{};
  PerRow<float> residual_{};
  PerRow<float> tail_{};
  PerRow<std::int32_t> offset_{};
  PerRow<std::int32_t> low_{};
  PerRow<std::int32_t> high_{};
};

std::unique_ptr<ScoreFilter::Worker> ByteScoreFilter::worker() const {
  return std::make_unique<ByteWorker>(*this);
}

}  // namespace

std::unique_ptr<ScoreFilter> byte_score_filter(const FactorColumns& factors,
                                               const ItemPanels& panels,
                                               const PanelVectors& vectors,
                                               const Rotation& rotation, unsigned threads) {
  return std::make_unique<ByteScoreFilter>(factors, panels, vectors, rotation, threads);
}

}  // namespace honestrank
