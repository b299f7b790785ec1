#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/models/saved_model.h"
#include "models/network_scores.h"

namespace honestrank {
namespace {

using Numbers = std::span<const std::uint32_t>;

FloatMatrix with_rows(const FloatMatrix& matrix, Numbers rows) {
  std::vector<float> values(rows.size() * matrix.columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == kNobody) continue;
    const auto row = matrix.row(rows[i]);
    std::copy(row.begin(), row.end(),
              values.begin() + static_cast<std::ptrdiff_t>(i * matrix.columns));
  }
  return make_matrix(rows.size(), matrix.columns, std::move(values));
}

FloatMatrix with_columns(const FloatMatrix& matrix, Numbers columns) {
  std::vector<float> values(matrix.rows * columns.size());
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    const auto row = matrix.row(i);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (columns[j] != kNobody) values[i * columns.size() + j] = row[columns[j]];
    }
  }
  return make_matrix(matrix.rows, columns.size(), std::move(values));
}

template <typename Value>
std::vector<Value> with_places(const std::vector<Value>& values, Numbers places) {
  std::vector<Value> result;
  if (values.empty()) return result;
  for (const std::uint32_t place : places) {
    result.push_back(place == kNobody ? Value{} : values[place]);
  }
  return result;
}

CsrMatrix with_rows(const CsrMatrix& matrix, Numbers rows) {
  CsrMatrix result;
  result.rows = rows.size();
  result.columns = matrix.columns;
  for (const std::uint32_t row : rows) {
    if (row != kNobody) {
      const auto begin = static_cast<std::ptrdiff_t>(matrix.row_begin[row]);
      const auto end = static_cast<std::ptrdiff_t>(matrix.row_begin[row + 1]);
      result.column.insert(result.column.end(), matrix.column.begin() + begin,
                           matrix.column.begin() + end);
      result.value.insert(result.value.end(), matrix.value.begin() + begin,
                          matrix.value.begin() + end);
    }
    result.row_begin.push_back(result.column.size());
  }
  return result;
}

CsrMatrix with_columns(const CsrMatrix& matrix, Numbers columns) {
  std::vector<std::vector<std::uint32_t>> new_columns(matrix.columns);
  for (std::uint32_t j = 0; j < columns.size(); ++j) {
    if (columns[j] != kNobody) new_columns[columns[j]].push_back(j);
  }
  CsrMatrix result;
  result.rows = matrix.rows;
  result.columns = columns.size();
  std::vector<std::pair<std::uint32_t, float>> entries;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    entries.clear();
    for (std::uint64_t i = matrix.row_begin[row]; i < matrix.row_begin[row + 1]; ++i) {
      for (const std::uint32_t column : new_columns[matrix.column[i]]) {
        entries.emplace_back(column, matrix.value[i]);
      }
    }
    std::sort(entries.begin(), entries.end());
    for (const auto& [column, value] : entries) {
      result.column.push_back(column);
      result.value.push_back(value);
    }
    result.row_begin.push_back(result.column.size());
  }
  return result;
}

std::vector<std::uint32_t> copy_of(Numbers numbers) { return {numbers.begin(), numbers.end()}; }

bool contains(Numbers numbers, std::uint32_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

struct Renumber {
  Numbers users;
  Numbers items;

  ScoreSource operator()(const Factors& source) const {
    return Factors{with_rows(source.users, users), with_rows(source.items, items),
                   with_places(source.item_bias, items), with_places(source.user_bias, users)};
  }
  ScoreSource operator()(const ScoreMatrix& source) const {
    return ScoreMatrix{with_columns(with_rows(source.scores, users), items)};
  }
  ScoreSource operator()(const ItemScores& source) const {
    return ItemScores{users.size(), with_places(source.score, items)};
  }
  ScoreSource operator()(const SparseSimilarity& source) const {
    return SparseSimilarity{with_rows(source.history, users),
                            with_columns(source.similarity, items)};
  }
  ScoreSource operator()(const DenseSimilarity& source) const {
    return DenseSimilarity{with_rows(source.history, users), with_columns(source.weights, items)};
  }
  ScoreSource operator()(const PairNetwork& source) const {
    const PairNetwork network{with_rows(source.user_factors, users),
                              with_rows(source.item_factors, items),
                              with_rows(source.user_inputs, users),
                              with_rows(source.item_inputs, items),
                              source.layers,
                              source.output};
    if (!contains(users, kNobody) && !contains(items, kNobody)) return network;
    // Inputs of 0 do not make a score of 0; nor would that be a low one, as scores are of any sign.
    constexpr float kLast = -std::numeric_limits<float>::infinity();
    ScoreCallback result = network_callback(network);
    result.score_users = [score = std::move(result.score_users), all_users = copy_of(users),
                          all_items = copy_of(items)](Numbers chosen, std::span<float> scores) {
      score(chosen, scores);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        if (all_users[chosen[i / all_items.size()]] == kNobody) scores[i] = 0;
        if (all_items[i % all_items.size()] == kNobody) scores[i] = kLast;
      }
    };
    return result;
  }
  ScoreSource operator()(const ScoreCallback& source) const {
    ScoreCallback result;
    result.users = users.size();
    result.items = items.size();
    result.concurrent = source.concurrent;
    const auto score = [source](std::uint32_t user, std::uint32_t item) {
      double value = 0;
      if (user != kNobody && item != kNobody) {
        score_pairs(source, {&user, 1}, {&item, 1}, {&value, 1});
      }
      return static_cast<float>(value);
    };
    result.score_pairs = [score, all_users = copy_of(users), all_items = copy_of(items)](
                             Numbers chosen, Numbers chosen_items, std::span<float> scores) {
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        scores[i] = score(all_users[chosen[i]], all_items[chosen_items[i]]);
      }
    };
    return result;
  }
};

void check(Numbers numbers, std::size_t count, const char* what) {
  for (const std::uint32_t number : numbers) {
    if (number == kNobody || number < count) continue;
    throw InputError("renumbered: expected " + std::string(what) + " below " +
                     std::to_string(count) + "; got " + std::to_string(number));
  }
}

bool in_order(Numbers numbers, std::size_t count) {
  if (numbers.size() != count) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (numbers[i] != i) return false;
  }
  return true;
}

}  // namespace

ScoreSource renumbered(const ScoreSource& source, Numbers users, Numbers items) {
  check(users, user_count(source), "users");
  check(items, item_count(source), "items");
  if (in_order(users, user_count(source)) && in_order(items, item_count(source))) return source;
  return std::visit(Renumber{users, items}, source);
}

}  // namespace honestrank
