#include <algorithm>
#include <cstdint>

#include "honestrank/estimators/estimate.h"

namespace honestrank {
namespace {

bool has_several_that_can_be_learnt(const SampledRanks& sampled) {
  constexpr std::uint64_t kMost = 100;  // each place takes a rank distribution
  std::uint64_t most = 0;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    if (sampled.samples(entry) != sampled.samples(0)) return false;
    most = std::max(most, sampled.ranks[entry].relevant());
  }
  return most > 1 && most <= kMost;
}

}  // namespace

std::vector<Estimator> usual_estimators(SamplingProtocol protocol) {
  switch (protocol) {
    case SamplingProtocol::adaptive: return parse_estimators("adaptive_mle,adaptive_monotone_mle");
    case SamplingProtocol::popularity: return parse_estimators("naive");
    case SamplingProtocol::uniform:
    case SamplingProtocol::candidates: break;
  }
  return parse_estimators("naive,rank,cls,bv(0.1),bv(0.01)");
}

std::vector<Estimator> usual_estimators(const SampledRanks& sampled) {
  std::vector<Estimator> result = usual_estimators(sampled.protocol);
  const bool uniform = sampled.protocol == SamplingProtocol::uniform ||
                       sampled.protocol == SamplingProtocol::candidates;
  if (uniform && has_several_that_can_be_learnt(sampled)) result.push_back(parse_estimator("mle"));
  return result;
}

}  // namespace honestrank
