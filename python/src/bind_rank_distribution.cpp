#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.h"
#include "bound_types.h"
#include "honestrank/estimators/falling_check.h"
#include "honestrank/estimators/learn_ranks.h"
#include "honestrank/report/rank_distribution_report.h"
#include "pickled.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

/// What an estimator learnt from one sample.
struct Distribution {
  LearntRanks learnt;
  Estimator estimator;
  std::uint32_t repeat = 1;

  const RankDistribution& ranks() const noexcept { return learnt.distribution; }
};

/// The first of the usual estimators that is a distribution, where there is one.
Estimator estimator_for(SamplingProtocol protocol) {
  for (Estimator& usual : usual_estimators(protocol)) {
    if (usual.is_distribution()) return std::move(usual);
  }
  return parse_estimator("mle");
}

Distribution learn(const Sampled& sampled, const std::string& name, std::size_t repeat,
                   const std::string& likelihood, unsigned threads) {
  if (repeat >= sampled.repeats.size()) {
    throw InputError("rank_distribution: expected a repeat below " +
                     std::to_string(sampled.repeats.size()) + "; got " + std::to_string(repeat));
  }
  const Estimator estimator =
      name.empty() ? estimator_for(sampled.repeats[0].protocol) : parse_estimator(name);
  const LearnRanksOptions options{
      .likelihood = correction_options("per_user", likelihood, {}).likelihood, .threads = threads};
  const nb::gil_scoped_release released;
  return {std::move(learn_ranks(sampled.repeats, estimator, options)[repeat]), estimator,
          static_cast<std::uint32_t>(repeat + 1)};
}

/// A member of all cells, where it lies.
template <typename T>
nb::object view(nb::handle self, const T RankCell::*member) {
  static_assert(sizeof(RankCell) % sizeof(T) == 0);
  const auto& cells = nb::cast<const Distribution&>(self).ranks().cells;
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(
             &(cells.data()->*member), {cells.size()}, self,
             {static_cast<std::int64_t>(sizeof(RankCell) / sizeof(T))})
      .cast();
}

using DistributionState = std::tuple<std::string, std::uint32_t, std::uint64_t, nb::bytes, double,
                                     double, double, std::uint32_t, bool, std::uint64_t, int,
                                     std::vector<std::uint64_t>, std::vector<nb::bytes>>;

DistributionState state_of_distribution(const Distribution& own) {
  const RankDistribution& ranks = own.ranks();
  const SampledCounts& counts = own.learnt.counts;
  std::vector<std::uint64_t> samples;
  std::vector<nb::bytes> users;
  for (const SampledCounts::Size& size : counts.sizes) {
    samples.push_back(size.samples);
    users.push_back(pickled_bytes(size.users));
  }
  return {own.estimator.name,
          own.repeat,
          own.learnt.users,
          pickled_bytes(ranks.cells),
          ranks.log_likelihood,
          ranks.shortfall,
          ranks.objective,
          ranks.iterations,
          ranks.converged,
          counts.irrelevant,
          static_cast<int>(counts.replacement),
          std::move(samples),
          std::move(users)};
}

Distribution distribution_of(const DistributionState& state) {
  const auto& [name, repeat, users, cells, log_likelihood, shortfall, objective, iterations,
               converged, irrelevant, replacement, samples, users_of_size] = state;
  Distribution own;
  own.estimator = parse_estimator(name);
  own.repeat = repeat;
  own.learnt.users = users;
  own.learnt.distribution = {
      unpickled<RankCell>(cells), log_likelihood, shortfall, objective, iterations, converged};
  own.learnt.counts.irrelevant = irrelevant;
  own.learnt.counts.replacement = static_cast<Replacement>(replacement);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    own.learnt.counts.sizes.push_back({samples[i], unpickled<double>(users_of_size.at(i))});
  }
  return own;
}

std::vector<double> means_of(const Distribution& own, const std::string& metrics) {
  std::vector<double> values;
  for (const Metric& metric : parse_metrics(metrics)) values.push_back(own.ranks().mean(metric));
  return values;
}

}  // namespace

void bind_rank_distribution(nb::module_& module) {
  const LearnRanksOptions options;
  const FallingCheckOptions check;
  module.def("learn_ranks", &learn, "sampled"_a, nb::kw_only(), "estimator"_a = "", "repeat"_a = 0,
             "likelihood"_a = "", "threads"_a = options.threads);
  nb::class_<Distribution>(module, "RankDistribution", "Where relevant items stand, as learnt.")
      .def_prop_ro("estimator", [](const Distribution& own) { return own.estimator.name; })
      .def_prop_ro("users", [](const Distribution& own) { return own.learnt.users; })
      .def_prop_ro("items",
                   [](const Distribution& own) { return own.learnt.counts.irrelevant + 1; })
      .def_prop_ro(
          "first", [](nb::handle self) { return view(self, &RankCell::first); },
          nb::sig("def first(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def_prop_ro(
          "ranks", [](nb::handle self) { return view(self, &RankCell::ranks); },
          nb::sig("def ranks(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def_prop_ro(
          "probability", [](nb::handle self) { return view(self, &RankCell::probability); },
          nb::sig("def probability(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro("log_likelihood",
                   [](const Distribution& own) { return own.ranks().log_likelihood; })
      .def_prop_ro("shortfall",
                   [](const Distribution& own) {
                     return own.estimator.kind == EstimatorKind::mes
                                ? std::numeric_limits<double>::quiet_NaN()
                                : own.ranks().shortfall;
                   })
      .def_prop_ro("iterations", [](const Distribution& own) { return own.ranks().iterations; })
      .def_prop_ro("converged", [](const Distribution& own) { return own.ranks().converged; })
      .def("values", &means_of, "metrics"_a)
      .def(
          "falling_p_value",
          [](const Distribution& own, std::uint32_t draws, std::uint64_t seed, unsigned threads) {
            const nb::gil_scoped_release released;
            return falling_p_value(
                own.learnt.counts,
                {.shape = own.estimator.shape, .draws = draws, .seed = seed, .threads = threads});
          },
          nb::kw_only(), "draws"_a = check.draws, "seed"_a = check.seed,
          "threads"_a = check.threads)
      .def("__getstate__", &state_of_distribution)
      .def("__setstate__",
           [](Distribution& own, const DistributionState& state) {
             new (&own) Distribution(distribution_of(state));
           })
      .def(
          "save",
          [](const Distribution& own, const std::filesystem::path& path, const std::string& name) {
            write_rank_distributions(
                path, {{{name, own.estimator.name, own.repeat, own.learnt.distribution}}});
          },
          "path"_a, nb::kw_only(), "name"_a);
}

}  // namespace honestrank::python
