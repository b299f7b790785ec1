#include "honestrank/estimators/estimator.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "honestrank/base/edit_distance.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr double kPublishedGamma = 0.01;  // of bv with a learnt prior

/// All estimators, with what they are by default. Made when first asked for: names may be parsed
/// before main.
const std::vector<Estimator>& known_estimators() {
  static const std::vector<Estimator> all{
      {.name = "naive", .kind = EstimatorKind::naive},
      {.name = "rank", .kind = EstimatorKind::rank},
      {.name = "rank_linear", .kind = EstimatorKind::rank_linear},
      {.name = "least_squares", .kind = EstimatorKind::least_squares},
      {.name = "cls", .kind = EstimatorKind::cls},
      {.name = "bv", .kind = EstimatorKind::bv},
      {.name = "mle", .kind = EstimatorKind::mle},
      {.name = "adaptive_mle", .kind = EstimatorKind::mle, .iterations = 50},
      {.name = "monotone_mle", .kind = EstimatorKind::monotone_mle, .iterations = 300},
      {.name = "adaptive_monotone_mle", .kind = EstimatorKind::monotone_mle, .iterations = 50},
      {.name = "mes", .kind = EstimatorKind::mes},
      {.name = "bv_mle",
       .kind = EstimatorKind::bv,
       .gamma = kPublishedGamma,
       .prior = PriorSource::mle},
      {.name = "bv_mes",
       .kind = EstimatorKind::bv,
       .gamma = kPublishedGamma,
       .prior = PriorSource::mes},
      {.name = "mn", .kind = EstimatorKind::mn},
      {.name = "mn_mle", .kind = EstimatorKind::mn, .prior = PriorSource::mle},
      {.name = "mn_mes", .kind = EstimatorKind::mn, .prior = PriorSource::mes},
  };
  return all;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

[[noreturn]] void fail(std::string_view name) {
  std::string known;
  std::vector<std::string_view> names;
  for (const Estimator& each : known_estimators()) {
    names.push_back(each.name);
    known += (known.empty() ? "" : ", ") + each.name;
    if (each.name == "bv") known += "(GAMMA) with GAMMA from 0 to 1";
    if (each.name == "mes") known += "(ETA) with ETA above 0";
    if (each.kind == EstimatorKind::monotone_mle) known += "(shape=any|convex|geometric|peaked)";
  }
  // Of a name that there is the values are wrong.
  const std::string_view word = trimmed(name.substr(0, name.find('(')));
  std::string meant;
  if (std::find(names.begin(), names.end(), word) == names.end()) meant = nearest_name(word, names);
  if (!meant.empty()) meant = "; did you mean " + meant + "?";
  throw InputError(
      "parse_estimator: expected one of " + known +
      ", those that learn also with iterations=N or tolerance=T (mle) or eta=ETA (mes), and "
      "least_squares, cls, bv, mn with prior=given|mle|mes; got '" +
      std::string(name) + "'" + meant);
}

[[noreturn]] void fail_value(const char* expected, std::string_view got) {
  throw InputError(std::string("parse_estimator: expected ") + expected + "; got '" +
                   std::string(got) + "'");
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

bool read_prior(std::string_view text, PriorSource& prior) {
  if (text == "given" || text == "uniform") {
    prior = PriorSource::given;
  } else if (text == "mle") {
    prior = PriorSource::mle;
  } else if (text == "mes") {
    prior = PriorSource::mes;
  } else {
    return false;
  }
  return true;
}

bool read_shape(std::string_view text, FallingShape& shape) {
  if (text == "any") {
    shape = FallingShape::any;
  } else if (text == "convex") {
    shape = FallingShape::convex;
  } else if (text == "geometric") {
    shape = FallingShape::geometric;
  } else if (text == "peaked") {
    shape = FallingShape::peaked;
  } else {
    return false;
  }
  return true;
}

/// Reads one of the values in parentheses. Returns whether the estimator has it.
bool read_value(std::string_view text, Estimator& estimator) {
  const bool has_prior =
      estimator.kind == EstimatorKind::bv || estimator.kind == EstimatorKind::mn ||
      estimator.kind == EstimatorKind::least_squares || estimator.kind == EstimatorKind::cls;
  const std::size_t equals = text.find('=');
  std::string_view key = trimmed(text.substr(0, equals));
  const std::string_view value =
      trimmed(equals == std::string_view::npos ? text : text.substr(equals + 1));
  if (equals == std::string_view::npos) {
    key = estimator.kind == EstimatorKind::bv    ? "gamma"
          : estimator.kind == EstimatorKind::mes ? "eta"
                                                 : "";
  }
  if (key == "gamma" && estimator.kind == EstimatorKind::bv) {
    const bool read = read_number(value, estimator.gamma);
    if (read && estimator.gamma >= 0 && estimator.gamma <= 1) return true;
    fail_value("a gamma from 0 to 1, as in bv(0.1)", value);
  }
  if (key == "eta" && (estimator.kind == EstimatorKind::mes || has_prior)) {
    if (read_number(value, estimator.eta) && estimator.eta > 0 && estimator.eta < 1e6) return true;
    fail_value("an eta above 0, as in mes(0.001)", value);
  }
  const bool by_em =
      estimator.kind == EstimatorKind::mle || estimator.kind == EstimatorKind::monotone_mle;
  if (key == "iterations" && (by_em || has_prior)) {
    return read_number(value, estimator.iterations) && estimator.iterations > 0 &&
           estimator.iterations <= 1000000;
  }
  if (key == "tolerance" && (by_em || has_prior)) {
    return read_number(value, estimator.tolerance) && estimator.tolerance > 0 &&
           estimator.tolerance < 1;
  }
  if (key == "shape" && estimator.kind == EstimatorKind::monotone_mle) {
    return read_shape(value, estimator.shape);
  }
  return key == "prior" && has_prior && read_prior(value, estimator.prior);
}

}  // namespace

Estimator parse_estimator(std::string_view name) {
  const std::string_view whole = trimmed(name);
  const std::size_t open = whole.find('(');
  for (const Estimator& known : known_estimators()) {
    if (whole.substr(0, open) != known.name) continue;
    Estimator estimator = known;
    estimator.name = whole;
    if (open == std::string_view::npos) return estimator;
    if (whole.back() != ')') fail(name);
    std::string_view values = whole.substr(open + 1, whole.size() - open - 2);
    while (true) {
      const std::size_t comma = values.find(',');
      if (!read_value(trimmed(values.substr(0, comma)), estimator)) fail(name);
      if (comma == std::string_view::npos) {
        // Only what learns by EM has a tolerance.
        const bool by_em = estimator.kind == EstimatorKind::mle ||
                           estimator.kind == EstimatorKind::monotone_mle ||
                           estimator.prior == PriorSource::mle;
        if (estimator.tolerance > 0 && !by_em) fail(name);
        return estimator;
      }
      values.remove_prefix(comma + 1);
    }
  }
  fail(name);
}

std::vector<Estimator> parse_estimators(std::string_view list) {
  std::vector<Estimator> estimators;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size() && list[i] == '(') ++depth;
    if (i < list.size() && list[i] == ')') --depth;
    if (i < list.size() && (list[i] != ',' || depth > 0)) continue;
    estimators.push_back(parse_estimator(list.substr(begin, i - begin)));
    begin = i + 1;
  }
  return estimators;
}

}  // namespace honestrank
