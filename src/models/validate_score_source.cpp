#include <fmt/format.h>

#include <limits>
#include <string>
#include <string_view>

#include "honestrank/base/error.h"
#include "honestrank/models/score_source.h"

namespace honestrank {
namespace {

void expect(bool holds, const std::string& otherwise) {
  if (!holds) throw InputError("validate: " + otherwise);
}

void check_matrix(const char* name, const FloatMatrix& matrix) {
  const std::size_t values = matrix.values.size();
  const bool fits = matrix.columns == 0
                        ? values == 0
                        : values % matrix.columns == 0 && values / matrix.columns == matrix.rows;
  expect(fits, fmt::format("expected {} * {} values in the {}; got {}", matrix.rows, matrix.columns,
                           name, values));
}

/// As the validate of the matrix, with a message that says which one it is.
void check_matrix(const char* name, const CsrMatrix& matrix) {
  try {
    validate(matrix);
  } catch (const InputError& error) {
    constexpr std::string_view kPrefix = "validate: ";
    const std::string_view what = error.what();
    throw InputError(fmt::format("validate: the {}: {}", name,
                                 what.starts_with(kPrefix) ? what.substr(kPrefix.size()) : what));
  }
}

void check_same(const char* what, std::size_t expected, std::size_t got) {
  expect(expected == got, fmt::format("expected as many {}, {}; got {}", what, expected, got));
}

void check_bias(const char* whose, const std::vector<float>& bias, std::size_t rows) {
  expect(
      bias.empty() || bias.size() == rows,
      fmt::format("expected a bias for each of {} {}, or none; got {}", rows, whose, bias.size()));
}

struct Validator {
  void operator()(const Factors& source) const {
    check_matrix("user factors", source.users);
    check_matrix("item factors", source.items);
    check_same("columns of user factors as of item factors", source.items.columns,
               source.users.columns);
    check_bias("items", source.item_bias, source.items.rows);
    check_bias("users", source.user_bias, source.users.rows);
  }
  void operator()(const ScoreMatrix& source) const { check_matrix("score matrix", source.scores); }
  void operator()(const ItemScores&) const {}
  void operator()(const SparseSimilarity& source) const {
    check_matrix("history", source.history);
    check_matrix("similarity", source.similarity);
    check_same("rows of similarities as columns of histories", source.history.columns,
               source.similarity.rows);
  }
  void operator()(const DenseSimilarity& source) const {
    check_matrix("history", source.history);
    check_matrix("weights", source.weights);
    check_same("rows of weights as columns of histories", source.history.columns,
               source.weights.rows);
  }
  void operator()(const PairNetwork& source) const {
    check_matrix("user factors", source.user_factors);
    check_matrix("item factors", source.item_factors);
    check_matrix("user inputs", source.user_inputs);
    check_matrix("item inputs", source.item_inputs);
    check_same("columns of user factors as of item factors", source.item_factors.columns,
               source.user_factors.columns);
    check_same("columns of user inputs as of item inputs", source.item_inputs.columns,
               source.user_inputs.columns);
    check_same("rows of user inputs as of user factors", source.user_factors.rows,
               source.user_inputs.rows);
    check_same("rows of item inputs as of item factors", source.item_factors.rows,
               source.item_inputs.rows);
    std::size_t width = source.user_inputs.columns;
    for (const NetworkLayer& layer : source.layers) {
      check_matrix("weights of a layer", layer.weights);
      check_same("inputs of a layer as outputs of the one before", width, layer.weights.columns);
      width = layer.weights.rows;
      check_same("biases of a layer as outputs", width, layer.bias.size());
    }
    check_same("output weights as outputs of the last layer", width, source.output.size());
  }
  void operator()(const ScoreCallback& source) const {
    expect(source.score_users || source.score_pairs,
           "expected a callback that scores users or pairs; got neither");
    expect(source.batch > 0, "expected batches of at least 1 user; got 0");
  }
};

}  // namespace

void validate(const ScoreSource& source) {
  std::visit(Validator{}, source);
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  expect(user_count(source) <= kMost,
         fmt::format("expected at most {} users; got {}", kMost, user_count(source)));
  expect(item_count(source) <= kMost,
         fmt::format("expected at most {} items; got {}", kMost, item_count(source)));
}

}  // namespace honestrank
