// Whether the filter that full_ranks chooses is the fastest one: times every filter on a case, in
// turns, after checking that all give the same ranks. Usage: FOLDER THREADS [ROUNDS]
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "case.h"
#include "rankings/checked_task.h"
#include "rankings/factor_ranks.h"

namespace {

using namespace honestrank;
using Filter = FactorTuning::Filter;

struct Choice {
  std::string name;
  FactorTuning tuning;
  double least = 1e300;
};

std::vector<Choice> choices_for(std::size_t columns) {
  std::vector<Choice> choices{{"automatic", {Filter::automatic, 0}},
                              {"bytes", {Filter::bytes, 0}},
                              {"shorts", {Filter::shorts, 0}},
                              {"floats", {Filter::floats, 0}}};
  for (std::size_t head = 8; head < columns && columns <= 256; head += 8) {
    choices.push_back({"bytes, " + std::to_string(head) + " rotated", {Filter::bytes, head}});
  }
  return choices;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s FOLDER THREADS [ROUNDS]\n", argv[0]);
    return 2;
  }
  try {
    const auto data = full_ranking::read_case(argv[1]);
    FullRanksOptions options;
    options.threads = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
    const int rounds = argc == 4 ? std::atoi(argv[3]) : 5;
    const ScoreSource scores = data.factors;
    auto choices = choices_for(data.factors.items.columns);
    UserRanks expected;
    for (int round = 0; round < rounds; ++round) {
      for (Choice& choice : choices) {
        const auto start = std::chrono::steady_clock::now();
        const RankingTask task = checked_task(scores, data.held_out, data.seen, options);
        UserRanks ranks = rank_factors(data.factors, task, choice.tuning);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        choice.least = std::min(choice.least, seconds.count());
        if (expected.groups.empty())
          expected = std::move(ranks);
        else if (ranks.groups != expected.groups) {
          std::fprintf(stderr, "%s: other ranks\n", choice.name.c_str());
          return 1;
        }
      }
    }
    const auto best =
        std::min_element(choices.begin(), choices.end(),
                         [](const auto& a, const auto& b) { return a.least < b.least; });
    for (const Choice& choice : choices) {
      std::printf("%-20s %9.5f s  %.2f of the best\n", choice.name.c_str(), choice.least,
                  choice.least / best->least);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
