#include "honestrank/data/id_list.h"

#include <gtest/gtest.h>

#include <string>

#include "error_message.h"
#include "honestrank/base/error.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

IdMap parsed(const std::string& text) { return parse_ids(text, "ids.txt"); }

TEST(ReadIds, NumbersIdsInTheOrderOfTheirLines) {
  const IdMap ids = parsed("b\r\n  a c\n\n\xC3\xBC");
  ASSERT_EQ(ids.size(), 3U);
  EXPECT_EQ(ids[0], "b");
  EXPECT_EQ(ids[1], "a c");
  EXPECT_EQ(ids[2], "\xC3\xBC");
}

TEST(ReadIds, NamesTheLineOfWhatIsWrong) {
  EXPECT_EQ(testing_support::message_of([] { parsed("a\nb\na\n"); }),
            "ids.txt:3: expected each id once; got 'a' again");
  EXPECT_EQ(testing_support::message_of([] { parsed("a\n\xE9\n"); }),
            "ids.txt:2: expected UTF-8 text; got the id '?'");
  EXPECT_EQ(testing_support::message_of([] { parsed("\n"); }),
            "ids.txt: expected ids; got an empty file");
}

TEST(WriteIds, WritesWhatReadIdsReads) {
  const testing_support::TemporaryDirectory directory;
  const IdMap ids = parsed("x\ny z\n");
  write_ids(directory.path() / "ids.txt", ids);
  EXPECT_EQ(read_ids(directory.path() / "ids.txt"), ids);
  IdMap broken;
  broken.add("a\nb");
  EXPECT_THROW(write_ids(directory.path() / "ids.txt", broken), InputError);
}

}  // namespace
}  // namespace honestrank
