#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace honestrank {

/// A model as it is asked for, in the command line and in C++ alike: `name` or
/// `name(key=value,key=value)`, as in `ials(factors=16,alpha=0.2)`; attributes stand without a key,
/// as in `segment(gender,age,shrink=5)`.
struct ModelSpec {
  std::string name;
  std::vector<std::pair<std::string, std::string>>
      options{};  ///< as given; an attribute has no key
};

/// Reads a specification; spaces around words do not count. Whether there is such a model with such
/// options is found out by train_model. Throws InputError saying what was expected where.
ModelSpec parse_model_spec(std::string_view text);

std::string to_string(const ModelSpec& spec);

}  // namespace honestrank
