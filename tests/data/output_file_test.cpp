#include "honestrank/data/output_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <system_error>

#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::content_of;
using testing_support::TemporaryDirectory;

std::size_t entries_in(const std::filesystem::path& directory) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory)) ++count;
  return count;
}

TEST(OutputFile, AppearsWholeAtCommit) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "result.csv";
  OutputFile file(path);
  file.write("a,b\n");
  EXPECT_FALSE(std::filesystem::exists(path));
  file.write("1,2\n");
  file.commit();
  EXPECT_EQ(content_of(path), "a,b\n1,2\n");
  EXPECT_EQ(entries_in(directory.path()), 1U);
}

TEST(OutputFile, LeavesNothingBehindWithoutCommit) {
  const TemporaryDirectory directory;
  const auto old = directory.file("kept.csv", "old");
  { OutputFile(old).write("new"); }
  EXPECT_EQ(content_of(old), "old");
  EXPECT_EQ(entries_in(directory.path()), 1U);
}

TEST(OutputFile, NamesThePathWhenTheMachineRefuses) {
  const TemporaryDirectory directory;
  try {
    write_file(directory.path() / "missing" / "x", "a");
    FAIL() << "nothing was thrown";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("missing/x"), std::string::npos) << error.what();
  }
  EXPECT_THROW(write_file(directory.path(), "a"), std::system_error);
}

}  // namespace
}  // namespace honestrank
