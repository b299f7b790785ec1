#include "honestrank/estimators/estimate.h"

namespace honestrank {

std::vector<Estimator> usual_estimators(SamplingProtocol protocol) {
  switch (protocol) {
    case SamplingProtocol::adaptive: return parse_estimators("adaptive_mle,adaptive_monotone_mle");
    case SamplingProtocol::popularity: return parse_estimators("naive");
    case SamplingProtocol::uniform:
    case SamplingProtocol::candidates: break;
  }
  return parse_estimators("naive,rank,cls,bv(0.1),bv(0.01)");
}

}  // namespace honestrank
