#include "honestrank/sampling/expect.h"

#include <unordered_map>
#include <utility>

#include "sampling/expect_tables.h"

namespace honestrank {
namespace {

/// The metrics as they are. Users with one number of relevant items share their tables, unless
/// these are large.
sampling::TablesOf plain_tables_of(const UserRanks& ranks, std::span<const Metric> metrics,
                                   std::uint64_t samples) {
  constexpr std::uint64_t kLarge = 1U << 20;
  using Tables = std::shared_ptr<const sampling::MetricTables>;
  const auto make = [metrics, samples](std::uint64_t relevant) {
    return std::make_shared<const sampling::MetricTables>(
        sampling::plain_tables(metrics, relevant, samples));
  };
  std::unordered_map<std::uint64_t, Tables> shared;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const std::uint64_t relevant = ranks[entry].relevant();
    if (relevant == 0 || relevant > kLarge / (samples + 1)) continue;
    if (Tables& own = shared[relevant]; own == nullptr) own = make(relevant);
  }
  return [&ranks, make, shared = std::move(shared)](std::size_t entry) {
    const std::uint64_t relevant = ranks[entry].relevant();
    const auto found = shared.find(relevant);
    return found != shared.end() ? found->second : make(relevant);
  };
}

}  // namespace

ExpectedSample expect_sampled(const UserRanks& ranks, std::span<const Metric> metrics,
                              const ExpectOptions& options) {
  return sampling::expect_tables(ranks, metrics, options, "expect_sampled",
                                 [&] { return plain_tables_of(ranks, metrics, options.samples); });
}

}  // namespace honestrank
