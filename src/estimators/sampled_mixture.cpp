#include "estimators/sampled_mixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/portable_math.h"
#include "estimators/rank_cells.h"
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

/// Sampled numbers above an item somewhere in the cell. Two places with the mean and the variance
/// of the cell's ranks stand for them: cells are so short that cubic polynomials are close enough.
CountDistribution cell_distribution(const RankCell& cell, std::uint64_t samples,
                                    std::uint64_t irrelevant, Replacement replacement) {
  const auto ranks = static_cast<double>(cell.ranks);
  const double middle = static_cast<double>(cell.first - 1) + (ranks - 1) / 2;
  const double deviation = std::sqrt((ranks * ranks - 1) / 12);
  std::vector<double> places{middle - deviation};
  if (cell.ranks > 1) places.push_back(middle + deviation);
  CountDistribution mean;
  for (const double above : places) {
    CountDistribution own =
        sampling::count_distribution(samples, above, static_cast<double>(irrelevant), replacement);
    for (double& probability : own.probability) {
      probability /= static_cast<double>(places.size());
    }
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
    size.columns = end;
    for (const RankCell& cell : cells_) {
      CountDistribution row =
          cell_distribution(cell, given.samples, counts.irrelevant, counts.replacement);
      row.first = std::min(row.first, end);
      row.probability.resize(std::min<std::size_t>(row.probability.size(), end - row.first));
      size.first.push_back(row.first);
      size.length.push_back(row.probability.size());
      size.probability.insert(size.probability.end(), row.probability.begin(),
                              row.probability.end());
      constexpr std::size_t kStep = kernels::kBandStep;
      size.probability.resize((size.probability.size() + kStep - 1) / kStep * kStep);
      size.begin.push_back(size.probability.size());
    }
  }
}

SampledMixture::Row SampledMixture::row(std::size_t size, std::size_t cell) const {
  const Size& own = sizes_[size];
  return {own.first[cell], {own.probability.data() + own.begin[cell], own.length[cell]}};
}

void SampledMixture::mix(const Size& size, std::span<const double> probability,
                         std::vector<double>& sampled) const {
  sampled.resize(size.columns + kernels::kBandStep);
  kernels::mix_rows(size.rows(), probability, sampled);
}

Eigen::VectorXd SampledMixture::sampled(std::size_t size,
                                        std::span<const double> probability) const {
  std::vector<double> sum;
  mix(sizes_[size], probability, sum);
  sum.resize(sizes_[size].samples + 1);
  return Values(sum.data(), index_of(sizes_[size].samples + 1));
}

std::vector<double> SampledMixture::expected(std::size_t size,
                                             const Eigen::VectorXd& values) const {
  std::vector<double> filled(values.begin(), values.end());
  filled.resize(filled.size() + kernels::kBandStep);
  std::vector<double> result(cells_.size());
  kernels::multiply_rows(sizes_[size].rows(), filled, result);
  return result;
}

Eigen::MatrixXd SampledMixture::expected_products(std::size_t size,
                                                  std::span<const double> probability) const {
  const std::size_t filled = sizes_[size].columns + kernels::kBandStep;
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(index_of(filled), index_of(filled));
  kernels::add_squares(sizes_[size].rows(), probability, result.data(), filled);
  return result;
}

void SampledMixture::gains(const UserCounts& counts, std::span<const double> probability,
                           std::vector<double>& gain) const {
  gain.assign(cells_.size(), 0.0);
  std::vector<double> ratio;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    mix(sizes_[i], probability, ratio);
    for (std::size_t above = 0; above < ratio.size(); ++above) {
      const double seen = above < sizes_[i].columns ? counts.users[i][index_of(above)] : 0.0;
      // Of what cannot be, nothing can be learnt.
      ratio[above] = seen == 0 || ratio[above] == 0 ? 0 : seen / (counts.all * ratio[above]);
    }
    kernels::multiply_rows(sizes_[i].rows(), ratio, gain);
  }
}

double SampledMixture::log_likelihood(const UserCounts& counts,
                                      std::span<const double> probability) const {
  double sum = 0;
  std::vector<double> mixed;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    mix(sizes_[i], probability, mixed);
    for (std::size_t above = 0; above < sizes_[i].columns; ++above) {
      const double seen = counts.users[i][index_of(above)];
      if (seen == 0) continue;
      if (mixed[above] == 0) return -std::numeric_limits<double>::infinity();
      sum += seen * portable::log(mixed[above]);
    }
  }
  return sum;
}

}  // namespace honestrank::estimators
