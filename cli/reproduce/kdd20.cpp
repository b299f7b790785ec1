#include "reproduce/kdd20.h"

namespace honestrank::cli {

void reproduce_kdd20(Reproduction& reproduction, const ReproductionData& data) {
  kdd20::reproduce_example(reproduction);
  kdd20::reproduce_experiment(reproduction, data);
}

}  // namespace honestrank::cli
