#include "honestrank/data/id_map.h"

#include <gtest/gtest.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

TEST(IdMap, NumbersIdsInOrderOfFirstAppearance) {
  IdMap map;
  EXPECT_EQ(map.add("b"), 0U);
  EXPECT_EQ(map.add("a"), 1U);
  EXPECT_EQ(map.add("b"), 0U);
  EXPECT_EQ(map.size(), 2U);
  EXPECT_EQ(map[0], "b");
  EXPECT_EQ(map[1], "a");
  EXPECT_EQ(map.find("a"), 1U);
  EXPECT_FALSE(map.find("c").has_value());
  EXPECT_THROW(map[2], InputError);
}

TEST(IdMap, KeepsIdsApartThatDifferOnlyInLengthOrInZeroBytes) {
  IdMap map;
  const std::vector<std::string> ids = {"",
                                        std::string(1, '\0'),
                                        std::string(2, '\0'),
                                        "a",
                                        "a\0"
                                        "b",
                                        std::string("a\0b", 3),
                                        "12345678",
                                        "123456789",
                                        "12345678 "};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const bool repeated = i == 4;  // the literal stops at its zero byte: "a" again
    EXPECT_EQ(map.add(ids[i]), repeated ? 3U : i - (i > 4 ? 1U : 0U)) << i;
  }
}

TEST(IdMap, AgreesWithAStandardMapOnRandomIdsOfManyLengths) {
  const CounterRandom random(11);
  IdMap map;
  std::unordered_map<std::string, std::uint32_t> reference;
  for (std::uint32_t i = 0; i < 50000; ++i) {
    std::string id(random.below(24, 1, i), 'x');
    for (std::size_t j = 0; j < id.size(); ++j) {
      id[j] = static_cast<char>('a' + random.below(3, 2 + j, i));
    }
    const auto next = static_cast<std::uint32_t>(reference.size());
    EXPECT_EQ(map.add(id), reference.emplace(id, next).first->second);
  }
  ASSERT_EQ(map.size(), reference.size());
  for (const auto& [id, number] : reference) {
    EXPECT_EQ(map[number], id);
    EXPECT_EQ(map.find(id), number);
  }
}

}  // namespace
}  // namespace honestrank
