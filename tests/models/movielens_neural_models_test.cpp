// The neural models on MovieLens 1M, in the split of NCF, against what is published.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "honestrank/data/candidates.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/models/train_model.h"
#include "honestrank/rankings/full_ranks.h"

namespace honestrank {
namespace {}  // namespace
}  // namespace honestrank
