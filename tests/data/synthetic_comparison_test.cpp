#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "data/interaction_statistics.h"
#include "data/movielens_1m.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"

namespace honestrank {
namespace {

namespace fs = std::filesystem;

fs::path movielens_directory() {
  const char* given = std::getenv("HONESTRANK_DATA");
  return fs::path(given != nullptr && *given != '\0' ? given : HONESTRANK_DATA_DIRECTORY) / "ml-1m";
}

void append(Interactions& data, const Interactions& more) {
  data.user.insert(data.user.end(), more.user.begin(), more.user.end());
  data.item.insert(data.item.end(), more.item.begin(), more.item.end());
  data.rating.insert(data.rating.end(), more.rating.begin(), more.rating.end());
}

TEST(MovieLens1M, HasTheStatisticsTheSyntheticDataSetIsComparedWith) {
  const fs::path directory = movielens_directory();
  for (const char* file : {"ml-1m.train.rating.gz", "ml-1m.test.rating"}) {
    if (!fs::exists(directory / file)) GTEST_SKIP() << "no file " << directory / file;
  }
  const Split split =
      given_split(read_interaction_file(directory / "ml-1m.train.rating.gz").interactions,
                  read_interaction_file(directory / "ml-1m.test.rating").interactions)
          .split;
  Interactions all = split.train;
  append(all, split.test);

  std::vector<testing_support::Statistic> found = testing_support::statistics_of(all);
  // The hit rates are those of the published split, which comes with its candidates; the split of
  // scripts/get_data may differ in users whose last ratings have one timestamp.
  if (fs::exists(directory / "ml-1m.test.negative.gz")) {
    const auto rates = testing_support::predictability_of(split, 6);
    found.insert(found.end(), rates.begin(), rates.end());
    ASSERT_EQ(found.size(), testing_support::movielens_1m().size());
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const testing_support::Target& target = testing_support::movielens_1m()[i];
    EXPECT_EQ(found[i].name, target.name);
    // The targets are rounded to the digits that are shown.
    EXPECT_NEAR(found[i].value, target.value, 0.5001 * std::pow(10.0, -found[i].decimals))
        << target.name;
  }
}

}  // namespace
}  // namespace honestrank
