#pragma once

#include <string>

#include "honestrank/models/multivae.h"
#include "honestrank/models/neumf.h"

namespace honestrank {

// What the library of the neural models (neural/) offers. It is a library of its own, loaded when a
// neural model is trained: linked, libtorch would take a third of a second from the start of every
// program.

using TrainMultiVae = void(const Interactions&, const MultiVaeOptions&, const TrainingOptions&,
                           Factors& result);
using TrainNeuMf = void(const Interactions&, const NeuMfOptions&, const TrainingOptions&,
                        PairNetwork& result);

inline constexpr const char* kTrainMultiVae = "honestrank_train_multivae";
inline constexpr const char* kTrainNeuMf = "honestrank_train_neumf";
inline constexpr const char* kNeuralVersion = "honestrank_neural_version";  ///< const char*()

/// The version of the library, with the sizes of what is handed over: a library that was left over
/// from another build would read it wrongly.
std::string neural_version();

/// A function of that library. Throws BackendUnavailable if it is not there or of another version.
void* neural_function(const char* name);

}  // namespace honestrank
