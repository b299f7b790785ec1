#include "metrics/metric_rules.h"

#include <cmath>
#include <limits>

#include "honestrank/base/error.h"

namespace honestrank::metrics {

CutoffRule cutoff_rule(MetricKind kind) {
  switch (kind) {
    case MetricKind::precision:
    case MetricKind::recall:
    case MetricKind::recall_capped:
    case MetricKind::f1:
    case MetricKind::hit: return CutoffRule::required;
    case MetricKind::auc:
    case MetricKind::gauc:
    case MetricKind::r_precision: return CutoffRule::none;
    case MetricKind::ap:
    case MetricKind::ap_trec:
    case MetricKind::ndcg:
    case MetricKind::dcg:
    case MetricKind::rr:
    case MetricKind::rbp: return CutoffRule::optional;
  }
  throw InputError("cutoff_rule: unknown kind of metric");
}

std::string_view name_of(MetricKind kind) {
  switch (kind) {
    case MetricKind::auc: return "auc";
    case MetricKind::gauc: return "gauc";
    case MetricKind::precision: return "precision";
    case MetricKind::recall: return "recall";
    case MetricKind::recall_capped: return "recall_capped";
    case MetricKind::f1: return "f1";
    case MetricKind::ap: return "ap";
    case MetricKind::ap_trec: return "ap_trec";
    case MetricKind::ndcg: return "ndcg";
    case MetricKind::dcg: return "dcg";
    case MetricKind::rr: return "rr";
    case MetricKind::hit: return "hit";
    case MetricKind::rbp: return "rbp";
    case MetricKind::r_precision: return "r_precision";
  }
  throw InputError("name_of: unknown kind of metric");
}

bool uses_gains(MetricKind kind) { return kind == MetricKind::ndcg || kind == MetricKind::dcg; }

double highest_gain(GainKind kind) {
  switch (kind) {
    case GainKind::linear: return 1e150;
    case GainKind::exponential: return 512;
    case GainKind::binary: return std::numeric_limits<double>::max();
  }
  throw InputError("highest_gain: unknown kind of gain");
}

std::optional<std::string> fault_of(const Metric& metric) {
  const std::string name(name_of(metric.kind));
  const CutoffRule rule = cutoff_rule(metric.kind);
  if (rule == CutoffRule::required && !metric.cutoff) {
    return "expected a cut-off, as in " + name + "@10";
  }
  if (rule == CutoffRule::none && metric.cutoff) {
    if (metric.kind == MetricKind::r_precision) {
      return "expected r_precision without a cut-off (its cut-off is the number of relevant items)";
    }
    return "expected " + name +
           " without a cut-off (it compares a relevant item with every irrelevant one; elsewhere "
           "AUC@k looks at the top k alone, or credits half of the rest)";
  }
  if (metric.cutoff && *metric.cutoff == 0) return "expected a cut-off of at least 1";
  if (metric.kind == MetricKind::rbp && !(metric.persistence > 0 && metric.persistence < 1)) {
    return "expected a persistence p above 0 and below 1, as in rbp(p=0.85)";
  }
  if (!(metric.relevance_level >= 0) || !std::isfinite(metric.relevance_level)) {
    return "expected a relevance level above 0, as in precision(rel=2)@10";
  }
  if (uses_gains(metric.kind) && metric.relevance_level > highest_gain(metric.gain)) {
    return "expected a relevance level that gains can reach (up to 1e150; exponential: up to 512)";
  }
  return std::nullopt;
}

std::optional<std::string> fault_without_gains(const Metric& metric) {
  if (metric.relevance_level > 1) {
    return "expected a relevance level of at most 1, since the ranks have no gains; got a higher "
           "one";
  }
  return fault_of(metric);
}

}  // namespace honestrank::metrics
