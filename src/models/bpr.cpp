#include "honestrank/models/bpr.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "base/aligned.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "honestrank/data/user_items.h"
#include "kernels/pairwise_steps.h"
#include "models/known_items.h"
#include "models/option_check.h"
#include "models/pairwise_epochs.h"
#include "models/triple_draws.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kUserStream = 0x62707275;
constexpr std::uint32_t kItemStream = 0x62707269;

/// Factors of users or of items: rows of `size` values, those beyond the columns 0.
struct BprSide {
  std::size_t columns;
  std::size_t size;
  std::size_t rows;
  AlignedVector<float> values;

  BprSide(std::size_t own_rows, std::size_t own_columns)
      : columns(own_columns),
        size((own_columns + kernels::kPairwiseStep - 1) / kernels::kPairwiseStep *
             kernels::kPairwiseStep),
        rows(own_rows),
        values(rows * size) {}

  /// Normal values in the rows that `takes_part(row)`.
  template <typename TakesPart>
  void start(const CounterRandom& random, double deviation, unsigned threads,
             const TakesPart& takes_part) {
    parallel_for(rows, 256, threads, [&](const Block& block) {
      for (std::size_t row = block.begin; row < block.end; ++row) {
        if (!takes_part(row)) continue;
        for (std::uint32_t k = 0; k < columns; ++k) {
          values[row * size + k] = static_cast<float>(deviation * random.normal(row, k));
        }
      }
    });
  }

  FloatMatrix to_matrix() const {
    std::vector<float> matrix(rows * columns);
    for (std::size_t row = 0; row < rows; ++row) {
      std::copy_n(values.data() + row * size, columns, matrix.data() + row * columns);
    }
    return make_matrix(rows, columns, std::move(matrix));
  }
};

template <typename Values>
bool are_finite(const Values& values) {
  return std::all_of(values.begin(), values.end(),
                     [](float value) { return std::isfinite(value); });
}

void require_finite(bool finite) {
  if (finite) return;
  throw InputError("bpr: expected factors that stay finite; got others; lower the learning_rate");
}

}  // namespace

void validate(const BprOptions& options) {
  const OptionCheck check("bpr");
  check.from_1_to(kMostFactors, "factors", options.factors);
  check.from_1_to(kMany, "epochs", options.epochs);
  check.above_0("learning_rate", options.learning_rate);
  check.at_least_0("regularization", options.regularization);
  check.above_0("start", options.start);
}

Factors bpr(const Interactions& train, const BprOptions& options, const TrainingOptions& training) {
  validate(options);
  const auto begin = std::chrono::steady_clock::now();
  const unsigned threads = training.threads;
  const KnownItems known(user_items(train, threads), train.items.size());
  const UserItems& lists = known.histories();
  const TripleDraws draws(lists, known.count(), options.seed);
  if (draws.pairs() == 0) {
    throw InputError(
        "bpr: expected a user with an interaction with some items but not all; got none");
  }
  BprSide users(lists.users(), options.factors);
  BprSide items(known.count(), options.factors);
  std::vector<float> bias(known.count());
  users.start(
      CounterRandom(options.seed, kUserStream), options.start, threads,
      [&](std::size_t user) { return !lists[user].empty() && lists[user].size() < known.count(); });
  items.start(CounterRandom(options.seed, kItemStream), options.start, threads,
              [](std::size_t) { return true; });
  const kernels::PairwiseModel model{
      users.values.data(),
      items.values.data(),
      bias.data(),
      users.size,
      static_cast<float>(options.learning_rate),
      static_cast<float>(1 - options.learning_rate * options.regularization)};
  PairwiseEpochs epochs(draws, options.seed, threads);
  for (std::uint32_t epoch = 1; epoch <= options.epochs; ++epoch) {
    const double loss = epochs.run(epoch, model);
    require_finite(std::isfinite(loss));
    if (!training.progress) continue;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    training.progress({"bpr", epoch, options.epochs, loss, passed.count()});
  }
  require_finite(are_finite(users.values) && are_finite(items.values) && are_finite(bias));
  const float lowest = *std::min_element(bias.begin(), bias.end());
  std::vector<float> item_bias(train.items.size());
  for (std::size_t i = 0; i < known.count(); ++i) item_bias[known[i]] = bias[i] - lowest;
  return {users.to_matrix(), known.for_all_items(items.to_matrix(), 0), std::move(item_bias), {}};
}

}  // namespace honestrank
