#include <memory>

#include "estimators/correction_tables.h"
#include "honestrank/base/error.h"
#include "honestrank/estimators/estimate.h"
#include "sampling/expect_tables.h"

namespace honestrank {

std::vector<ExpectedMetric> expect_estimates(const UserRanks& ranks,
                                             std::span<const Metric> metrics,
                                             std::span<const Estimator> estimators,
                                             const ExpectOptions& sampling,
                                             const CorrectionOptions& correction) {
  std::vector<Metric> repeated;
  for (std::size_t i = 0; i < estimators.size(); ++i) {
    repeated.insert(repeated.end(), metrics.begin(), metrics.end());
  }
  const auto make_tables = [&]() -> sampling::TablesOf {
    estimators::Crowd crowd{ranks.items, {}};
    for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
      crowd.relevant.push_back(ranks[entry].relevant());
    }
    const auto tables = std::make_shared<const estimators::CorrectionTables>(
        metrics, estimators, crowd, sampling.samples, sampling.replacement, correction,
        sampling.threads, "expect_estimates");
    return [tables](std::size_t entry) {
      return std::shared_ptr<const sampling::MetricTables>(tables, &tables->of(entry).tables);
    };
  };
  return sampling::expect_tables(ranks, repeated, sampling, "expect_estimates", make_tables)
      .metrics;
}

std::vector<double> correction_table(const Metric& metric, const Estimator& estimator,
                                     const SamplingModel& model, std::span<const double> prior,
                                     std::size_t users) {
  if (users == 0) throw InputError("correction_table: expected at least one user; got none");
  const estimators::Crowd crowd{std::vector<std::uint64_t>(users, model.irrelevant() + 1),
                                std::vector<std::uint64_t>(users, 1)};
  CorrectionOptions options;
  options.population = Population::mean;
  options.prior.assign(prior.begin(), prior.end());
  const estimators::CorrectionTables tables({&metric, 1}, {&estimator, 1}, crowd, model.samples(),
                                            model.replacement(), options, 1, "correction_table");
  const sampling::TableRow row = tables.of(0).tables.row(0, 1);
  std::vector<double> table;
  for (std::uint64_t sampled = 0; sampled <= model.samples(); ++sampled) {
    table.push_back(row[sampled]);
  }
  return table;
}

}  // namespace honestrank
