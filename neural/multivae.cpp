#include <torch/nn/functional.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "adam.h"
#include "honestrank/base/parallel.h"
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

constexpr std::size_t kShardUsers = 64;

/// Histories as the encoder reads them: each scaled to length 1.
struct Inputs {
  torch::Tensor items;
  torch::Tensor begin;
  torch::Tensor weights;
};

/// How histories of an epoch lose items: none in the epoch kNoEpoch.
struct Dropout {
  double share = 0;
  CounterRandom random;
  std::uint32_t epoch = 0;

  bool drops(std::uint32_t user, std::uint32_t item) const {
    const std::uint64_t counter = (std::uint64_t{epoch} << 32U) | user;
    return share > 0 && random.uniform(counter, item) < share;
  }
};

Inputs encoder_inputs(const UserItems& histories, std::span<const std::uint32_t> users,
                      const Dropout& dropout) {
  std::vector<std::int64_t> items;
  std::vector<std::int64_t> begin;
  std::vector<float> weights;
  for (const std::uint32_t user : users) {
    begin.push_back(static_cast<std::int64_t>(items.size()));
    const auto history = histories[user];
    const double length = std::sqrt(static_cast<double>(std::max<std::size_t>(1, history.size())));
    for (const std::uint32_t item : history) {
      if (dropout.drops(user, item)) continue;
      items.push_back(item);
      weights.push_back(static_cast<float>(1 / (length * (1 - dropout.share))));
    }
  }
  return {to_tensor(items), to_tensor(begin), to_tensor(weights)};
}

class VaeNetwork {
 public:
  VaeNetwork(std::int64_t items, const MultiVaeOptions& options) : latent_(options.latent) {
    const CounterRandom random(options.seed, kWeightStream);
    const std::int64_t hidden = options.hidden;
    encoder_ = random_layer(random, 0, items, hidden);
    encoder_bias_ = random_normal(random, 1, 1, hidden, kBias)[0].clone();
    middle_ = random_layer(random, 2, 2 * latent_, hidden);
    middle_bias_ = random_normal(random, 3, 1, 2 * latent_, kBias)[0].clone();
    decoder_ = random_layer(random, 4, hidden, latent_);
    decoder_bias_ = random_normal(random, 5, 1, hidden, kBias)[0].clone();
    output_ = random_layer(random, 6, items, hidden);
    output_bias_ = random_normal(random, 7, 1, items, kBias)[0].clone();
  }

  Tensors parameters() const {
    return {encoder_, encoder_bias_, middle_, middle_bias_,
            decoder_, decoder_bias_, output_, output_bias_};
  }

  /// Mean and logarithm of the variance of the latent layer.
  std::pair<torch::Tensor, torch::Tensor> encoded(const Inputs& inputs) const {
    const auto options = torch::nn::functional::EmbeddingBagFuncOptions()
                             .mode(torch::kSum)
                             .offsets(inputs.begin)
                             .per_sample_weights(inputs.weights);
    const torch::Tensor hidden = torch::tanh(
        torch::nn::functional::embedding_bag(inputs.items, encoder_, options) + encoder_bias_);
    const torch::Tensor both = torch::linear(hidden, middle_, middle_bias_);
    return {both.narrow(1, 0, latent_), both.narrow(1, latent_, latent_)};
  }

  torch::Tensor decoded(const torch::Tensor& latent) const {
    return torch::tanh(torch::linear(latent, decoder_, decoder_bias_));
  }

  torch::Tensor item_scores(const torch::Tensor& hidden) const {
    return torch::linear(hidden, output_, output_bias_);
  }

  const torch::Tensor& item_factors() const { return output_; }
  const torch::Tensor& item_bias() const { return output_bias_; }

 private:
  static constexpr double kBias = 1e-3;

  std::int64_t latent_;
  torch::Tensor encoder_;  // items by hidden: a history is a sum of rows
  torch::Tensor encoder_bias_;
  torch::Tensor middle_;
  torch::Tensor middle_bias_;
  torch::Tensor decoder_;
  torch::Tensor decoder_bias_;
  torch::Tensor output_;
  torch::Tensor output_bias_;
};

class VaeTrainer {
 public:
  VaeTrainer(const UserItems& histories, std::size_t items, const MultiVaeOptions& options,
             const TrainingOptions& training)
      : options_(options),
        items_(items),
        threads_(training.threads),
        validation_(hold_out(histories, options.validation, options.seed)),
        network_(static_cast<std::int64_t>(items), options) {
    for (std::uint32_t user = 0; user < histories.users(); ++user) {
      if (!validation_.train[user].empty()) users_.push_back(user);
    }
    Adam adam(network_.parameters(), options.learning_rate, threads_);
    TrainingLoop{"multivae", options.epochs, options.patience, validation_, training}.run(
        network_.parameters(), [&](std::uint32_t epoch) { return run_epoch(epoch, adam); },
        [&] { return scores_of(validation_.seen); });
  }

  /// Scores of users with these histories.
  Factors scores_of(const UserItems& histories) const {
    const torch::NoGradGuard outer;
    std::vector<float> rows(histories.users() * options_.hidden);
    parallel_for(histories.users(), kShardUsers, threads_, [&](const Block& block) {
      const torch::NoGradGuard no_gradient;  // holds for one thread
      std::vector<std::uint32_t> users(block.end - block.begin);
      std::iota(users.begin(), users.end(), static_cast<std::uint32_t>(block.begin));
      const Inputs inputs = encoder_inputs(histories, users, {0, CounterRandom(0)});
      const auto hidden = to_vector(network_.decoded(network_.encoded(inputs).first));
      for (const std::uint32_t user : users) {
        if (histories[user].empty()) continue;  // ranked by the biases alone
        std::copy_n(
            hidden.begin() + static_cast<std::ptrdiff_t>((user - block.begin) * options_.hidden),
            options_.hidden, rows.begin() + static_cast<std::ptrdiff_t>(user * options_.hidden));
      }
    });
    return {make_matrix(histories.users(), options_.hidden, std::move(rows)),
            to_matrix(network_.item_factors()),
            to_vector(network_.item_bias()),
            {}};
  }

 private:
  /// Gives the mean loss of a user.
  double run_epoch(std::uint32_t epoch, Adam& adam) {
    const std::vector<std::uint32_t> order =
        random_order(CounterRandom(options_.seed, kOrderStream), users_.size(), epoch);
    double loss = 0;
    for (std::size_t begin = 0; begin < order.size(); begin += options_.batch) {
      std::vector<std::uint32_t> batch;
      for (std::size_t i = begin; i < std::min(order.size(), begin + options_.batch); ++i) {
        batch.push_back(users_[order[i]]);
      }
      const double grown = options_.warm_up == 0 ? 1 : (epoch + 1.0) / options_.warm_up;
      const double beta = options_.beta * std::min(1.0, grown);
      const std::size_t shards = (batch.size() + kShardUsers - 1) / kShardUsers;
      const double users = static_cast<double>(batch.size());
      loss += users * adam.step(shards, [&](std::size_t shard) {
        const std::size_t first = shard * kShardUsers;
        const std::span all(std::as_const(batch));
        const auto own = all.subspan(first, std::min(kShardUsers, all.size() - first));
        return loss_of(own, epoch, beta) / users;
      });
    }
    return loss / static_cast<double>(order.size());
  }

  /// Multinomial log loss of the histories, and beta times the divergence of the latent layer from
  /// a standard normal distribution; summed over the users.
  torch::Tensor loss_of(std::span<const std::uint32_t> users, std::uint32_t epoch,
                        double beta) const {
    const Dropout dropout{options_.dropout, CounterRandom(options_.seed, kDropoutStream), epoch};
    const auto [mean, log_variance] =
        network_.encoded(encoder_inputs(validation_.train, users, dropout));
    const torch::Tensor latent = mean + noise_of(users, epoch) * torch::exp(0.5 * log_variance);
    const torch::Tensor log_share =
        torch::log_softmax(network_.item_scores(network_.decoded(latent)), 1);
    std::vector<std::int64_t> places;
    for (std::size_t row = 0; row < users.size(); ++row) {
      for (const std::uint32_t item : validation_.train[users[row]]) {
        places.push_back(static_cast<std::int64_t>(row * items_ + item));
      }
    }
    const torch::Tensor likelihood = log_share.flatten().index_select(0, to_tensor(places)).sum();
    const torch::Tensor divergence =
        0.5 * (torch::exp(log_variance) + mean * mean - 1 - log_variance).sum();
    return beta * divergence - likelihood;
  }

  torch::Tensor noise_of(std::span<const std::uint32_t> users, std::uint32_t epoch) const {
    const CounterRandom random(options_.seed, kLatentStream);
    torch::Tensor noise = torch::empty({static_cast<std::int64_t>(users.size()), options_.latent});
    float* value = noise.data_ptr<float>();
    for (const std::uint32_t user : users) {
      const std::uint64_t counter = (std::uint64_t{epoch} << 32U) | user;
      for (std::uint32_t k = 0; k < options_.latent; ++k) {
        *value++ = static_cast<float>(random.normal(counter, k));
      }
    }
    return noise;
  }

  MultiVaeOptions options_;
  std::size_t items_;
  unsigned threads_;
  Validation validation_;
  VaeNetwork network_;
  std::vector<std::uint32_t> users_;  // with a history
};

/// Moves all biases by one number, so that no score is below 0: that of items that the model does
/// not know. User factors are at most 1 in size (tanh). But for the rounding of the biases no
/// ranking changes.
void lift_above_0(Factors& scores) {
  double lowest = 0;
  for (std::size_t item = 0; item < scores.items.rows; ++item) {
    double least = static_cast<double>(scores.item_bias[item]);
    for (const float weight : scores.items.row(item))
      least -= std::abs(static_cast<double>(weight));
    lowest = std::min(lowest, least);
  }
  for (float& bias : scores.item_bias)
    bias = static_cast<float>(static_cast<double>(bias) - lowest);
}

}  // namespace
}  // namespace honestrank::neural

extern "C" __attribute__((visibility("default"))) void honestrank_train_multivae(
    const honestrank::Interactions& train, const honestrank::MultiVaeOptions& options,
    const honestrank::TrainingOptions& training, honestrank::Factors& result) {
  using namespace honestrank;
  neural::with_plain_errors([&] {
    const neural::SingleThreadedTorch single_threaded;
    const KnownItems known(user_items(train, training.threads), train.items.size());
    result = neural::VaeTrainer(known.histories(), known.count(), options, training)
                 .scores_of(known.histories());
    neural::lift_above_0(result);
    const FloatMatrix bias =
        known.for_all_items(make_matrix(known.count(), 1, std::move(result.item_bias)), 0);
    result.item_bias.assign(bias.values.begin(), bias.values.end());
    result.items = known.for_all_items(result.items, 0);
  });
}
