// Any bytes as relevance judgments: refused with an InputError, or columns that fit together.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/data/trec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  try {
    const Qrels qrels =
        parse_qrels({reinterpret_cast<const char*>(data), size}, "fuzz", {.threads = 1});
    if (qrels.queries.empty() || qrels.begin.size() != qrels.queries.size() + 1) std::abort();
    if (qrels.begin.back() != qrels.size() || qrels.document.size() != qrels.size()) std::abort();
  } catch (const InputError&) {
  }
  return 0;
}
