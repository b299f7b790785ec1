// Our side of the scenario in memory: reads both files, then times ranking and evaluating, as
// trec_eval does it. Prints one line of JSON. Usage: QRELS RUN METRICS THREADS
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "honestrank/base/version.h"
#include "honestrank/data/trec.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/rank_run.h"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s QRELS RUN METRICS THREADS\n", argv[0]);
    return 2;
  }
  try {
    const auto threads = static_cast<unsigned>(std::strtoul(argv[4], nullptr, 10));
    const auto metrics = honestrank::parse_metrics(argv[3], honestrank::Convention::trec_eval);
    honestrank::ReadTrecOptions reading;
    reading.threads = threads;
    honestrank::RankRunOptions ranking;
    ranking.ties = honestrank::RunTies::by_document;
    ranking.queries = honestrank::RunQueries::common;
    ranking.threads = threads;
    honestrank::EvaluateOptions evaluating;
    evaluating.empty_users = honestrank::EmptyUsers::zero;
    evaluating.threads = threads;

    const auto qrels = honestrank::read_qrels(argv[1], reading);
    const auto run = honestrank::read_run(argv[2], reading);

    const auto start = std::chrono::steady_clock::now();
    const auto ranked = honestrank::rank_run(qrels, run, ranking);
    const auto evaluation = honestrank::evaluate(ranked.ranks, metrics, evaluating);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

    std::printf(R"({"honestrank": "%s", "seconds": %.6f, "results": [)",
                std::string(honestrank::version()).c_str(), seconds.count());
    const char* separator = "";
    for (const auto& result : evaluation.results) {
      std::printf(R"(%s{"metric": "%s", "value": %.17g})", separator, result.metric.name.c_str(),
                  result.value);
      separator = ", ";
    }
    std::printf("]}\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
