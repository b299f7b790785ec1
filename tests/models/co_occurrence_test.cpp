#include "models/co_occurrence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "data/random_interactions.h"

namespace honestrank {
namespace {

/// Users in both of two rising lists.
std::size_t common(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::vector<std::uint32_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

TEST(CoOccurrence, CountsTheUsersThatItemsHaveInCommon) {
  for (const std::uint32_t users : {1U, 64U, 130U}) {
    for (const std::uint32_t items : {1U, 8U, 37U}) {
      const auto train = testing_support::random_interactions(users, users, items, 500);
      const UserItems histories = user_items(train);
      const UserItems of_items = transposed(histories, items);
      for (const auto method : {CoOccurrence::Method::automatic, CoOccurrence::Method::bits,
                                CoOccurrence::Method::lists}) {
        const CoOccurrence counter(histories, of_items, method);
        for (std::size_t begin = 0; begin < items; begin += 2 * CoOccurrence::kRows) {
          const std::size_t end = std::min<std::size_t>(begin + 2 * CoOccurrence::kRows, items);
          for (const std::size_t first : {std::size_t{0}, begin}) {
            std::vector<std::uint32_t> counts((end - begin) * items, 99);
            counter.count(begin, end, first, counts.data());
            for (std::size_t row = begin; row < end; ++row) {
              for (std::size_t column = 0; column < items; ++column) {
                ASSERT_EQ(counts[(row - begin) * items + column],
                          column < first ? 99 : common(of_items[row], of_items[column]));
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace honestrank
