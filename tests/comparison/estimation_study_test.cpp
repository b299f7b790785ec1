#include "honestrank/comparison/estimation_study.h"

#include <gtest/gtest.h>

#include <cmath>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kUsers = 200;
constexpr std::size_t kItems = 120;

/// Scores that put item `user` % kItems near the top, the nearer the smaller `noise`.
ScoreSource scores_with(float noise) {
  const CounterRandom random(7, 1);
  std::vector<float> scores;
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    for (std::uint32_t item = 0; item < kItems; ++item) {
      const auto chance = static_cast<float>(random.uniform(user, item));
      scores.push_back(chance * noise + (item == user % kItems ? 1.0F : 0.0F));
    }
  }
  return ScoreMatrix{make_matrix(kUsers, kItems, std::move(scores))};
}

struct Data {
  UserItems held_out;
  UserItems seen{.begin = std::vector<std::uint64_t>(kUsers + 1), .item = {}};

  Data() {
    held_out.begin = {0};
    for (std::uint32_t user = 0; user < kUsers; ++user) {
      held_out.item.push_back(static_cast<std::uint32_t>(user % kItems));
      held_out.begin.push_back(user + 1);
    }
  }
};

std::vector<StudiedModel> two_models(const Data& data) {
  return {studied_model("good", scores_with(4.0F), data.held_out, data.seen),
          studied_model("bad", scores_with(8.0F), data.held_out, data.seen)};
}

TEST(StudyEstimation, FindsNoErrorWhereAllItemsAreDrawn) {
  const Data data;
  const auto models = two_models(data);
  StudyDesign design;
  design.sampling.samples = kItems - 1;
  design.sampling.replacement = Replacement::without;
  design.sampling.repeats = 3;
  design.estimators = parse_estimators("naive,bv(0.01)");
  const StudyResult result = study_estimation(models, data.held_out, data.seen, design);
  ASSERT_EQ(result.rows.size(), 4U);
  EXPECT_EQ(result.rows[0].model, "good");
  EXPECT_EQ(result.rows[3].estimator, "bv(0.01)");
  EXPECT_EQ(result.rows[0].mean_size, static_cast<double>(kItems));
  for (const MeanOverRepeats& error : result.rows[0].error) {
    EXPECT_NEAR(error.mean, 0, 1e-12);  // the same sums in another order
    EXPECT_NEAR(error.standard_error, 0, 1e-12);
  }
  for (const double share : result.winners[0].share) EXPECT_EQ(share, 1);
}

TEST(StudyEstimation, SeesTheBiasOfSmallSamplesAndThatCorrectionsHelp) {
  const Data data;
  auto models = two_models(data);
  StudyDesign design;
  design.sampling.samples = 20;
  design.sampling.repeats = 5;
  design.estimators = parse_estimators("naive,bv(0.1),mle");
  design.intervals = true;
  const StudiedMetrics metrics{.families = {"recall", "ndcg"}, .cut_offs = 50};
  for (StudiedModel& model : models) model.truth.resize(100);
  const StudyResult result = study_estimation(models, data.held_out, data.seen, design, metrics);
  EXPECT_GT(result.rows[0].error[0].mean, 2 * result.rows[1].error[0].mean);
  EXPECT_GT(result.rows[0].error[0].mean, 2 * result.rows[2].error[0].mean);
  ASSERT_EQ(result.rows[2].held.size(), 2U);
  EXPECT_GT(result.rows[2].held[1], result.rows[0].held[1]);
}

TEST(StudyEstimation, HasTheErrorOfEachMetric) {
  const Data data;
  auto models = two_models(data);
  models[0].truth[1] = 0;
  StudyDesign design;
  design.sampling.samples = 20;
  design.sampling.repeats = 3;
  design.estimators = parse_estimators("naive,mle");
  const StudyResult result = study_estimation(models, data.held_out, data.seen, design);
  constexpr std::size_t kCutOffs = 50;
  const StudyRow& row = result.rows[3];
  ASSERT_EQ(row.metric_error.size(), 3 * kCutOffs);
  for (std::size_t family = 0; family < 3; ++family) {
    double sum = 0;
    for (std::size_t k = 0; k < kCutOffs; ++k) sum += row.metric_error[family * kCutOffs + k].mean;
    EXPECT_NEAR(sum / kCutOffs, row.error[family].mean, 1e-12);  // the same sum in another order
  }
  EXPECT_TRUE(std::isnan(result.rows[0].metric_error[1].mean));
  EXPECT_GT(result.rows[0].metric_error[0].mean, 0);
}

TEST(StudyEstimation, AddsPriorsOfAllRepeatsOnRequest) {
  const Data data;
  const auto models = two_models(data);
  StudyDesign design;
  design.sampling.samples = 20;
  design.sampling.repeats = 2;
  design.estimators = parse_estimators("bv_mle");
  design.shared_prior = true;
  const StudyResult result = study_estimation(models, data.held_out, data.seen, design);
  ASSERT_EQ(result.winners.size(), 5U);
  EXPECT_EQ(result.winners[1].estimator, "bv_mle, prior of all repeats");
  EXPECT_EQ(result.winners[4].estimator, "mn_mes, prior of all repeats");
}

TEST(StudyEstimation, RefusesMetricsThatAreAllZero) {
  const Data data;
  std::vector<StudiedModel> models = two_models(data);
  models[0].truth.assign(models[0].truth.size(), 0.0);
  StudyDesign design;
  design.estimators = parse_estimators("naive");
  EXPECT_THROW(study_estimation(models, data.held_out, data.seen, design), InputError);
}

}  // namespace
}  // namespace honestrank
