#include "honestrank/data/per_user_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "error_message.h"
#include "gzip_text.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_support::message_of;

PerUserTable parsed(const std::string& text) { return parse_per_user(text, "values.tsv"); }

std::string message_for(const std::string& text) {
  return message_of([&] { parsed(text); });
}

TEST(ReadPerUser, HasAValueForEachModelMetricAndUser) {
  const PerUserTable table =
      parsed("model\tuser\tndcg@10\tap\nA\tu1\t0.5\t0.25\nA\tu2\t\t0\nB\tu2\t1\t1e-3\n");
  EXPECT_THAT(table.models, ElementsAre("A", "B"));
  EXPECT_THAT(table.metrics, ElementsAre("ndcg@10", "ap"));
  EXPECT_EQ(table.users.size(), 2U);
  EXPECT_EQ(table.values[0][0][0], 0.5);
  EXPECT_TRUE(std::isnan(table.values[0][0][1]));
  EXPECT_TRUE(std::isnan(table.values[1][1][0]));
  EXPECT_EQ(table.values[1][1][1], 1e-3);
}

TEST(ReadPerUser, TakesCommasAndFilesOfOneModel) {
  const PerUserTable table = parsed("user,ap\nu1,0.5\n\"u,2\",1\n");
  EXPECT_THAT(table.models, ElementsAre(""));
  EXPECT_EQ(table.users[1], "u,2");
  EXPECT_EQ(table.values[0][0][1], 1);
}

TEST(ReadPerUser, SaysWhereAFileIsWrong) {
  EXPECT_THAT(message_for(""), HasSubstr("values.tsv: expected values; got an empty file"));
  EXPECT_THAT(message_for("u1\t0.5\n"),
              HasSubstr("values.tsv:1: expected a header that names the columns"));
  EXPECT_THAT(message_for("model\tuser\nA\tu1\n"), HasSubstr("expected a metric; got none"));
  EXPECT_THAT(message_for("user\tap\tap\nu1\t1\t1\n"), HasSubstr("got 'ap' twice"));
  EXPECT_THAT(message_for("user\tap\nu1\tgood\n"),
              HasSubstr("values.tsv:2: expected a finite number or nothing; got 'good'"));
  EXPECT_THAT(message_for("user\tap\nu1\tinf\n"), HasSubstr("got 'inf'"));
  EXPECT_THAT(message_for("user\tap\nu1\t1\nu1\t1\n"),
              HasSubstr("values.tsv:3: expected a user once with each model; got 'u1' again"));
  EXPECT_THAT(message_for("user\tap\n"), HasSubstr("got a file without any"));
}

}  // namespace
}  // namespace honestrank
