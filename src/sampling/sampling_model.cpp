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
  if (replacement_ == Replacement::without) {
    return sampling::hypergeometric_probability(sampled, samples_, above, irrelevant_);
  }
  const auto all = static_cast<double>(irrelevant_);
  return sampling::binomial_probability(sampled, samples_, static_cast<double>(above) / all,
                                        static_cast<double>(irrelevant_ - above) / all);
}

CountDistribution SamplingModel::distribution(std::uint64_t above) const {
  return sampling::count_distribution(samples_, above, irrelevant_, replacement_);
}

}  // namespace honestrank
