#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array_models.h"
#include "honestrank/base/progress.h"
#include "honestrank/data/attribute_table.h"
#include "honestrank/data/interactions.h"
#include "score_options.h"

namespace honestrank::cli {

/// Models, and the interactions that they are judged by, numbered as the models' rows.
struct ScoreInputs {
  std::vector<ScoredModel> models;
  std::vector<NamedSpec> specs;  ///< of models to be trained on `seen`
  Interactions held_out;
  Interactions seen;  ///< without rows where nothing is masked
  std::optional<AttributeTable> user_attributes;
  std::optional<AttributeTable> item_attributes;
  std::string user_attributes_file;
  std::string item_attributes_file;
  std::vector<std::string> notes;     ///< how the inputs were read
  std::vector<std::string> warnings;  ///< what limits trust in the results
};

/// The ids of `path`, which must be `count`, or the numbers below `count` where `path` is empty.
/// Throws InputError that names `rows_path` if the numbers differ, else as read_ids does.
std::shared_ptr<const IdMap> row_ids(const std::string& path, const char* what, std::size_t count,
                                     const std::string& rows_path);

/// Says how many of the `known` users or items (`what`) a table has nothing of, if any.
std::vector<std::string> attribute_warnings(const AttributeTable& table, const std::string& path,
                                            const char* what, const IdMap& known);

/// The interactions of a file; of rows with the same user and item the last counts, with a warning.
Interactions last_ratings(const std::string& path, const ReadInteractionsOptions& read,
                          std::vector<std::string>& warnings);

/// What is to be said about rows that no interaction names, and about interactions that look
/// swapped. `train` and `test` have one numbering.
struct RowUse {
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};
RowUse row_use(const ScoreOptions& options, const ArrayModels& arrays, const Interactions& train,
               const Interactions& test);

/// Names the first users and items of both, which have one numbering, where no user and no item has
/// a row in both; else, or where one has no rows, empty.
std::string first_ids_apart(const Interactions& train, const Interactions& test);

/// Reads everything that `options` (complete) name.
///
/// Throws ParseError with file and line for an id without a row, InputError for arrays that do not
/// fit together, for held-out items outside the catalogue, for pairs in both train and test, and
/// for models to be trained where train and test have no id in common.
ScoreInputs read_score_inputs(const ScoreOptions& options, unsigned threads,
                              const ProgressCallback& progress);

}  // namespace honestrank::cli
