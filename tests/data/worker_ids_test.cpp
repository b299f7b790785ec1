#include "data/worker_ids.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "honestrank/base/random.h"

namespace honestrank {
namespace {

std::vector<std::string> texts_of(const IdMap& ids) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < ids.size(); ++i) texts.emplace_back(ids[i]);
  return texts;
}

MergedIds merged(std::vector<WorkerIds>& workers, unsigned threads = 1) {
  std::vector<WorkerIds*> pointers;
  for (WorkerIds& worker : workers) pointers.push_back(&worker);
  return merge_ids(pointers, threads);
}

TEST(WorkerIds, NumbersIdsAsItMeetsThemAndRemembersWhere) {
  WorkerIds ids;
  EXPECT_EQ(ids.add(IdKey::of("b"), place_of(0, 0)), 0U);
  EXPECT_EQ(ids.add(IdKey::of("b"), place_of(0, 1)), 0U);
  EXPECT_EQ(ids.add(IdKey::of("a long identifier"), place_of(0, 2)), 1U);
  EXPECT_EQ(ids.add(IdKey::of("another identifier"), place_of(2, 0)), 2U);
  EXPECT_EQ(ids.add(IdKey::of("a long identifier"), place_of(2, 1)), 1U);
  EXPECT_EQ(ids.add(IdKey::of("b"), place_of(2, 2)), 0U);
  EXPECT_EQ(ids.first_place(),
            (std::vector<std::uint64_t>{place_of(0, 0), place_of(0, 2), place_of(2, 0)}));
}

TEST(WorkerIds, TellsApartIdsThatDifferInLengthOnly) {
  WorkerIds ids;
  const std::string zero(1, '\0');
  EXPECT_EQ(ids.add(IdKey::of(""), 0), 0U);
  EXPECT_EQ(ids.add(IdKey::of(zero), 1), 1U);
  EXPECT_EQ(ids.add(IdKey::of(zero + zero), 2), 2U);
}

TEST(IdKey, IsTheSameWithAndWithoutPadding) {
  const std::string text = "0123456789abcdefghij--------";
  for (std::size_t length = 1; length <= 20; ++length) {
    const std::string_view id(text.data(), length);
    EXPECT_EQ(IdKey::of(id).key, IdKey::of_padded(id).key) << length;
    EXPECT_EQ(IdKey::of(id).hash, IdKey::of_padded(id).hash) << length;
  }
}

TEST(MergeIds, KeepsTheNumbersOfASingleWorker) {
  std::vector<WorkerIds> workers(3);
  workers[1].add(IdKey::of("x"), 0);
  workers[1].add(IdKey::of("y"), 1);
  const MergedIds ids = merged(workers);
  EXPECT_EQ(texts_of(ids.ids), (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(ids.number.empty());
}

TEST(MergeIds, GivesNothingWhereNothingWasMet) {
  std::vector<WorkerIds> workers(2);
  EXPECT_TRUE(merged(workers).ids.empty());
  EXPECT_TRUE(merge_ids({}, 1).ids.empty());
}

TEST(MergeIds, OrdersIdsByFirstAppearanceInTheFile) {
  // Chunk 0 is "a b", chunk 1 "c a", chunk 2 "d b".
  std::vector<WorkerIds> workers(2);
  workers[1].add(IdKey::of("a"), place_of(0, 0));
  workers[1].add(IdKey::of("b"), place_of(0, 1));
  workers[0].add(IdKey::of("c"), place_of(1, 0));
  workers[0].add(IdKey::of("a"), place_of(1, 1));
  workers[0].add(IdKey::of("d"), place_of(2, 0));
  workers[0].add(IdKey::of("b"), place_of(2, 1));
  const MergedIds ids = merged(workers);
  EXPECT_EQ(texts_of(ids.ids), (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(ids.number, (std::vector<std::vector<std::uint32_t>>{{2, 0, 3, 1}, {0, 1}}));
}

TEST(MergeIds, AgreesWithOneMapOverTheWholeFileOnRandomChunks) {
  const CounterRandom random(4);
  for (std::uint32_t round = 0; round < 20; ++round) {
    const auto count = 1 + random.below(5, round, 0);
    std::vector<WorkerIds> workers(count);
    IdMap expected;
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> numbers(count);
    for (std::uint32_t chunk = 0; chunk < 30; ++chunk) {
      const auto worker = random.below(count, round, 100 + chunk);
      for (std::uint32_t row = 0; row < 100; ++row) {
        std::string id = std::to_string(random.below(3000, round, 1000 + chunk * 100 + row));
        if (id.size() % 2 == 0) id += "-with-a-long-tail";
        numbers[worker].push_back(
            {workers[worker].add(IdKey::of(id), place_of(chunk, row)), expected.add(id)});
      }
    }
    const MergedIds ids = merged(workers, 1 + round % 3);
    EXPECT_TRUE(ids.ids == expected);
    for (std::uint32_t number = 0; number < expected.size(); ++number) {
      ASSERT_EQ(ids.ids.find(expected[number]), number);
    }
    for (std::size_t worker = 0; worker < count; ++worker) {
      for (const auto& [own, file] : numbers[worker]) {
        ASSERT_EQ(ids.number.empty() ? own : ids.number[worker][own], file);
      }
    }
  }
}

}  // namespace
}  // namespace honestrank
