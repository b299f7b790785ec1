#pragma once

#include <concepts>
#include <optional>
#include <type_traits>

#include "honestrank/comparison/compare.h"
#include "honestrank/comparison/plan.h"
#include "honestrank/report/result_report.h"

namespace honestrank {

// The words of result rows. JSON, CSV and Python have them from here: visit_fields calls
// `visit(name, value)` for each field of a row, in their order. Values are text, numbers, counts,
// flags, lists of text, and std::optional<double> where there may be none.

/// A row of `evaluate`, `estimate`, `expect` and others; of a row that is not const the values can
/// be set.
template <typename Visit, typename Row>
requires std::same_as<std::remove_const_t<Row>, ResultRow>
void visit_fields(Visit&& visit, Row& row) {
  visit("model", row.model);
  visit("metric", row.metric);
  visit("estimator", row.estimator);
  visit("value", row.value);
  visit("standard_error", row.standard_error);
  visit("low", row.low);
  visit("high", row.high);
  visit("optimistic", row.optimistic);
  visit("pessimistic", row.pessimistic);
  visit("users", row.users);
  visit("users_skipped", row.users_skipped);
  visit("diagnostics", row.diagnostics);
}

/// Two models of `compare`.
template <typename Visit>
void visit_fields(Visit&& visit, const ModelComparison& row, Correction correction) {
  visit("model", row.model);
  visit("against", row.against);
  visit("metric", row.metric);
  visit("estimator", row.estimator);
  visit("slice", row.slice);
  visit("group", row.group);
  visit("test", to_string(row.test));
  visit("difference", row.difference.mean);
  visit("standard_error", row.difference.standard_error);
  visit("low", row.difference.low);
  visit("high", row.difference.high);
  visit("effect_size", row.difference.effect_size);
  visit("wins", row.difference.wins);
  visit("ties", row.difference.ties);
  visit("losses", row.difference.losses);
  visit("users", row.difference.users);
  visit("p_value", row.p_value);
  visit("adjusted_p_value", row.adjusted_p_value);
  visit("correction", to_string(correction));
  visit("order_probability", row.order_probability);
  visit("repeats", row.repeats);
  visit("repeat_order",
        row.repeats == 0 ? std::optional<double>() : std::optional(row.repeat_order));
  visit("diagnostics", row.diagnostics);
}

/// A model's mean in `compare`.
template <typename Visit>
void visit_fields(Visit&& visit, const GroupMean& row) {
  visit("model", row.model);
  visit("metric", row.metric);
  visit("estimator", row.estimator);
  visit("slice", row.slice);
  visit("group", row.group);
  visit("value", row.value);
  visit("standard_error", row.standard_error);
  visit("low", row.low);
  visit("high", row.high);
  visit("users", row.users);
  visit("winner_probability", row.winner_probability);
}

/// A way of `plan`.
template <typename Visit>
void visit_fields(Visit&& visit, const PlannedWay& row) {
  visit("estimator", row.estimator);
  visit("samples", row.samples);
  visit("users", row.users);
  visit("bias", row.bias);
  visit("standard_error", row.standard_error);
  visit("error", row.error);
  visit("right_probability", row.right_probability);
  visit("seconds", row.seconds);
  visit("reached", row.reached);
}

}  // namespace honestrank
