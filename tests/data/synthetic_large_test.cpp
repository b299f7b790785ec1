// The data set of 10^8 interactions of docs/synthetic_data.md: ranges of its users, streamed.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "honestrank/data/synthetic.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kUsers = 600'000;
constexpr std::uint32_t kItems = 100'000;
constexpr double kInteractions = 1e8;

SyntheticOptions large_options() {
  SyntheticOptions options;
  options.users = kUsers;
  options.items = kItems;
  options.interactions = 100'000'000;
  return options;
}

/// The largest memory this process has had so far, in bytes.
std::size_t peak_memory() {
  rusage usage{};
  EXPECT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

TEST(LargeSyntheticDataset, HasAHundredMillionInteractions) {
  const SyntheticDataset dataset(large_options());
  std::uint64_t total = 0;
  for (std::uint32_t user = 0; user < kUsers; ++user) total += dataset.activity(user);
  EXPECT_NEAR(static_cast<double>(total), kInteractions, 0.003 * kInteractions);
}

TEST(LargeSyntheticDataset, StreamsRangesOfUsersInLittleMemory) {
  constexpr std::uint32_t kRange = 12'000;
  constexpr double kExpected = kInteractions / kUsers * kRange;
  const std::size_t before = peak_memory();
  const SyntheticDataset dataset(large_options());
  std::size_t held = 0;  // what keeping all interactions would take
  for (const std::uint32_t first : {0U, kUsers / 2 + 17, kUsers - kRange}) {
    std::uint32_t next = first;
    std::size_t count = 0;
    generate(
        dataset, first, first + kRange,
        [&](std::uint32_t user, std::span<const SyntheticInteraction> interactions) {
          ASSERT_EQ(user, next++);
          ASSERT_EQ(interactions.size(), dataset.activity(user));
          for (const SyntheticInteraction& interaction : interactions) {
            ASSERT_LT(interaction.item, kItems);
          }
          count += interactions.size();
          held += interactions.size_bytes();
        },
        2);
    EXPECT_EQ(next, first + kRange);
    // Activities are spread evenly over any consecutive users, so a range is as good as the whole.
    EXPECT_NEAR(static_cast<double>(count), kExpected, 0.02 * kExpected);
  }
  // 84 bytes an item, and 1024 users of 167 interactions of 16 bytes: 11 MB, and room for what is
  // needed in between. Whoever kept the interactions would need more than the bound.
  constexpr std::size_t kBound = 48'000'000;
  EXPECT_GT(held, 90'000'000U);
  EXPECT_LT(peak_memory() - before, kBound);
}

}  // namespace
}  // namespace honestrank
