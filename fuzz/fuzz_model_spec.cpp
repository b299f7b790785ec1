// Any text as the specification of a model: refused with an InputError, or a name and options that
// are read back from their own text. Whether such a model can be trained is never in doubt: it is
// refused with an InputError or accepted, before any training.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/models/model_spec.h"
#include "honestrank/models/train_model.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

/// Whether the model that is asked for exists, with such options.
bool is_known(const ModelSpec& spec) {
  try {
    validate(spec);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

bool has_option(const KnownModel& model, const std::string& key) {
  for (const ModelOption& option : model.options) {
    if (option.key == key) return true;
  }
  return false;
}

void check(const ModelSpec& spec) {
  expect(!spec.name.empty(), "a name");
  for (const auto& [key, value] : spec.options) {
    expect(!value.empty(), "a value");  // columns of attributes have no key
    expect(value.front() != ' ' && value.back() != ' ', "no spaces around a value");
    expect(value.find(',') == std::string::npos, "no comma in a value");
  }
  const ModelSpec again = parse_model_spec(to_string(spec));
  expect(again.name == spec.name && again.options == spec.options, "its own text is read back");

  if (!is_known(spec)) return;
  for (const KnownModel& model : known_models()) {
    if (model.name != spec.name) continue;
    for (const auto& [key, value] : spec.options) {
      expect(key.empty() || has_option(model, key), "only options that the model has");
    }
    return;
  }
  expect(false, "only models that there are");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ModelSpec spec;
  try {
    spec = parse_model_spec(text);
  } catch (const InputError&) {
    return 0;
  }
  check(spec);
  return 0;
}
