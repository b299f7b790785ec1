#include "honestrank/satisfaction/browsing_model.h"

#include <fmt/format.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "base/portable_math.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr std::size_t kDeepest = 1'000'000;  // as of depth logs: nobody looks further

void require_depth(const char* caller, std::size_t depth) {
  if (depth >= 1 && depth <= kDeepest) return;
  throw InputError(fmt::format("{}: expected a depth of at least 1 and at most {}; got {}", caller,
                               kDeepest, depth));
}

}  // namespace

std::vector<double> BrowsingModel::discounts() const {
  std::vector<double> result(looks.size());
  double sum = 0;
  for (std::size_t i = looks.size(); i-- > 0;) {
    sum += looks[i] / static_cast<double>(i + 1);
    result[i] = sum;
  }
  return result;
}

BrowsingModel geometric_browsing(double second_page, std::uint32_t page_size, std::size_t depth) {
  if (!(second_page > 0 && second_page < 1)) {
    throw InputError(fmt::format(
        "geometric_browsing: expected a share of users who see the second page above 0 and below "
        "1; got {}",
        second_page));
  }
  if (page_size == 0) {
    throw InputError("geometric_browsing: expected a page of at least 1 item; got 0");
  }
  require_depth("geometric_browsing", depth);
  const double p = portable::exp(portable::log(second_page) / page_size);
  BrowsingModel model;
  model.description = fmt::format(
      "geometric, p = {:.4f}: {:.4g} of the users see a second page, a page has {} items", p,
      second_page, page_size);
  double reached = 1;
  for (std::size_t i = 0; i < depth; ++i) {
    model.looks.push_back(reached * (1 - p));
    reached *= p;
  }
  model.beyond = reached;
  return model;
}

std::uint64_t DepthCounts::total() const noexcept {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : sessions) sum += count;
  return sum;
}

BrowsingModel empirical_browsing(const DepthCounts& counts, std::size_t depth) {
  require_depth("empirical_browsing", depth);
  const auto total = static_cast<double>(counts.total());
  if (total == 0) throw InputError("empirical_browsing: expected sessions; got none");
  BrowsingModel model;
  model.description = fmt::format("depths of {} sessions", counts.total());
  if (!counts.sessions.empty() && counts.sessions[0] != 0) {
    model.description +=
        fmt::format(", {} of which saw nothing, which counts as nothing", counts.sessions[0]);
  }
  model.looks.resize(depth);
  for (std::size_t seen = 1; seen < counts.sessions.size(); ++seen) {
    const double share = static_cast<double>(counts.sessions[seen]) / total;
    (seen <= depth ? model.looks[seen - 1] : model.beyond) += share;
  }
  return model;
}

BrowsingModel given_browsing(std::vector<double> looks) {
  double sum = 0;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    if (!(looks[i] >= 0) || !std::isfinite(looks[i])) {
      throw InputError(fmt::format("given_browsing: expected a probability for depth {}; got {}",
                                   i + 1, looks[i]));
    }
    sum += looks[i];
  }
  require_depth("given_browsing", looks.size());
  constexpr double kRounding = 1e-9;
  if (sum > 1 + kRounding) {
    throw InputError(fmt::format(
        "given_browsing: expected probabilities that add up to at most 1; got {:.6g}", sum));
  }
  BrowsingModel model;
  model.description = fmt::format("given for depths 1 to {}", looks.size());
  model.looks = std::move(looks);
  model.beyond = sum < 1 ? 1 - sum : 0;
  return model;
}

double GeometricFit::second_page(std::uint32_t page_size) const {
  return p <= 0 ? 0 : portable::exp(portable::log(p) * page_size);
}

GeometricFit fit_geometric(const DepthCounts& counts) {
  double sessions = 0;
  double items = 0;
  for (std::size_t seen = 1; seen < counts.sessions.size(); ++seen) {
    sessions += static_cast<double>(counts.sessions[seen]);
    items += static_cast<double>(counts.sessions[seen]) * static_cast<double>(seen);
  }
  if (sessions == 0) {
    throw InputError("fit_geometric: expected sessions with at least one item; got none");
  }
  GeometricFit fit;
  const double stop = sessions / items;
  fit.p = 1 - stop;
  fit.standard_error = stop * std::sqrt(fit.p / sessions);

  // Neighbouring depths are joined until they expect enough sessions for the chi-squared
  // distribution to hold.
  constexpr double kEnough = 5;
  double seen = 0;
  double expected = 0;
  double left = sessions;  // expected beyond what was looked at
  double reached = 1;
  double seen_left = sessions;
  std::uint32_t classes = 0;
  const auto close = [&] {
    fit.statistic += (seen - expected) * (seen - expected) / expected;
    ++classes;
    seen = expected = 0;
  };
  for (std::size_t depth = 1; depth < counts.sessions.size(); ++depth) {
    const double here = sessions * reached * stop;
    reached *= fit.p;
    seen += static_cast<double>(counts.sessions[depth]);
    seen_left -= static_cast<double>(counts.sessions[depth]);
    expected += here;
    left -= here;
    if (left < kEnough) break;
    if (expected >= kEnough) close();
  }
  seen += seen_left;
  expected += left;
  if (expected > 0) close();
  fit.degrees = classes > 2 ? classes - 2 : 0;
  fit.p_value =
      fit.degrees == 0
          ? std::numeric_limits<double>::quiet_NaN()
          : boost::math::cdf(boost::math::complement(
                boost::math::chi_squared_distribution<double>(fit.degrees), fit.statistic));
  return fit;
}

}  // namespace honestrank
