// OpenBLAS sgemm, alone or with a count of the scores above the held-out item's.
// Usage: FOLDER THREADS sgemm|sgemm_count; prints one line of JSON.
//
// Blocks of scores go into a buffer that is used again for the next one. Each thread calls
// single-threaded sgemm for batches of users of equal size, as many as a multiple of the threads:
// OpenBLAS's own threads are no faster, and few big batches leave a thread idle at the end. Block
// sizes are those that prove best in this process, on this data; finding them is not timed.
#include <cblas.h>
#include <openblas_config.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "../../least_seconds.h"
#include "case.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"

namespace {

using full_ranking::Case;
using honestrank::Factors;

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// Part `index` of `count` nearly equal parts of 0..size.
Range part(std::size_t index, std::size_t count, std::size_t size) {
  return {index * size / count, (index + 1) * size / count};
}

std::size_t divide_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

/// The most users and items of a block.
struct Blocking {
  std::size_t users = 0;
  std::size_t items = 0;
};

constexpr std::size_t kUserBlocks[] = {32, 64, 128, 256, 512, 1024};
constexpr std::size_t kItemBlocks[] = {256, 512, 1024, 2048, 4096, 8192, 32768};
constexpr std::size_t kMostScores = std::size_t{1} << 23;  // 32 MB: beyond, they leave the cache

using Buffers = std::vector<std::vector<float>>;  // one for each thread

Buffers make_buffers(unsigned threads, Blocking most) {
  return Buffers(threads, std::vector<float>(most.users * most.items));
}

/// Scores the first `users` users with all items; visit(users, items, scores) sees every block,
/// those of one user by rising items and from one thread.
template <typename Visit>
void score(const Factors& factors, std::size_t users, Blocking most, Buffers& buffers,
           Visit visit) {
  const std::size_t threads = buffers.size();
  const std::size_t item_count = factors.items.rows;
  const std::size_t batches =
      threads * divide_up(divide_up(users, std::min(most.users, users)), threads);
  const std::size_t blocks = divide_up(item_count, most.items);
  const std::size_t columns = factors.users.columns;
  std::atomic<std::size_t> next = 0;
  const auto work = [&](float* scores) {
    for (std::size_t batch = next++; batch < batches; batch = next++) {
      const Range rows = part(batch, batches, users);
      if (rows.size() == 0) continue;
      for (std::size_t block = 0; block < blocks; ++block) {
        const Range items = part(block, blocks, item_count);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<blasint>(rows.size()),
                    static_cast<blasint>(items.size()), static_cast<blasint>(columns), 1.0F,
                    factors.users.row(rows.begin).data(), static_cast<blasint>(columns),
                    factors.items.row(items.begin).data(), static_cast<blasint>(columns), 0.0F,
                    scores, static_cast<blasint>(items.size()));
        visit(rows, items, scores);
      }
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t thread = 1; thread < threads; ++thread) {
    others.emplace_back(work, buffers[thread].data());
  }
  work(buffers[0].data());
}

/// The eligible items above each user's held-out one, and those equal to it, itself left out.
///
/// The held-out item's score is summed as sgemm sums it on processors with FMA; should a kernel do
/// otherwise, only scores that differ in the last bits are misjudged.
class Counts {
 public:
  explicit Counts(const Case& data)
      : data_(data),
        target_(data.held_out.users()),
        above_(target_.size()),
        equal_(target_.size()) {}

  void add(Range users, Range items, const float* scores) {
    for (std::size_t user = users.begin; user < users.end; ++user, scores += items.size()) {
      const std::size_t held_out = data_.held_out[user].front();
      if (items.begin == 0) start(user, held_out);
      const float score = target_[user];
      std::int32_t more = 0;
      std::int32_t same = 0;
      for (std::size_t i = 0; i < items.size(); ++i) {
        more += scores[i] > score;
        same += scores[i] == score;
      }
      const auto leave_out = [&](std::size_t item) {
        more -= scores[item - items.begin] > score;
        same -= scores[item - items.begin] == score;
      };
      const auto seen = data_.seen[user];
      for (auto item = std::lower_bound(seen.begin(), seen.end(), items.begin);
           item != seen.end() && *item < items.end; ++item) {
        leave_out(*item);
      }
      if (items.begin <= held_out && held_out < items.end) leave_out(held_out);
      above_[user] += static_cast<std::uint32_t>(more);
      equal_[user] += static_cast<std::uint32_t>(same);
    }
  }

  honestrank::UserRanks ranks() const {
    honestrank::UserRanks result;
    for (std::size_t user = 0; user < target_.size(); ++user) {
      result.user.push_back(static_cast<std::uint32_t>(user));
      result.items.push_back(data_.factors.items.rows - data_.seen[user].size());
      result.unranked.push_back(0);
      result.groups.push_back({.above = above_[user], .size = equal_[user] + 1U, .relevant = 1});
      result.group_begin.push_back(result.groups.size());
    }
    return result;
  }

 private:
  void start(std::size_t user, std::size_t held_out) {
    const auto user_row = data_.factors.users.row(user);
    const auto item_row = data_.factors.items.row(held_out);
    float sum = 0;
    for (std::size_t i = 0; i < user_row.size(); ++i) {
      sum = std::fma(user_row[i], item_row[i], sum);
    }
    target_[user] = sum;
    above_[user] = 0;
    equal_[user] = 0;
  }

  const Case& data_;
  std::vector<float> target_;
  std::vector<std::uint32_t> above_;
  std::vector<std::uint32_t> equal_;
};

/// The blocking with the least seconds per user. All are tried on a part of the users, enough for
/// every thread to get a whole batch, the best ones three times more.
template <typename Visit>
Blocking best_blocking(const Factors& factors, unsigned threads, Visit visit) {
  const std::size_t all_users = factors.users.rows;
  const std::size_t all_items = factors.items.rows;
  const double user_flops = 2.0 * static_cast<double>(all_items * factors.users.columns);
  const auto seconds_per_user = [&](Blocking most, Buffers& buffers) {
    const auto enough = static_cast<std::size_t>(4e9 / user_flops) + 1;  // some 20 milliseconds
    const std::size_t users = std::min(all_users, std::max(enough, threads * most.users));
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t done = 0; done < enough; done += users) {
      const auto start = std::chrono::steady_clock::now();
      score(factors, users, most, buffers, visit);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      least = std::min(least, seconds.count() / static_cast<double>(users));
    }
    return least;
  };

  std::vector<std::pair<double, Blocking>> tried;
  for (const std::size_t users : kUserBlocks) {
    for (const std::size_t items : kItemBlocks) {
      const Blocking most{std::min(users, all_users), std::min(items, all_items)};
      if (items / 4 > all_items || most.users * most.items > kMostScores) continue;
      Buffers buffers = make_buffers(threads, most);
      tried.emplace_back(seconds_per_user(most, buffers), most);
    }
  }
  const auto faster = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::sort(tried.begin(), tried.end(), faster);
  tried.resize(std::min<std::size_t>(tried.size(), 6));
  for (auto& [least, most] : tried) {
    Buffers buffers = make_buffers(threads, most);
    for (int run = 0; run < 3; ++run) least = std::min(least, seconds_per_user(most, buffers));
  }
  return std::min_element(tried.begin(), tried.end(), faster)->second;
}

/// As in "OpenBLAS 0.3.21 Cooperlake": its version and the kernels that it chose.
std::string version() {
  const std::string config = openblas_get_config();
  return config.substr(0, config.find(' ', config.find(' ') + 1)) + " " + openblas_get_corename();
}

/// The seconds of scoring all users with the best blocking and of `finish`.
template <typename Visit, typename Finish>
std::pair<double, Blocking> timed(const Factors& factors, unsigned threads, Visit visit,
                                  Finish finish) {
  const Blocking most = best_blocking(factors, threads, visit);
  Buffers buffers = make_buffers(threads, most);
  const double seconds = benchmarks::least_seconds([&] {
    score(factors, factors.users.rows, most, buffers, visit);
    finish();
  });
  return {seconds, most};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s FOLDER THREADS sgemm|sgemm_count\n", argv[0]);
    return 2;
  }
  try {
    const auto threads = std::max(1U, static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10)));
    const bool counting = std::string_view(argv[3]) == "sgemm_count";
    const auto metrics = honestrank::parse_metrics(full_ranking::kMetricNames);
    honestrank::EvaluateOptions evaluating;
    evaluating.threads = threads;
    const auto data = full_ranking::read_case(argv[1]);
    openblas_set_num_threads(1);

    Counts counts(data);
    honestrank::Evaluation evaluation;
    const auto count = [&](Range users, Range items, const float* scores) {
      counts.add(users, items, scores);
    };
    const auto evaluate = [&] {
      evaluation = honestrank::evaluate(counts.ranks(), metrics, evaluating);
    };
    const auto nothing = [](auto&&...) {};
    const auto [seconds, most] = counting ? timed(data.factors, threads, count, evaluate)
                                          : timed(data.factors, threads, nothing, nothing);

    std::printf(R"({"seconds": %.6f, "version": "%s", "blocking": "%zu x %zu", "answer": )",
                seconds, version().c_str(), most.users, most.items);
    full_ranking::print_answer(evaluation, false);  // of sgemm alone: empty
    std::printf("}\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
