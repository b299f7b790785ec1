// Saving and reading sources of every kind; the command line's test has what is refused.

#include "honestrank/models/saved_model.h"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include "error_message.h"
#include "honestrank/base/error.h"
#include "models/random_sources.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

namespace fs = std::filesystem;

IdMap ids(const std::string& kind, std::size_t count) {
  IdMap all;
  for (std::size_t i = 0; i < count; ++i) all.add(kind + std::to_string(i));
  return all;
}

std::vector<double> all_scores(const ScoreSource& source) {
  std::vector<std::uint32_t> users(user_count(source));
  std::iota(users.begin(), users.end(), 0U);
  std::vector<double> scores(users.size() * item_count(source));
  score_users(source, users, scores);
  return scores;
}

TEST(SavedModel, HasTheSameScoresForEveryKind) {
  const testing_support::TemporaryDirectory folder;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    testing_support::RandomSources random(seed, 4, 7);
    for (const auto& [name, source] : random.all()) {
      if (std::holds_alternative<ScoreCallback>(source)) continue;
      const fs::path path = folder.path() / (name + std::to_string(seed));
      const SavedModel saved{{{"popularity"}, source}, ids("u", 4), ids("i", 7)};
      save_model(path, saved);
      const SavedModel read = load_model(path);
      EXPECT_EQ(all_scores(read.model.scores), all_scores(source)) << name << " " << seed;
      EXPECT_EQ(read.model.scores.index(), source.index()) << name;
      EXPECT_TRUE(read.users == saved.users && read.items == saved.items);
    }
  }
}

TEST(SavedModel, RefusesACallback) {
  const testing_support::TemporaryDirectory folder;
  testing_support::RandomSources random(1, 4, 7);
  const SavedModel saved{{{"popularity"}, random.callback()}, ids("u", 4), ids("i", 7)};
  EXPECT_EQ(testing_support::message_of([&] { save_model(folder.path() / "m", saved); }),
            "save_model: expected scores in arrays; got those of a callback");
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(SavedModel, ReplacesNothing) {
  const testing_support::TemporaryDirectory folder;
  const SavedModel saved{{{"popularity"}, ItemScores{4, {1, 2, 3}}}, ids("u", 4), ids("i", 3)};
  fs::create_symlink("nowhere", folder.path() / "link");
  for (const char* name : {"link", "model"}) {
    const fs::path path = folder.path() / name;
    if (name == std::string("model")) save_model(path, saved);
    EXPECT_EQ(testing_support::message_of([&] { save_model(path, saved); }),
              path.string() + ": expected a name for a new folder; got one that exists");
  }
}

TEST(SavedModel, RefusesIdsThatDoNotFit) {
  const testing_support::TemporaryDirectory folder;
  const fs::path path = folder.path() / "model";
  save_model(path, {{{"popularity"}, ItemScores{4, {1, 2, 3}}}, ids("u", 4), ids("i", 2)});
  EXPECT_EQ(testing_support::message_of([&] { load_model(path); }),
            path.string() + ": expected scores of 4 users for 2 items; got 4 and 3");
}

/// Every byte of every file counts.
TEST(SavedModel, RefusesAnyChangedByte) {
  const testing_support::TemporaryDirectory folder;
  testing_support::RandomSources random(3, 2, 3);
  const fs::path path = folder.path() / "model";
  save_model(path, {{{"popularity"}, random.pair_network()}, ids("u", 2), ids("i", 3)});
  for (const auto& entry : fs::directory_iterator(path)) {
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<std::streamoff>(fs::file_size(entry.path()));
    for (std::streamoff at = 0; at < size; ++at) {
      file.seekg(at);
      const int byte = file.get();
      const bool blank = byte == ' ' || byte == '\n';  // means nothing between JSON's words
      file.seekp(at);
      file.put(static_cast<char>(byte ^ 1));
      file.flush();
      if (!blank) {
        EXPECT_THROW(load_model(path), InputError) << entry.path() << " " << at;
      }
      file.seekp(at);
      file.put(static_cast<char>(byte));
      file.flush();
    }
  }
  EXPECT_NO_THROW(load_model(path));
}

}  // namespace
}  // namespace honestrank
