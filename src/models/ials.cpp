#include "honestrank/models/ials.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/aligned.h"
#include "base/portable_math.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "honestrank/data/user_items.h"
#include "kernels/symmetric_system.h"
#include "models/option_check.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kFactorStream = 0x69616c73;

/// Factors of users or of items: rows of `size` values, those beyond the columns 0.
struct IalsSide {
  const char* name;        ///< of one of them, for messages
  const UserItems& lists;  ///< those of the other side that each one met
  std::size_t size;
  AlignedVector<float> values;

  IalsSide(const char* one, const UserItems& met, std::size_t columns)
      : name(one), lists(met), size(kernels::system_size(columns)), values(met.users() * size) {}

  const float* row(std::size_t index) const { return values.data() + index * size; }
  float* row(std::size_t index) { return values.data() + index * size; }
};

/// The sum of v v^T over all rows, the upper triangle: float32 in blocks, these in float64.
std::vector<double> gram(const IalsSide& side, unsigned threads) {
  constexpr std::size_t kBlock = 256;
  constexpr std::size_t kBlocksAtOnce = 64;  // each has a matrix of its own meanwhile
  const std::size_t size = side.size;
  const std::size_t rows = side.lists.users();
  std::vector<AlignedVector<float>> blocks(std::min(kBlocksAtOnce, (rows + kBlock - 1) / kBlock));
  std::vector<double> sum(size * size);
  for (std::size_t first = 0; first < rows; first += kBlocksAtOnce * kBlock) {
    const std::size_t count = std::min(rows - first, kBlocksAtOnce * kBlock);
    parallel_for(count, kBlock, threads, [&](const Block& block) {
      auto& own = blocks[block.index];
      own.assign(size * size, 0);
      AlignedVector<float> unused(size);
      std::vector<const float*> pointers;
      for (std::size_t row = block.begin; row < block.end; ++row) {
        pointers.push_back(side.row(first + row));
      }
      kernels::add_outer_products(pointers.data(), pointers.size(), size, own.data(),
                                  unused.data());
    });
    const std::size_t filled = (count + kBlock - 1) / kBlock;
    parallel_for(sum.size(), 4096, threads, [&](const Block& part) {
      for (std::size_t block = 0; block < filled; ++block) {
        for (std::size_t i = part.begin; i < part.end; ++i) {
          sum[i] += static_cast<double>(blocks[block][i]);
        }
      }
    });
  }
  return sum;
}

/// lambda times w.
double regularization_of(std::size_t met, std::size_t possible, const IalsOptions& options) {
  if (options.nu == 0) return options.regularization;
  const double weight = static_cast<double>(met) + options.alpha * static_cast<double>(possible);
  return options.regularization * portable::pow(weight, options.nu);
}

/// What the systems of all rows of a side share, given the other side: alpha times the sum of its
/// v v^T. Columns that only fill up a step have a system of their own, x = 0.
AlignedVector<float> shared_part(const IalsSide& other, std::size_t columns, double alpha,
                                 unsigned threads) {
  const std::vector<double> all = gram(other, threads);
  AlignedVector<float> part(all.size());
  for (std::size_t i = 0; i < part.size(); ++i) part[i] = static_cast<float>(alpha * all[i]);
  for (std::size_t i = columns; i < other.size; ++i) part[i * other.size + i] = 1;
  return part;
}

/// Solves the rows of a side, a few at a time; used by one thread.
class RowSolver {
 public:
  RowSolver(IalsSide& side, const IalsSide& other, const AlignedVector<float>& shared,
            const IalsOptions& options)
      : side_(side),
        other_(other),
        shared_(shared),
        options_(options),
        solver_(side.size),
        matrices_(kernels::kSystemsAtOnce * shared.size()),
        sums_(kernels::kSystemsAtOnce * side.size) {}

  /// Solves for up to kSystemsAtOnce rows with interactions. Gives the part of the loss that is
  /// theirs at the optimum x: sum over H of (x.v - 1)^2 + alpha * sum of (x.v)^2 + lambda w |x|^2,
  /// which is n - x.b for n interactions and b the sum of their v.
  double solve(std::span<const std::size_t> rows) {
    kernels::SymmetricSystem systems[kernels::kSystemsAtOnce];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      systems[i] = {matrices_.data() + i * shared_.size(), side_.row(rows[i])};
      write_system(side_.lists[rows[i]], systems[i].matrix, sum(i));
      std::copy_n(sum(i), side_.size, systems[i].vector);
    }
    const std::size_t solved = solver_.solve({systems, rows.size()});
    double loss = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double gained = 0;
      for (std::size_t k = 0; k < side_.size; ++k) {
        gained += static_cast<double>(systems[i].vector[k]) * static_cast<double>(sum(i)[k]);
      }
      if (i >= solved || !std::isfinite(gained)) fail(rows[i]);
      loss += static_cast<double>(side_.lists[rows[i]].size()) - gained;
    }
    return loss;
  }

 private:
  float* sum(std::size_t system) { return sums_.data() + system * side_.size; }

  void write_system(std::span<const std::uint32_t> met, float* matrix, float* sum) {
    std::copy(shared_.begin(), shared_.end(), matrix);
    std::fill_n(sum, side_.size, 0.0F);
    const auto weight =
        static_cast<float>(regularization_of(met.size(), other_.lists.users(), options_));
    for (std::size_t i = 0; i < options_.factors; ++i) matrix[i * side_.size + i] += weight;
    pointers_.clear();
    for (const std::uint32_t row : met) pointers_.push_back(other_.row(row));
    kernels::add_outer_products(pointers_.data(), met.size(), side_.size, matrix, sum);
  }

  [[noreturn]] void fail(std::size_t row) const {
    throw InputError("ials: expected systems that can be solved; got another one for " +
                     std::string(side_.name) + " " + std::to_string(row) +
                     "; raise the regularization");
  }

  IalsSide& side_;
  const IalsSide& other_;
  const AlignedVector<float>& shared_;
  const IalsOptions& options_;
  kernels::SymmetricSolver solver_;
  AlignedVector<float> matrices_;
  AlignedVector<float> sums_;
  std::vector<const float*> pointers_;
};

/// Solves every row of `side` and gives the loss without lambda w |v|^2 of the other side.
double solve_all(IalsSide& side, const IalsSide& other, const IalsOptions& options,
                 unsigned threads) {
  constexpr std::size_t kBlock = 32;
  const AlignedVector<float> shared = shared_part(other, options.factors, options.alpha, threads);
  const std::size_t rows = side.lists.users();
  std::vector<double> loss((rows + kBlock - 1) / kBlock);
  parallel_for(rows, kBlock, threads, [&](const Block& block) {
    RowSolver solver(side, other, shared, options);
    std::vector<std::size_t> waiting;
    const auto solve_waiting = [&] {
      loss[block.index] += solver.solve(waiting);
      waiting.clear();
    };
    for (std::size_t row = block.begin; row < block.end; ++row) {
      if (side.lists[row].empty()) {
        std::fill_n(side.row(row), side.size, 0.0F);
        continue;
      }
      waiting.push_back(row);
      if (waiting.size() == kernels::kSystemsAtOnce) solve_waiting();
    }
    solve_waiting();
  });
  return std::accumulate(loss.begin(), loss.end(), 0.0);
}

/// The sum of lambda w |v|^2.
double penalty(const IalsSide& side, std::size_t possible, const IalsOptions& options) {
  double sum = 0;
  for (std::size_t row = 0; row < side.lists.users(); ++row) {
    double length = 0;
    for (std::size_t k = 0; k < side.size; ++k) {
      const auto value = static_cast<double>(side.row(row)[k]);
      length += value * value;
    }
    sum += regularization_of(side.lists[row].size(), possible, options) * length;
  }
  return sum;
}

FloatMatrix to_matrix(const IalsSide& side, std::size_t columns) {
  std::vector<float> values;
  values.reserve(side.lists.users() * columns);
  for (std::size_t row = 0; row < side.lists.users(); ++row) {
    values.insert(values.end(), side.row(row), side.row(row) + columns);
  }
  return make_matrix(side.lists.users(), columns, std::move(values));
}

}  // namespace

void validate(const IalsOptions& options) {
  const OptionCheck check("ials");
  check.from_1_to(kMostFactors, "factors", options.factors);
  check.from_1_to(kMany, "sweeps", options.sweeps);
  check.at_least_0("regularization", options.regularization);
  check.at_least_0("alpha", options.alpha);
  check.finite("nu", options.nu);
  check.above_0("start", options.start);
}

Factors ials(const Interactions& train, const IalsOptions& options,
             const TrainingOptions& training) {
  validate(options);
  OptionCheck("ials").not_empty(train);
  const auto begin = std::chrono::steady_clock::now();
  const unsigned threads = training.threads;
  const UserItems items_of_users = user_items(train, threads);
  const UserItems users_of_items = transposed(items_of_users, train.items.size());
  IalsSide users("user", items_of_users, options.factors);
  IalsSide items("item", users_of_items, options.factors);
  const CounterRandom random(options.seed, kFactorStream);
  parallel_for(train.items.size(), 256, threads, [&](const Block& block) {
    for (std::size_t item = block.begin; item < block.end; ++item) {
      if (users_of_items[item].empty()) continue;
      for (std::uint32_t k = 0; k < options.factors; ++k) {
        items.row(item)[k] = static_cast<float>(options.start * random.normal(item, k));
      }
    }
  });
  for (std::uint32_t sweep = 1; sweep <= options.sweeps; ++sweep) {
    solve_all(users, items, options, threads);
    const double loss = solve_all(items, users, options, threads);
    if (!training.progress) continue;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    training.progress({"ials", sweep, options.sweeps,
                       loss + penalty(users, train.items.size(), options), passed.count()});
  }
  return {to_matrix(users, options.factors), to_matrix(items, options.factors), {}, {}};
}

}  // namespace honestrank
