#include "honestrank/data/sampled_rank_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "error_message.h"
#include "gzip_text.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::content_of;
using testing_support::gzip;
using testing_support::message_of;
using testing_support::TemporaryDirectory;

SampledRankTable table_of(const std::string& text) {
  return parse_sampled_ranks(text, "samples.tsv", {.items = 100, .samples = 9});
}

/// "user:order/above+tied of samples in items" of each row.
std::vector<std::string> rows_in(const std::string& text) {
  const SampledRankTable table = table_of(text);
  std::vector<std::string> rows;
  for (std::size_t row = 0; row < table.size(); ++row) {
    rows.push_back(std::string(table.users[table.user[row]]) + ":" +
                   std::to_string(table.order[row]) + "/" + std::to_string(table.above[row]) + "+" +
                   std::to_string(table.tied[row]) + " of " + std::to_string(table.samples[row]) +
                   " in " + std::to_string(table.items[row]));
  }
  return rows;
}

std::string message_for(const std::string& text) {
  return message_of([&] { table_of(text); });
}

using Rows = std::vector<std::string>;

TEST(ParseSampledRanks, ReadsColumnsByNameInAnyOrder) {
  EXPECT_EQ(rows_in("items,samples,above,order,qid,ties\n50,5,3,1,u,1\n"),
            (Rows{"u:1/3+1 of 5 in 50"}));
  EXPECT_EQ(rows_in(gzip("user\torder\tabove\nu\t1\t3\n")), (Rows{"u:1/3+0 of 9 in 100"}));
}

TEST(ParseSampledRanks, TurnsPlainRanksIntoItemsAbove) {
  EXPECT_EQ(rows_in("u\t4\nv\t1\n"), (Rows{"u:1/3+0 of 9 in 100", "v:1/0+0 of 9 in 100"}));
  // Among sampled and relevant items together: the other relevant one stands at 2.
  EXPECT_EQ(rows_in("uid\tsampled_rank\nu\t4\nu\t2\n"),
            (Rows{"u:2/2+0 of 9 in 100", "u:1/1+0 of 9 in 100"}));
}

TEST(ParseSampledRanks, WantsOneColumnForEachMeaningAndSamplesOfOneModel) {
  EXPECT_EQ(message_for("user,query,order,above\na,b,1,3\n"),
            "samples.tsv:1: expected one column 'user'; got the columns 'user' and 'query'");
  EXPECT_EQ(message_for("user,sampled_rank,rank\na,1,3\n"),
            "samples.tsv:1: expected one column 'sampled_rank'; got the columns 'sampled_rank' and "
            "'rank'");
  EXPECT_EQ(message_for("user,above\na,3\n"),
            "samples.tsv:1: expected the columns order and above, or sampled_rank; got others");
  EXPECT_EQ(message_for("who,order,above\na,1,3\n"),
            "samples.tsv:1: expected a column user; got none");
  EXPECT_EQ(message_for("model,user,order,above\nx,a,1,3\n"),
            "samples.tsv:1: expected the ranks of one model; got a column 'model'; give each model "
            "a file of its own");
}

TEST(WriteSampledRanks, GivesTheSameBack) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "samples.tsv";
  const std::string text =
      "# protocol: uniform, with replacement\n"
      "user\trepeat\torder\tabove\ttied\tsamples\titems\n"
      "u\t1\t1\t3\t0\t9\t100\nu\t2\t1\t4\t1\t9\t100\n";
  const SampledRankTable table = table_of(text);
  EXPECT_EQ(table.repeat, (std::vector<std::uint32_t>{0, 1}));
  write_sampled_ranks(path, table);
  EXPECT_EQ(content_of(path), text);
}

}  // namespace
}  // namespace honestrank
