#include "models/liking_factors.h"

#include <algorithm>

#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "models/normal_equations.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kStream = 0x6c696b65;
constexpr std::size_t kBlock = 64;  // of users, of items

/// Ratings of each user, or of each item: who is on the other side, and what is left to explain.
struct RatingSide {
  std::vector<std::size_t> begin;
  std::vector<std::uint32_t> other;
  std::vector<double> rest;

  std::size_t size() const { return begin.size() - 1; }
};

RatingSide rating_side(std::span<const std::uint32_t> own, std::span<const std::uint32_t> other,
                       std::span<const double> rest, std::size_t count) {
  RatingSide side;
  side.begin.assign(count + 1, 0);
  side.other.resize(own.size());
  side.rest.resize(own.size());
  for (const std::uint32_t index : own) ++side.begin[index + 1];
  for (std::size_t i = 0; i < count; ++i) side.begin[i + 1] += side.begin[i];
  std::vector<std::size_t> next(side.begin.begin(), side.begin.end() - 1);
  for (std::size_t row = 0; row < own.size(); ++row) {
    const std::size_t place = next[own[row]]++;
    side.other[place] = other[row];
    side.rest[place] = rest[row];
  }
  return side;
}

/// What is known of every user's taste: its mean, and the mean of its products.
struct Tastes {
  std::vector<double> mean;
  std::vector<double> products;
};

void set_usual(const Interactions& train, const LikingFactorsOptions& options,
               LikingFactors& model) {
  model.usual.assign(train.items.size(), 0);
  model.ratings.assign(train.items.size(), 0);
  double positive = 0;
  for (std::size_t row = 0; row < train.size(); ++row) {
    const double liked = train.rating[row] > options.threshold ? 1 : 0;
    model.usual[train.item[row]] += liked;
    ++model.ratings[train.item[row]];
    positive += liked;
  }
  model.usual_share = train.size() == 0 ? 0 : positive / static_cast<double>(train.size());
  for (std::size_t item = 0; item < model.usual.size(); ++item) {
    const double all = static_cast<double>(model.ratings[item]) + options.shrink;
    model.usual[item] = all > 0 ? (model.usual[item] + options.shrink * model.usual_share) / all
                                : model.usual_share;
  }
}

/// Tastes given the items' factors. Returns the squared noise that is left, summed.
double learn_tastes(const LikingFactors& model, const RatingSide& users, unsigned threads,
                    Tastes& tastes) {
  const std::size_t factors = model.factors;
  std::vector<double> left((users.size() + kBlock - 1) / kBlock);
  parallel_for(users.size(), kBlock, threads, [&](const Block& block) {
    NormalEquations system(factors);
    std::vector<double> covariance(factors * factors);
    for (std::size_t user = block.begin; user < block.end; ++user) {
      system.clear();
      system.add_ridge(1);
      for (std::size_t i = users.begin[user]; i < users.begin[user + 1]; ++i) {
        system.add(model.factors_of(users.other[i]), users.rest[i], 1 / model.noise);
      }
      system.factorise();
      const std::span<double> mean(tastes.mean.data() + user * factors, factors);
      system.solve(mean);
      system.invert(covariance);
      for (std::size_t i = users.begin[user]; i < users.begin[user + 1]; ++i) {
        const auto item = model.factors_of(users.other[i]);
        double expected = 0;
        double spread = 0;
        for (std::size_t a = 0; a < factors; ++a) {
          expected += item[a] * mean[a];
          double sum = 0;
          for (std::size_t b = 0; b < factors; ++b) sum += covariance[a * factors + b] * item[b];
          spread += item[a] * sum;
        }
        const double error = users.rest[i] - expected;
        left[block.index] += error * error + spread;
      }
      double* const products = tastes.products.data() + user * factors * factors;
      for (std::size_t a = 0; a < factors; ++a) {
        for (std::size_t b = 0; b <= a; ++b) {
          products[a * factors + b] = covariance[a * factors + b] + mean[a] * mean[b];
        }
      }
    }
  });
  double sum = 0;
  for (const double each : left) sum += each;
  return sum;
}

void learn_items(const RatingSide& items, const Tastes& tastes, double ridge, unsigned threads,
                 LikingFactors& model) {
  const std::size_t factors = model.factors;
  parallel_for(items.size(), kBlock, threads, [&](const Block& block) {
    NormalEquations system(factors);
    for (std::size_t item = block.begin; item < block.end; ++item) {
      system.clear();
      system.add_ridge(ridge);
      for (std::size_t i = items.begin[item]; i < items.begin[item + 1]; ++i) {
        const std::size_t user = items.other[i];
        system.add_matrix({tastes.products.data() + user * factors * factors, factors * factors});
        system.add_right({tastes.mean.data() + user * factors, factors}, items.rest[i]);
      }
      system.factorise();
      system.solve({model.item.data() + item * factors, factors});
    }
  });
}

}  // namespace

LikingFactors fit_liking_factors(const Interactions& train, const LikingFactorsOptions& options) {
  LikingFactors model;
  model.factors = options.factors;
  set_usual(train, options, model);
  std::vector<double> rest(train.size());
  for (std::size_t row = 0; row < train.size(); ++row) {
    rest[row] = (train.rating[row] > options.threshold ? 1 : 0) - model.usual[train.item[row]];
  }
  const RatingSide users = rating_side(train.user, train.item, rest, train.users.size());
  const RatingSide items = rating_side(train.item, train.user, rest, train.items.size());

  // Some of the spread is taste; which, the sweeps find out.
  constexpr double kStart = 0.05;
  const CounterRandom random(options.seed, kStream);
  model.item.resize(train.items.size() * model.factors);
  for (std::size_t i = 0; i < model.item.size(); ++i) model.item[i] = kStart * random.normal(i);
  const double share = model.usual_share;
  constexpr double kLeastNoise = 1e-4;  // where everybody agrees
  model.noise = std::max(share * (1 - share), kLeastNoise);
  Tastes tastes{std::vector<double>(train.users.size() * model.factors),
                std::vector<double>(train.users.size() * model.factors * model.factors)};
  for (std::uint32_t sweep = 0; sweep < options.sweeps && train.size() != 0; ++sweep) {
    const double left = learn_tastes(model, users, options.threads, tastes);
    learn_items(items, tastes, options.ridge, options.threads, model);
    model.noise = std::max(left / static_cast<double>(train.size()), kLeastNoise);
  }
  return model;
}

std::vector<double> expected_taste(const LikingFactors& model, std::span<const Liked> known) {
  NormalEquations system(model.factors);
  system.add_ridge(1);
  for (const Liked& each : known) {
    system.add(model.factors_of(each.item), each.liked - model.usual[each.item], 1 / model.noise);
  }
  system.factorise();
  std::vector<double> taste(model.factors);
  system.solve(taste);
  return taste;
}

std::vector<double> expected_tastes(const LikingFactors& model, const Interactions& train,
                                    double threshold, unsigned threads) {
  const RowsByUser rows = rows_by_user(train);
  std::vector<double> tastes(train.users.size() * model.factors);
  parallel_for(train.users.size(), kBlock, threads, [&](const Block& block) {
    std::vector<Liked> known;
    for (std::size_t user = block.begin; user < block.end; ++user) {
      known.clear();
      for (std::size_t i = rows.begin[user]; i < rows.begin[user + 1]; ++i) {
        const std::size_t row = rows.rows[i];
        known.push_back({train.item[row], train.rating[row] > threshold ? 1.0 : 0.0});
      }
      const std::vector<double> own = expected_taste(model, known);
      std::copy(own.begin(), own.end(),
                tastes.begin() + static_cast<std::ptrdiff_t>(user * model.factors));
    }
  });
  return tastes;
}

}  // namespace honestrank
