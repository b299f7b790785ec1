#include "rankings/filter_choice.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A sample for many pairs, and one for so few that they are ranked in some milliseconds.
struct SampleSize {
  std::size_t rows;
  std::size_t items;
};
constexpr SampleSize kLargeSample{48, 768};
constexpr SampleSize kSmallSample{16, 96};
/// From so many pairs on a large sample is worth its time, and from so many trying rotations.
constexpr double kManyPairs = 0x1p25;
constexpr double kPairsToRotate = 0x1p27;
/// Finding axes takes a time that grows with the cube of the columns.
constexpr std::size_t kMostColumnsToRotate = 256;

// Costs in nanoseconds, of which only the ratios matter: what
// benchmarks/micro/factor_kernels_benchmark shows on a Zen 4 core, and what is spent around the
// kernels in benchmarks/scenarios/full_ranking.
double byte_filter_cost(std::size_t columns) {  // with looking for open pairs
  return 0.125 + 0.0044 * static_cast<double>(columns);
}
double short_filter_cost(std::size_t columns) {
  return 0.12 + 0.0101 * static_cast<double>(columns);
}
double float_filter_cost(std::size_t columns) {
  const auto count = static_cast<double>(columns);
  return 0.2 + 0.0185 * count + 0.008 * std::max(0.0, count - 256);  // rows leave the cache
}
/// A row is rounded twice.
double byte_row_cost(std::size_t columns) { return 100 + 0.7 * static_cast<double>(columns); }
double open_pair_cost(std::size_t columns) { return 2.5 + 0.02 * static_cast<double>(columns); }
/// Most of it is waiting for vectors, unless they are so few that they stay in the cache.
double exact_score_cost(std::size_t items, std::size_t columns) {
  constexpr std::size_t kInCache = std::size_t{1} << 19;
  const auto count = static_cast<double>(columns);
  return items * columns <= kInCache ? 15 + 0.2 * count : 100 + 0.25 * count;
}
double rotation_cost(std::size_t columns, std::size_t head) {
  return 0.15 * static_cast<double>(columns) * static_cast<double>(head);
}

/// Evenly spread rows and items, one vector a line.
struct Sample {
  Matrix users;
  Matrix items;
  std::vector<double> threshold;
};

Sample take_sample(const FactorColumns& factors, const ItemPanels& panels,
                   std::span<const FactorRow> rows, const SampleSize& size) {
  Sample sample;
  const std::size_t columns = factors.columns();
  const std::size_t row_count = std::min(rows.size(), size.rows);
  const std::size_t item_count = std::min(panels.ranked(), size.items);
  sample.users.resize(static_cast<Eigen::Index>(row_count), static_cast<Eigen::Index>(columns));
  sample.items.resize(static_cast<Eigen::Index>(item_count), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < row_count; ++i) {
    const FactorRow& row = rows[i * rows.size() / row_count];
    factors.copy_user(row.user, sample.users.data() + i * columns);
    sample.threshold.push_back(row.threshold);
  }
  for (std::size_t i = 0; i < item_count; ++i) {
    factors.copy_item(panels.item(i * panels.ranked() / item_count),
                      sample.items.data() + i * columns);
  }
  return sample;
}

/// Axes along which users and items are long come first.
Matrix principal_axes(const Sample& sample) {
  const Matrix items = sample.items.transpose() * sample.items;
  const Matrix users = sample.users.transpose() * sample.users;
  const double item_trace = std::max(items.trace(), 1e-300);
  const double user_trace = std::max(users.trace(), 1e-300);
  const Matrix both = items / item_trace + users / user_trace;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(both);
  if (solver.info() != Eigen::Success) return Matrix::Identity(both.rows(), both.cols());
  return solver.eigenvectors().rowwise().reverse().transpose();
}

/// The lengths of the rows of a matrix.
std::vector<double> lengths_of(const Matrix& rows, Eigen::Index first, Eigen::Index count) {
  std::vector<double> lengths;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    lengths.push_back(rows.row(i).segment(first, count).norm());
  }
  return lengths;
}

/// What rounding to bytes leaves out of vectors: about.
std::vector<double> byte_residuals(const Matrix& rows) {
  std::vector<double> residuals;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    residuals.push_back(rows.row(i).cwiseAbs().maxCoeff() / 127 *
                        std::sqrt(static_cast<double>(rows.cols()) / 12));
  }
  return residuals;
}

/// The same of vectors of these lengths whose columns have been mixed: the largest value is then
/// that of as many normal ones.
std::vector<double> mixed_residuals(std::vector<double> lengths, Eigen::Index columns) {
  const double share = std::sqrt(2 * std::log(static_cast<double>(columns)) / 12) / 127;
  for (double& length : lengths) length *= share;
  return lengths;
}

/// The share of pairs for which score and threshold differ by no more than width(user, item).
template <typename Width>
double share_within(const Matrix& scores, const std::vector<double>& threshold,
                    const Width& width) {
  std::size_t within = 0;
  for (Eigen::Index u = 0; u < scores.rows(); ++u) {
    const double middle = threshold[static_cast<std::size_t>(u)];
    for (Eigen::Index i = 0; i < scores.cols(); ++i) {
      const double distance = std::abs(scores(u, i) - middle);
      within += distance <= width(static_cast<std::size_t>(u), static_cast<std::size_t>(i));
    }
  }
  return static_cast<double>(within) / static_cast<double>(scores.size());
}

/// What a filter knows of a sample's users or items: lengths, what rounding left out of them, and
/// the lengths of what it does not look at.
struct Known {
  std::vector<double> length;
  std::vector<double> residual;
  std::vector<double> tail;
};

/// The share of pairs that bytes leave open.
double open_to_bytes(const Matrix& scores, const std::vector<double>& threshold, const Known& users,
                     const Known& items) {
  return share_within(scores, threshold, [&](std::size_t u, std::size_t i) {
    return users.length[u] * items.residual[i] + users.residual[u] * items.length[i] +
           users.tail[u] * items.tail[i];
  });
}

Known known_unrotated(const Matrix& rows) {
  return {lengths_of(rows, 0, rows.cols()), byte_residuals(rows),
          std::vector<double>(static_cast<std::size_t>(rows.rows()))};
}

/// Of the first `head` columns of rotated rows, mixed.
Known known_rotated(const Matrix& rows, Eigen::Index head) {
  const auto length = lengths_of(rows, 0, head);
  return {length, mixed_residuals(length, head), lengths_of(rows, head, rows.cols() - head)};
}

/// The share of pairs whose scores lie so close to the threshold, in terms of the lengths.
double share_close(const Sample& sample, const Matrix& scores, double closeness) {
  const auto user_length = lengths_of(sample.users, 0, sample.users.cols());
  const auto item_length = lengths_of(sample.items, 0, sample.items.cols());
  return share_within(scores, sample.threshold, [&](std::size_t u, std::size_t i) {
    return closeness * user_length[u] * item_length[i];
  });
}

/// The share of pairs whose lengths do not decide alone; the others are not scored.
double scored_share(const Sample& sample) {
  const auto user_length = lengths_of(sample.users, 0, sample.users.cols());
  const auto item_length = lengths_of(sample.items, 0, sample.items.cols());
  std::size_t scored = 0;
  for (std::size_t u = 0; u < user_length.size(); ++u) {
    for (const double length : item_length) {
      scored += user_length[u] * length >= std::abs(sample.threshold[u]);
    }
  }
  return static_cast<double>(scored) / static_cast<double>(user_length.size() * item_length.size());
}

/// An orthogonal matrix that mixes all columns with all others. The first axes are much longer than
/// the last; bytes have one scale for all columns, and round columns of like size more finely.
Matrix mixing(Eigen::Index columns) {
  const CounterRandom random(static_cast<std::uint64_t>(columns));
  Matrix normal(columns, columns);
  for (Eigen::Index i = 0; i < normal.size(); ++i) {
    normal.data()[i] = random.normal(static_cast<std::uint64_t>(i));
  }
  return Eigen::HouseholderQR<Matrix>(normal).householderQ() * Matrix::Identity(columns, columns);
}

/// The span of the first `head` axes, mixed.
Rotation rotation_along(const Matrix& unmixed, std::size_t head) {
  const auto rows = static_cast<Eigen::Index>(head);
  const Matrix axes = mixing(rows) * unmixed.topRows(rows);
  Rotation rotation;
  rotation.columns = static_cast<std::size_t>(axes.cols());
  rotation.head = head;
  rotation.axes.resize(head * rotation.columns);
  for (std::size_t k = 0; k < rotation.columns; ++k) {
    for (std::size_t i = 0; i < head; ++i) {
      rotation.axes[k * head + i] =
          static_cast<float>(axes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)));
    }
  }
  return rotation;
}

}  // namespace

FilterChoice choose_filter(const FactorColumns& factors, const ItemPanels& panels,
                           std::span<const FactorRow> rows, const FastFilters& fast) {
  const std::size_t columns = factors.columns();
  FilterChoice best{ScoreKind::floats, {}, float_filter_cost(columns)};
  if (rows.empty() || panels.ranked() == 0) return best;
  const auto pairs = static_cast<double>(rows.size()) * static_cast<double>(panels.ranked());
  const bool many = pairs >= kManyPairs;
  const Sample sample = take_sample(factors, panels, rows, many ? kLargeSample : kSmallSample);

  const Matrix scores = sample.users * sample.items.transpose();
  const double scored = scored_share(sample);
  best.nanoseconds *= scored;
  // Rounding to 16 bits leaves out about sqrt(D / 12) of 32,000, on both sides.
  const double short_width = 2 * std::sqrt(static_cast<double>(columns) / 12) / 32'000;
  const double exact_cost = exact_score_cost(panels.ranked(), columns);
  const double rest = share_close(sample, scores, short_width) * exact_cost;
  if (fast.shorts) {
    const double cost = scored * short_filter_cost(columns) + rest;
    if (cost < best.nanoseconds) best = {ScoreKind::shorts, {}, cost};
  }
  if (!fast.bytes) return best;

  // An item shares its scale with others, which makes bands a little wider than here.
  constexpr double kWider = 1.2;
  const double row_cost = byte_row_cost(columns) / static_cast<double>(panels.ranked());
  const auto byte_cost = [&](double open, std::size_t head) {
    return scored * byte_filter_cost((head + 3) / 4 * 4) + row_cost +
           kWider * open * open_pair_cost(columns);
  };
  // The closer look is three to four times closer than `shorts` where there is no rotation.
  const double unrotated =
      byte_cost(open_to_bytes(scores, sample.threshold, known_unrotated(sample.users),
                              known_unrotated(sample.items)),
                columns) +
      rest / 3;
  if (unrotated < best.nanoseconds) best = {ScoreKind::bytes, {columns, columns, {}}, unrotated};
  if (pairs < kPairsToRotate || columns < 16 || columns > kMostColumnsToRotate) return best;

  const Matrix axes = principal_axes(sample);
  const Matrix users = sample.users * axes.transpose();
  const Matrix items = sample.items * axes.transpose();
  std::size_t head = columns;
  double least = 0.95 * best.nanoseconds;  // a sample is no certainty
  Matrix of_head = Matrix::Zero(scores.rows(), scores.cols());
  constexpr Eigen::Index kStep = 8;
  for (Eigen::Index first = kStep; first < users.cols(); first += kStep) {
    of_head +=
        users.middleCols(first - kStep, kStep) * items.middleCols(first - kStep, kStep).transpose();
    const double share = open_to_bytes(of_head, sample.threshold, known_rotated(users, first),
                                       known_rotated(items, first));
    const auto tried = static_cast<std::size_t>(first);
    const double preparing =
        rotation_cost(columns, tried) *
        (1 / static_cast<double>(rows.size()) + 1 / static_cast<double>(panels.ranked()));
    const double cost = byte_cost(share, tried) + rest + preparing;
    if (cost >= least) continue;
    least = cost;
    head = tried;
  }
  if (head < columns) best = {ScoreKind::bytes, rotation_along(axes, head), least};
  return best;
}

Rotation rotation_for(const FactorColumns& factors, const ItemPanels& panels,
                      std::span<const FactorRow> rows, std::size_t head) {
  return rotation_along(principal_axes(take_sample(factors, panels, rows, kLargeSample)), head);
}

}  // namespace honestrank
