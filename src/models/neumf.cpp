#include "honestrank/models/neumf.h"

#include "models/neural_library.h"
#include "models/neural_options.h"

namespace honestrank {

PairNetwork neumf(const Interactions& train, const NeuMfOptions& options,
                  const TrainingOptions& training) {
  const NeuralOptionCheck check("neumf");
  check.at_least_1("factors", options.factors);
  check.at_least_1("negatives", options.negatives);
  check.at_least_1("batch", options.batch);
  check.at_least_1("epochs", options.epochs);
  check.at_least_1("patience", options.patience);
  check.above_0("learning_rate", options.learning_rate);
  check.not_empty(train);
  PairNetwork result;
  reinterpret_cast<TrainNeuMf*>(neural_function(kTrainNeuMf))(train, options, training, result);
  return result;
}

}  // namespace honestrank
