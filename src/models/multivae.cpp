#include "honestrank/models/multivae.h"

#include "models/neural_library.h"
#include "models/option_check.h"

namespace honestrank {

void validate(const MultiVaeOptions& options) {
  const OptionCheck check("multivae");
  check.from_1_to(8192, "hidden", options.hidden);
  check.from_1_to(8192, "latent", options.latent);
  check.from_1_to(kMany, "batch", options.batch);
  check.from_1_to(kMany, "epochs", options.epochs);
  check.from_1_to(kMany, "patience", options.patience);
  check.above_0("learning_rate", options.learning_rate);
  check.share("dropout", options.dropout);
  check.at_least_0("beta", options.beta);
}

Factors multivae(const Interactions& train, const MultiVaeOptions& options,
                 const TrainingOptions& training) {
  validate(options);
  OptionCheck("multivae").not_empty(train);
  Factors result;
  reinterpret_cast<TrainMultiVae*>(neural_function(kTrainMultiVae))(train, options, training,
                                                                    result);
  return result;
}

}  // namespace honestrank
