// Our side of the scenario: sample_ranks() and evaluate(), or full_ranks() and evaluate(). Prints
// one line of JSON. Usage: FOLDER THREADS samples|all
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "../../least_seconds.h"
#include "../full_ranking/case.h"
#include "honestrank/base/version.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/sampling/expect.h"
#include "honestrank/sampling/sample_ranks.h"

namespace {

constexpr std::uint64_t kSamples = 100;

using namespace honestrank;

/// Between which bounds the mean of anybody's samples lies: six standard deviations.
void print_bounds(const full_ranking::Case& data, std::span<const Metric> metrics,
                  unsigned threads) {
  const UserRanks ranks = full_ranks(data.factors, data.held_out, data.seen, {.threads = threads});
  const auto expected = expect_sampled(ranks, metrics, {.samples = kSamples, .threads = threads});
  const char* separator = "";
  for (const ExpectedMetric& metric : expected.metrics) {
    const double reach = 6 * metric.standard_deviation;
    std::printf(R"(%s"%s": [%.17g, %.17g])", separator, metric.metric.name.c_str(),
                metric.value - reach, metric.value + reach);
    separator = ", ";
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s FOLDER THREADS samples|all\n", argv[0]);
    return 2;
  }
  try {
    const bool samples = std::string(argv[3]) == "samples";
    const auto threads = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
    const auto metrics = parse_metrics(full_ranking::kMetricNames);
    const auto data = full_ranking::read_case(argv[1]);
    const ScoreSource scores = data.factors;
    SampleOptions options;
    options.samples = kSamples;
    options.threads = threads;
    Evaluation evaluation;
    const double seconds = benchmarks::least_seconds([&] {
      if (samples) {
        const auto sampled = sample_ranks(scores, data.held_out, data.seen, options);
        evaluation = evaluate(sampled[0].ranks, metrics, {.threads = threads});
      } else {
        const auto ranks = full_ranks(scores, data.held_out, data.seen, {.threads = threads});
        evaluation = evaluate(ranks, metrics, {.threads = threads});
      }
    });
    std::printf(R"({"seconds": %.6f, "version": "honestrank %s", "answer": {)", seconds,
                std::string(version()).c_str());
    if (samples) {
      print_bounds(data, metrics, threads);
      for (const MetricResult& result : evaluation.results) {
        std::printf(R"(, "%s of honestrank": %.17g)", result.metric.name.c_str(), result.value);
      }
    } else {
      std::printf(R"("ndcg@10 over all items": %.17g)", evaluation.results[0].value);
    }
    std::printf("}}\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
