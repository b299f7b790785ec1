#include "honestrank/models/multivae.h"

#include "models/neural_library.h"
#include "models/neural_options.h"

namespace honestrank {

Factors multivae(const Interactions& train, const MultiVaeOptions& options,
                 const TrainingOptions& training) {
  const NeuralOptionCheck check("multivae");
  check.at_least_1("hidden", options.hidden);
  check.at_least_1("latent", options.latent);
  check.at_least_1("batch", options.batch);
  check.at_least_1("epochs", options.epochs);
  check.at_least_1("patience", options.patience);
  check.above_0("learning_rate", options.learning_rate);
  check.that(options.dropout >= 0 && options.dropout < 1, "a dropout of at least 0 and below 1",
             options.dropout);
  check.that(options.beta >= 0, "a beta of at least 0", options.beta);
  check.not_empty(train);
  Factors result;
  reinterpret_cast<TrainMultiVae*>(neural_function(kTrainMultiVae))(train, options, training,
                                                                    result);
  return result;
}

}  // namespace honestrank
