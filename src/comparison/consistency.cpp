#include "honestrank/comparison/consistency.h"

#include <fmt/format.h>

#include <algorithm>

#include "comparison/rounding.h"
#include "honestrank/base/error.h"
#include "honestrank/comparison/order_probability.h"
#include "honestrank/metrics/evaluate.h"

namespace honestrank {
namespace {

void check(std::span<const UserRanks> models, std::span<const Metric> metrics,
           std::span<const Estimator> estimators, const ConsistencyOptions& options) {
  const auto fail = [](const std::string& what) {
    throw InputError("analyse_consistency: expected " + what);
  };
  if (models.size() < 2) fail(fmt::format("at least two models; got {}", models.size()));
  if (metrics.empty()) fail("a metric; got none");
  if (estimators.empty()) fail("an estimator; got none");
  const auto& samples = options.samples;
  if (samples.empty() || samples.front() == 0 ||
      std::adjacent_find(samples.begin(), samples.end(), std::greater_equal<>()) != samples.end()) {
    fail(fmt::format("rising numbers of samples; got {}", fmt::join(samples, ", ")));
  }
}

/// The order of two numbers: -1, 0 where they are equal but for rounding, or 1.
int order_of(double first, double second) {
  if (comparison::are_equal(first, second)) return 0;
  return first > second ? 1 : first < second ? -1 : 0;
}

class Analysis {
 public:
  Analysis(std::span<const UserRanks> models, std::span<const Metric> metrics,
           std::span<const Estimator> estimators, const ConsistencyOptions& options)
      : models_(models), metrics_(metrics), estimators_(estimators), options_(options) {}

  Consistency result() const {
    Consistency result;
    result.samples = options_.samples;
    std::vector<Evaluation> exact;
    for (const UserRanks& model : models_) {
      exact.push_back(evaluate(model, metrics_, {.threads = options_.threads}));
    }
    // [size][model]: all metrics of the first estimator, then of the second, and so on.
    std::vector<std::vector<std::vector<ExpectedMetric>>> expected;
    for (const std::uint64_t samples : options_.samples) {
      auto& size = expected.emplace_back();
      for (const UserRanks& model : models_) {
        size.push_back(expected_of(model, samples, metrics_, estimators_));
      }
    }
    for (std::size_t metric = 0; metric < metrics_.size(); ++metric) {
      for (std::size_t estimator = 0; estimator < estimators_.size(); ++estimator) {
        const std::size_t place = estimator * metrics_.size() + metric;
        for (std::size_t model = 0; model < models_.size(); ++model) {
          auto& curve = result.curves.emplace_back(
              ConsistencyCurve{model, metric, estimator, exact[model].results[metric].value});
          for (const auto& size : expected) {
            curve.value.push_back(size[model][place].value);
            curve.standard_deviation.push_back(size[model][place].standard_deviation);
          }
        }
        add_winners(expected, place, std::span(result.curves).last(models_.size()));
        for (std::size_t first = 0; first < models_.size(); ++first) {
          for (std::size_t second = first + 1; second < models_.size(); ++second) {
            PairConsistency pair{first, second, metric, estimator};
            const double one = exact[first].results[metric].value;
            const double other = exact[second].results[metric].value;
            pair.exact_difference = one - other;
            const int right = order_of(one, other);
            std::vector<int> orders;
            for (const auto& size : expected) {
              add_size(size, place, right, pair);
              orders.push_back(order_of(size[first][place].value, size[second][place].value));
            }
            find_flips(orders, right, pair);
            result.pairs.push_back(std::move(pair));
          }
        }
      }
    }
    return result;
  }

 private:
  std::vector<ExpectedMetric> expected_of(const UserRanks& model, std::uint64_t samples,
                                          std::span<const Metric> metrics,
                                          std::span<const Estimator> estimators) const {
    return expect_estimates(
        model, metrics, estimators,
        {.samples = samples, .replacement = options_.replacement, .threads = options_.threads},
        options_.correction);
  }

  static void add_size(const std::vector<std::vector<ExpectedMetric>>& size, std::size_t place,
                       int right, PairConsistency& pair) {
    const ExpectedMetric& first = size[pair.first][place];
    const ExpectedMetric& second = size[pair.second][place];
    pair.difference.push_back(first.value - second.value);
    const double above = order_probability(first, second);
    pair.right_probability.push_back(right > 0 ? above : right < 0 ? 1 - above : 0.5);
  }

  /// Sets the winner probabilities of all models of one metric and estimator.
  void add_winners(const std::vector<std::vector<std::vector<ExpectedMetric>>>& expected,
                   std::size_t place, std::span<ConsistencyCurve> curves) const {
    for (const auto& size : expected) {
      std::vector<ExpectedMetric> metrics;
      for (const auto& model : size) metrics.push_back(model[place]);
      const std::vector<double> winners =
          winner_probabilities(metrics, {options_.resamples, options_.seed, options_.threads});
      for (std::size_t model = 0; model < curves.size(); ++model) {
        curves[model].winner_probability.push_back(winners[model]);
      }
    }
  }

  int order_at(const PairConsistency& pair, std::uint64_t samples) const {
    const auto value = [&](std::size_t model) {
      return expected_of(models_[model], samples, metrics_.subspan(pair.metric, 1),
                         estimators_.subspan(pair.estimator, 1))[0]
          .value;
    };
    return order_of(value(pair.first), value(pair.second));
  }

  /// The fewest samples with an order that they have at one place of `samples` and not at another,
  /// earlier one.
  std::uint64_t first_with(int order, std::size_t not_yet, std::size_t already,
                           const PairConsistency& pair) const {
    std::uint64_t before = options_.samples[not_yet];
    std::uint64_t there = options_.samples[already];
    while (there - before > 1) {
      const std::uint64_t middle = before + (there - before) / 2;
      (order_at(pair, middle) == order ? there : before) = middle;
    }
    return there;
  }

  /// A tie is no order: from one to the other side of it is one flip, out of it is none.
  void find_flips(const std::vector<int>& orders, int right, PairConsistency& pair) const {
    std::size_t last = 0;  // place of the last order that was none
    for (std::size_t i = 0; i < orders.size(); ++i) {
      if (orders[i] != 0) {
        if (orders[last] == -orders[i]) {
          pair.flips.push_back({first_with(orders[i], last, i, pair), orders[i] == right});
        }
        last = i;
      }
      if (orders[i] != right) {
        pair.right_from.reset();
      } else if (!pair.right_from) {
        pair.right_from = i == 0 ? options_.samples[0] : first_with(right, i - 1, i, pair);
      }
    }
  }

  std::span<const UserRanks> models_;
  std::span<const Metric> metrics_;
  std::span<const Estimator> estimators_;
  const ConsistencyOptions& options_;
};

}  // namespace

Consistency analyse_consistency(std::span<const UserRanks> models, std::span<const Metric> metrics,
                                std::span<const Estimator> estimators,
                                const ConsistencyOptions& options) {
  check(models, metrics, estimators, options);
  return Analysis(models, metrics, estimators, options).result();
}

}  // namespace honestrank
