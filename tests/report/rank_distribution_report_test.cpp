#include "honestrank/report/rank_distribution_report.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "error_message.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::content_of;
using testing_support::message_of;
using testing_support::TemporaryDirectory;

TEST(WriteRankDistributions, WritesALineForEachCell) {
  const TemporaryDirectory folder;
  const auto path = folder.path() / "ranks.tsv";
  RankDistribution distribution;
  distribution.cells = {{1, 1, 0.75}, {2, 9, 0.25}};
  write_rank_distributions(path, {{{"a b", "mle", 1, distribution}, {"c", "mes(0.1)", 2, {}}}});
  EXPECT_EQ(content_of(path),
            "model\testimator\trepeat\tfirst\tranks\tprobability\n"
            "a b\tmle\t1\t1\t1\t0.75\n"
            "a b\tmle\t1\t2\t9\t0.25\n");
}

TEST(WriteRankDistributions, RefusesNamesThatTearALine) {
  const TemporaryDirectory folder;
  const auto path = folder.path() / "ranks.tsv";
  EXPECT_NE(message_of([&] { write_rank_distributions(path, {{{"a\tb", "mle", 1, {}}}}); }), "");
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace honestrank
