#include "metrics/metric_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/metrics/metric.h"
#include "metrics/metric_rules.h"
#include "metrics/metric_spellings.h"

namespace honestrank {
namespace {

using metrics::NameUse;
using metrics::ReadName;
using metrics::Spelling;

constexpr std::size_t kLongestQuote = 60;
constexpr std::string_view kExpectedLevel = "expected a relevance level above 0, as in rel=2";

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Names are ASCII; the locale must not matter.
std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// In quotes, fit for a message: control bytes escaped, long text cut.
std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, kLongestQuote)) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + (text.size() > kLongestQuote ? "...'" : "'");
}

[[noreturn]] void fail(std::string_view asked, std::string_view expected,
                       std::string_view advice = "") {
  throw InputError(fmt::format("parse_metric: {}; got {}{}", expected, in_quotes(asked), advice));
}

/// A metric's name, taken apart but not yet understood. All of it is in lower case.
struct NameParts {
  std::string base;
  std::string parameters;               ///< between the parentheses
  std::optional<std::string> cutoff;    ///< digits after @, _ or .
  std::size_t cutoff_at = 0;            ///< where these digits are in the name
  std::optional<std::string> decimals;  ///< digits after the point of rbp.85
  std::optional<std::string> level;     ///< ranx: what follows -l
};

std::size_t digits_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - begin;
}

/// Splits `asked` into its parts; whatever does not belong to any is an error.
NameParts split(std::string_view asked) {
  NameParts parts;
  std::string text = lower_case(asked);

  const std::size_t level_at = text.rfind("-l");
  if (level_at != std::string::npos && level_at + 2 < text.size() && is_digit(text[level_at + 2])) {
    parts.level = text.substr(level_at + 2);
    text.resize(level_at);
  }

  std::size_t at = std::min(text.find_first_of("(@."), text.size());
  parts.base = text.substr(0, at);
  const std::size_t underscore = parts.base.rfind('_');
  if (underscore != std::string::npos && underscore + 1 < parts.base.size() &&
      underscore + 1 + digits_at(text, underscore + 1) == parts.base.size()) {
    parts.cutoff = parts.base.substr(underscore + 1);
    parts.cutoff_at = underscore + 1;
    parts.base.resize(underscore);
  }
  if (at < text.size() && text[at] == '.' && parts.base == "rbp") {
    const std::size_t digits = digits_at(text, at + 1);
    if (digits == 0) fail(asked, "expected digits after the point, as in rbp.85");
    parts.decimals = text.substr(at + 1, digits);
    at += 1 + digits;
  }
  if (at < text.size() && text[at] == '(') {
    const std::size_t close = text.find(')', at);
    if (close == std::string::npos) fail(asked, "expected a closing parenthesis");
    parts.parameters = trimmed(std::string_view(text).substr(at + 1, close - at - 1));
    at = close + 1;
  }
  if (at < text.size() && (text[at] == '@' || text[at] == '.') && !parts.cutoff) {
    const std::size_t digits = digits_at(text, at + 1);
    if (digits == 0) fail(asked, "expected a whole number as cut-off, as in ndcg@10");
    parts.cutoff = text.substr(at + 1, digits);
    parts.cutoff_at = at + 1;
    at += 1 + digits;
  }
  if (at < text.size()) {
    fail(asked, fmt::format("expected the name to end before {}", in_quotes(text.substr(at))));
  }
  return parts;
}

std::uint64_t read_cutoff(std::string_view asked, std::string_view digits) {
  std::uint64_t cutoff = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), cutoff);
  if (error != std::errc() || end != digits.data() + digits.size() || cutoff == 0) {
    fail(asked, "expected a cut-off from 1 to 18446744073709551615");
  }
  return cutoff;
}

double read_number(std::string_view asked, std::string_view text, std::string_view expected) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) fail(asked, expected);
  return number;
}

std::string_view unquoted(std::string_view value) {
  if (value.size() >= 2 && (value.front() == '\'' || value.front() == '"') &&
      value.front() == value.back()) {
    return value.substr(1, value.size() - 2);
  }
  return value;
}

/// One metric's name on its way to a Metric.
class NameReader {
 public:
  NameReader(std::string_view asked, Convention convention, NameUse use)
      : asked_(asked), convention_(convention), use_(use) {}

  ReadName read() {
    const NameParts parts = split(asked_);
    const Spelling* spelling = metrics::find_spelling(parts.base);
    if (spelling == nullptr) fail_unknown(parts);

    metric_.name = std::string(asked_);
    metric_.kind = spelling->kind;
    gain_ = spelling->gain;
    if (parts.cutoff) set_cutoff(*parts.cutoff);
    if (parts.decimals) set_persistence(fmt::format("0.{}", *parts.decimals));
    if (parts.level) set_level(*parts.level);
    read_parameters(parts.parameters);
    if (spelling->cutoff) {
      if (metric_.cutoff) fail(asked_, "expected accuracy without a cut-off (it is hit@1)");
      metric_.cutoff = spelling->cutoff;
    }
    const bool cutoff_missing = misses_cutoff(*spelling);
    apply_convention();
    if (use_ == NameUse::evaluate) refuse_what_differs();
    if (const auto wrong = fault(cutoff_missing)) fail(asked_, *wrong);
    return {metric_, cutoff_missing};
  }

 private:
  [[noreturn]] void fail_unknown(const NameParts& parts) const {
    std::optional<std::uint64_t> cutoff;
    if (parts.cutoff) cutoff = read_cutoff(asked_, *parts.cutoff);
    fail(asked_, "expected the name of a metric", metrics::suggestion(parts.base, cutoff));
  }

  /// Whether a cut-off belongs into the name that is not there, which only NameUse::explain allows.
  bool misses_cutoff(const Spelling& spelling) const {
    if (metric_.cutoff) return false;
    const bool cut = spelling.name.ends_with("_cut");
    if (cut && use_ == NameUse::evaluate) {
      fail(asked_, "expected a cut-off, as in " + std::string(spelling.name) + "_10");
    }
    return cut || (use_ == NameUse::explain &&
                   metrics::cutoff_rule(metric_.kind) == metrics::CutoffRule::required);
  }

  /// What is wrong with the metric, a missing cut-off aside.
  std::optional<std::string> fault(bool cutoff_missing) const {
    Metric complete = metric_;
    if (cutoff_missing) complete.cutoff = 1;
    return metrics::fault_of(complete);
  }

  /// Under a preset, a value that is not the other tool's must not carry its name.
  void refuse_what_differs() const {
    if (convention_ == Convention::recbole && metric_.kind == MetricKind::auc) {
      fail(asked_,
           "expected gauc under RecBole's conventions (its AUC is over the pairs of all users at "
           "once, no mean over users)");
    }
    if (convention_ == Convention::trec_eval && metric_.kind == MetricKind::rbp &&
        metric_.relevance_level == 0) {
      fail(asked_,
           "expected a relevance level with rbp under trec_eval's conventions, as in rbp(rel=1) "
           "(trec_eval scales grades to 0..1; here relevance is binary)");
    }
  }

  void set_cutoff(std::string_view digits) {
    if (metric_.cutoff) fail(asked_, "expected one cut-off");
    metric_.cutoff = read_cutoff(asked_, digits);
  }

  void set_level(std::string_view text) {
    if (metric_.relevance_level != 0) fail(asked_, "expected one relevance level");
    metric_.relevance_level = read_number(asked_, text, kExpectedLevel);
    if (!(metric_.relevance_level > 0)) fail(asked_, kExpectedLevel);
  }

  void set_persistence(std::string_view text) {
    if (metric_.kind != MetricKind::rbp) fail(asked_, "expected a persistence with rbp alone");
    if (has_persistence_) fail(asked_, "expected one persistence");
    metric_.persistence = read_number(
        asked_, text, "expected a persistence p above 0 and below 1, as in rbp(p=0.85)");
    has_persistence_ = true;
  }

  void set_gain(std::string_view value) {
    if (!metrics::uses_gains(metric_.kind)) fail(asked_, "expected gain= with ndcg or dcg alone");
    if (value == "linear" || value == "log2") {
      gain_ = GainKind::linear;
    } else if (value == "exponential" || value == "exp" || value == "exp-log2") {
      gain_ = GainKind::exponential;
    } else if (value == "binary") {
      gain_ = GainKind::binary;
    } else {
      fail(asked_, "expected gain=linear, gain=exponential or gain=binary");
    }
  }

  void read_parameters(std::string_view list) {
    while (!list.empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      read_parameter(trimmed(list.substr(0, comma)));
      if (comma == list.size()) return;
      list = trimmed(list.substr(comma + 1));
      if (list.empty()) fail(asked_, "expected a parameter after the comma");
    }
  }

  void read_parameter(std::string_view parameter) {
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos) {
      if (metric_.kind == MetricKind::rbp) return set_persistence(parameter);
      fail(asked_, "expected parameters as in precision(rel=2)@10");
    }
    const std::string_view key = trimmed(parameter.substr(0, equals));
    const std::string_view value = unquoted(trimmed(parameter.substr(equals + 1)));
    if (key == "rel") return set_level(value);
    if (key == "p") return set_persistence(value);
    if (key == "gain" || key == "dcg") return set_gain(value);
    if (key == "cutoff" || key == "k") return set_cutoff(value);
    fail(asked_, fmt::format("expected rel=, gain=, p= or cutoff=, not {}", in_quotes(key)));
  }

  void apply_convention() {
    const bool like_trec_eval = convention_ == Convention::trec_eval;
    if (like_trec_eval && metric_.kind == MetricKind::ap && metric_.cutoff) {
      metric_.kind = MetricKind::ap_trec;
    }
    if (like_trec_eval && metric_.kind == MetricKind::rbp && !has_persistence_) {
      metric_.persistence = 0.9;
    }
    if (convention_ == Convention::recbole && metric_.kind == MetricKind::ndcg && !gain_) {
      gain_ = GainKind::binary;
    }
    metric_.gain = gain_.value_or(GainKind::linear);
  }

  std::string_view asked_;
  Convention convention_;
  NameUse use_;
  Metric metric_;
  std::optional<GainKind> gain_;
  bool has_persistence_ = false;
};

/// The name before a bare number in a list, with that number as cut-off.
std::string with_cutoff(std::string_view name, std::string_view cutoff) {
  const NameParts parts = split(name);
  if (!parts.cutoff) {
    fail(cutoff, fmt::format("expected a metric with a cut-off before a bare number, not {}",
                             in_quotes(name)));
  }
  std::string repeated(name.substr(0, parts.cutoff_at));
  repeated += cutoff;
  return repeated.append(name.substr(parts.cutoff_at + parts.cutoff->size()));
}

/// Up to the first comma outside parentheses.
std::string_view first_item(std::string_view list) {
  int depth = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '(') ++depth;
    if (list[i] == ')') --depth;
    if (list[i] == ',' && depth <= 0) return list.substr(0, i);
  }
  return list;
}

}  // namespace

Metric parse_metric(std::string_view name, Convention convention) {
  return NameReader(trimmed(name), convention, NameUse::evaluate).read().metric;
}

std::vector<ReadName> metrics::read_names(std::string_view list, Convention convention,
                                          NameUse use) {
  std::vector<ReadName> names;
  while (true) {
    const std::string_view item = first_item(list);
    const std::string_view name = trimmed(item);
    const bool bare_number = !name.empty() && std::all_of(name.begin(), name.end(), is_digit);
    if (bare_number && !names.empty()) {
      const std::string repeated = with_cutoff(names.back().metric.name, name);
      names.push_back(NameReader(repeated, convention, use).read());
    } else {
      names.push_back(NameReader(name, convention, use).read());
    }
    if (item.size() == list.size()) return names;
    list.remove_prefix(item.size() + 1);
  }
}

std::vector<Metric> parse_metrics(std::string_view list, Convention convention) {
  std::vector<Metric> parsed;
  for (ReadName& name : metrics::read_names(list, convention, NameUse::evaluate)) {
    parsed.push_back(std::move(name.metric));
  }
  return parsed;
}

std::string canonical_name(const Metric& metric) {
  std::string parameters;
  const auto add = [&parameters](std::string_view parameter) {
    if (!parameters.empty()) parameters += ',';
    parameters += parameter;
  };
  if (metrics::uses_gains(metric.kind)) {
    if (metric.gain == GainKind::exponential) add("gain=exponential");
    if (metric.gain == GainKind::binary) add("gain=binary");
  }
  if (metric.kind == MetricKind::rbp) add(fmt::format("p={}", metric.persistence));
  if (metric.relevance_level != 0) add(fmt::format("rel={}", metric.relevance_level));

  std::string name(metrics::name_of(metric.kind));
  if (!parameters.empty()) name += fmt::format("({})", parameters);
  if (metric.cutoff) name += fmt::format("@{}", *metric.cutoff);
  return name;
}

}  // namespace honestrank
