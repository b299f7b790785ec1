#pragma once

#include <string>
#include <vector>

#include "honestrank/comparison/slices.h"
#include "honestrank/data/id_map.h"
#include "score_inputs.h"

namespace honestrank::cli {

/// Throws UsageError for slices that need files which `options` do not name.
void require_slice_files(const std::vector<std::string>& names, const ScoreOptions& options);

/// Train, test and attributes for slices of models that do not come from them.
ScoreInputs read_slice_inputs(const ScoreOptions& options, unsigned threads);

/// The slices called `names` (activity, activity:N, popularity, cold_users, cold_items, or a column
/// of the attributes), with a group for each of `users`.
std::vector<UserSlice> make_slices(const std::vector<std::string>& names, const ScoreInputs& inputs,
                                   const IdMap& users, unsigned threads);

/// "; no id of users.csv is a user: 'x' there, 'u1' here" where that is why a slice by a column has
/// a group for none of `users`, else empty.
std::string why_no_groups(const std::string& slice, const ScoreInputs& inputs, const IdMap& users);

}  // namespace honestrank::cli
