#include "rankings/filter_choice.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace honestrank {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t kSampleRows = 48;
constexpr std::size_t kSampleItems = 768;
/// Choosing takes some milliseconds; less work than this is done in a few of them.
constexpr double kPairsToChooseFor = 0x1p27;
/// Finding axes takes a time that grows with the cube of the columns.
constexpr std::size_t kMostColumnsToRotate = 256;

// Costs in nanoseconds, of which only the ratios matter. Those of the filters are what
// benchmarks/micro/factor_kernels_benchmark shows on a Zen 4 core; that of an open pair has listing
// it and fetching its vectors added.
double byte_filter_cost(std::size_t columns) {
  return 0.055 + 0.0043 * static_cast<double>(columns);
}
double float_filter_cost(std::size_t columns) {
  return 0.06 + 0.018 * static_cast<double>(columns);
}
double open_pair_cost(std::size_t columns) { return 1.5 + 0.08 * static_cast<double>(columns); }
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
                   std::span<const FactorRow> rows) {
  Sample sample;
  const std::size_t columns = factors.columns();
  const std::size_t row_count = std::min(rows.size(), kSampleRows);
  const std::size_t item_count = std::min(panels.ranked(), kSampleItems);
  sample.users.resize(static_cast<Eigen::Index>(row_count), static_cast<Eigen::Index>(columns));
  sample.items.resize(static_cast<Eigen::Index>(item_count), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < row_count; ++i) {
    const FactorRow& row = rows[i * rows.size() / row_count];
    factors.copy_user(row.user, {sample.users.data() + i * columns, columns});
    sample.threshold.push_back(row.threshold);
  }
  for (std::size_t i = 0; i < item_count; ++i) {
    factors.copy_item(panels.item(i * panels.ranked() / item_count),
                      {sample.items.data() + i * columns, columns});
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
  return solver.eigenvectors().rowwise().reverse().transpose();
}

/// The share of the sample's pairs that the first `head` columns of rotated vectors leave open.
double open_share(const Matrix& users, const Matrix& items, const std::vector<double>& threshold,
                  Eigen::Index head) {
  const Eigen::Index tail = users.cols() - head;
  const auto rounding = [&](const auto& vector) {  // length of what bytes leave out, about
    return vector.cwiseAbs().maxCoeff() / 127 * std::sqrt(static_cast<double>(head) / 12);
  };
  const Matrix products = users.leftCols(head) * items.leftCols(head).transpose();
  std::vector<double> item_rounding;
  std::vector<double> item_length;
  std::vector<double> item_tail;
  for (Eigen::Index i = 0; i < items.rows(); ++i) {
    const auto row = items.row(i).head(head);
    item_rounding.push_back(rounding(row));
    item_length.push_back(row.norm());
    item_tail.push_back(items.row(i).tail(tail).norm());
  }
  std::size_t open = 0;
  for (Eigen::Index u = 0; u < users.rows(); ++u) {
    const auto row = users.row(u).head(head);
    const double user_rounding = rounding(row);
    const double user_length = row.norm();
    const double user_tail = users.row(u).tail(tail).norm();
    for (Eigen::Index i = 0; i < items.rows(); ++i) {
      const auto item = static_cast<std::size_t>(i);
      const double width = user_length * item_rounding[item] + user_rounding * item_length[item] +
                           user_tail * item_tail[item];
      open += std::abs(products(u, i) - threshold[static_cast<std::size_t>(u)]) <= width;
    }
  }
  return static_cast<double>(open) / static_cast<double>(users.rows() * items.rows());
}

Rotation rotation_along(const Matrix& axes, std::size_t head) {
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
                           std::span<const FactorRow> rows, bool fast_bytes) {
  const std::size_t columns = factors.columns();
  FilterChoice best{false, {}, float_filter_cost(columns)};
  if (!fast_bytes || rows.empty() || panels.ranked() == 0) return best;
  const auto pairs = static_cast<double>(rows.size()) * static_cast<double>(panels.ranked());
  if (pairs < kPairsToChooseFor) return {true, {columns, columns, {}}, byte_filter_cost(columns)};
  const Sample sample = take_sample(factors, panels, rows);
  const auto cost_of = [&](double share, std::size_t head) {
    return byte_filter_cost((head + 3) / 4 * 4) + share * open_pair_cost(columns);
  };
  const auto full = static_cast<Eigen::Index>(columns);
  const double unrotated =
      cost_of(open_share(sample.users, sample.items, sample.threshold, full), columns);
  if (unrotated < best.nanoseconds) best = {true, {columns, columns, {}}, unrotated};
  if (columns < 16 || columns > kMostColumnsToRotate) return best;

  const Matrix axes = principal_axes(sample);
  const Matrix users = sample.users * axes.transpose();
  const Matrix items = sample.items * axes.transpose();
  std::size_t head = columns;
  double least = 0.95 * best.nanoseconds;  // a sample is no certainty
  for (std::size_t tried = 8; tried < columns; tried += 8) {
    const double share =
        open_share(users, items, sample.threshold, static_cast<Eigen::Index>(tried));
    const double preparing =
        rotation_cost(columns, tried) *
        (1 / static_cast<double>(rows.size()) + 1 / static_cast<double>(panels.ranked()));
    const double cost = cost_of(share, tried) + preparing;
    if (cost >= least) continue;
    least = cost;
    head = tried;
  }
  if (head < columns) best = {true, rotation_along(axes, head), least};
  return best;
}

Rotation rotation_for(const FactorColumns& factors, const ItemPanels& panels,
                      std::span<const FactorRow> rows, std::size_t head) {
  return rotation_along(principal_axes(take_sample(factors, panels, rows)), head);
}

}  // namespace honestrank
