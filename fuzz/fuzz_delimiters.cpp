// The SIMD search for delimiters against the plain loop, on every instruction set of this CPU.

#include <hwy/targets.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels/delimiters.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank::kernels;
  if (size < 2) return 0;
  const char first = static_cast<char>(data[0]);
  const char second = static_cast<char>(data[1]);
  const std::size_t length = size - 2;
  // The padding is full of delimiters: none of them may be found.
  std::vector<char> text(data + 2, data + size);
  text.resize(length + kDelimiterPadding, '\n');
  const std::size_t room = (length + 63) / 64 * 64;
  std::vector<std::uint32_t> plain(room);
  const std::size_t wanted =
      find_delimiters_reference(text.data(), length, first, second, plain.data());
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    std::vector<std::uint32_t> found(room);
    const std::size_t count = find_delimiters(text.data(), length, first, second, found.data());
    if (count != wanted ||
        !std::equal(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count),
                    plain.begin())) {
      std::fprintf(stderr, "%s disagrees with the reference\n", hwy::TargetName(target));
      std::abort();
    }
  }
  return 0;
}
