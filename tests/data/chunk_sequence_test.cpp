#include "data/chunk_sequence.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <set>
#include <vector>

#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

struct Rows {
  std::vector<std::size_t> values;
  void clear() { values.clear(); }
};

TEST(ChunkSequence, AppendsInFileOrderWhateverTheOrderOfArrival) {
  ChunkSequence<Rows> sequence;
  std::vector<std::size_t> column;
  const auto append = [&](const Rows& rows) {
    column.insert(column.end(), rows.values.begin(), rows.values.end());
  };
  for (const std::size_t chunk : {2U, 0U, 3U, 1U, 4U}) {
    auto rows = sequence.take();
    EXPECT_TRUE(rows->values.empty());
    rows->values = {10 * chunk, 10 * chunk + 1};
    sequence.give(chunk, std::move(rows), append);
  }
  EXPECT_EQ(column, (std::vector<std::size_t>{0, 1, 10, 11, 20, 21, 30, 31, 40, 41}));
}

TEST(ChunkSequence, UsesMemoryAgain) {
  ChunkSequence<Rows> sequence;
  std::set<const Rows*> seen;
  for (std::size_t chunk = 0; chunk < 100; ++chunk) {
    auto rows = sequence.take();
    seen.insert(rows.get());
    sequence.give(chunk, std::move(rows), [](const Rows&) {});
  }
  EXPECT_EQ(seen.size(), 1U);
}

TEST(ChunkSequence, KeepsTheOrderWithSeveralWorkers) {
  constexpr std::size_t kChunks = 5000;
  for (const unsigned workers : {1U, 2U, 5U}) {
    ChunkSequence<Rows> sequence;
    std::vector<std::size_t> column;
    std::atomic<std::size_t> next{0};
    run_workers(workers, [&](unsigned) {
      for (std::size_t chunk = next++; chunk < kChunks; chunk = next++) {
        auto rows = sequence.take();
        rows->values.push_back(chunk);
        sequence.give(chunk, std::move(rows), [&](const Rows& turn) {
          column.insert(column.end(), turn.values.begin(), turn.values.end());
        });
      }
    });
    std::vector<std::size_t> expected(kChunks);
    std::iota(expected.begin(), expected.end(), std::size_t{0});
    EXPECT_EQ(column, expected);
  }
}

}  // namespace
}  // namespace honestrank
