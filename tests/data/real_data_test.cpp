// Counts that the publishers of the data sets, or everyone who has counted, agree on.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "data/byte_source.h"
#include "honestrank/data/attribute_table.h"
#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/output_file.h"
#include "honestrank/data/read_interactions.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::TemporaryDirectory;

std::filesystem::path data_directory() {
  const char* named = std::getenv("HONESTRANK_DATA");
  return named != nullptr && *named != '\0' ? named : HONESTRANK_DATA_DIRECTORY;
}

/// The first of `files` that the folder of the data set `name` does not have; empty if it has all.
/// scripts/get_data can be asked for single data sets, and gets nothing that others sampled.
std::filesystem::path missing_file(const char* name, const std::vector<const char*>& files) {
  for (const char* file : files) {
    const auto path = data_directory() / name / file;
    if (!std::filesystem::exists(path)) return path;
  }
  return {};
}

#define SKIP_WITHOUT(name, ...)                                                 \
  if (const auto missing = missing_file(name, {__VA_ARGS__}); !missing.empty()) \
  GTEST_SKIP() << "no file " << missing

/// The file decompressed into a temporary one.
class PlainCopy {
 public:
  explicit PlainCopy(const std::filesystem::path& compressed) : path_(directory_.path() / "plain") {
    const auto source = open_bytes(compressed);
    OutputFile file(path_);
    std::vector<char> buffer(1 << 20);
    while (const std::size_t count = source->read(buffer)) file.write({buffer.data(), count});
    file.commit();
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryDirectory directory_;
  std::filesystem::path path_;
};

void expect_same(const Interactions& a, const Interactions& b) {
  EXPECT_TRUE(a.users == b.users);
  EXPECT_TRUE(a.items == b.items);
  EXPECT_TRUE(a.user == b.user && a.item == b.item && a.rating == b.rating &&
              a.timestamp == b.timestamp);
}

/// Reads the file compressed and plain, on one thread and on several: always the same.
InteractionFile read_every_way(const std::filesystem::path& path) {
  InteractionFile file = read_interaction_file(path, {.threads = 1});
  const PlainCopy plain(path);
  for (const unsigned threads : {1U, 2U, 7U}) {
    expect_same(read_interactions(plain.path(), {.threads = threads}), file.interactions);
    expect_same(read_interactions(path, {.threads = threads}), file.interactions);
  }
  return file;
}

std::vector<std::size_t> rating_histogram(const Interactions& data) {
  std::vector<std::size_t> count(5);
  for (const double rating : data.rating) ++count.at(static_cast<std::size_t>(rating) - 1);
  return count;
}

std::size_t distinct_pairs(const Interactions& data) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t i = 0; i < data.size(); ++i) pairs.emplace_back(data.user[i], data.item[i]);
  std::sort(pairs.begin(), pairs.end());
  return static_cast<std::size_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

TEST(MovieLens1M, HasItsMillionRatings) {
  SKIP_WITHOUT("ml-1m", "ratings.tsv.gz");
  const InteractionFile file = read_every_way(data_directory() / "ml-1m" / "ratings.tsv.gz");
  const Interactions& data = file.interactions;
  EXPECT_EQ(describe(file.layout),
            "tab separated, no header, user: column 1, item: column 2, rating: column 3, UTF-8");
  EXPECT_EQ(data.size(), 1'000'209U);
  EXPECT_EQ(data.users.size(), 6'040U);
  EXPECT_EQ(data.items.size(), 3'706U);
  EXPECT_EQ(distinct_pairs(data), data.size());
  EXPECT_EQ(rating_histogram(data),
            (std::vector<std::size_t>{56'174, 107'557, 261'197, 348'971, 226'310}));
}

TEST(MovieLens1M, IsSplitIntoTrainAndTestWithoutLoss) {
  SKIP_WITHOUT("ml-1m", "ml-1m.train.rating.gz", "ml-1m.test.rating");
  const auto folder = data_directory() / "ml-1m";
  const Interactions train = read_every_way(folder / "ml-1m.train.rating.gz").interactions;
  EXPECT_EQ(train.size(), 994'169U);
  EXPECT_EQ(train.users.size(), 6'040U);
  EXPECT_FALSE(train.has_timestamps());
  const InteractionFile test = read_interaction_file(folder / "ml-1m.test.rating");
  EXPECT_EQ(test.interactions.size(), 6'040U);
  EXPECT_TRUE(test.interactions.has_timestamps());
  // Where a user's last ratings have one timestamp, the split of scripts/get_data may differ from
  // the published one, which comes with its candidates.
  if (missing_file("ml-1m", {"ml-1m.test.negative.gz"}).empty()) {
    EXPECT_EQ(test.interactions.timestamp.front(), 978'824'351);
  }
  std::vector<std::size_t> both = rating_histogram(train);
  const std::vector<std::size_t> held_out = rating_histogram(test.interactions);
  for (std::size_t i = 0; i < both.size(); ++i) both[i] += held_out[i];
  EXPECT_EQ(both, (std::vector<std::size_t>{56'174, 107'557, 261'197, 348'971, 226'310}));
  std::set<std::string> items;
  for (const Interactions* part : {&train, &test.interactions}) {
    for (std::size_t i = 0; i < part->items.size(); ++i) items.emplace(part->items[i]);
  }
  EXPECT_EQ(items.size(), 3'706U);
}

TEST(MovieLens1M, Has99CandidatesForEachUserOf156AreTheTarget) {
  SKIP_WITHOUT("ml-1m", "ml-1m.test.negative.gz", "ml-1m.test.rating");
  const auto path = data_directory() / "ml-1m" / "ml-1m.test.negative.gz";
  const CandidateLists lists = read_candidates(path);
  EXPECT_EQ(lists.size(), 6'040U);
  EXPECT_EQ(lists.users.size(), 6'040U);
  EXPECT_EQ(lists.candidate.size(), 99U * 6'040U);
  for (std::size_t row = 0; row < lists.size(); ++row)
    ASSERT_EQ(lists.begin[row + 1] - lists.begin[row], 99U);
  EXPECT_EQ(lists.targets_among_candidates, 156U);
  const Interactions pairs = read_every_way(path).interactions;
  const Interactions test = read_interactions(data_directory() / "ml-1m" / "ml-1m.test.rating");
  EXPECT_TRUE(pairs.users == test.users);
  EXPECT_TRUE(pairs.items == test.items);
  EXPECT_EQ(pairs.item, test.item);
}

TEST(MovieLens1M, HasAttributesOfUsersAndMovies) {
  SKIP_WITHOUT("ml-1m", "users.dat", "movies.dat", "item_map.tsv");
  const auto folder = data_directory() / "ml-1m";
  const AttributeTable users = read_attributes(
      folder / "users.dat", {.names = {"user", "gender", "age", "occupation", "zip"}});
  EXPECT_EQ(users.ids.size(), 6'040U);
  EXPECT_EQ(users.column("gender")[0], "F");
  EXPECT_EQ(users.column("zip")[6039], "11106");
  const AttributeTable movies =
      read_attributes(folder / "movies.dat", {.names = {"movie", "title", "genres"}});
  EXPECT_EQ(movies.ids.size(), 3'883U);
  EXPECT_EQ(movies.column("title")[0], "Toy Story (1995)");
  EXPECT_EQ(split_values(movies.column("genres")[0]).size(), 3U);
  // Latin-1 in the file.
  const auto accented = movies.ids.find("73");
  ASSERT_TRUE(accented.has_value());
  EXPECT_EQ(movies.column("title")[*accented], "Mis\xC3\xA9rables, Les (1995)");
  const AttributeTable map = read_attributes(folder / "item_map.tsv");
  EXPECT_EQ(map.ids.size(), 3'706U);
  EXPECT_EQ(map.column("movielens_id")[0], "1193");
  for (std::size_t row = 0; row < map.ids.size(); ++row) {
    EXPECT_TRUE(movies.ids.find(map.column("movielens_id")[row]).has_value());
  }
}

TEST(MovieLens1M, HasTheSameRatingsUnderBothNumberings) {
  SKIP_WITHOUT("ml-1m", "ratings.tsv.gz", "item_map.tsv", "ml-1m.train.rating.gz",
               "ml-1m.test.rating");
  const auto folder = data_directory() / "ml-1m";
  const Interactions all = read_interactions(folder / "ratings.tsv.gz");
  const AttributeTable map = read_attributes(folder / "item_map.tsv");
  std::vector<std::size_t> per_item(map.ids.size());
  const auto count = [&](const Interactions& part) {
    std::vector<std::uint32_t> row(part.items.size());
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = map.ids.find(part.items[i]).value();
    for (const std::uint32_t item : part.item) ++per_item[row[item]];
  };
  count(read_interactions(folder / "ml-1m.train.rating.gz"));
  count(read_interactions(folder / "ml-1m.test.rating"));
  std::vector<std::size_t> original(all.items.size());
  for (const std::uint32_t item : all.item) ++original[item];
  for (std::size_t i = 0; i < map.ids.size(); ++i) {
    EXPECT_EQ(per_item[i], original[all.items.find(map.column("movielens_id")[i]).value()]);
  }
}

TEST(MovieLens100k, HasItsCounts) {
  SKIP_WITHOUT("ml-100k", "u.data.gz", "u.user", "u.item", "u.genre");
  const auto folder = data_directory() / "ml-100k";
  const InteractionFile file = read_every_way(folder / "u.data.gz");
  EXPECT_EQ(file.interactions.size(), 100'000U);
  EXPECT_EQ(file.interactions.users.size(), 943U);
  EXPECT_EQ(file.interactions.items.size(), 1'682U);
  EXPECT_EQ(distinct_pairs(file.interactions), 100'000U);
  EXPECT_TRUE(file.interactions.has_ratings());
  EXPECT_TRUE(file.interactions.has_timestamps());
  const AttributeTable users = read_attributes(folder / "u.user");
  EXPECT_EQ(users.ids.size(), 943U);
  EXPECT_EQ(users.columns.size(), 4U);
  const AttributeTable items = read_attributes(folder / "u.item");
  EXPECT_EQ(items.ids.size(), 1'682U);
  EXPECT_EQ(items.columns.size(), 23U);
  EXPECT_EQ(read_attributes(folder / "u.genre").ids.size(), 19U);
}

TEST(LastFm, HasItsCounts) {
  SKIP_WITHOUT("lastfm-2k", "user_artists.dat.gz");
  const InteractionFile file =
      read_every_way(data_directory() / "lastfm-2k" / "user_artists.dat.gz");
  EXPECT_EQ(describe(file.layout),
            "tab separated, header, user: column 1, item: column 2, rating: column 3, UTF-8");
  EXPECT_EQ(file.interactions.size(), 92'834U);
  EXPECT_EQ(file.interactions.users.size(), 1'892U);
  EXPECT_EQ(file.interactions.items.size(), 17'632U);
  EXPECT_EQ(distinct_pairs(file.interactions), 92'834U);
}

}  // namespace
}  // namespace honestrank
