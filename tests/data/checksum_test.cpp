#include "honestrank/data/checksum.h"

#include <gtest/gtest.h>

#include <string>
#include <system_error>

#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::TemporaryDirectory;

std::string sha256(const std::string& content) {
  const TemporaryDirectory directory;
  return sha256_of_file(directory.file("input", content));
}

// FIPS 180-4 examples and the NIST long message.
TEST(Sha256OfFile, GivesThePublishedDigests) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256OfFile, ReadsFilesLargerThanItsBuffer) {
  EXPECT_NE(sha256(std::string(2'500'000, 'a')), sha256(std::string(2'500'001, 'a')));
}

TEST(Sha256OfFile, NamesAFileThatCannotBeRead) {
  const TemporaryDirectory directory;
  for (const auto& path : {directory.path() / "missing", directory.path()}) {
    try {
      sha256_of_file(path);
      FAIL() << "nothing was thrown";
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace honestrank
