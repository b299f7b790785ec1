#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/models/score_source.h"

namespace honestrank::testing_support {

/// Score sources with random numbers: few different ones, of both signs, so that ties, sums of zero
/// and zeros of both signs are common.
class RandomSources {
 public:
  RandomSources(std::uint64_t seed, std::size_t users, std::size_t items)
      : random_(seed), users_(users), items_(items) {}

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound, drawn_++); }

  Factors factors() {
    const std::size_t columns = below(6);
    Factors made{matrix(users_, columns), matrix(items_, columns)};
    if (below(2) == 0) made.item_bias = values(items_);
    if (below(2) == 0) made.user_bias = values(users_);
    // So large that it would round all scores to ties.
    for (float& bias : made.user_bias) bias *= 1e30F;
    return made;
  }
  ScoreMatrix score_matrix() { return {matrix(users_, items_)}; }
  ItemScores item_scores() {
    const auto drawn = values(items_);
    return {users_, {drawn.begin(), drawn.end()}};
  }
  SparseSimilarity sparse_similarity() {
    const std::size_t known = known_items();
    CsrMatrix history = sparse(users_, known, 1 + below(items_ + 1));
    return {std::move(history), sparse(known, items_, 1 + below(items_ + 1))};
  }
  DenseSimilarity dense_similarity() {
    const std::size_t known = known_items();
    CsrMatrix history = sparse(users_, known, 1 + below(6));
    return {std::move(history), matrix(known, items_)};
  }
  PairNetwork pair_network() {
    const std::size_t factors = below(4);
    std::size_t width = 1 + below(5);
    PairNetwork made{matrix(users_, factors), matrix(items_, factors), matrix(users_, width),
                     matrix(items_, width)};
    for (std::uint64_t layers = below(3); layers > 0; --layers) {
      const std::size_t outputs = 1 + below(5);
      made.layers.push_back({matrix(outputs, width), values(outputs)});
      width = outputs;
    }
    made.output = values(width);
    return made;
  }
  ScoreCallback callback() {
    const FloatMatrix scores = matrix(users_, items_);
    ScoreCallback made;
    made.users = users_;
    made.items = items_;
    const auto kind = below(3);
    if (kind != 0) {
      made.score_users = [scores](std::span<const std::uint32_t> users, std::span<float> out) {
        for (std::size_t i = 0; i < users.size(); ++i) {
          const auto row = scores.row(users[i]);
          for (std::size_t item = 0; item < row.size(); ++item) {
            out[i * scores.columns + item] = row[item];
          }
        }
      };
    }
    if (kind != 1) {
      made.score_pairs = [scores](std::span<const std::uint32_t> users,
                                  std::span<const std::uint32_t> items, std::span<float> out) {
        for (std::size_t i = 0; i < users.size(); ++i) out[i] = scores.row(users[i])[items[i]];
      };
    }
    made.batch = 1 + below(9);
    made.concurrent = below(2) == 0;
    return made;
  }

  /// One of each kind.
  std::vector<std::pair<std::string, ScoreSource>> all() {
    std::vector<std::pair<std::string, ScoreSource>> made;
    made.emplace_back("factors", factors());
    made.emplace_back("cosine", cosine(factors()));
    made.emplace_back("score matrix", score_matrix());
    made.emplace_back("item scores", item_scores());
    made.emplace_back("sparse similarity", sparse_similarity());
    made.emplace_back("dense similarity", dense_similarity());
    made.emplace_back("pair network", pair_network());
    made.emplace_back("callback", callback());
    return made;
  }

 private:
  /// Items of histories: those that are ranked, or others.
  std::size_t known_items() { return below(2) == 0 ? items_ : 1 + below(2 * items_); }

  float value() {
    switch (below(8)) {
      case 0: return 0.0F;
      case 1: return -0.0F;
      // Not a sum of few powers of two: the order of additions shows in the last bit.
      case 2: return static_cast<float>(random_.uniform(drawn_++)) - 0.5F;
      default: return (static_cast<float>(below(9)) - 4.0F) * 0.1F;
    }
  }
  std::vector<float> values(std::size_t count) {
    std::vector<float> drawn(count);
    for (float& each : drawn) each = value();
    return drawn;
  }
  FloatMatrix matrix(std::size_t rows, std::size_t columns) {
    return make_matrix(rows, columns, values(rows * columns));
  }
  /// About one in `every` entries is stored, some of them zeros; some rows are empty.
  CsrMatrix sparse(std::size_t rows, std::size_t columns, std::uint64_t every) {
    CsrMatrix made;
    made.rows = rows;
    made.columns = columns;
    for (std::size_t row = 0; row < rows; ++row) {
      const bool empty = below(5) == 0;
      for (std::uint32_t column = 0; column < columns && !empty; ++column) {
        if (below(every) != 0) continue;
        made.column.push_back(column);
        made.value.push_back(value());
      }
      made.row_begin.push_back(made.column.size());
    }
    return made;
  }

  CounterRandom random_;
  std::size_t users_;
  std::size_t items_;
  std::uint64_t drawn_ = 0;
};

}  // namespace honestrank::testing_support
