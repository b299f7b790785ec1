// Our side of the scenario: full_ranks() and evaluate(). Prints one line of JSON.
// Usage: FOLDER THREADS [INSTRUCTION_SET]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "../../instruction_set.h"
#include "../../least_seconds.h"
#include "case.h"
#include "honestrank/base/version.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/full_ranks.h"

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s FOLDER THREADS [INSTRUCTION_SET]\n", argv[0]);
    return 2;
  }
  try {
    if (argc == 4) benchmarks::use_only(argv[3]);
    honestrank::FullRanksOptions ranking;
    ranking.threads = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
    honestrank::EvaluateOptions evaluating;
    evaluating.threads = ranking.threads;
    honestrank::FullRanksStatistics statistics;
    ranking.statistics = &statistics;
    const auto metrics = honestrank::parse_metrics(full_ranking::kMetricNames);
    const auto data = full_ranking::read_case(argv[1]);
    const honestrank::ScoreSource scores = data.factors;

    honestrank::Evaluation evaluation;
    const double seconds = benchmarks::least_seconds([&] {
      const auto ranks = honestrank::full_ranks(scores, data.held_out, data.seen, ranking);
      evaluation = honestrank::evaluate(ranks, metrics, evaluating);
    });

    std::printf(R"({"seconds": %.6f, "version": "honestrank %s", "answer": )", seconds,
                std::string(honestrank::version()).c_str());
    full_ranking::print_answer(evaluation, true);
    // Pairs are scored in whole panels of items, which may be a few more than there are.
    const auto pruned = statistics.pairs - std::min(statistics.pairs, statistics.scored);
    std::printf(R"(, "statistics": {"pruned": %.6f, "ambiguous": %.6f, "exact": %.8f}})"
                "\n",
                share(pruned, statistics.pairs), share(statistics.open, statistics.scored),
                share(statistics.exact, statistics.scored));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
