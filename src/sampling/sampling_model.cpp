#include "honestrank/sampling/sampling_model.h"

#include <fmt/format.h>

#include "honestrank/base/error.h"
#include "sampling/count_distribution.h"
#include "sampling/point_probabilities.h"

namespace honestrank {

SamplingModel::SamplingModel(std::uint64_t irrelevant, std::uint64_t samples,
                             Replacement replacement)
    : irrelevant_(irrelevant), samples_(samples), replacement_(replacement) {
  if (irrelevant == 0) {
    throw InputError("SamplingModel: expected irrelevant items to draw from; got none");
  }
  if (samples == 0) throw InputError("SamplingModel: expected at least one sample; got none");
  if (replacement == Replacement::without && samples > irrelevant) {
    throw InputError(fmt::format(
        "SamplingModel: expected at most {} samples, as many as there are irrelevant items, where "
        "none is drawn twice; got {}",
        irrelevant, samples));
  }
}

double SamplingModel::probability(std::uint64_t sampled, std::uint64_t above) const {
  const auto count = static_cast<double>(sampled);
  const auto drawn = static_cast<double>(samples_);
  const auto marked = static_cast<double>(above);
  const auto all = static_cast<double>(irrelevant_);
  if (replacement_ == Replacement::without) {
    return sampling::hypergeometric_probability(count, drawn, marked, all);
  }
  return sampling::binomial_probability(count, drawn, marked / all, (all - marked) / all);
}

CountDistribution SamplingModel::distribution(std::uint64_t above) const {
  return sampling::count_distribution(samples_, static_cast<double>(above),
                                      static_cast<double>(irrelevant_), replacement_);
}

}  // namespace honestrank
