#include "honestrank/sampling/expect.h"

#include "sampling/expect_tables.h"

namespace honestrank {
ExpectedSample expect_sampled(const UserRanks& ranks, std::span<const Metric> metrics,
                              const ExpectOptions& options) {
  return sampling::expect_tables(ranks, metrics, options, "expect_sampled", [&] {
    return sampling::plain_tables_of(ranks, metrics, options.samples);
  });
}

}  // namespace honestrank
