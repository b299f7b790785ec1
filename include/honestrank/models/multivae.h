#pragma once

#include <cstdint>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank {

struct MultiVaeOptions {
  std::uint32_t hidden = 600;        ///< width of the layer before and after the latent one
  std::uint32_t latent = 200;        ///< width of the latent layer
  double dropout = 0.5;              ///< share of a history that is hidden from the encoder
  double beta = 0.2;                 ///< weight of the Kullback-Leibler term, once it has grown
  std::uint32_t warm_up = 50;        ///< epochs over which beta grows from 0
  double learning_rate = 1e-3;       ///< of Adam
  std::uint32_t batch = 256;         ///< users at a time
  std::uint32_t epochs = 200;        ///< at most
  std::uint32_t patience = 10;       ///< epochs without a better validation that end the training
  std::uint32_t validation = 10000;  ///< users of whom one interaction is held out; 0: no stopping
  std::uint64_t seed = 42;
};

/// Throws InputError if an option is out of range.
void validate(const MultiVaeOptions& options);

/// The variational autoencoder with multinomial likelihood of Liang, Krishnan, Hoffman & Jebara
/// (WWW 2018). An interaction counts once; ratings are ignored.
///
/// After every epoch the NDCG@10 of the held-out interactions of some users, drawn at random, is
/// taken over all items; the network of the best epoch is kept. Users are then encoded with their
/// whole history: the result has the last hidden layer as user factors, and the weights and biases
/// of the output layer as item factors and bias.
///
/// The same for any number of threads on one machine; the last digits may differ between machines,
/// as its matrix products do. Throws InputError for options out of range and an empty `train`,
/// BackendUnavailable where the library of the neural models is not installed.
Factors multivae(const Interactions& train, const MultiVaeOptions& options = {},
                 const TrainingOptions& training = {});

}  // namespace honestrank
