// Any bytes as an interaction file: refused with the same message, or read as the same valid rows,
// by one thread and by two.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <variant>

#include "honestrank/base/error.h"
#include "honestrank/data/read_interactions.h"

namespace {

using namespace honestrank;

/// The interactions, or the message of the error.
std::variant<Interactions, std::string> read_with(unsigned threads, std::span<const char> bytes) {
  ReadInteractionsOptions options;
  options.threads = threads;
  try {
    InteractionFile file = parse_interactions(bytes, "fuzz", options);
    validate(file.interactions);
    if (describe(file.layout).empty()) std::abort();
    return std::move(file.interactions);
  } catch (const InputError& error) {
    return error.what();
  }
}

bool same_bits(const Interactions& a, const Interactions& b) {
  return a.users == b.users && a.items == b.items && a.user == b.user && a.item == b.item &&
         a.rating == b.rating && a.timestamp == b.timestamp;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const char*>(data), size);
  const auto one = read_with(1, bytes);
  const auto two = read_with(2, bytes);
  if (one.index() != two.index()) std::abort();
  if (one.index() == 0 && !same_bits(std::get<0>(one), std::get<0>(two))) std::abort();
  if (one.index() == 1 && std::get<1>(one) != std::get<1>(two)) std::abort();
  return 0;
}
