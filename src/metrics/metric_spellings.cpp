#include "metrics/metric_spellings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "honestrank/base/edit_distance.h"
#include "metrics/metric_rules.h"

namespace honestrank::metrics {
namespace {

using enum MetricKind;

constexpr auto kSpellings = std::to_array<Spelling>({
    {"auc", auc},
    {"roc_auc", auc},
    {"gauc", gauc},
    {"precision", precision},
    {"p", precision},
    {"prec", precision},
    {"recall", recall},
    {"r", recall},
    {"recall_capped", recall_capped},
    {"recall_cap", recall_capped},
    {"calibrated_recall", recall_capped},
    {"f1", f1},
    {"f1_score", f1},
    {"ap", ap},
    {"map", ap},
    {"average_precision", ap},
    {"ap_trec", ap_trec},
    {"map_trec", ap_trec},
    {"map_cut", ap_trec},
    {"ndcg", ndcg},
    {"ndcg_cut", ndcg},
    {"ndcg_exp", ndcg, GainKind::exponential},
    {"ndcg_burges", ndcg, GainKind::exponential},
    {"ndcg_binary", ndcg, GainKind::binary},
    {"dcg", dcg},
    {"dcg_exp", dcg, GainKind::exponential},
    {"dcg_burges", dcg, GainKind::exponential},
    {"dcg_binary", dcg, GainKind::binary},
    {"rr", rr},
    {"mrr", rr},
    {"recip_rank", rr},
    {"reciprocal_rank", rr},
    {"hit", hit},
    {"hr", hit},
    {"hit_rate", hit},
    {"hitrate", hit},
    {"hit_ratio", hit},
    {"success", hit},
    {"accuracy", hit, std::nullopt, 1},
    {"rbp", rbp},
    {"r_precision", r_precision},
    {"r-precision", r_precision},
    {"r_prec", r_precision},
    {"r-prec", r_precision},
    {"rprec", r_precision},
});

constexpr std::size_t kMostSuggestions = 3;

/// A name as it can be asked for, with the given cut-off where it takes one.
std::string example(const Spelling& spelling, std::optional<std::uint64_t> cutoff) {
  const CutoffRule rule = spelling.cutoff ? CutoffRule::none : cutoff_rule(spelling.kind);
  std::string name(spelling.name);
  if (rule == CutoffRule::none || (rule == CutoffRule::optional && !cutoff)) return name;
  return name + "@" + std::to_string(cutoff.value_or(10));
}

}  // namespace

std::span<const Spelling> spellings() { return kSpellings; }

const Spelling* find_spelling(std::string_view base) {
  const auto at = std::find_if(kSpellings.begin(), kSpellings.end(),
                               [base](const Spelling& spelling) { return spelling.name == base; });
  return at == kSpellings.end() ? nullptr : &*at;
}

std::string suggestion(std::string_view base, std::optional<std::uint64_t> cutoff) {
  const std::size_t tolerated = tolerated_edits(base);
  std::size_t nearest = tolerated + 1;
  std::vector<const Spelling*> near;
  for (const Spelling& spelling : kSpellings) {
    if (tolerated == 0) break;
    const std::size_t distance = edit_distance(base, spelling.name);
    if (distance < nearest) near.clear();
    if (distance <= nearest && distance <= tolerated) near.push_back(&spelling);
    nearest = std::min(nearest, distance);
  }
  if (near.empty()) {
    std::string names;
    for (const Spelling& spelling : kSpellings) {
      if (spelling.name != name_of(spelling.kind)) continue;
      if (!names.empty()) names += ", ";
      names += spelling.name;
    }
    return "; the metrics are " + names;
  }
  std::string names;
  for (std::size_t i = 0; i < std::min(near.size(), kMostSuggestions); ++i) {
    if (i > 0) names += " or ";
    names += example(*near[i], cutoff);
  }
  return "; did you mean " + names + "?";
}

}  // namespace honestrank::metrics
