// The gzip reader on ISA-L: same contract as gzip_source_zlib.cpp, more than twice as fast.
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "data/gzip_source.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr std::size_t kInputBytes = std::size_t{1} << 17;
constexpr std::size_t kMaxStep = std::size_t{1} << 30;  // ISA-L counts in 32 bits

class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> compressed, std::string name)
      : compressed_(std::move(compressed)), name_(std::move(name)), input_(kInputBytes) {
    isal_inflate_init(&state_);
    state_.crc_flag = ISAL_GZIP;  // a gzip header is expected and the checksum verified
  }

  std::size_t read(std::span<char> target) override {
    std::size_t filled = 0;
    while (filled < target.size() && !finished_) {
      if (state_.avail_in == 0) refill();
      if (state_.block_state == ISAL_BLOCK_FINISH && !start_next_member()) break;
      const std::size_t step = std::min(target.size() - filled, kMaxStep);
      state_.next_out = reinterpret_cast<std::uint8_t*>(target.data() + filled);
      state_.avail_out = static_cast<std::uint32_t>(step);
      const std::uint32_t before = state_.avail_in;
      const int status = isal_inflate(&state_);
      const std::size_t written = step - state_.avail_out;
      filled += written;
      if (status != ISAL_DECOMP_OK && status != ISAL_END_INPUT) {
        throw ParseError(name_, 0, "expected gzip data; got damaged data");
      }
      const bool stuck = written == 0 && before == state_.avail_in && state_.avail_in == 0;
      if (stuck && input_ended_ && state_.block_state != ISAL_BLOCK_FINISH) {
        throw ParseError(name_, 0, "expected a complete gzip file; got a truncated one");
      }
    }
    return filled;
  }

  std::uint64_t consumed() const noexcept override { return compressed_->consumed(); }
  std::uint64_t size() const noexcept override { return compressed_->size(); }

 private:
  void refill() {
    if (input_ended_) return;
    const std::size_t count = compressed_->read(input_);
    input_ended_ = count < input_.size();
    state_.next_in = reinterpret_cast<std::uint8_t*>(input_.data());
    state_.avail_in = static_cast<std::uint32_t>(count);
  }

  // A gzip file may hold several members; zero bytes may pad its end.
  bool start_next_member() {
    while (state_.avail_in > 0 && *state_.next_in == 0) {
      ++state_.next_in;
      --state_.avail_in;
      if (state_.avail_in == 0) refill();
    }
    if (state_.avail_in == 0) {
      finished_ = true;
      return false;
    }
    isal_inflate_reset(&state_);
    state_.crc_flag = ISAL_GZIP;
    return true;
  }

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> input_;
  inflate_state state_{};
  bool input_ended_ = false;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_gzip(std::unique_ptr<ByteSource> compressed, std::string name) {
  return std::make_unique<GzipSource>(std::move(compressed), std::move(name));
}

}  // namespace honestrank
