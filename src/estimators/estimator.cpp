#include "honestrank/estimators/estimator.h"

#include <charconv>
#include <system_error>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

struct Name {
  const char* text;
  EstimatorKind kind;
};
constexpr Name kNames[] = {
    {"naive", EstimatorKind::naive},
    {"rank", EstimatorKind::rank},
    {"rank_linear", EstimatorKind::rank_linear},
    {"least_squares", EstimatorKind::least_squares},
    {"cls", EstimatorKind::cls},
    {"bv", EstimatorKind::bv},
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

[[noreturn]] void fail(std::string_view name) {
  throw InputError(
      "parse_estimator: expected one of naive, rank, rank_linear, least_squares, cls, "
      "bv(GAMMA) with GAMMA from 0 to 1; got '" +
      std::string(name) + "'");
}

double read_gamma(std::string_view text, std::string_view name) {
  constexpr std::string_view kKey = "gamma=";
  text = trimmed(text);
  if (text.starts_with(kKey)) text.remove_prefix(kKey.size());
  double gamma = -1;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), gamma);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) fail(name);
  if (!(gamma >= 0 && gamma <= 1)) fail(name);
  return gamma;
}

}  // namespace

Estimator parse_estimator(std::string_view name) {
  const std::string_view whole = trimmed(name);
  const std::size_t open = whole.find('(');
  for (const Name& known : kNames) {
    if (whole.substr(0, open) != known.text) continue;
    Estimator estimator{std::string(whole), known.kind};
    if (open == std::string_view::npos) return estimator;
    if (known.kind != EstimatorKind::bv || whole.back() != ')') fail(name);
    estimator.gamma = read_gamma(whole.substr(open + 1, whole.size() - open - 2), name);
    return estimator;
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
