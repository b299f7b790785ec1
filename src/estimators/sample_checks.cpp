#include "estimators/sample_checks.h"

#include <fmt/format.h>

#include <cstddef>

#include "honestrank/base/error.h"

namespace honestrank::estimators {
namespace {

bool have_same_users(const SampledRanks& one, const SampledRanks& other) {
  if (one.ranks.user != other.ranks.user || one.population != other.population ||
      one.replacement != other.replacement || one.protocol != other.protocol) {
    return false;
  }
  for (std::size_t entry = 0; entry < one.size(); ++entry) {
    if (one.ranks[entry].relevant() != other.ranks[entry].relevant()) return false;
  }
  return true;
}

}  // namespace

void require_correctable(const SampledRanks& sampled, std::span<const Estimator> estimators) {
  validate(sampled);
  if (sampled.protocol != SamplingProtocol::popularity) return;
  for (const Estimator& estimator : estimators) {
    if (estimator.kind == EstimatorKind::naive) continue;
    throw InputError(fmt::format(
        "estimate: expected naive for items drawn by popularity, for which no correction is "
        "known; got {}; draw uniformly to correct",
        estimator.name));
  }
}

void require_same_users(std::span<const SampledRanks> repeats) {
  for (const SampledRanks& sampled : repeats) {
    if (have_same_users(repeats[0], sampled)) continue;
    throw InputError(
        "estimate: expected repeats of the same users, with the same items and samples; got "
        "others");
  }
}

}  // namespace honestrank::estimators
