#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/models/score_source.h"
#include "score_inputs.h"

namespace honestrank::cli {

/// A model that can be asked for scores.
struct ReadyModel {
  std::string name;
  const ScoreSource& scores;
  std::string source;  ///< files, or the specification: whom to name where scores are wrong
  std::vector<std::string> warnings{};
  std::vector<std::string> notes{};  ///< how it was made
};

/// Calls `use` with the models of arrays, then with those of specifications (with `seed` unless
/// they have one), trained or read one after the other; a model's memory goes once it was used.
void for_each_model(ScoreInputs& inputs, std::uint64_t seed, unsigned threads,
                    const ProgressCallback& progress,
                    const std::function<void(const ReadyModel&)>& use);

/// Calls `body`; an InputError of a library function names `source` in place of the function: who
/// runs a program has not called one.
template <typename Body>
void with_source_named(const std::string& source, const Body& body) {
  try {
    body();
  } catch (const ParseError&) {  // names its file
    throw;
  } catch (const InputError& error) {
    std::string_view what = error.what();
    for (const std::string_view caller : {"AttributeTable: ",
                                          "hold_out_share: ",
                                          "full_ranks: ",
                                          "sample_ranks: ",
                                          "rank_candidates: ",
                                          "estimate: ",
                                          "expect_sampled: ",
                                          "expect_estimates: ",
                                          "sampled_distributions: ",
                                          "SamplingModel: ",
                                          "correction: ",
                                          "validate: ",
                                          "satisfaction: ",
                                          "held_out_ranks: ",
                                          "new_user_study: ",
                                          "new_item_study: ",
                                          "geometric_browsing: ",
                                          "empirical_browsing: ",
                                          "given_browsing: ",
                                          "fit_geometric: ",
                                          "compare_models: ",
                                          "analyse_consistency: ",
                                          "plan_error: ",
                                          "plan_order: ",
                                          "plan: ",
                                          "pilot_from_samples: "}) {
      if (what.starts_with(caller)) what.remove_prefix(caller.size());
    }
    throw InputError(source + ": " + std::string(what));
  }
}

}  // namespace honestrank::cli
