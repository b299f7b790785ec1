#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/models/score_source.h"
#include "score_options.h"

namespace honestrank::cli {

/// A model with what it is called in results.
struct ScoredModel {
  std::string name;
  ScoreSource scores;
  std::vector<std::string> files{};
};

/// Models for the same users and items.
struct ArrayModels {
  std::vector<ScoredModel> models;
  std::size_t users = 0;
  std::size_t items = 0;
  std::string users_path;            ///< a file that says how many users there are
  std::string items_path;            ///< and how many items
  std::vector<std::string> rounded;  ///< files of float64 numbers
  std::vector<std::string> warnings;
};

/// Whether factors may have values that are not finite.
enum class NonFinite {
  reject,  ///< NaN is an error, infinite values are worth a warning
  allow,   ///< they are somebody else's business
};

/// Reads the arrays of at least one model; float32 is mapped, not copied.
///
/// Throws InputError with both files and both numbers if two shapes do not fit together, ParseError
/// for a float64 array unless that is allowed, InputError with row and column for a NaN in factors,
/// and whatever read_array and to_matrix throw.
ArrayModels read_array_models(std::span<const ModelFiles> files, bool allow_float64,
                              NonFinite policy = NonFinite::reject);

/// Throws InputError, naming both files and both numbers, unless these are equal.
void require_equal(const char* what, const std::string& first_path, std::size_t first,
                   const std::string& second_path, std::size_t second);

/// The source for some of its items, in that order. Scores of a matrix are not copied.
ScoreSource with_items(const ScoreSource& source, std::span<const std::uint32_t> items);

}  // namespace honestrank::cli
