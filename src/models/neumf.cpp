#include "honestrank/models/neumf.h"

#include "models/neural_library.h"
#include "models/option_check.h"

namespace honestrank {

void validate(const NeuMfOptions& options) {
  const OptionCheck check("neumf");
  check.from_1_to(1024, "factors", options.factors);
  check.from_1_to(1000, "negatives", options.negatives);
  check.from_1_to(kMany, "batch", options.batch);
  check.from_1_to(kMany, "epochs", options.epochs);
  check.from_1_to(kMany, "patience", options.patience);
  check.above_0("learning_rate", options.learning_rate);
}

PairNetwork neumf(const Interactions& train, const NeuMfOptions& options,
                  const TrainingOptions& training) {
  validate(options);
  OptionCheck("neumf").not_empty(train);
  PairNetwork result;
  reinterpret_cast<TrainNeuMf*>(neural_function(kTrainNeuMf))(train, options, training, result);
  return result;
}

}  // namespace honestrank
