#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "honestrank/base/error.h"
#include "honestrank/metrics/metric.h"
#include "metrics/explanations.h"
#include "metrics/metric_names.h"
#include "metrics/metric_rules.h"
#include "metrics/worked_example.h"

namespace honestrank {
namespace {

using metrics::CutoffRule;
using metrics::Explanation;
using metrics::NameUse;
using metrics::ReadName;
using metrics::WorkedExample;

constexpr std::size_t kColumns = 80;

const Explanation& explanation_of(MetricKind kind) {
  const auto all = metrics::explanations();
  const auto at = std::find_if(all.begin(), all.end(), [kind](const Explanation& explanation) {
    return explanation.kind == kind;
  });
  if (at == all.end()) throw InputError("explain: unknown kind of metric");
  return *at;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

std::string_view gain_text(GainKind gain) {
  switch (gain) {
    case GainKind::linear: return "g";
    case GainKind::exponential: return "(2^g - 1)";
    case GainKind::binary: return "1";
  }
  throw InputError("explain: unknown kind of gain");
}

std::string own_name(const ReadName& name) {
  return canonical_name(name.metric) + (name.cutoff_missing ? "@k" : "");
}

std::string filled_in(std::string_view text, const ReadName& name) {
  const Metric& metric = name.metric;
  std::string result(text);
  replace_all(result, "{name}", own_name(name));
  replace_all(result, "{k}", metric.cutoff ? std::to_string(*metric.cutoff) : "k");
  replace_all(result, "{p}", fmt::format("{}", metric.persistence));
  replace_all(result, "{gain}", gain_text(metric.gain));
  return result;
}

/// The user for whom other tools' values are quoted, and the value of the plain metric.
std::string compared(MetricKind kind) {
  Metric plain;
  plain.kind = kind;
  if (metrics::cutoff_rule(kind) != CutoffRule::none) plain.cutoff = 5;
  const WorkedExample example = metrics::worked_example(plain, false);
  return fmt::format("Numbers are for {}; there {} is {}.", example.setting, canonical_name(plain),
                     example.value);
}

/// Appends `line`, indented and broken at spaces; what follows a break is indented by four.
void append_broken(std::string& out, std::string_view line, std::string_view indent) {
  std::size_t column = 0;
  while (!line.empty()) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, space);
    if (column != 0 && column + 1 + word.size() > kColumns) {
      out += '\n';
      column = 0;
      indent = "    ";
    }
    const std::string_view before = column == 0 ? indent : " ";
    out += before;
    out += word;
    column += before.size() + word.size();
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  out += '\n';
}

void append_section(std::string& out, std::string_view title, std::string_view text) {
  out += '\n';
  out += title;
  out += '\n';
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    append_broken(out, text.substr(0, end), "  ");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string explanation_text(const ReadName& name) {
  const Metric& metric = name.metric;
  const Explanation& explanation = explanation_of(metric.kind);
  const bool whole_ranking = !metric.cutoff && !name.cutoff_missing &&
                             metrics::cutoff_rule(metric.kind) == CutoffRule::optional;
  std::string out;
  append_broken(out, fmt::format("{}: {}", own_name(name), explanation.title), "");
  std::string formula =
      filled_in(whole_ranking ? explanation.whole_formula : explanation.formula, name);
  if (metric.relevance_level > 0) {
    formula += fmt::format("\nrelevant: judged {} or higher", metric.relevance_level);
  }
  const WorkedExample example = metrics::worked_example(metric, name.cutoff_missing);
  std::string elsewhere(explanation.elsewhere);
  replace_all(elsewhere, "{compared}", compared(metric.kind));

  append_section(out, "Formula", formula);
  append_section(out, "Example", fmt::format("{}: {}", example.setting, example.value));
  append_section(out, "Ties", explanation.ties);
  append_section(out, "Undefined", explanation.undefined);
  append_section(out, "Short lists",
                 whole_ranking ? metrics::outside_list() : explanation.short_lists);
  append_section(out, "Other names", explanation.names);
  append_section(out, "Elsewhere", elsewhere);
  append_section(out, "Reference", explanation.reference);
  return out;
}

}  // namespace

std::string explain(const Metric& metric) {
  const bool cutoff_missing =
      !metric.cutoff && metrics::cutoff_rule(metric.kind) == CutoffRule::required;
  return explanation_text({metric, cutoff_missing});
}

std::string explain(std::string_view list, Convention convention) {
  std::string out;
  for (const ReadName& name : metrics::read_names(list, convention, NameUse::explain)) {
    if (!out.empty()) out += '\n';
    out += explanation_text(name);
  }
  return out;
}

std::vector<MetricSummary> list_metrics() {
  std::vector<MetricSummary> summaries;
  for (const Explanation& explanation : metrics::explanations()) {
    Metric metric;
    metric.kind = explanation.kind;
    const bool takes_cutoff = metric.kind != MetricKind::auc && metric.kind != MetricKind::gauc &&
                              metric.kind != MetricKind::r_precision &&
                              metric.kind != MetricKind::rbp;
    if (takes_cutoff) metric.cutoff = 10;
    summaries.push_back({canonical_name(metric), std::string(explanation.sentence)});
  }
  return summaries;
}

}  // namespace honestrank
