#include "satisfaction/study_ways.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "metrics/metric_sums.h"
#include "models/attribute_values.h"

namespace honestrank {
namespace {

constexpr std::uint32_t kWorthStream = 0x776f7274;

/// The closest values that never fall (pool adjacent violators).
std::vector<double> never_falling(std::span<const double> values) {
  struct Pool {
    double sum = 0;
    std::size_t size = 0;
    double mean() const { return sum / static_cast<double>(size); }
  };
  std::vector<Pool> pools;
  for (const double value : values) {
    pools.push_back({value, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().size += last.size;
    }
  }
  std::vector<double> result;
  for (const Pool& pool : pools) result.insert(result.end(), pool.size, pool.mean());
  return result;
}

}  // namespace

double ratings_worth(std::span<const std::uint32_t> known, std::span<const double> curve,
                     double line) {
  if (known.empty() || known.size() != curve.size()) {
    throw InputError(fmt::format("ratings_worth: expected a value for each of {} numbers; got {}",
                                 known.size(), curve.size()));
  }
  for (std::size_t i = 1; i < known.size(); ++i) {
    if (known[i] > known[i - 1]) continue;
    throw InputError(fmt::format("ratings_worth: expected rising numbers; got {} after {}",
                                 known[i], known[i - 1]));
  }
  const std::vector<double> rising = never_falling(curve);
  if (rising[0] >= line) return known[0];
  for (std::size_t i = 1; i < rising.size(); ++i) {
    if (!(rising[i] >= line)) continue;
    const double part = (line - rising[i - 1]) / (rising[i] - rising[i - 1]);
    return known[i - 1] + part * (known[i] - known[i - 1]);
  }
  return std::numeric_limits<double>::infinity();
}

std::vector<std::string> shared_attributes(const AttributeTable& table) {
  return shared_columns(table);
}

std::vector<std::string> usual_attributes(const AttributeTable& users) {
  const auto has = [&](const char* name) {
    return std::find(users.names.begin(), users.names.end(), name) != users.names.end();
  };
  if (has("gender") && has("age")) return {"gender", "age"};
  return shared_attributes(users);
}

namespace satisfaction_detail {
namespace {

MetricResult result_of(const StudyWay& way, double lists, std::uint64_t users) {
  MetricResult result;
  result.metric.name = "satisfaction";
  result.metric.kind = MetricKind::dcg;
  metrics::MetricColumn column;
  column.value = column.optimistic = column.pessimistic = way.value;
  metrics::MetricSums(column).write_to(result);
  result.optimistic = way.optimistic / lists;
  result.pessimistic = way.pessimistic / lists;
  result.users = users;
  return result;
}

/// Sets the quantiles of what samples came to.
void set_quantiles(std::vector<double> sampled, SampledNumber& number) {
  number.low = number.high = number.value;
  if (sampled.empty()) return;
  std::sort(sampled.begin(), sampled.end());
  number.low = sampled[sampled.size() / 40];
  number.high = sampled[sampled.size() - 1 - sampled.size() / 40];
}

/// What a sample of newcomers, or all of them, says.
struct Reading {
  std::vector<double> worth;
  double gain = 0;
};

class Reader {
 public:
  Reader(const StudyWays& ways, std::vector<const StudyWay*> targets)
      : ways_(ways), targets_(std::move(targets)) {
    for (const StudyWay& way : ways.known) numbers_.push_back(way.number);
  }

  Reading read(std::span<const double> weight) const {
    std::vector<double> curve;
    for (const StudyWay& way : ways_.known) curve.push_back(mean(way, weight));
    Reading reading;
    for (const StudyWay* const target : targets_) {
      reading.worth.push_back(ratings_worth(numbers_, curve, mean(*target, weight)));
    }
    reading.gain = curve.back() - curve.front();
    return reading;
  }

 private:
  static double mean(const StudyWay& way, std::span<const double> weight) {
    double sum = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) sum += weight[i] * way.value[i];
    return sum / static_cast<double>(weight.size());
  }

  const StudyWays& ways_;
  std::vector<const StudyWay*> targets_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace

StudyWays::StudyWays(const std::vector<std::uint32_t>& numbers, std::size_t newcomers)
    : newcomers_(newcomers) {
  for (const std::uint32_t number : numbers) {
    add(known, fmt::format("known={}", number), number);
  }
}

StudyWay& StudyWays::add(std::vector<StudyWay>& to, std::string name, std::uint32_t number) {
  return to.emplace_back(StudyWay{std::move(name), number, std::vector<double>(newcomers_), 0, 0});
}

void summarise(const StudyWays& ways, double lists, std::uint64_t users,
               const ColdStartOptions& options, ColdStartStudy& study) {
  for (const auto& [from, to] :
       {std::pair{&ways.known, &study.known}, std::pair{&ways.lines, &study.lines},
        std::pair{&ways.answered, &study.answered}}) {
    for (const StudyWay& way : *from) {
      to->push_back({way.name, way.number, result_of(way, lists, users)});
    }
  }
  std::vector<const StudyWay*> targets;
  for (const StudyWay& line : ways.lines) targets.push_back(&line);
  if (!ways.answered.empty()) targets.push_back(&ways.answered.back());
  const Reader reader(ways, targets);
  const std::size_t newcomers = ways.known.front().value.size();
  const Reading all = reader.read(std::vector<double>(newcomers, 1.0));

  std::vector<Reading> samples(options.bootstrap);
  const CounterRandom random(options.seed, kWorthStream);
  parallel_for(samples.size(), 1, options.threads, [&](const Block& block) {
    std::vector<double> weight(newcomers);
    for (std::size_t i = 0; i < newcomers; ++i) {
      ++weight[random.below(newcomers, i, static_cast<std::uint32_t>(block.begin))];
    }
    samples[block.begin] = reader.read(weight);
  });
  std::vector<double> sampled(samples.size());
  for (std::size_t target = 0; target < targets.size(); ++target) {
    for (std::size_t i = 0; i < samples.size(); ++i) sampled[i] = samples[i].worth[target];
    RatingsWorth& worth = study.worth.emplace_back();
    worth.name = targets[target]->name;
    worth.ratings.value = all.worth[target];
    set_quantiles(sampled, worth.ratings);
  }
  for (std::size_t i = 0; i < samples.size(); ++i) sampled[i] = samples[i].gain;
  study.gain.value = all.gain;
  set_quantiles(sampled, study.gain);
}

}  // namespace satisfaction_detail
}  // namespace honestrank
