#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/estimators/estimate.h"
#include "sampling/metric_tables.h"

namespace honestrank::estimators {

/// Who is to be corrected: a user's eligible items, relevant ones included, and relevant ones.
struct Crowd {
  std::vector<std::uint64_t> population;
  std::vector<std::uint64_t> relevant;

  std::size_t size() const noexcept { return population.size(); }
  /// Whether there is something to rank and something to rank it against.
  bool counts(std::size_t user) const {
    return relevant[user] > 0 && population[user] > relevant[user];
  }
};

/// Tables of one kind of user: for every estimator and every metric, in that order.
struct UserTables {
  sampling::MetricTables tables;
  std::vector<double> least_bias;  ///< of a user's value
  std::vector<double> most_bias;
  bool converged = true;
};

/// The corrections of all users of a crowd.
class CorrectionTables {
 public:
  /// `drawn` is how samples are drawn. Throws InputError, beginning with `caller`, for corrections
  /// that do not fit.
  CorrectionTables(std::span<const Metric> metrics, std::span<const Estimator> estimators,
                   const Crowd& crowd, std::uint64_t samples, Replacement drawn,
                   const CorrectionOptions& options, unsigned threads, std::string_view caller);

  /// The tables of a user who counts.
  const UserTables& of(std::size_t user) const { return *tables_[user]; }

  /// What is to be said about an estimator, whatever the metric.
  const std::vector<std::string>& diagnostics(std::size_t estimator) const {
    return diagnostics_[estimator];
  }

 private:
  std::vector<std::shared_ptr<const UserTables>> tables_;  ///< by user; none: does not count
  std::vector<std::vector<std::string>> diagnostics_;      ///< by estimator
};

}  // namespace honestrank::estimators
