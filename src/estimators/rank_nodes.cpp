#include "estimators/rank_nodes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>

namespace honestrank::estimators {
namespace {

constexpr int kNodes = 8;              // of a cell
constexpr std::uint64_t kAll = 16384;  // so many ranks are taken one by one
constexpr std::uint64_t kEnds = 1024;  // and so many at either end

using Recurrence = std::array<double, kNodes>;

/// Nodes and weights of the measure whose monic orthogonal polynomials have the recurrence
/// p_k+1 = (x - alpha_k) p_k - beta_k p_k-1, beta_0 its mass (Golub & Welsch).
void add_gauss(const Recurrence& alpha, const Recurrence& beta, double origin, double scale,
               std::vector<RankNode>& nodes) {
  Eigen::Matrix<double, kNodes, 1> diagonal;
  Eigen::Matrix<double, kNodes - 1, 1> beside;
  for (int i = 0; i < kNodes; ++i) diagonal[i] = alpha[static_cast<std::size_t>(i)];
  for (int i = 1; i < kNodes; ++i) beside[i - 1] = std::sqrt(beta[static_cast<std::size_t>(i)]);
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, kNodes, kNodes>> solver;
  solver.computeFromTridiagonal(diagonal, beside);
  for (int i = 0; i < kNodes; ++i) {
    const double part = solver.eigenvectors()(0, i);
    nodes.push_back({origin + scale * solver.eigenvalues()[i], beta[0] * part * part});
  }
}

/// The ranks first, ..., first + count - 1, each with the same weight: discrete Chebyshev
/// polynomials on [-1, 1].
void add_uniform(std::uint64_t first, std::uint64_t count, double weight,
                 std::vector<RankNode>& nodes) {
  const double half = (static_cast<double>(count) - 1) / 2;
  const auto length = static_cast<double>(count);
  Recurrence alpha{};
  Recurrence beta{};
  beta[0] = weight * length;
  for (std::size_t k = 1; k < kNodes; ++k) {
    const auto order = static_cast<double>(k);
    beta[k] = order * order * (length * length - order * order) /
              (4 * (4 * order * order - 1) * half * half);
  }
  add_gauss(alpha, beta, static_cast<double>(first) + half, half, nodes);
}

/// The same for any weights: the recurrence by sums over the ranks (Stieltjes). False, with nothing
/// added, where a few ranks have all of the weight.
bool add_weighted(std::uint64_t first, std::span<const double> weights,
                  std::vector<RankNode>& nodes) {
  double mass = 0;
  for (const double weight : weights) mass += weight;
  const double half = (static_cast<double>(weights.size()) - 1) / 2;
  const auto position = [&](std::size_t i) { return (static_cast<double>(i) - half) / half; };
  std::vector<double> last(weights.size());
  std::vector<double> now(weights.size(), 1.0);
  Recurrence alpha{};
  Recurrence beta{};
  double norm_before = 1;
  for (std::size_t k = 0; k < kNodes; ++k) {
    double norm = 0;
    double moment = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double square = weights[i] / mass * now[i] * now[i];
      norm += square;
      moment += square * position(i);
    }
    constexpr double kFewRanks = 1e-12;
    if (!(norm > kFewRanks * norm_before)) return false;
    alpha[k] = moment / norm;
    beta[k] = k == 0 ? mass : norm / norm_before;
    norm_before = norm;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double next = (position(i) - alpha[k]) * now[i] - (k == 0 ? 0 : beta[k] * last[i]);
      last[i] = now[i];
      now[i] = next;
    }
  }
  add_gauss(alpha, beta, static_cast<double>(first) + half, half, nodes);
  return true;
}

/// How many ranks from `first` on one cell may hold.
std::uint64_t cell_length(std::uint64_t first, const NodeRequest& request) {
  constexpr double kOfWidth = 0.7;
  constexpr double kOfRank = 0.25;
  const auto all = static_cast<double>(request.irrelevant);
  const auto samples = static_cast<double>(request.samples);
  const double share = static_cast<double>(first) / all;
  const double width = all * std::sqrt(std::max(share * (1 - share), 1 / samples) / samples);
  return static_cast<std::uint64_t>(
      std::min(kOfWidth * width, kOfRank * static_cast<double>(first)));
}

}  // namespace

std::vector<RankNode> uniform_nodes(std::uint64_t first, std::uint64_t count) {
  std::vector<RankNode> nodes;
  const double weight = 1 / static_cast<double>(count);
  if (count > 2 * kNodes) {
    add_uniform(first, count, weight, nodes);
  } else {
    for (std::uint64_t i = 0; i < count; ++i) {
      nodes.push_back({static_cast<double>(first + i), weight});
    }
  }
  return nodes;
}

std::vector<RankNode> rank_nodes(const NodeRequest& request) {
  const std::uint64_t ranks = request.irrelevant + 1;
  const auto prior_of = [&](std::uint64_t above) {
    return request.prior.empty() ? 1 / static_cast<double>(ranks) : request.prior[above];
  };
  std::vector<RankNode> nodes;
  const auto add_single = [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t above = begin; above < end; ++above) {
      constexpr double kNothing = 1e-200;  // its root and squares are numbers
      if (const double weight = prior_of(above); weight > kNothing) {
        nodes.push_back({static_cast<double>(above), weight});
      }
    }
  };
  // Without replacement the bells are narrower than cells are made for, unless few are drawn.
  const bool dense = request.without_replacement && request.irrelevant / 20 < request.samples;
  if (ranks <= kAll || dense) {
    add_single(0, ranks);
    return nodes;
  }
  std::vector<std::uint64_t> jumps(request.jumps.begin(), request.jumps.end());
  std::sort(jumps.begin(), jumps.end());
  const std::uint64_t last = ranks - kEnds;
  std::uint64_t first = kEnds;
  add_single(0, first);
  while (first < last) {
    std::uint64_t end =
        std::min(last, first + std::max<std::uint64_t>(1, cell_length(first, request)));
    const auto jump = std::upper_bound(jumps.begin(), jumps.end(), first);
    if (jump != jumps.end()) end = std::min(end, *jump);
    const std::uint64_t count = end - first;
    if (count <= 2 * kNodes) {
      add_single(first, end);
    } else if (request.prior.empty()) {
      add_uniform(first, count, prior_of(first), nodes);
    } else if (!add_weighted(first, request.prior.subspan(first, count), nodes)) {
      add_single(first, end);
    }
    first = end;
  }
  add_single(last, ranks);
  return nodes;
}

}  // namespace honestrank::estimators
