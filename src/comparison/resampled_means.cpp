#include "comparison/resampled_means.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "honestrank/base/parallel.h"
#include "kernels/random_blocks.h"

namespace honestrank::comparison {
namespace {

constexpr std::uint32_t kStream = 0x75736572;
constexpr std::size_t kWords = 4 * kernels::kRandomBlocks;
/// Up to so many users one word of 32 bits tells who is drawn: no probability is off by more than
/// 1 / 256 of itself, and the mean of the resampled means by as much of its standard error. Beyond
/// it takes two.
constexpr std::size_t kMostByOneWord = std::size_t{1} << 24;

/// Calls `use(user)` for as many users as there are.
template <typename Use>
void draw_users(std::size_t users, std::uint64_t seed, std::uint64_t resample, const Use& use) {
  std::array<std::uint32_t, kWords> words{};
  const bool one_word = users <= kMostByOneWord;
  const std::size_t at_once = one_word ? kWords : kWords / 2;
  std::uint32_t block = 0;
  for (std::size_t done = 0; done < users; done += at_once) {
    kernels::random_blocks(seed, kStream, resample, block, kernels::kRandomBlocks, words.data());
    block += kernels::kRandomBlocks;
    const std::size_t count = std::min(at_once, users - done);
    for (std::size_t i = 0; i < count; ++i) {
      if (one_word) {
        use(static_cast<std::size_t>((std::uint64_t{words[i]} * users) >> 32U));
      } else {
        const std::uint64_t high = std::uint64_t{words[2 * i]} * users;
        const std::uint64_t low = std::uint64_t{words[2 * i + 1]} * users;
        use(static_cast<std::size_t>((high + (low >> 32U)) >> 32U));
      }
    }
  }
}

}  // namespace

std::vector<double> resampled_means(std::span<const double> values, std::size_t columns,
                                    const ResamplingOptions& options) {
  const std::size_t users = values.size() / columns;
  std::vector<double> means(options.resamples * columns);
  parallel_for(options.resamples, 1, options.threads, [&](const Block& block) {
    double* const own = means.data() + block.begin * columns;
    if (columns == 1) {
      double sum = 0;
      draw_users(users, options.seed, block.begin, [&](std::size_t user) { sum += values[user]; });
      *own = sum;
    } else {
      draw_users(users, options.seed, block.begin, [&](std::size_t user) {
        const double* const row = values.data() + user * columns;
        for (std::size_t column = 0; column < columns; ++column) own[column] += row[column];
      });
    }
    for (std::size_t column = 0; column < columns; ++column) {
      own[column] /= static_cast<double>(users);
    }
  });
  return means;
}

}  // namespace honestrank::comparison
