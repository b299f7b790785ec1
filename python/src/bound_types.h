#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/models/saved_model.h"
#include "honestrank/models/score_source.h"
#include "honestrank/rankings/user_ranks.h"
#include "honestrank/report/result_report.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank::python {

namespace nb = nanobind;

/// Ranks and who they are of: `ids[user]`, a Python sequence, or None where users are numbers.
struct Ranks {
  UserRanks ranks;
  nb::object ids = nb::none();
};

/// Repeats of a sample, and who they are of.
struct Sampled {
  std::vector<SampledRanks> repeats;
  nb::object ids = nb::none();
  std::uint64_t enough_above = 1;
};

/// A score source, made of arrays, functions or a model.
struct Scores {
  ScoreSource source;
};

/// The enumerator that a word stands for. Throws InputError with the words there are.
template <typename Enum>
Enum enum_of(std::string_view what, std::string_view word,
             const std::vector<std::pair<std::string_view, Enum>>& words) {
  std::string known;
  for (const auto& [name, value] : words) {
    if (name == word) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw InputError(std::string(what) + ": expected one of " + known + "; got '" +
                   std::string(word) + "'");
}

/// table, json, csv, markdown, latex, trec.
ReportFormat report_format(const std::string& name);

/// Options of corrections, from words.
CorrectionOptions correction_options(const std::string& population, const std::string& likelihood,
                                     std::vector<double> prior);

void bind_data(nb::module_& module);
void bind_models(nb::module_& module);
void bind_rankings(nb::module_& module);
void bind_full_ranks(nb::module_& module);
void bind_metrics(nb::module_& module);
void bind_satisfaction(nb::module_& module);
void bind_studies(nb::module_& module);
void bind_synthetic(nb::module_& module);
void bind_sampling(nb::module_& module);
void bind_candidates(nb::module_& module);
void bind_estimators(nb::module_& module);
void bind_rank_distribution(nb::module_& module);
void bind_defaults(nb::module_& module);
void bind_comparison(nb::module_& module);
void bind_plan(nb::module_& module);
void bind_report(nb::module_& module);

}  // namespace honestrank::python
