#include <torch/nn/functional.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "adam.h"
#include "honestrank/base/random.h"
#include "honestrank/data/user_items.h"
#include "models/known_items.h"
#include "models/neural_library.h"
#include "single_threaded_torch.h"
#include "streams.h"
#include "tensors.h"
#include "torch_errors.h"
#include "training_loop.h"

namespace honestrank::neural {
namespace {

constexpr std::size_t kShardPairs = 256;  // interactions; each has its negatives beside it

/// Pairs to learn from.
struct Pairs {
  std::vector<std::int64_t> users;
  std::vector<std::int64_t> items;
  std::vector<float> labels;

  void add(std::uint32_t user, std::uint32_t item, bool interaction) {
    users.push_back(user);
    items.push_back(item);
    labels.push_back(interaction ? 1.0F : 0.0F);
  }
};

class NeuMfNetwork {
 public:
  NeuMfNetwork(std::int64_t users, std::int64_t items, const NeuMfOptions& options)
      : factors_(options.factors) {
    const CounterRandom random(options.seed, kWeightStream);
    user_factors_ = random_normal(random, 0, users, factors_, kEmbedding);
    item_factors_ = random_normal(random, 1, items, factors_, kEmbedding);
    user_inputs_ = random_normal(random, 2, users, 4 * factors_, kEmbedding);
    item_inputs_ = random_normal(random, 3, items, 4 * factors_, kEmbedding);
    std::int64_t inputs = 8 * factors_;
    for (std::uint32_t layer = 0; layer < 3; ++layer) {
      weights_.push_back(random_layer(random, 4 + layer, inputs / 2, inputs));
      biases_.push_back(torch::zeros({inputs / 2}));
      inputs /= 2;
    }
    output_ = random_layer(random, 7, 1, 2 * factors_);
  }

  Tensors parameters() const {
    Tensors all{user_factors_, item_factors_, user_inputs_, item_inputs_, output_};
    all.insert(all.end(), weights_.begin(), weights_.end());
    all.insert(all.end(), biases_.begin(), biases_.end());
    return all;
  }

  torch::Tensor scores(const torch::Tensor& users, const torch::Tensor& items) const {
    const torch::Tensor product =
        user_factors_.index_select(0, users) * item_factors_.index_select(0, items);
    torch::Tensor hidden =
        torch::cat({user_inputs_.index_select(0, users), item_inputs_.index_select(0, items)}, 1);
    for (std::size_t layer = 0; layer < weights_.size(); ++layer) {
      hidden = torch::relu(torch::linear(hidden, weights_[layer], biases_[layer]));
    }
    return torch::linear(torch::cat({product, hidden}, 1), output_).squeeze(1);
  }

  /// The same scores in as few operations: the output's weights of the product go into the user
  /// factors, and the halves of the first layer into the inputs of users and items.
  PairNetwork exported(const torch::Tensor& users) const {
    const torch::NoGradGuard no_gradient;
    const torch::Tensor first = weights_[0];
    PairNetwork network;
    network.user_factors =
        to_matrix(user_factors_.index_select(0, users) * output_.narrow(1, 0, factors_));
    network.item_factors = to_matrix(item_factors_);
    network.user_inputs = to_matrix(torch::linear(user_inputs_.index_select(0, users),
                                                  first.narrow(1, 0, 4 * factors_), biases_[0]));
    network.item_inputs =
        to_matrix(torch::linear(item_inputs_, first.narrow(1, 4 * factors_, 4 * factors_)));
    for (std::size_t layer = 1; layer < weights_.size(); ++layer) {
      network.layers.push_back({to_matrix(weights_[layer]), to_vector(biases_[layer])});
    }
    network.output = to_vector(output_.narrow(1, factors_, factors_));
    return network;
  }

 private:
  static constexpr double kEmbedding = 0.01;

  std::int64_t factors_;
  torch::Tensor user_factors_;
  torch::Tensor item_factors_;
  torch::Tensor user_inputs_;
  torch::Tensor item_inputs_;
  Tensors weights_;
  Tensors biases_;
  torch::Tensor output_;
};

class NeuMfTrainer {
 public:
  NeuMfTrainer(const UserItems& histories, std::size_t items, const NeuMfOptions& options,
               const TrainingOptions& training)
      : options_(options),
        items_(items),
        histories_(histories),
        validation_(hold_out(histories, options.validation, options.seed)),
        network_(static_cast<std::int64_t>(histories.users()), static_cast<std::int64_t>(items),
                 options) {
    for (std::uint32_t user = 0; user < histories.users(); ++user) {
      user_of_.insert(user_of_.end(), validation_.train[user].size(), user);
    }
    Adam adam(network_.parameters(), options.learning_rate, training.threads);
    TrainingLoop{"neumf", options.epochs, options.patience, validation_, training}.run(
        network_.parameters(), [&](std::uint32_t epoch) { return run_epoch(epoch, adam); },
        [&] {
          return network_.exported(to_tensor(
              std::vector<std::int64_t>(validation_.users.begin(), validation_.users.end())));
        });
  }

  PairNetwork scores() const {
    return network_.exported(torch::arange(static_cast<std::int64_t>(validation_.train.users())));
  }

 private:
  /// Gives the mean log loss of a pair.
  double run_epoch(std::uint32_t epoch, Adam& adam) {
    const std::vector<std::uint32_t> order =
        random_order(CounterRandom(options_.seed, kOrderStream), user_of_.size(), epoch);
    double loss = 0;
    double all_pairs = 0;
    for (std::size_t begin = 0; begin < order.size(); begin += options_.batch) {
      const std::size_t end = std::min(order.size(), begin + options_.batch);
      const std::size_t shards = (end - begin + kShardPairs - 1) / kShardPairs;
      const double pairs = static_cast<double>(end - begin) * (1 + options_.negatives);
      loss += pairs * adam.step(shards, [&](std::size_t shard) {
        const std::size_t first = begin + shard * kShardPairs;
        const std::span all(order);
        return loss_of(all.subspan(first, std::min(kShardPairs, end - first)), epoch) / pairs;
      });
      all_pairs += pairs;
    }
    return loss / all_pairs;
  }

  torch::Tensor loss_of(std::span<const std::uint32_t> interactions, std::uint32_t epoch) const {
    Pairs pairs;
    for (const std::uint32_t interaction : interactions) {
      const std::uint32_t user = user_of_[interaction];
      pairs.add(user, validation_.train.item[interaction], true);
      for (std::uint32_t n = 0; n < options_.negatives; ++n) {
        pairs.add(user, draw_negative(user, interaction, epoch, n), false);
      }
    }
    const torch::Tensor scores = network_.scores(to_tensor(pairs.users), to_tensor(pairs.items));
    return torch::binary_cross_entropy_with_logits(scores, to_tensor(pairs.labels), {}, {},
                                                   at::Reduction::Sum);
  }

  /// A random item that the user has no interaction with; after many tries, one with.
  std::uint32_t draw_negative(std::uint32_t user, std::uint32_t interaction, std::uint32_t epoch,
                              std::uint32_t number) const {
    constexpr std::uint32_t kTries = 64;
    const CounterRandom random(options_.seed, kNegativeStream);
    const auto seen = histories_[user];  // what validates is no negative either
    const std::uint64_t counter = (std::uint64_t{epoch} << 32U) | interaction;
    std::uint32_t item = 0;
    for (std::uint32_t i = 0; i < kTries; ++i) {
      item = static_cast<std::uint32_t>(random.below(items_, counter, number * kTries + i));
      if (!std::binary_search(seen.begin(), seen.end(), item)) break;
    }
    return item;
  }

  NeuMfOptions options_;
  std::size_t items_;
  const UserItems& histories_;
  Validation validation_;
  NeuMfNetwork network_;
  std::vector<std::uint32_t> user_of_;  // of each interaction
};

/// Users whose rows nothing was learnt for score all items alike: minus infinity leaves the first
/// layer at 0, whatever the item.
void forget_users_without_history(PairNetwork& network, const UserItems& histories) {
  const auto forgotten = [&](const FloatMatrix& matrix, float value) {
    std::vector<float> values(matrix.values.begin(), matrix.values.end());
    for (std::size_t user = 0; user < matrix.rows; ++user) {
      if (!histories[user].empty()) continue;
      std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(user * matrix.columns),
                  matrix.columns, value);
    }
    return make_matrix(matrix.rows, matrix.columns, std::move(values));
  };
  network.user_factors = forgotten(network.user_factors, 0);
  network.user_inputs = forgotten(network.user_inputs, -std::numeric_limits<float>::infinity());
}

FloatMatrix with_column(const FloatMatrix& matrix, float value) {
  std::vector<float> values;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    values.insert(values.end(), matrix.row(row).begin(), matrix.row(row).end());
    values.push_back(value);
  }
  return make_matrix(matrix.rows, matrix.columns + 1, std::move(values));
}

/// Gives items that the network does not know the score minus infinity, by one more factor.
void put_unknown_last(PairNetwork& network, const KnownItems& known) {
  constexpr float kLast = -std::numeric_limits<float>::infinity();
  const std::size_t factors = network.item_factors.columns;
  network.user_factors = with_column(network.user_factors, 1);
  const FloatMatrix all = known.for_all_items(with_column(network.item_factors, 0), kLast);
  // Infinity times a factor of 0 would be no number.
  std::vector<float> values(all.values.begin(), all.values.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == kLast && i % (factors + 1) != factors) values[i] = 0;
  }
  network.item_factors = make_matrix(all.rows, all.columns, std::move(values));
  network.item_inputs = known.for_all_items(network.item_inputs, 0);
}

}  // namespace
}  // namespace honestrank::neural

extern "C" __attribute__((visibility("default"))) void honestrank_train_neumf(
    const honestrank::Interactions& train, const honestrank::NeuMfOptions& options,
    const honestrank::TrainingOptions& training, honestrank::PairNetwork& result) {
  using namespace honestrank;
  neural::with_plain_errors([&] {
    const neural::SingleThreadedTorch single_threaded;
    const KnownItems known(user_items(train, training.threads), train.items.size());
    result = neural::NeuMfTrainer(known.histories(), known.count(), options, training).scores();
    neural::forget_users_without_history(result, known.histories());
    if (!known.are_all()) neural::put_unknown_last(result, known);
  });
}
