#include "honestrank/data/row_lines.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace honestrank {
namespace {

/// A file of this test that goes with it.
class File {
 public:
  File(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("row_lines_test_" + name)) {
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(LineOfRow, PassesOverHeaderAndBlankLines) {
  const File plain("plain.tsv", "a\tx\t1\n\nb\ty\t2\nc\tz\t3\n");
  const Interactions rows = read_interactions(plain.path());
  ASSERT_EQ(rows.rating, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(line_of_row(plain.path(), 0), 1U);
  EXPECT_EQ(line_of_row(plain.path(), 1), 3U);
  EXPECT_EQ(line_of_row(plain.path(), 2), 4U);
  EXPECT_EQ(line_of_row(plain.path(), 3), 0U);
  const File named("named.csv", "user,item,rating\na,x,1\nb,y,2\n");
  EXPECT_EQ(line_of_row(named.path(), 0), 2U);
  EXPECT_EQ(line_of_row(named.path(), 1), 3U);
}

TEST(LineOfRow, ListsHaveNone) {
  const File lists("lists.txt", "1 2 3 4 5 6\n2 3\n3 1 2 9\n");
  EXPECT_EQ(line_of_row(lists.path(), 1, {.format = InteractionFormat::lists}), 0U);
}

}  // namespace
}  // namespace honestrank
