#include "honestrank/models/score_source.h"

#include <algorithm>
#include <string>

#include "honestrank/base/error.h"
#include "models/callback_scores.h"
#include "models/factor_scores.h"
#include "models/network_scores.h"
#include "models/similarity_scores.h"

namespace honestrank {
namespace {

struct UserCount {
  std::size_t operator()(const Factors& s) const { return s.users.rows; }
  std::size_t operator()(const ScoreMatrix& s) const { return s.scores.rows; }
  std::size_t operator()(const ItemScores& s) const { return s.users; }
  std::size_t operator()(const SparseSimilarity& s) const { return s.history.rows; }
  std::size_t operator()(const DenseSimilarity& s) const { return s.history.rows; }
  std::size_t operator()(const PairNetwork& s) const { return s.user_factors.rows; }
  std::size_t operator()(const ScoreCallback& s) const { return s.users; }
};

struct ItemCount {
  std::size_t operator()(const Factors& s) const { return s.items.rows; }
  std::size_t operator()(const ScoreMatrix& s) const { return s.scores.columns; }
  std::size_t operator()(const ItemScores& s) const { return s.score.size(); }
  std::size_t operator()(const SparseSimilarity& s) const { return s.similarity.columns; }
  std::size_t operator()(const DenseSimilarity& s) const { return s.weights.columns; }
  std::size_t operator()(const PairNetwork& s) const { return s.item_factors.rows; }
  std::size_t operator()(const ScoreCallback& s) const { return s.items; }
};

/// Writes the scores of all items for one user.
struct UserScorer {
  std::uint32_t user;
  std::span<double> scores;

  void operator()(const Factors& source) const {
    for (std::size_t item = 0; item < scores.size(); ++item) {
      scores[item] = factor_score(source, user, static_cast<std::uint32_t>(item));
    }
  }
  void operator()(const ScoreMatrix& source) const {
    const auto row = source.scores.row(user);
    std::copy(row.begin(), row.end(), scores.begin());
  }
  void operator()(const ItemScores& source) const {
    std::copy(source.score.begin(), source.score.end(), scores.begin());
  }
  void operator()(const SparseSimilarity& source) const { similarity_scores(source, user, scores); }
  void operator()(const DenseSimilarity& source) const { similarity_scores(source, user, scores); }
  void operator()(const PairNetwork& source) const {
    for (std::size_t item = 0; item < scores.size(); ++item) {
      scores[item] =
          static_cast<double>(network_score(source, user, static_cast<std::uint32_t>(item)));
    }
  }
  void operator()(const ScoreCallback& source) const {
    std::vector<float> row(scores.size());
    call_score_users(source, {&user, 1}, row);
    std::copy(row.begin(), row.end(), scores.begin());
  }
};

/// The score of one pair, for sources that know it without the others.
struct PairScorer {
  std::uint32_t user;
  std::uint32_t item;

  double operator()(const Factors& source) const { return factor_score(source, user, item); }
  double operator()(const ScoreMatrix& source) const {
    return static_cast<double>(source.scores.row(user)[item]);
  }
  double operator()(const ItemScores& source) const { return source.score[item]; }
  double operator()(const SparseSimilarity& source) const {
    return similarity_score(source, user, item);
  }
  double operator()(const DenseSimilarity& source) const {
    return similarity_score(source, user, item);
  }
  double operator()(const PairNetwork& source) const {
    return static_cast<double>(network_score(source, user, item));
  }
  double operator()(const ScoreCallback& source) const {
    float score = 0;
    call_score_pairs(source, {&user, 1}, {&item, 1}, {&score, 1});
    return static_cast<double>(score);
  }
};

void check_numbers(const char* function, const char* what, std::span<const std::uint32_t> numbers,
                   std::size_t count) {
  for (const std::uint32_t number : numbers) {
    if (number < count) continue;
    throw InputError(std::string(function) + ": expected " + what + " below " +
                     std::to_string(count) + "; got " + std::to_string(number));
  }
}

}  // namespace

std::size_t user_count(const ScoreSource& source) { return std::visit(UserCount{}, source); }

std::size_t item_count(const ScoreSource& source) { return std::visit(ItemCount{}, source); }

void score_users(const ScoreSource& source, std::span<const std::uint32_t> users,
                 std::span<double> scores) {
  const std::size_t items = item_count(source);
  check_numbers("score_users", "users", users, user_count(source));
  if (scores.size() != users.size() * items) {
    throw InputError("score_users: expected room for " + std::to_string(users.size()) + " * " +
                     std::to_string(items) + " scores; got " + std::to_string(scores.size()));
  }
  for (std::size_t i = 0; i < users.size(); ++i) {
    std::visit(UserScorer{users[i], scores.subspan(i * items, items)}, source);
  }
}

void score_pairs(const ScoreSource& source, std::span<const std::uint32_t> users,
                 std::span<const std::uint32_t> items, std::span<double> scores) {
  if (users.size() != items.size() || users.size() != scores.size()) {
    throw InputError("score_pairs: expected as many items and scores as users, " +
                     std::to_string(users.size()) + "; got " + std::to_string(items.size()) +
                     " and " + std::to_string(scores.size()));
  }
  check_numbers("score_pairs", "users", users, user_count(source));
  check_numbers("score_pairs", "items", items, item_count(source));
  // A call may be dear, so that a callback is asked for all pairs at once.
  if (const auto* callback = std::get_if<ScoreCallback>(&source)) {
    std::vector<float> floats(scores.size());
    call_score_pairs(*callback, users, items, floats);
    std::copy(floats.begin(), floats.end(), scores.begin());
    return;
  }
  for (std::size_t i = 0; i < users.size(); ++i) {
    scores[i] = std::visit(PairScorer{users[i], items[i]}, source);
  }
}

}  // namespace honestrank
