// Any text as a list of metric names: refused with an InputError, or metrics whose own names are
// read back as the same metrics.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/metrics/metric.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

bool same(const Metric& a, const Metric& b) {
  return a.kind == b.kind && a.cutoff == b.cutoff && a.gain == b.gain &&
         a.persistence == b.persistence && a.relevance_level == b.relevance_level;
}

void check(const Metric& metric) {
  expect(metric.persistence > 0 && metric.persistence < 1, "persistence between 0 and 1");
  expect(!metric.cutoff || *metric.cutoff > 0, "a cut-off of at least 1");
  expect(same(parse_metric(canonical_name(metric)), metric), "its own name is read back");
  expect(!explain(metric).empty(), "an explanation");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view list(reinterpret_cast<const char*>(data), size);
  for (const Convention convention :
       {Convention::honestrank, Convention::trec_eval, Convention::recbole}) {
    std::vector<Metric> metrics;
    try {
      metrics = parse_metrics(list, convention);
    } catch (const InputError&) {
      continue;
    }
    for (const Metric& metric : metrics) check(metric);
  }
  return 0;
}
