#include "honestrank/estimators/estimate.h"

namespace honestrank {

std::vector<Estimator> usual_estimators(SamplingProtocol protocol) {
  return parse_estimators(protocol == SamplingProtocol::adaptive
                              ? "adaptive_mle,adaptive_monotone_mle"
                              : "naive,rank,cls,bv(0.1),bv(0.01)");
}

}  // namespace honestrank
