// A program of somebody else: it sees nothing but what was installed.
#include <honestrank/base/version.h>
#include <honestrank/metrics/evaluate.h>
#include <honestrank/metrics/metric.h>
#include <honestrank/rankings/user_ranks.h>

#include <cmath>
#include <cstdio>

int main() {
  // Two users with one relevant item each, alone at ranks 1 and 3 of 10.
  honestrank::UserRanks ranks;
  ranks.user = {0, 1};
  ranks.items = {10, 10};
  ranks.unranked = {0, 0};
  ranks.groups = {{.above = 0, .size = 1, .relevant = 1}, {.above = 2, .size = 1, .relevant = 1}};
  ranks.group_begin = {0, 1, 2};

  const auto metrics = honestrank::parse_metrics("ndcg@10,rr");
  const auto evaluation = honestrank::evaluate(ranks, metrics);
  const double ndcg = evaluation.results[0].value;
  const double rr = evaluation.results[1].value;
  std::printf("honestrank %.*s: ndcg@10 %.4f, rr %.4f\n",
              static_cast<int>(honestrank::version().size()), honestrank::version().data(), ndcg,
              rr);

  const bool right = std::abs(ndcg - 0.75) < 1e-12 && std::abs(rr - (1.0 + 1.0 / 3.0) / 2) < 1e-12;
  return right ? 0 : 1;
}
