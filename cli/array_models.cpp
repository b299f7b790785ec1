#include "array_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <variant>

#include "honestrank/base/error.h"
#include "honestrank/data/npz.h"

namespace honestrank::cli {
namespace {

/// Zeros that a sparse matrix leaves out would be scores like any other.
void reject_sparse(const std::string& path) {
  if (!is_npz(path)) return;
  const NpzFile file = read_npz(path);
  if (!file.contains("format")) return;
  file.reject(
      "expected a dense array; got a scipy sparse matrix; save it with numpy.save(path, "
      "matrix.toarray())");
}

/// Reads every file once, however many models share it.
class ArrayReader {
 public:
  explicit ArrayReader(bool allow_float64) : allow_float64_(allow_float64) {}

  const FloatMatrix& matrix(const std::string& path) { return read(path, to_matrix); }
  const FloatMatrix& vector(const std::string& path) { return read(path, to_vector); }
  const std::vector<std::string>& rounded() const { return rounded_; }

  /// A warning for each file with infinite values. Throws InputError for one with a NaN.
  std::vector<std::string> check_finite(const std::vector<std::string>& paths) const {
    std::vector<std::string> warnings;
    for (const std::string& path : paths) {
      const FloatMatrix& matrix = matrices_.at(path);
      const auto& values = matrix.values;
      const auto place_of = [&](auto at) {
        const auto index = static_cast<std::size_t>(at - values.begin());
        return matrix.columns == 1 ? fmt::format("row {}", index)
                                   : fmt::format("row {}, column {} (from 0)",
                                                 index / matrix.columns, index % matrix.columns);
      };
      const auto nan =
          std::find_if(values.begin(), values.end(), [](float value) { return std::isnan(value); });
      if (nan != values.end()) {
        throw InputError(fmt::format("{}: expected numbers; got NaN in {}", path, place_of(nan)));
      }
      const auto is_infinite = [](float value) { return std::isinf(value); };
      const auto count = std::count_if(values.begin(), values.end(), is_infinite);
      if (count == 0) continue;
      warnings.push_back(fmt::format(
          "{}: {} infinite value{}, first in {}; scores may be infinite too, or no numbers", path,
          count, count == 1 ? "" : "s",
          place_of(std::find_if(values.begin(), values.end(), is_infinite))));
    }
    return warnings;
  }

 private:
  template <typename Convert>
  const FloatMatrix& read(const std::string& path, Convert convert) {
    const auto found = matrices_.find(path);
    if (found != matrices_.end()) return found->second;
    reject_sparse(path);
    const NumpyArray array = read_array(path);
    if (array.type() == ElementType::float64) {
      if (!allow_float64_) {
        array.reject(
            "expected float32 or float16; got float64; save it with array.astype('float32'), or "
            "give --allow-float64 to have it rounded");
      }
      rounded_.push_back(path);
    }
    const FloatMatrix matrix = convert(array, FloatPolicy{.allow_float64 = true});
    if (matrix.rows == 0 || matrix.columns == 0) {
      array.reject(
          fmt::format("expected rows and columns; got {} by {}", matrix.rows, matrix.columns));
    }
    return matrices_.emplace(path, matrix).first->second;
  }

  bool allow_float64_;
  std::map<std::string, FloatMatrix> matrices_;
  std::vector<std::string> rounded_;
};

ScoreSource read_source(const ModelFiles& files, ArrayReader& reader) {
  if (!files.scores.empty()) return ScoreMatrix{reader.matrix(files.scores)};
  Factors factors;
  factors.users = reader.matrix(files.user_factors);
  factors.items = reader.matrix(files.item_factors);
  require_equal("columns", files.user_factors, factors.users.columns, files.item_factors,
                factors.items.columns);
  if (!files.item_bias.empty()) {
    const FloatMatrix& bias = reader.vector(files.item_bias);
    require_equal("items", files.item_factors, factors.items.rows, files.item_bias, bias.rows);
    factors.item_bias.assign(bias.values.begin(), bias.values.end());
  }
  return factors;
}

Factors with_items(const Factors& factors, std::span<const std::uint32_t> items) {
  const std::size_t columns = factors.items.columns;
  std::vector<float> rows;
  rows.reserve(items.size() * columns);
  Factors result{factors.users, {}, {}, factors.user_bias};
  for (const std::uint32_t item : items) {
    const auto row = factors.items.row(item);
    rows.insert(rows.end(), row.begin(), row.end());
    if (!factors.item_bias.empty()) result.item_bias.push_back(factors.item_bias[item]);
  }
  result.items = make_matrix(items.size(), columns, std::move(rows));
  return result;
}

ScoreCallback with_items(const ScoreMatrix& matrix, std::span<const std::uint32_t> items) {
  ScoreCallback callback;
  callback.users = matrix.scores.rows;
  callback.items = items.size();
  callback.concurrent = true;
  callback.score_users = [matrix, columns = std::vector<std::uint32_t>(items.begin(), items.end())](
                             std::span<const std::uint32_t> users, std::span<float> scores) {
    auto score = scores.begin();
    for (const std::uint32_t user : users) {
      const auto row = matrix.scores.row(user);
      score = std::transform(columns.begin(), columns.end(), score,
                             [&](std::uint32_t column) { return row[column]; });
    }
  };
  return callback;
}

}  // namespace

void require_equal(const char* what, const std::string& first_path, std::size_t first,
                   const std::string& second_path, std::size_t second) {
  if (first == second) return;
  throw InputError(fmt::format("{} and {}: expected equal numbers of {}; got {} and {}", first_path,
                               second_path, what, first, second));
}

ArrayModels read_array_models(std::span<const ModelFiles> files, bool allow_float64,
                              NonFinite policy) {
  ArrayReader reader(allow_float64);
  ArrayModels result;
  for (const ModelFiles& model : files) {
    ScoreSource source = read_source(model, reader);
    const bool factors = model.scores.empty();
    // A score matrix may be large, and ranking names the place in it.
    if (factors && policy == NonFinite::reject) {
      for (std::string& warning : reader.check_finite(model.arrays())) {
        const auto& told = result.warnings;
        if (std::find(told.begin(), told.end(), warning) == told.end()) {
          result.warnings.push_back(std::move(warning));
        }
      }
    }
    const std::string& users_path = factors ? model.user_factors : model.scores;
    const std::string& items_path = factors ? model.item_factors : model.scores;
    if (result.models.empty()) {
      result.users = user_count(source);
      result.items = item_count(source);
      result.users_path = users_path;
      result.items_path = items_path;
    }
    require_equal("users", result.users_path, result.users, users_path, user_count(source));
    require_equal("items", result.items_path, result.items, items_path, item_count(source));
    result.models.push_back({model.name, std::move(source), model.arrays()});
  }
  result.rounded = reader.rounded();
  return result;
}

ScoreSource with_items(const ScoreSource& source, std::span<const std::uint32_t> items) {
  if (const auto* factors = std::get_if<Factors>(&source)) return with_items(*factors, items);
  return with_items(std::get<ScoreMatrix>(source), items);
}

}  // namespace honestrank::cli
