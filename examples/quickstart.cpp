// Evaluates a model of your own over the whole catalogue: no sampling, ties and error bars
// explicit.
#include <cstdio>
#include <vector>

#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/full_ranks.h"

int main() {
  using namespace honestrank;
  const Split split = leave_last_out(make_synthetic());

  // Any source of scores will do: factors, a matrix, similarities, a callback. This one knows how
  // popular an item is.
  ItemScores model{split.train.users.size(), std::vector<double>(split.train.items.size())};
  for (const auto item : split.train.item) ++model.score[item];

  const UserRanks ranks = full_ranks(model, split.test, split.train);
  const Evaluation evaluation = evaluate(ranks, parse_metrics("ndcg@10,recall@10,ap,auc"));
  for (const MetricResult& result : evaluation.results) {
    std::printf("%-10s %.4f +- %.4f   (ties: %.4f to %.4f, %lu users)\n",
                result.metric.name.c_str(), result.value, result.standard_error, result.pessimistic,
                result.optimistic, static_cast<unsigned long>(result.users));
  }
}
