#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/models/model_spec.h"
#include "honestrank/models/train_model.h"

namespace honestrank {

// The options of a model are named once, by a function visit_options(options, visit) that calls
// visit(key, field, meaning) for every field. Reading, writing and listing them are visitors.

inline std::string option_text(bool value) { return value ? "true" : "false"; }

template <typename Number>
std::string option_text(Number value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof(text), value);  // shortest that reads back
  return {text, result.ptr};
}

inline std::string option_text(const std::optional<double>& value) {
  return value ? option_text(*value) : "none";
}

/// Names of attributes, which stand in a specification without a key.
using AttributeNames = std::vector<std::string>;

/// Sets fields from a specification.
class OptionReader {
 public:
  explicit OptionReader(const ModelSpec& spec) : spec_(spec) {}

  template <typename Field>
  void operator()(const char* key, Field& field, const char* /*meaning*/) {
    known_.emplace_back(key);
    for (const auto& [given, value] : spec_.options) {
      if (given == key && !read(value, field)) {
        throw InputError(spec_.name + ": expected " + expected(field) + " for " + key + "; got '" +
                         value + "'");
      }
    }
  }

  void operator()(const char* /*key*/, AttributeNames& field, const char* /*meaning*/) {
    takes_attributes_ = true;
    for (const auto& [given, value] : spec_.options) {
      if (given.empty()) field.push_back(value);
    }
  }

  /// Throws InputError if the specification has a key that no field has.
  void reject_unknown() const {
    for (const auto& [given, value] : spec_.options) {
      bool found = false;
      std::string keys;
      for (const std::string& key : known_) {
        found = found || key == given;
        keys += (keys.empty() ? "" : ", ") + key;
      }
      if (found || (given.empty() && takes_attributes_)) continue;
      throw InputError(spec_.name + ": expected " +
                       (keys.empty() ? "no options" : "options of " + keys) + "; got '" +
                       (given.empty() ? value : given) + "'");
    }
  }

 private:
  static bool read(const std::string& text, std::optional<double>& field) {
    field.reset();
    return text == "none" || read(text, field.emplace());
  }
  static bool read(const std::string& text, bool& field) {
    field = text == "true" || text == "1";
    return field || text == "false" || text == "0";
  }
  template <typename Number>
  static bool read(const std::string& text, Number& field) {
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, field);
    return result.ec == std::errc() && result.ptr == end;
  }

  static const char* expected(const std::optional<double>&) { return "a number or none"; }
  static const char* expected(const bool&) { return "true or false"; }
  static const char* expected(const double&) { return "a number"; }
  static const char* expected(const std::uint32_t&) { return "a whole number below 2^32"; }
  static const char* expected(const std::uint64_t&) { return "a whole number below 2^64"; }

  const ModelSpec& spec_;
  std::vector<std::string> known_;
  bool takes_attributes_ = false;
};

/// Writes every field into a specification.
struct OptionWriter {
  ModelSpec& spec;

  template <typename Field>
  void operator()(const char* key, const Field& field, const char* /*meaning*/) const {
    spec.options.emplace_back(key, option_text(field));
  }
  void operator()(const char* /*key*/, const AttributeNames& field, const char* /*meaning*/) const {
    for (const std::string& name : field) spec.options.emplace_back("", name);
  }
};

/// Lists every field with its value.
struct OptionLister {
  std::vector<ModelOption>& list;

  template <typename Field>
  void operator()(const char* key, const Field& field, const char* meaning) const {
    list.push_back({key, option_text(field), meaning});
  }
  void operator()(const char* key, const AttributeNames& /*field*/, const char* meaning) const {
    list.push_back({key, "", meaning});
  }
};

}  // namespace honestrank
