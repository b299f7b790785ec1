#include <zlib.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "data/gzip_source.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr std::size_t kInputBytes = std::size_t{1} << 17;
constexpr std::size_t kMaxStep = std::size_t{1} << 30;  // zlib counts in 32 bits

class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> compressed, std::string name)
      : compressed_(std::move(compressed)), name_(std::move(name)), input_(kInputBytes) {
    // windowBits 15 + 16: a gzip header is expected and its checksum verified.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<char> target) override {
    std::size_t filled = 0;
    while (filled < target.size() && !finished_) {
      if (stream_.avail_in == 0) refill();
      if (between_members_ && !start_member()) break;
      const std::size_t step = std::min(target.size() - filled, kMaxStep);
      stream_.next_out = reinterpret_cast<Bytef*>(target.data() + filled);
      stream_.avail_out = static_cast<uInt>(step);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      filled += step - stream_.avail_out;
      if (status == Z_STREAM_END) {
        between_members_ = true;
      } else if (status == Z_BUF_ERROR || status == Z_OK) {
        if (stream_.avail_in == 0 && stream_.avail_out != 0 && input_ended_) {
          throw ParseError(name_, 0, "expected a complete gzip file; got a truncated one");
        }
      } else {
        throw ParseError(name_, 0, "expected gzip data; got damaged data");
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
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(count);
  }

  // A gzip file may hold several members; zero bytes may pad its end.
  bool start_member() {
    if (members_ > 0) {
      while (stream_.avail_in > 0 && *stream_.next_in == 0) {
        ++stream_.next_in;
        --stream_.avail_in;
        if (stream_.avail_in == 0) refill();
      }
      if (stream_.avail_in == 0) {
        finished_ = true;
        return false;
      }
      inflateReset(&stream_);
    }
    ++members_;
    between_members_ = false;
    return true;
  }

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> input_;
  z_stream stream_{};
  bool input_ended_ = false;
  bool between_members_ = true;
  bool finished_ = false;
  std::size_t members_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> open_gzip(std::unique_ptr<ByteSource> compressed, std::string name) {
  return std::make_unique<GzipSource>(std::move(compressed), std::move(name));
}

}  // namespace honestrank
