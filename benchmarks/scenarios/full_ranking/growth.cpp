// How the time and memory of full_ranks grow with users and items: prints a table.
// Usage: THREADS [COLUMNS] [MOST_ITEMS]
//
// Factors as those of iALS are, roughly: normal directions, and the longer the more popular an
// item; a held-out item and 50 seen ones a user. Made here, from a seed.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/full_ranks.h"

namespace {

using namespace honestrank;

FloatMatrix normal_rows(std::size_t rows, std::size_t columns, double spread, std::uint64_t seed) {
  const CounterRandom random(seed);
  std::vector<float> values(rows * columns);
  parallel_for(rows, 1024, 0, [&](const Block& block) {
    for (std::size_t row = block.begin; row < block.end; ++row) {
      const double length = std::exp(spread * random.normal(row, 1));
      for (std::size_t k = 0; k < columns; ++k) {
        values[row * columns + k] =
            static_cast<float>(length * random.normal(row * columns + k, 0));
      }
    }
  });
  return make_matrix(rows, columns, std::move(values));
}

UserItems drawn_items(std::size_t users, std::size_t items, std::size_t count, std::uint64_t seed,
                      const UserItems* except) {
  const CounterRandom random(seed);
  UserItems lists;
  for (std::size_t user = 0; user < users; ++user) {
    std::vector<std::uint32_t> own;
    for (std::size_t i = 0; i < count; ++i) {
      own.push_back(
          static_cast<std::uint32_t>(random.below(items, user, static_cast<std::uint32_t>(i))));
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    if (except != nullptr) std::erase(own, (*except)[user].front());
    lists.item.insert(lists.item.end(), own.begin(), own.end());
    lists.begin.push_back(lists.item.size());
  }
  return lists;
}

double peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Now, with all inputs made.
double resident_mb() {
  long pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%*s %ld", &pages) != 1) std::abort();
  std::fclose(file);
  return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

void measure(std::size_t users, std::size_t items, std::size_t columns, unsigned threads) {
  Factors factors;
  factors.users = normal_rows(users, columns, 0.3, 1);
  factors.items = normal_rows(items, columns, 0.6, 2);
  const UserItems held_out = drawn_items(users, items, 1, 3, nullptr);
  const UserItems seen = drawn_items(users, items, 50, 4, &held_out);
  const double before = resident_mb();
  FullRanksOptions options;
  options.threads = threads;
  FullRanksStatistics statistics;
  options.statistics = &statistics;
  const ScoreSource scores = std::move(factors);
  const auto metrics = parse_metrics("ndcg@10,recall@10,ap,auc");
  EvaluateOptions evaluating;
  evaluating.threads = threads;
  double least = 1e300;
  for (int run = 0; run < 2; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const UserRanks ranks = full_ranks(scores, held_out, seen, options);
    const Evaluation evaluation = evaluate(ranks, metrics, evaluating);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    least = std::min(least, seconds.count());
    if (evaluation.results.empty()) std::abort();
  }
  const double pairs = static_cast<double>(users) * static_cast<double>(items);
  std::printf("| %zu | %zu | %.3f | %.3f | %.0f %% | %.0f |\n", users, items, least,
              least / pairs * 1e9,
              100 * static_cast<double>(statistics.scored) / static_cast<double>(statistics.pairs),
              peak_mb() - before);
  std::fflush(stdout);
}

/// In a process of its own, whose peak memory starts anew.
void measure_apart(std::size_t users, std::size_t items, std::size_t columns, unsigned threads) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    measure(users, items, columns, threads);
    std::exit(0);
  }
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "%zu users, %zu items: failed\n", users, items);
    std::exit(1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::fprintf(stderr, "usage: %s THREADS [COLUMNS] [MOST_ITEMS]\n", argv[0]);
    return 2;
  }
  const auto number = [&](int at, std::size_t otherwise) {
    return argc > at ? static_cast<std::size_t>(std::strtoul(argv[at], nullptr, 10)) : otherwise;
  };
  const auto threads = static_cast<unsigned>(number(1, 0));
  const std::size_t columns = number(2, 128);
  const std::size_t most_items = number(3, 1'000'000);
  std::printf("| users | items | seconds | ns a pair | scored | MB beyond inputs |\n");
  std::printf("|---:|---:|---:|---:|---:|---:|\n");
  for (std::size_t items = most_items / 64; items <= most_items; items *= 2) {
    measure_apart(4096, items, columns, threads);
  }
  for (std::size_t users = 8192; users <= 65'536; users *= 2) {
    measure_apart(users, most_items / 16, columns, threads);
  }
}
