#include "estimators/sampled_mixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/portable_math.h"
#include "estimators/rank_cells.h"
#include "estimators/rank_nodes.h"
#include "honestrank/base/error.h"
#include "sampling/count_distribution.h"

namespace honestrank::estimators {
namespace {

using Values = Eigen::Map<const Eigen::VectorXd>;

Eigen::Index index_of(std::size_t number) { return static_cast<Eigen::Index>(number); }

void check(const SampledCounts& counts, const char* caller) {
  const auto fail = [&](const std::string& what) {
    throw InputError(fmt::format("{}: {}", caller, what));
  };
  if (counts.irrelevant == 0) fail("expected items that were drawn from; got none");
  double sum = 0;
  for (const SampledCounts::Size& size : counts.sizes) {
    if (size.samples == 0 || size.users.size() != size.samples + 1) {
      fail(fmt::format("expected counts of 0 to {} sampled items above; got {} counts",
                       size.samples, size.users.size()));
    }
    if (counts.replacement == Replacement::without && size.samples > counts.irrelevant) {
      fail(fmt::format("expected at most {} samples, one for each irrelevant item; got {}",
                       counts.irrelevant, size.samples));
    }
    for (const double users : size.users) {
      if (!(users >= 0) || !std::isfinite(users)) {
        fail(fmt::format("expected numbers of users of at least 0; got {}", users));
      }
      sum += users;
    }
  }
  if (!(sum > 0)) fail("expected users; got none");
}

/// Sampled numbers above an item somewhere in the cell.
CountDistribution cell_distribution(const RankCell& cell, std::uint64_t samples,
                                    std::uint64_t irrelevant, Replacement replacement) {
  CountDistribution mean;
  for (const RankNode& node : uniform_nodes(cell.first - 1, cell.ranks)) {
    CountDistribution own = sampling::count_distribution(
        samples, node.above, static_cast<double>(irrelevant), replacement);
    for (double& probability : own.probability) probability *= node.weight;
    if (mean.probability.empty()) {
      mean = std::move(own);
      continue;
    }
    const std::uint64_t first = std::min(mean.first, own.first);
    const std::uint64_t end =
        std::max(mean.first + mean.probability.size(), own.first + own.probability.size());
    mean.probability.insert(mean.probability.begin(), mean.first - first, 0.0);
    mean.probability.resize(end - first);
    mean.first = first;
    for (std::size_t i = 0; i < own.probability.size(); ++i) {
      mean.probability[own.first - first + i] += own.probability[i];
    }
  }
  return mean;
}

}  // namespace

UserCounts user_counts(const SampledCounts& counts, const char* caller) {
  check(counts, caller);
  UserCounts result;
  for (const SampledCounts::Size& size : counts.sizes) {
    result.users.emplace_back(Values(size.users.data(), index_of(size.users.size())));
    result.all += result.users.back().sum();
  }
  return result;
}

SampledMixture::SampledMixture(const SampledCounts& counts, std::vector<RankCell> cells)
    : cells_(std::move(cells)) {
  for (const SampledCounts::Size& given : counts.sizes) {
    Size& size = sizes_.emplace_back();
    size.samples = given.samples;
    size.begin.push_back(0);
    const std::uint64_t end = most_above(given) + 1;
    for (const RankCell& cell : cells_) {
      CountDistribution row =
          cell_distribution(cell, given.samples, counts.irrelevant, counts.replacement);
      row.first = std::min(row.first, end);
      row.probability.resize(std::min<std::size_t>(row.probability.size(), end - row.first));
      size.first.push_back(row.first);
      size.probability.insert(size.probability.end(), row.probability.begin(),
                              row.probability.end());
      size.begin.push_back(size.probability.size());
    }
  }
}

SampledMixture::Row SampledMixture::row(std::size_t size, std::size_t cell) const {
  const Size& own = sizes_[size];
  const std::size_t begin = own.begin[cell];
  return {own.first[cell], {own.probability.data() + begin, own.begin[cell + 1] - begin}};
}

Eigen::VectorXd SampledMixture::sampled(std::size_t size,
                                        std::span<const double> probability) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(index_of(sizes_[size].samples + 1));
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    if (probability[cell] == 0) continue;
    const Row own = row(size, cell);
    const Eigen::Index length = index_of(own.probability.size());
    sum.segment(index_of(own.first), length) +=
        probability[cell] * Values(own.probability.data(), length);
  }
  return sum;
}

double SampledMixture::gains(const UserCounts& counts, std::span<const double> probability,
                             std::vector<double>& gain) const {
  gain.assign(cells_.size(), 0.0);
  double log_likelihood = 0;
  for (std::size_t size = 0; size < sizes_.size(); ++size) {
    Eigen::VectorXd ratio = sampled(size, probability);
    for (Eigen::Index i = 0; i < ratio.size(); ++i) {
      const double seen = counts.users[size][i];
      if (seen == 0) {
        ratio[i] = 0;
        continue;
      }
      log_likelihood += seen * portable::log(ratio[i]);
      ratio[i] = seen / (counts.all * ratio[i]);
    }
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      const Row own = row(size, cell);
      const Eigen::Index length = index_of(own.probability.size());
      gain[cell] +=
          ratio.segment(index_of(own.first), length).dot(Values(own.probability.data(), length));
    }
  }
  return log_likelihood;
}

}  // namespace honestrank::estimators
