#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/base/progress.h"
#include "honestrank/models/train_model.h"

namespace honestrank::cli {

/// A model as given: `[NAME=]name(key=value,...)`, to be trained, or `[NAME=]FOLDER`, a saved one.
struct NamedSpec {
  std::string name;  ///< the specification or folder as given where it has no other name
  ModelSpec spec;
  std::string folder{};  ///< of a saved model; then `spec` has no name
};

/// Reads `--model` arguments. What is the name of a model is one, also beside a folder of that
/// name. Throws UsageError for one that asks for no model there is, and as require_library does.
NamedSpec parse_named_spec(const std::string& argument);

/// The specification with `seed`, where the model has one and the specification does not name it.
ModelSpec with_seed(ModelSpec spec, std::uint64_t seed);

/// What is known of users and of items; nullptr: nothing.
struct KnownAttributes {
  const AttributeTable* users = nullptr;
  const AttributeTable* items = nullptr;
  std::string users_file{};  ///< where they were read, for messages
  std::string items_file{};
};

/// Trains a model. Sweeps and loss are reported as progress. Throws as train_model does; where a
/// table lacks a column that the model asks for, or has users of whom `train` knows nothing, the
/// message names the table's file.
TrainedModel train_named(const NamedSpec& model, const Interactions& train,
                         const KnownAttributes& attributes, unsigned threads,
                         const ProgressCallback& progress);

/// Reads a saved model and numbers its users and items as those of `train`. Warns of users and
/// items of `held_out` that it does not know, and of rows that it has learnt from. Throws as
/// load_model does.
TrainedModel load_named(const NamedSpec& model, const Interactions& train,
                        const Interactions& held_out, std::vector<std::string>& warnings);

}  // namespace honestrank::cli
