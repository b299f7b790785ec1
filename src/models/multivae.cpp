#include "honestrank/models/multivae.h"

#include "models/neural_library.h"
#include "models/neural_options.h"

namespace honestrank {

Factors multivae(const Interactions& train, const MultiVaeOptions& options,
                 const TrainingOptions& training) {
  const NeuralOptionCheck check("multivae");
  check.from_1_to(8192, "hidden", options.hidden);
  check.from_1_to(8192, "latent", options.latent);
  check.from_1_to(kMany, "batch", options.batch);
  check.from_1_to(kMany, "epochs", options.epochs);
  check.from_1_to(kMany, "patience", options.patience);
  check.above_0("learning_rate", options.learning_rate);
  check.that(options.dropout >= 0 && options.dropout < 1, "a dropout of at least 0 and below 1",
             options.dropout);
  check.that(options.beta >= 0 && std::isfinite(options.beta), "a beta of at least 0",
             options.beta);
  check.not_empty(train);
  Factors result;
  reinterpret_cast<TrainMultiVae*>(neural_function(kTrainMultiVae))(train, options, training,
                                                                    result);
  return result;
}

}  // namespace honestrank
