#include "estimators/falling_parts.h"

#include <Eigen/Core>

#include "base/portable_math.h"

namespace honestrank::estimators {
namespace {

double first_rank(const RankCell& cell) { return static_cast<double>(cell.first); }
double last_rank(const RankCell& cell) { return static_cast<double>(cell.first + cell.ranks - 1); }
double mean_rank(const RankCell& cell) { return (first_rank(cell) + last_rank(cell)) / 2; }
double ranks_of(const RankCell& cell) { return static_cast<double>(cell.ranks); }

std::vector<double> ranks_of(const std::vector<RankCell>& cells) {
  std::vector<double> result;
  for (const RankCell& cell : cells) result.push_back(ranks_of(cell));
  return result;
}

/// Ranks 1 to the last of a cell, all alike. Their mixtures are all distributions that do not rise.
///
/// With a peak: the first rank of a cell to the peak, or the first one behind the peak to the last
/// of a cell. Their mixtures are all distributions that rise up to the peak and fall behind it.
class UniformParts final : public FallingParts {
 public:
  UniformParts(const std::vector<RankCell>& cells, std::size_t rising)
      : cells_(cells), rising_(rising), peak_(rising == 0 ? 0 : last_rank(cells[rising - 1])) {}

  std::vector<double> first_weights() const override { return ranks_of(cells_); }

  void spread(std::span<const double> weights, std::span<double> probability) const override {
    double density = 0;  // of a rank, from the parts that reach it
    for (std::size_t i = cells_.size(); i-- > rising_;) {
      density += weights[i] / length(i);
      probability[i] += density * ranks_of(cells_[i]);
    }
    density = 0;
    for (std::size_t i = 0; i < rising_; ++i) {
      density += weights[i] / length(i);
      probability[i] += density * ranks_of(cells_[i]);
    }
  }

  std::vector<double> means(std::span<const double> gain) const override {
    std::vector<double> result(cells_.size());
    double gained = 0;
    for (std::size_t i = rising_; i < cells_.size(); ++i) {
      gained += gain[i] * ranks_of(cells_[i]);
      result[i] = gained / length(i);
    }
    gained = 0;
    for (std::size_t i = rising_; i-- > 0;) {
      gained += gain[i] * ranks_of(cells_[i]);
      result[i] = gained / length(i);
    }
    return result;
  }

 private:
  /// Ranks from the peak to the far end of a part.
  double length(std::size_t part) const {
    return part < rising_ ? peak_ - first_rank(cells_[part]) + 1 : last_rank(cells_[part]) - peak_;
  }

  const std::vector<RankCell>& cells_;
  std::size_t rising_;  ///< cells up to the peak
  double peak_;         ///< rank
};

/// Probabilities that fall in a line to 0 behind the last rank of a cell. Their mixtures are all
/// distributions that fall ever more slowly and reach 0 behind the last rank; with a uniform part,
/// or end elsewhere.
class TriangularParts final : public FallingParts {
 public:
  explicit TriangularParts(const std::vector<RankCell>& cells) : cells_(cells) {}

  std::vector<double> first_weights() const override {
    std::vector<double> result = ranks_of(cells_);
    result.push_back(1);
    return result;
  }

  void spread(std::span<const double> weights, std::span<double> probability) const override {
    const double all = weights.back() / last_rank(cells_.back());
    double steepness = 0;
    double height = all;
    for (std::size_t i = cells_.size(); i-- > 0;) {
      const double end = last_rank(cells_[i]) + 1;
      const double own = weights[i] * scale(i);
      steepness += own;
      height += own * end;
      probability[i] += (height - steepness * mean_rank(cells_[i])) * ranks_of(cells_[i]);
    }
  }

  std::vector<double> means(std::span<const double> gain) const override {
    std::vector<double> result;
    double gained = 0;
    double moment = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const double own = gain[i] * ranks_of(cells_[i]);
      gained += own;
      moment += own * mean_rank(cells_[i]);
      result.push_back(((last_rank(cells_[i]) + 1) * gained - moment) * scale(i));
    }
    result.push_back(gained / last_rank(cells_.back()));
    return result;
  }

 private:
  /// What a step of one rank takes off the probability.
  double scale(std::size_t part) const {
    const double last = last_rank(cells_[part]);
    return 2 / (last * (last + 1));
  }

  const std::vector<RankCell>& cells_;
};

/// Probabilities that every rank multiplies by the same factor. Their mixtures are the completely
/// monotone distributions, all of whose differences alternate; factors are so close that others
/// would make little difference.
class GeometricParts final : public FallingParts {
 public:
  explicit GeometricParts(const std::vector<RankCell>& cells) : ranks_(last_rank(cells.back())) {
    constexpr double kShortest = 0.25;
    constexpr double kStep = 1.3;
    std::vector<double> lengths;
    for (double length = kShortest; length < 4 * ranks_; length *= kStep) lengths.push_back(length);
    share_.resize(static_cast<Eigen::Index>(cells.size()),
                  static_cast<Eigen::Index>(lengths.size()));
    for (Eigen::Index part = 0; part < share_.cols(); ++part) {
      // Of what is left, exp(-1 / length) stands one rank further down.
      const double length = lengths[static_cast<std::size_t>(part)];
      const auto beyond = [&](double rank) { return portable::exp(-rank / length); };
      const double all = 1 - beyond(ranks_);
      for (Eigen::Index i = 0; i < share_.rows(); ++i) {
        const RankCell& cell = cells[static_cast<std::size_t>(i)];
        share_(i, part) = (beyond(first_rank(cell) - 1) - beyond(last_rank(cell))) / all;
      }
    }
  }

  std::vector<double> first_weights() const override {
    return std::vector<double>(size(), ranks_ / static_cast<double>(size()));
  }

  void spread(std::span<const double> weights, std::span<double> probability) const override {
    Eigen::Map<Eigen::VectorXd>(probability.data(), share_.rows()).noalias() +=
        share_ * Eigen::Map<const Eigen::VectorXd>(weights.data(), share_.cols());
  }

  std::vector<double> means(std::span<const double> gain) const override {
    std::vector<double> result(size());
    Eigen::Map<Eigen::VectorXd>(result.data(), share_.cols()).noalias() =
        share_.transpose() * Eigen::Map<const Eigen::VectorXd>(gain.data(), share_.rows());
    return result;
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(share_.cols()); }

  double ranks_;
  Eigen::MatrixXd share_;  ///< of cells, by part
};

}  // namespace

std::unique_ptr<const FallingParts> falling_parts(FallingShape shape,
                                                  const std::vector<RankCell>& cells,
                                                  std::size_t rising) {
  switch (shape) {
    case FallingShape::convex: return std::make_unique<TriangularParts>(cells);
    case FallingShape::geometric: return std::make_unique<GeometricParts>(cells);
    case FallingShape::peaked: return std::make_unique<UniformParts>(cells, rising);
    case FallingShape::any: break;
  }
  return std::make_unique<UniformParts>(cells, 0);
}

}  // namespace honestrank::estimators
