// Any bytes as a per-user file: refused with an InputError, or a value or none for every model,
// metric and user.

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/per_user_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  try {
    const PerUserTable table = parse_per_user(fuzzing::text_of(data, size), "values.tsv");
    fuzzing::expect(table.values.size() == table.models.size(), "values of every model");
    for (const auto& model : table.values) {
      fuzzing::expect(model.size() == table.metrics.size(), "values of every metric");
      for (const auto& values : model) {
        fuzzing::expect(values.size() == table.users.size(), "values of every user");
        for (const double value : values) fuzzing::expect(!std::isinf(value), "finite values");
      }
    }
  } catch (const InputError&) {
  }
  return 0;
}
