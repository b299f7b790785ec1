#pragma once

#include <cstdint>
#include <vector>

#include "honestrank/data/user_items.h"
#include "honestrank/models/score_source.h"

namespace honestrank::neural {

/// Interactions that a training does not see, to tell when it has learnt enough.
struct Validation {
  UserItems train;                   ///< of all users, without what is held out
  std::vector<std::uint32_t> users;  ///< whose interactions are held out, one each
  UserItems seen;                    ///< the lists of `train` of these users
  UserItems held_out;                ///< of these users
};

/// Holds out a random interaction of each of `users` random users (all, if there are fewer) with at
/// least five.
Validation hold_out(const UserItems& histories, std::size_t users, std::uint64_t seed);

/// NDCG@10 over all items that were not seen. User i of `scores` is `validation.users[i]`.
double validation_ndcg(const Validation& validation, const ScoreSource& scores, unsigned threads);

/// Keeps count of how long the best epoch was ago.
class EarlyStopping {
 public:
  explicit EarlyStopping(std::uint32_t patience) : patience_(patience) {}

  /// Whether `value` is the best so far.
  bool is_best(double value) {
    since_best_ = value > best_ ? 0 : since_best_ + 1;
    if (since_best_ == 0) best_ = value;
    return since_best_ == 0;
  }
  bool is_over() const { return since_best_ >= patience_; }

 private:
  std::uint32_t patience_;
  std::uint32_t since_best_ = 0;
  double best_ = -1;
};

}  // namespace honestrank::neural
