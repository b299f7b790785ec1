#include "honestrank/sampling/sampling_model.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/multiprecision/cpp_dec_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <numeric>

#include "error_message.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using Exact = boost::multiprecision::cpp_rational;
using Wide = boost::multiprecision::cpp_dec_float_50;

Exact choose(std::uint64_t n, std::uint64_t k) {
  if (k > n) return 0;
  Exact result = 1;
  for (std::uint64_t i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

Exact power(const Exact& base, std::uint64_t exponent) {
  Exact result = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

double exact_probability(const SamplingModel& model, std::uint64_t sampled, std::uint64_t above) {
  const std::uint64_t all = model.irrelevant();
  const std::uint64_t m = model.samples();
  if (model.replacement() == Replacement::without) {
    if (sampled > m) return 0;
    return (choose(above, sampled) * choose(all - above, m - sampled) / choose(all, m))
        .convert_to<double>();
  }
  const Exact share = Exact(above) / all;
  return (choose(m, sampled) * power(share, sampled) * power(1 - share, m - sampled))
      .convert_to<double>();
}

TEST(SamplingModel, HasTheProbabilitiesOfItsDefinition) {
  for (const Replacement replacement : {Replacement::with, Replacement::without}) {
    for (const std::uint64_t all : {1U, 2U, 7U, 40U}) {
      for (const std::uint64_t samples : {1U, 2U, 7U, 19U, 40U}) {
        if (replacement == Replacement::without && samples > all) continue;
        const SamplingModel model(all, samples, replacement);
        for (std::uint64_t above = 0; above <= all; ++above) {
          const CountDistribution distribution = model.distribution(above);
          double sum = 0;
          for (std::uint64_t sampled = 0; sampled <= samples; ++sampled) {
            const double expected = exact_probability(model, sampled, above);
            ASSERT_NEAR(model.probability(sampled, above), expected, 1e-13 * expected)
                << all << " " << samples << " " << above << " " << sampled;
            const bool inside = sampled >= distribution.first &&
                                sampled < distribution.first + distribution.probability.size();
            ASSERT_NEAR(inside ? distribution.probability[sampled - distribution.first] : 0,
                        expected, 1e-13 * expected + 1e-19);
            sum += expected;
          }
          ASSERT_NEAR(sum, 1, 1e-12);
        }
      }
    }
  }
}

/// Against fifty digits, where nothing can be multiplied out.
Wide log_choose(std::uint64_t n, std::uint64_t k) {
  return lgamma(Wide(n) + 1) - lgamma(Wide(k) + 1) - lgamma(Wide(n - k) + 1);
}

TEST(SamplingModel, IsAccurateForABillionItems) {
  const std::uint64_t all = 1000000000;
  const std::uint64_t samples = 100000;
  for (const std::uint64_t above : {std::uint64_t{1}, std::uint64_t{10000},
                                    std::uint64_t{123456789}, std::uint64_t{999999999}}) {
    const SamplingModel binomial(all, samples, Replacement::with);
    const SamplingModel hypergeometric(all, samples, Replacement::without);
    const CountDistribution with = binomial.distribution(above);
    const CountDistribution without = hypergeometric.distribution(above);
    EXPECT_NEAR(std::accumulate(with.probability.begin(), with.probability.end(), 0.0), 1, 1e-13);
    for (std::size_t i = 0; i < with.probability.size(); i += 97) {
      const std::uint64_t sampled = with.first + i;
      const Wide share = Wide(above) / all;
      const Wide expected = exp(log_choose(samples, sampled) + sampled * log(share) +
                                Wide(samples - sampled) * log(1 - share));
      const auto value = expected.convert_to<double>();
      EXPECT_NEAR(binomial.probability(sampled, above), value, 1e-12 * value);
      EXPECT_NEAR(with.probability[i], value, 1e-11 * value + 1e-20);
    }
    for (std::size_t i = 0; i < without.probability.size(); i += 97) {
      const std::uint64_t sampled = without.first + i;
      const Wide expected =
          exp(log_choose(above, sampled) + log_choose(all - above, samples - sampled) -
              log_choose(all, samples));
      const auto value = expected.convert_to<double>();
      EXPECT_NEAR(hypergeometric.probability(sampled, above), value, 1e-12 * value);
      EXPECT_NEAR(without.probability[i], value, 1e-11 * value + 1e-20);
    }
  }
}

TEST(SamplingModel, SaysWhatCannotBeDrawn) {
  const auto fault = [](std::uint64_t irrelevant, std::uint64_t samples) {
    return testing_support::message_of(
        [&] { SamplingModel(irrelevant, samples, Replacement::without); });
  };
  EXPECT_EQ(fault(0, 5), "SamplingModel: expected irrelevant items to draw from; got none");
  EXPECT_EQ(fault(5, 0), "SamplingModel: expected at least one sample; got none");
  EXPECT_EQ(fault(5, 6),
            "SamplingModel: expected at most 5 samples, as many as there are irrelevant items, "
            "where none is drawn twice; got 6");
}

}  // namespace
}  // namespace honestrank
