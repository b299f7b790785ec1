// Our side of the scenario: prints one line of JSON. Usage: FOLDER CASE THREADS [--check]
//
// The case `large` is ours alone: 10^7 items, a million users, adaptive samples of 99 to 3,199. It
// prints seconds and what was learnt.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "../../least_seconds.h"
#include "honestrank/base/random.h"
#include "honestrank/base/version.h"
#include "honestrank/data/numpy_array.h"
#include "honestrank/estimators/rank_distribution.h"

namespace {

using namespace honestrank;

/// The counts of a case, whose name ends with the number of items.
SampledCounts read_counts(const std::filesystem::path& folder, const std::string& name) {
  const NumpyArray array = read_npy(folder / (name + ".npy"));
  const auto users = array.as_span<double>();
  SampledCounts counts;
  counts.irrelevant = std::stoull(name.substr(name.rfind('_') + 1)) - 1;
  counts.sizes.push_back({users.size() - 1, {users.begin(), users.end()}});
  return counts;
}

double user_count(const SampledCounts& counts) {
  double sum = 0;
  for (const auto& size : counts.sizes) {
    for (const double users : size.users) sum += users;
  }
  return sum;
}

/// Users whose items have log-uniform ranks, sampled until one item stands above.
SampledCounts adaptive_counts(std::uint64_t items, std::uint32_t users) {
  const CounterRandom random(42, 7);
  SampledCounts counts;
  counts.irrelevant = items - 1;
  for (std::uint64_t set = 100; set <= 3200; set *= 2) {
    counts.sizes.push_back({set - 1, std::vector<double>(set)});
  }
  for (std::uint32_t user = 0; user < users; ++user) {
    const double rank = std::pow(static_cast<double>(items), random.uniform(user, 0));
    const double share = std::floor(rank - 1) / static_cast<double>(items - 1);
    std::uint64_t above = 0;
    std::uint32_t draw = 0;
    for (std::size_t size = 0; size < counts.sizes.size(); ++size) {
      for (; draw < counts.sizes[size].samples; ++draw) {
        above += random.uniform(user, draw + 1) < share ? 1U : 0U;
      }
      if (above == 0 && size + 1 < counts.sizes.size()) continue;
      ++counts.sizes[size].users[above];
      break;
    }
  }
  return counts;
}

void print_answer(const RankDistribution& learnt) {
  for (const char* name : {"recall@10", "ndcg@10"}) {
    std::printf(R"(, "%s": %.17g)", name, learnt.mean(parse_metric(name)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc > 5) {
    std::fprintf(stderr, "usage: %s FOLDER CASE THREADS [--check]\n", argv[0]);
    return 2;
  }
  try {
    const std::string name = argv[2];
    const bool large = name == "large";
    const SampledCounts counts =
        large ? adaptive_counts(10'000'000, 1'000'000) : read_counts(argv[1], name);
    RankDistribution learnt;
    const double seconds = benchmarks::least_seconds(
        [&] {
          if (name.starts_with("mes")) {
            learnt = learn_mes(counts);
          } else {
            learnt = learn_mle(counts, {.iterations = large ? 50U : 100U});
          }
        },
        large || argc == 5);
    std::printf(R"({"seconds": %.6f, "version": "honestrank %s", "answer": {)", seconds,
                std::string(version()).c_str());
    if (name.starts_with("mes")) {
      std::printf(R"("objective": %.17g)", learnt.objective);
    } else {
      const double users = user_count(counts);
      std::printf(R"("log_likelihood": %.17g, "log_likelihood_after_2": %.17g)",
                  learnt.log_likelihood / users,
                  learn_mle(counts, {.iterations = 2}).log_likelihood / users);
    }
    print_answer(learnt);
    std::printf("}}\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
