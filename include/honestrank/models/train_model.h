#pragma once

#include <string>
#include <vector>

#include "honestrank/data/interactions.h"
#include "honestrank/models/model_spec.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank {

/// A model and what it was made by.
struct TrainedModel {
  ModelSpec spec;  ///< with every option, defaults included
  ScoreSource scores;
};

/// Trains the model of a specification. Options that it does not name have the defaults of the
/// model's options struct.
///
/// Throws InputError for a name or an option that does not exist (with those that do), a value that
/// cannot be read, and as the model itself does.
TrainedModel train_model(const ModelSpec& spec, const Interactions& train,
                         const TrainingOptions& training = {});

/// Throws InputError, as train_model does, if there is no such model, it has no such option or a
/// value cannot be read or is out of range.
void validate(const ModelSpec& spec);

/// Throws BackendUnavailable if the model needs a library that is not there: to know it before data
/// are read and other models trained. (A saved model is read without the library.)
void require_library(const ModelSpec& spec);

/// An option of a model.
struct ModelOption {
  std::string key;
  std::string default_value;
  std::string meaning;
};

/// A model that can be asked for.
struct KnownModel {
  std::string name;
  std::string meaning;
  std::vector<ModelOption> options;
};

/// All models, baselines first.
std::vector<KnownModel> known_models();

}  // namespace honestrank
