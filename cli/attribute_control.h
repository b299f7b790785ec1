#pragma once

#include <cstdint>
#include <functional>

#include "honestrank/models/score_source.h"
#include "honestrank/report/result_report.h"
#include "honestrank/satisfaction/satisfaction.h"
#include "score_inputs.h"

namespace honestrank::cli {

/// Whether a model is trained with attributes of users.
bool knows_user_attributes(const NamedSpec& model);

struct ControlOptions {
  std::uint32_t permutations = 20;
  std::uint64_t seed = 42;
  unsigned threads = 0;
};

/// What lists come to, user by user.
using Judge = std::function<MetricResult(const ScoreSource&)>;

/// For every model that knows attributes of users: what it gains over a list for everybody, beside
/// what it gains if these attributes are shuffled among users. Adds rows, and a note each.
void add_attribute_controls(const ScoreInputs& inputs, const Judge& judge,
                            const ControlOptions& options, ResultReport& report);

}  // namespace honestrank::cli
