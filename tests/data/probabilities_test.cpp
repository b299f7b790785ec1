#include "honestrank/data/probabilities.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "error_message.h"
#include "honestrank/data/output_file.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

std::vector<double> parsed(const std::string& text) {
  return parse_probabilities(text, "p.txt", "a rank");
}

TEST(ReadProbabilities, ReadsOneNumberALine) {
  EXPECT_EQ(parsed("0.5\r\n\n1e-3\n+2\n0"), (std::vector<double>{0.5, 1e-3, 2, 0}));
}

TEST(ReadProbabilities, ReadsGzip) {
  const testing_support::TemporaryDirectory directory;
  const auto path = directory.path() / "p.gz";
  OutputFile file(path);
  file.write("0.25\n0.75\n");
  file.commit();
  EXPECT_EQ(read_probabilities(path, "a rank"), (std::vector<double>{0.25, 0.75}));
}

TEST(ReadProbabilities, NamesTheLineOfWhatIsWrong) {
  const std::string expected = "expected the probability of a rank";
  for (const char* text : {"-0.1", "nan", "inf", "1e400", "0.5 0.5", "a"}) {
    EXPECT_EQ(testing_support::message_of([&] { parsed("\n0.5\n" + std::string(text) + "\n"); }),
              "p.txt:3: " + expected + ", a number of at least 0; got '" + text + "'");
  }
  EXPECT_EQ(testing_support::message_of([] { parsed("\n"); }), "p.txt: " + expected + "; got none");
}

}  // namespace
}  // namespace honestrank
