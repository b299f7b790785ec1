#include "models/new_folder.h"

#include <gtest/gtest.h>

#include <fstream>

#include "error_message.h"
#include "honestrank/base/error.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path) { std::ofstream(path) << "text"; }

TEST(NewFolder, AppearsWhole) {
  const testing_support::TemporaryDirectory directory;
  const fs::path path = directory.path() / "model";
  NewFolder folder(path / "");  // a slash at the end does not matter
  write(folder.file("a"));
  EXPECT_FALSE(fs::exists(path));
  folder.put_in_place();
  EXPECT_TRUE(fs::exists(path / "a"));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), fs::directory_iterator()), 1);
}

TEST(NewFolder, LeavesNothingBehindWhereItIsAbandoned) {
  const testing_support::TemporaryDirectory directory;
  {
    const NewFolder folder(directory.path() / "model");
    write(folder.file("a"));
  }
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(NewFolder, HasATemporaryNameOfItsOwn) {
  const testing_support::TemporaryDirectory directory;
  NewFolder one(directory.path() / "model");
  const NewFolder other(directory.path() / "model");
  EXPECT_NE(one.files(), other.files());
}

TEST(NewFolder, ReplacesNothing) {
  const testing_support::TemporaryDirectory directory;
  const fs::path path = directory.path() / "model";
  write(path);
  EXPECT_EQ(testing_support::message_of([&] { NewFolder{path}; }),
            path.string() + ": expected a name for a new folder; got one that exists");
  NewFolder late(directory.path() / "late");
  write(late.file("a"));
  fs::create_directory(directory.path() / "late");
  write(directory.path() / "late" / "of another");
  EXPECT_THROW(late.put_in_place(), fs::filesystem_error);
  EXPECT_TRUE(fs::exists(directory.path() / "late" / "of another"));
}

}  // namespace
}  // namespace honestrank
