// Reference values of an independent implementation, from the folder golden beside the data.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "honestrank/estimators/estimate.h"

namespace honestrank {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

fs::path golden_folder() {
  const char* const data = std::getenv("HONESTRANK_DATA");
  return fs::path(data != nullptr ? data : HONESTRANK_DATA_DIRECTORY) / ".." / "golden";
}

/// A user for each count of the histogram: so many sampled items stand above the one relevant item.
SampledRanks from_histogram(const Json& golden, Replacement replacement) {
  SampledRanks sampled;
  sampled.replacement = replacement;
  const auto samples = golden["samples"].get<std::uint64_t>();
  std::uint64_t above = 0;
  for (const auto& count : golden["histogram"]) {
    for (int i = 0; i < count.get<int>(); ++i) {
      sampled.ranks.user.push_back(static_cast<std::uint32_t>(sampled.ranks.user.size()));
      sampled.ranks.items.push_back(samples + 1);
      sampled.ranks.unranked.push_back(0);
      sampled.ranks.groups.push_back({above, 1, 1});
      sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
      sampled.population.push_back(golden["items"].get<std::uint64_t>());
    }
    ++above;
  }
  return sampled;
}

double tolerance(const std::string& name) {
  const bool loose = name == "cls" || name == "bv(0.01)" || name == "bv(0.001)";
  return loose ? 1e-6 : 1e-8;
}

class Golden : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const fs::path path = golden_folder() / GetParam();
    if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
    golden_ = Json::parse(std::ifstream(path));
  }

  Json golden_;
};

/// "bv(0.1) hypergeometric": the likelihood is that of samples without replacement.
struct Case {
  Estimator estimator;
  Replacement replacement = Replacement::with;
};

bool read_case(const std::string& name, Case& result) {
  const std::size_t blank = name.find(' ');
  const std::string plain = name.substr(0, blank);
  if (plain == "mn" || plain.find("mle") != std::string::npos ||
      plain.find("mes") != std::string::npos || plain == "true" || plain == "mn_mes") {
    return false;
  }
  result.estimator = parse_estimator(plain);
  if (blank != std::string::npos) result.replacement = Replacement::without;
  return true;
}

TEST_P(Golden, TablesAgree) {
  int compared = 0;
  for (const auto& [metric, tables] : golden_["tables"].items()) {
    for (const auto& [name, values] : tables.items()) {
      Case one;
      if (!read_case(name, one)) continue;
      // A metric that is a line in the rank has many tables without bias; the reference has one of
      // them, ours is the plain one (see the next test).
      if (metric == "auc" && name == "cls") continue;
      const SamplingModel model(golden_["items"].get<std::uint64_t>() - 1,
                                golden_["samples"].get<std::uint64_t>(), one.replacement);
      const auto table = correction_table(parse_metric(metric), one.estimator, model);
      const auto expected = values.get<std::vector<double>>();
      ASSERT_EQ(table.size(), expected.size());
      double largest = 0;
      for (const double value : expected) largest = std::max(largest, std::abs(value));
      for (std::size_t i = 0; i < table.size(); ++i) {
        EXPECT_NEAR(table[i], expected[i], tolerance(name) * largest)
            << metric << " " << name << " " << i;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 40);
}

/// The reference's table for auc is far from a line in the middle, and without bias all the same.
TEST_P(Golden, AucHasManyTablesWithoutBias) {
  const auto items = golden_["items"].get<std::uint64_t>();
  const auto samples = golden_["samples"].get<std::uint64_t>();
  const SamplingModel model(items - 1, samples, Replacement::with);
  const auto reference = golden_["tables"]["auc"]["cls"].get<std::vector<double>>();
  const auto table = correction_table(parse_metric("auc"), parse_estimator("cls"), model);
  for (std::uint64_t above = 0; above < items; ++above) {
    double ours = 0;
    double theirs = 0;
    for (std::uint64_t sampled = 0; sampled <= samples; ++sampled) {
      ours += model.probability(sampled, above) * table[sampled];
      theirs += model.probability(sampled, above) * reference[sampled];
    }
    const double exact = 1 - static_cast<double>(above) / static_cast<double>(items - 1);
    EXPECT_NEAR(ours, exact, 1e-13);
    EXPECT_NEAR(theirs, exact, 1e-7);
  }
}

TEST_P(Golden, EstimatesAgree) {
  int compared = 0;
  for (const auto& [metric, estimates] : golden_["estimates"].items()) {
    for (const auto& [name, value] : estimates.items()) {
      Case one;
      if (!read_case(name, one) || (metric == "auc" && name == "cls")) continue;
      const SampledRanks sampled = from_histogram(golden_, one.replacement);
      const Metric parsed = parse_metric(metric);
      const auto result = estimate(sampled, {&parsed, 1}, {&one.estimator, 1});
      EXPECT_NEAR(result.at(0).result.value, value.get<double>(), tolerance(name))
          << metric << " " << name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 40);
}

INSTANTIATE_TEST_SUITE_P(All, Golden,
                         testing::Values("estimators_n200_m19.json", "estimators_n1000_m50.json"));

}  // namespace
}  // namespace honestrank
