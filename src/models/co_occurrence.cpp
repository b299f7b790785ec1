#include "models/co_occurrence.h"

#include <algorithm>

#include "kernels/common_bits.h"

namespace honestrank {
namespace {

static_assert(CoOccurrence::kRows == kernels::kBitRows);

/// Whether bits are the faster way, and not too large.
bool prefer_bits(const UserItems& items_of_users, std::size_t items) {
  // Relative to counting one pair in a list.
  const double word_cost = kernels::counts_bits_in_one_instruction() ? 0.1 : 0.7;
  constexpr double kMostBytes = 256.0 * (1U << 20);
  double pairs = 0;
  for (std::size_t user = 0; user < items_of_users.users(); ++user) {
    const auto count = static_cast<double>(items_of_users[user].size());
    pairs += count * count;
  }
  const double words =
      static_cast<double>(items) * (static_cast<double>(items_of_users.users()) / 64 + 1);
  return 8 * words <= kMostBytes && words * static_cast<double>(items) * word_cost < pairs;
}

}  // namespace

CoOccurrence::CoOccurrence(const UserItems& items_of_users, const UserItems& users_of_items,
                           Method method)
    : items_of_users_(items_of_users), users_of_items_(users_of_items) {
  const bool bits =
      method == Method::automatic ? prefer_bits(items_of_users, items()) : method == Method::bits;
  if (!bits) return;
  words_ = items_of_users.users() / 64 + 1;
  bits_.resize((items() + kRows - 1) / kRows * kRows * words_);
  for (std::size_t item = 0; item < items(); ++item) {
    std::uint64_t* const own = bits_.data() + item / kRows * kRows * words_ + item % kRows;
    for (const std::uint32_t user : users_of_items[item]) {
      own[user / 64 * kRows] |= std::uint64_t{1} << user % 64;
    }
  }
}

void CoOccurrence::count(std::size_t begin, std::size_t end, std::size_t first,
                         std::uint32_t* counts) const {
  words_ != 0 ? count_bits(begin, end, first, counts) : count_lists(begin, end, first, counts);
}

void CoOccurrence::count_bits(std::size_t begin, std::size_t end, std::size_t first,
                              std::uint32_t* counts) const {
  std::uint64_t group[kRows * kRows];
  for (std::size_t row = begin; row < end; row += kRows) {
    const std::size_t rows = std::min(kRows, end - row);
    for (std::size_t column = first; column < items(); column += kRows) {
      kernels::count_common_bits(bits_.data() + row * words_, bits_.data() + column * words_,
                                 words_, group);
      const std::size_t columns = std::min(kRows, items() - column);
      for (std::size_t r = 0; r < rows; ++r) {
        std::uint32_t* const to = counts + (row - begin + r) * items() + column;
        for (std::size_t c = 0; c < columns; ++c) {
          to[c] = static_cast<std::uint32_t>(group[r * kRows + c]);
        }
      }
    }
  }
}

void CoOccurrence::count_lists(std::size_t begin, std::size_t end, std::size_t first,
                               std::uint32_t* counts) const {
  for (std::size_t item = begin; item < end; ++item) {
    std::uint32_t* const row = counts + (item - begin) * items();
    std::fill(row + first, row + items(), 0U);
    for (const std::uint32_t user : users_of_items_[item]) {
      const auto others = items_of_users_[user];
      for (auto other = others.rbegin(); other != others.rend() && *other >= first; ++other) {
        ++row[*other];
      }
    }
  }
}

}  // namespace honestrank
