#include "training_loop.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "honestrank/base/error.h"

namespace honestrank::neural {
namespace {

Tensors copies_of(const Tensors& tensors) {
  Tensors copies;
  for (const torch::Tensor& tensor : tensors) copies.push_back(tensor.detach().clone());
  return copies;
}

bool are_finite(const Tensors& tensors) {
  return std::all_of(tensors.begin(), tensors.end(), [](const torch::Tensor& tensor) {
    return torch::isfinite(tensor.detach()).all().item<bool>();
  });
}

}  // namespace

void TrainingLoop::run(const Tensors& parameters,
                       const std::function<double(std::uint32_t epoch)>& epoch,
                       const std::function<ScoreSource()>& scores) const {
  const auto begin = std::chrono::steady_clock::now();
  EarlyStopping stopping(patience);
  Tensors best;
  for (std::uint32_t done = 0; done < epochs && !stopping.is_over(); ++done) {
    TrainingStep step{model, done + 1, epochs, epoch(done)};
    if (!std::isfinite(step.loss) || !are_finite(parameters)) {
      throw InputError(std::string(model) +
                       ": expected weights that stay finite; got others; lower the learning_rate");
    }
    if (!validation.users.empty()) {
      step.validation = validation_ndcg(validation, scores(), training.threads);
      if (stopping.is_best(step.validation)) best = copies_of(parameters);
    }
    step.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (training.progress) training.progress(step);
  }
  const torch::NoGradGuard no_gradient;
  for (std::size_t i = 0; i < best.size(); ++i) {
    torch::Tensor parameter = parameters[i];
    parameter.copy_(best[i]);
  }
}

}  // namespace honestrank::neural
