// Any text as a list of metric names: refused with an InputError, or metrics whose own names and
// explanations work.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "honestrank/base/error.h"
#include "honestrank/metrics/metric.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Convention convention :
       {Convention::honestrank, Convention::trec_eval, Convention::recbole}) {
    try {
      for (const Metric& metric : parse_metrics(text, convention)) {
        const std::string name = canonical_name(metric);
        if (canonical_name(parse_metric(name)) != name) std::abort();
        if (explain(metric).empty()) std::abort();
      }
    } catch (const InputError&) {
    }
  }
  return 0;
}
