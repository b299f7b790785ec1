// Whether ranks are right, and whether the filter that full_ranks chooses is the fastest one.
// Usage: FOLDER THREADS [ROUNDS] [USERS]
//
// Times every filter on a case, in turns, and compares all ranks with those of the first; those of
// USERS users (default 2000, spread evenly, 0 for all) with full_ranks_reference.
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

/// Every user's list, or that of evenly spread users alone.
UserItems list_of_some(const UserItems& lists, std::size_t wanted) {
  UserItems some;
  const std::size_t users = lists.users();
  for (std::size_t user = 0; user < users; ++user) {
    if (wanted == 0 || wanted >= users || (user + 1) * wanted / users != user * wanted / users) {
      some.item.insert(some.item.end(), lists[user].begin(), lists[user].end());
    }
    some.begin.push_back(some.item.size());
  }
  return some;
}

/// How many users have other ranks than the plain loop gives them.
std::size_t wrong_users(const ScoreSource& scores, const full_ranking::Case& data,
                        const FullRanksOptions& options, std::size_t wanted) {
  const UserItems held_out = list_of_some(data.held_out, wanted);
  const UserRanks found = full_ranks(scores, held_out, data.seen, options);
  const UserRanks expected = full_ranks_reference(scores, held_out, data.seen);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < expected.user.size(); ++i) {
    const auto a = found[i].groups;
    const auto b = expected[i].groups;
    wrong += !std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  std::printf("%zu users compared with full_ranks_reference, %zu wrong\n", expected.user.size(),
              wrong);
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || argc > 5) {
    std::fprintf(stderr, "usage: %s FOLDER THREADS [ROUNDS] [USERS]\n", argv[0]);
    return 2;
  }
  try {
    const auto data = full_ranking::read_case(argv[1]);
    FullRanksOptions options;
    options.threads = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
    const std::size_t users = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 2000;
    const ScoreSource scores = data.factors;
    if (wrong_users(scores, data, options, users) != 0) return 1;
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
