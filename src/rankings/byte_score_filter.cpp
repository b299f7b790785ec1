#include "rankings/byte_score_filter.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/aligned.h"
#include "base/fetch.h"
#include "honestrank/base/parallel.h"
#include "kernels/integer_rounding.h"
#include "rankings/closer_look.h"
#include "rankings/integer_scale.h"
#include "rankings/panel_shorts.h"
#include "rankings/row_bands.h"

namespace honestrank {
namespace {

using kernels::kPanelItems;

/// How long vectors rounded to 16 bits for a closer look may be. Without rotation what bytes leave
/// open is close to the threshold, and longer vectors are rounded to finer steps.
double longest_short(const Rotation& rotation) noexcept {
  return rotation.rotates() ? 32'000 : 120'000;
}

class ByteScoreFilter final : public ScoreFilter {
 public:
  ByteScoreFilter(const FactorColumns& factors, const ItemPanels& panels, const Rotation& rotation)
      : factors_(factors),
        panels_(panels),
        rotation_(rotation),
        words_((rotation.head + 3) / 4),
        // The largest scale there can be; thresholds are given in terms of it.
        reference_(std::max(panels.longest() / kLargestByte, kSmallestScale)),
        shorts_(factors, panels, longest_short(rotation)) {}

  std::size_t panel_bytes() const noexcept override {
    return bytes_a_panel() + shorts_.panel_bytes();
  }

  void prepare(const PanelRange& range, unsigned threads) override {
    range_ = range;
    bytes_.resize(range.size() * bytes_a_panel());
    bands_.resize(range.size());
    shorts_.use(range);
    parallel_for(range.size(), 16, threads, [&](const Block& block) {
      AlignedVector<float> vectors(kPanelItems * factors_.columns());
      std::vector<float> heads(kPanelItems * rotation_.head);
      std::vector<std::int8_t> bytes(words_ * 4);
      for (std::size_t i = block.begin; i < block.end; ++i) {
        const std::size_t panel = range.first + i;
        copy_panel(factors_, panels_, panel, vectors.data());
        bands_[i] = round_panel(vectors.data(), panels_.items_in(panel), panels_.length(panel),
                                heads, bytes, bytes_.data() + i * bytes_a_panel());
        shorts_.fill(panel, vectors.data());
      }
    });
  }

  std::unique_ptr<Worker> worker() const override;

 private:
  friend class ByteWorker;

  std::size_t bytes_a_panel() const noexcept { return words_ * kPanelItems * 4; }
  const std::uint8_t* bytes_of(std::size_t panel) const noexcept {
    return bytes_.data() + (panel - range_.first) * bytes_a_panel();
  }

  const kernels::BandPanel& band_of(std::size_t panel) const noexcept {
    return bands_[panel - range_.first];
  }

  kernels::BandPanel round_panel(const float* vectors, std::size_t count, double longest,
                                 std::span<float> heads, std::span<std::int8_t> bytes,
                                 std::uint8_t* to) const {
    double longest_tail = 0;
    double longest_head = longest;
    if (rotation_.rotates()) longest_head = 0;
    for (std::size_t i = 0; i < count; ++i) {
      float* head = heads.data() + i * rotation_.head;
      longest_tail = std::max(longest_tail, rotation_.apply(vectors + i * rotation_.columns, head));
      if (rotation_.rotates()) {
        longest_head = std::max(longest_head, length_of(head, rotation_.head));
      }
    }
    const auto largest =
        static_cast<double>(kernels::largest_value(heads.data(), count * rotation_.head));
    const double inverse =
        inverse_scale_for(largest / kLargestByte, reference_ * kSmallestQuotient);
    float residual = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto rounded =
          kernels::round_to_bytes(heads.data() + i * rotation_.head, rotation_.head,
                                  static_cast<float>(inverse), bytes.data());
      residual = std::max(residual, rounded.residual);
      for (std::size_t word = 0; word < words_; ++word) {
        std::memcpy(to + (word * kPanelItems + kernels::panel_slot(i)) * 4, bytes.data() + 4 * word,
                    4);
      }
    }
    // Bytes without a sign: 128 added to each, which is turning its first bit.
    for (std::size_t byte = 0; byte < bytes_a_panel(); ++byte) to[byte] ^= 0x80;
    const double error = (kSumError + rotation_.error()) * longest + rotation_.underflow();
    return {static_cast<float>(reference_ * inverse),
            rounded_up(static_cast<double>(residual) + error * inverse),
            rounded_up(longest_head * inverse), rounded_up(longest_tail * inverse)};
  }

  const FactorColumns& factors_;
  const ItemPanels& panels_;
  const Rotation& rotation_;
  std::size_t words_;
  double reference_;
  PanelRange range_;
  AlignedVector<std::uint8_t> bytes_;
  std::vector<kernels::BandPanel> bands_;
  PanelShorts shorts_;  ///< for what bytes leave open
};

class ByteWorker final : public ScoreFilter::Worker {
 public:
  explicit ByteWorker(const ByteScoreFilter& filter)
      : filter_(filter),
        bytes_(kBlockRows * filter.words_ * 4),
        closer_look_(filter.shorts_),
        vector_(filter.rotation_.columns),
        head_(filter.rotation_.head) {}

  void use_rows(std::span<const FactorRow> rows) override {
    closer_look_.clear();
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (r + kRowsAhead < rows.size()) filter_.factors_.fetch_user(rows[r + kRowsAhead].user);
      filter_.factors_.copy_user(rows[r].user, vector_.data());
      const double inverse = round_row(rows[r], r);
      closer_look_.add_row(rows[r], vector_.data(), r, inverse);
    }
    for (std::size_t r = rows.size(); r < kBlockRows; ++r) bands_.clear(r);
  }

  void run(std::size_t panel, std::size_t count, const HiddenItems& hidden, std::uint32_t* above,
           std::uint64_t* open) override {
    const std::size_t rows = whole_tiles(count);
    filter_.shorts_.fetch(panel);
    if (panel + 1 < filter_.range_.last) {
      fetch_nearby(filter_.bytes_of(panel + 1), filter_.bytes_a_panel());
    }
    bands_.find(filter_.band_of(panel), rows);
    kernels::filter_bytes({filter_.bytes_of(panel), filter_.words_, bytes_.data(), rows,
                           bands_.low.data(), bands_.high.data(), hidden.words, above, open,
                           hidden.stride});
  }

  bool leaves_few() const noexcept override { return false; }

  std::size_t resolve(std::size_t panel, std::size_t count, const kernels::OpenPairs& pairs,
                      std::uint32_t* above, std::uint32_t* undecided) override {
    // An open sum lies in the band, and the score in units of the scales within half the band of
    // it: not more than one and a half bands from the threshold. Bands that were cut off are so
    // wide that this says nothing; then it is for the lengths to say how far scores can be.
    const double inverse =
        static_cast<double>(filter_.band_of(panel).inverse_scale) / filter_.reference_;
    const double widest = kernels::widest_band(bands_.low.data(), bands_.high.data(), count);
    std::size_t found = 0;
    if (closer_look_.judge(panel, count, pairs, {2 * widest, inverse}, above, undecided, found)) {
      return found;
    }
    return Worker::resolve(panel, count, pairs, above, undecided);
  }

 private:
  /// Gives what the vector was multiplied by.
  double round_row(const FactorRow& row, std::size_t r) {
    const double tail = filter_.rotation_.apply(vector_.data(), head_.data());
    const auto largest = static_cast<double>(kernels::largest_value(head_.data(), head_.size()));
    const double inverse =
        inverse_scale_for(largest / kLargestByte, row.length * kSmallestQuotient);
    const auto rounded =
        kernels::round_to_bytes(head_.data(), head_.size(), static_cast<float>(inverse),
                                bytes_.data() + r * filter_.words_ * 4);
    bands_.threshold[r] = static_cast<float>(row.threshold * inverse / filter_.reference_);
    // The error of the sums goes with the residual of the panel and the whole length of the user.
    bands_.length[r] =
        rounded_up(std::max(static_cast<double>(rounded.length), row.length * inverse));
    // What underflow leaves out of a head is as good as rounded away.
    bands_.residual[r] =
        rounded_up(static_cast<double>(rounded.residual) + filter_.rotation_.underflow() * inverse);
    bands_.tail[r] = rounded_up(tail * inverse);
    // Items are stored with 128 added to every byte.
    bands_.offset[r] = 128 * rounded.sum;
    return inverse;
  }

  const ByteScoreFilter& filter_;
  AlignedVector<std::int8_t> bytes_;
  CloserLook closer_look_;
  std::vector<float> vector_;
  std::vector<float> head_;
  RowBands bands_;
};

std::unique_ptr<ScoreFilter::Worker> ByteScoreFilter::worker() const {
  return std::make_unique<ByteWorker>(*this);
}

}  // namespace

std::unique_ptr<ScoreFilter> byte_score_filter(const FactorColumns& factors,
                                               const ItemPanels& panels, const Rotation& rotation) {
  return std::make_unique<ByteScoreFilter>(factors, panels, rotation);
}

}  // namespace honestrank
