#include "honestrank/models/ials.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/portable_math.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "honestrank/data/user_items.h"
#include "kernels/symmetric_system.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kFactorStream = 0x69616c73;

/// Factors of users or of items: rows of `size` values, those beyond the columns 0.
struct Side {
  const char* name;        ///< of one of them, for messages
  const UserItems& lists;  ///< those of the other side that each one met
  std::size_t size;
  std::vector<float> values;

  Side(const char* one, const UserItems& met, std::size_t columns)
      : name(one), lists(met), size(kernels::system_size(columns)), values(met.users() * size) {}

  const float* row(std::size_t index) const { return values.data() + index * size; }
  float* row(std::size_t index) { return values.data() + index * size; }
};

void check(const Interactions& train, const IalsOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw InputError(std::string("ials: expected ") + what);
  };
  require(options.factors >= 1 && options.factors <= 4096, "factors from 1 to 4096");
  require(options.sweeps >= 1, "at least one sweep");
  require(options.regularization >= 0 && std::isfinite(options.regularization),
          "a regularization of at least 0");
  require(options.alpha >= 0 && std::isfinite(options.alpha), "an alpha of at least 0");
  require(std::isfinite(options.nu), "a finite nu");
  require(options.start > 0 && std::isfinite(options.start), "a start above 0");
  require(train.size() != 0, "interactions to learn from; got none");
}

/// The sum of v v^T over all rows, the upper triangle: float32 in blocks, these in float64.
std::vector<double> gram(const Side& side, unsigned threads) {
  constexpr std::size_t kBlock = 256;
  const std::size_t size = side.size;
  const std::size_t rows = side.lists.users();
  std::vector<std::vector<float>> blocks((rows + kBlock - 1) / kBlock);
  parallel_for(rows, kBlock, threads, [&](const Block& block) {
    auto& own = blocks[block.index];
    own.resize(size * size);
    kernels::add_outer_products(side.row(block.begin), block.end - block.begin, size, own.data());
  });
  std::vector<double> sum(size * size);
  for (const auto& block : blocks) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += static_cast<double>(block[i]);
  }
  return sum;
}

/// lambda times w.
double regularization_of(std::size_t met, std::size_t possible, const IalsOptions& options) {
  if (options.nu == 0) return options.regularization;
  const double weight = static_cast<double>(met) + options.alpha * static_cast<double>(possible);
  return options.regularization * portable::pow(weight, options.nu);
}

/// The systems of one side, given the other.
class Systems {
 public:
  Systems(const Side& other, std::size_t columns, const IalsOptions& options, unsigned threads)
      : other_(other), options_(options), base_(other.size * other.size) {
    const std::vector<double> all = gram(other, threads);
    for (std::size_t i = 0; i < base_.size(); ++i) {
      base_[i] = static_cast<float>(options.alpha * all[i]);
    }
    // Columns that only fill up a step have a system of their own: x = 0.
    for (std::size_t i = columns; i < other.size; ++i) base_[i * other.size + i] = 1;
    columns_ = columns;
  }

  /// Memory of one thread.
  struct Memory {
    std::vector<float> matrix, rows, inverse;
  };

  /// Solves for `values` and gives the part of the loss that the row has at its optimum, x:
  /// sum over H of (x.v - 1)^2 + alpha sum (x.v)^2 + lambda w |x|^2 = n - x.b, b the sum of v.
  /// NaN if there is no solution.
  double solve(std::span<const std::uint32_t> met, float* values, Memory& memory) const {
    const std::size_t size = other_.size;
    memory.matrix = base_;
    memory.inverse.resize(size);
    memory.rows.resize(met.size() * size);
    const auto weight =
        static_cast<float>(regularization_of(met.size(), other_.lists.users(), options_));
    for (std::size_t i = 0; i < columns_; ++i) memory.matrix[i * size + i] += weight;
    std::vector<float> right(size);
    for (std::size_t i = 0; i < met.size(); ++i) {
      const float* const row = other_.row(met[i]);
      std::copy_n(row, size, memory.rows.data() + i * size);
      for (std::size_t k = 0; k < size; ++k) right[k] += row[k];
    }
    kernels::add_outer_products(memory.rows.data(), met.size(), size, memory.matrix.data());
    std::copy(right.begin(), right.end(), values);
    if (!kernels::solve_symmetric(memory.matrix.data(), size, values, memory.inverse.data())) {
      return std::nan("");
    }
    double gained = 0;
    for (std::size_t k = 0; k < size; ++k) {
      gained += static_cast<double>(values[k]) * static_cast<double>(right[k]);
    }
    return static_cast<double>(met.size()) - gained;
  }

 private:
  const Side& other_;
  const IalsOptions& options_;
  std::vector<float> base_;
  std::size_t columns_ = 0;
};

/// Solves every row of `side` and gives the part of the loss without the other side's lambda |v|^2.
double solve_all(const Systems& systems, Side& side, unsigned threads) {
  constexpr std::size_t kBlock = 16;
  const std::size_t rows = side.lists.users();
  std::vector<double> loss((rows + kBlock - 1) / kBlock);
  parallel_for(rows, kBlock, threads, [&](const Block& block) {
    Systems::Memory memory;
    for (std::size_t row = block.begin; row < block.end; ++row) {
      const auto met = side.lists[row];
      if (met.empty()) {
        std::fill_n(side.row(row), side.size, 0.0F);
        continue;
      }
      const double own = systems.solve(met, side.row(row), memory);
      if (!std::isfinite(own)) {
        throw InputError("ials: expected a system that can be solved; got none for " +
                         std::string(side.name) + " " + std::to_string(row) +
                         "; raise the regularization");
      }
      loss[block.index] += own;
    }
  });
  double sum = 0;
  for (const double own : loss) sum += own;
  return sum;
}

/// The sum of lambda w |v|^2.
double penalty(const Side& side, std::size_t possible, const IalsOptions& options) {
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

FloatMatrix to_matrix(const Side& side, std::size_t columns) {
  std::vector<float> values;
  values.reserve(side.lists.users() * columns);
  for (std::size_t row = 0; row < side.lists.users(); ++row) {
    values.insert(values.end(), side.row(row), side.row(row) + columns);
  }
  return make_matrix(side.lists.users(), columns, std::move(values));
}

}  // namespace

Factors ials(const Interactions& train, const IalsOptions& options,
             const TrainingOptions& training) {
  check(train, options);
  const auto begin = std::chrono::steady_clock::now();
  const unsigned threads = training.threads;
  const UserItems items_of_users = user_items(train, threads);
  const UserItems users_of_items = transposed(items_of_users, train.items.size());
  Side users("user", items_of_users, options.factors);
  Side items("item", users_of_items, options.factors);
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
    solve_all(Systems(items, options.factors, options, threads), users, threads);
    const double loss =
        solve_all(Systems(users, options.factors, options, threads), items, threads);
    if (!training.progress) continue;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    training.progress({"ials", sweep, options.sweeps,
                       loss + penalty(users, train.items.size(), options), passed.count()});
  }
  return {to_matrix(users, options.factors), to_matrix(items, options.factors), {}, {}};
}

}  // namespace honestrank
