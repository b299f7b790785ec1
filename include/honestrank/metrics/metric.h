#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace honestrank {

/// The families of metrics; docs/metrics.md gives each formula. The enumerators are the names.
enum class MetricKind {
  auc,            ///< share of (relevant, irrelevant) pairs in the right order
  gauc,           ///< auc, averaged over users with their number of relevant items as weight
  precision,      ///< relevant items up to k, divided by k
  recall,         ///< relevant items up to k, divided by |R|
  recall_capped,  ///< relevant items up to k, divided by min(k, |R|)
  f1,             ///< harmonic mean of precision and recall
  ap,             ///< average precision, divided by min(k, |R|)
  ap_trec,        ///< average precision, divided by |R| (trec_eval's map_cut)
  ndcg,           ///< discounted gain over that of the best ranking, both cut at k
  dcg,            ///< discounted gain, not normalised
  rr,             ///< 1 / rank of the first relevant item
  hit,            ///< 1 if a relevant item stands in the top k
  rbp,            ///< rank-biased precision with persistence p
  r_precision,    ///< precision at k = |R|
};

/// What a relevant item's judged gain g counts in ndcg and dcg.
enum class GainKind {
  linear,       ///< g
  exponential,  ///< 2^g - 1
  binary,       ///< 1
};

/// One metric with its parameters.
struct Metric {
  std::string name;  ///< as it was asked for; results carry it
  MetricKind kind = MetricKind::ndcg;
  std::optional<std::uint64_t> cutoff;  ///< k; none: the whole ranking
  GainKind gain = GainKind::linear;     ///< ndcg and dcg only
  double persistence = 0.8;             ///< rbp only; above 0 and below 1
  double relevance_level = 0;           ///< 0: any positive gain is relevant; else gains >= this,
                                        ///< and lower ones count nothing
};

/// Whose conventions a plain name such as `map@10` follows where tools differ.
enum class Convention {
  honestrank,  ///< docs/metrics.md
  trec_eval,   ///< ap@k and map@k divide by |R|; rbp has p = 0.9 and needs a relevance level,
               ///< since trec_eval's own is graded
  recbole,     ///< ndcg counts binary gains; auc is refused, since RecBole's pools all users
};

/// Reads a metric's name: ours, and the spellings of trec_eval (`ndcg_cut_10`, `P.10`, `Rprec`),
/// ir_measures (`nDCG(gain='exp')@10`, `P(rel=2)@5`), ranx (`ndcg@10-l2`) and RecBole
/// (`MRR@10`). Upper and lower case are the same. precision, recall, recall_capped, f1 and hit need
/// a cut-off; auc, gauc and r_precision have none; elsewhere none means the whole ranking.
///
/// Throws InputError naming what was not understood and the nearest names that exist.
Metric parse_metric(std::string_view name, Convention convention = Convention::honestrank);

/// Reads a comma-separated list of names. Commas inside parentheses belong to a name, and a bare
/// number repeats the name before it with that cut-off: `ndcg@5,10,20` is three metrics.
std::vector<Metric> parse_metrics(std::string_view list,
                                  Convention convention = Convention::honestrank);

/// Our own name of a metric, as in `ndcg(gain=exponential)@10`; parse_metric() reads it back.
std::string canonical_name(const Metric& metric);

/// What `honestrank explain` prints: formula, an example with the metric's own parameters,
/// conventions (ties, users without relevant items, fewer than k items), other names, what other
/// tools do differently, reference. Plain text, at most 80 columns.
std::string explain(const Metric& metric);

/// The same for a list of names as parse_metrics() reads it, with an empty line between two. A
/// cut-off may be missing: the formula then has a k, and the example says which it takes. A metric
/// that a convention refuses is explained all the same.
std::string explain(std::string_view list, Convention convention = Convention::honestrank);

/// One name per kind of metric with a sentence about it, for overviews.
struct MetricSummary {
  std::string name;
  std::string sentence;
};
std::vector<MetricSummary> list_metrics();

}  // namespace honestrank
