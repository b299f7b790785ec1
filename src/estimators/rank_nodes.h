#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace honestrank::estimators {

/// A point that stands for ranks around it: a number of irrelevant items above, not always whole.
struct RankNode {
  double above = 0;
  double weight = 0;
};

/// What nodes have to be fit for.
struct NodeRequest {
  std::uint64_t irrelevant = 0;  ///< above goes from 0 to this
  std::uint64_t samples = 0;
  bool without_replacement = false;
  /// Numbers from which on a metric is 0: a function may jump there.
  std::span<const std::uint64_t> jumps;
  /// Prior probabilities of above = 0, 1, ...; empty: all alike.
  std::span<const double> prior;
};

/// Nodes whose weighted sum replaces the prior's sum over all ranks, for products of metrics and
/// one or two sampling probabilities.
///
/// The first and the last ranks are nodes themselves, and all of them where there are not many. In
/// between, cells of consecutive ranks have the eight nodes of Gauss' quadrature for the prior in
/// the cell, which is exact for polynomials of degree 15. A sampling probability, seen as a
/// function of the rank, is a bell whose width is known; cells are 0.7 of that wide, a quarter of
/// their rank at most, and end where a metric jumps. The remainder of the quadrature is then below
/// 1e-13 of the largest value; a test compares with all ranks.
std::vector<RankNode> rank_nodes(const NodeRequest& request);

/// The same for a cell alone, the numbers first, ..., first + count - 1 with weights that are alike
/// and add up to 1.
std::vector<RankNode> uniform_nodes(std::uint64_t first, std::uint64_t count);

}  // namespace honestrank::estimators
