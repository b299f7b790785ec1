#include "honestrank/models/model_spec.h"

#include <algorithm>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

[[noreturn]] void fail(std::string_view text, const std::string& expected) {
  throw InputError("model '" + std::string(text) + "': expected " + expected +
                   ", as in ials(factors=16,alpha=0.2)");
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace

ModelSpec parse_model_spec(std::string_view text) {
  const std::string_view whole = trimmed(text);
  const std::size_t open = whole.find('(');
  ModelSpec spec{std::string(trimmed(whole.substr(0, open)))};
  if (!is_word(spec.name)) fail(text, "a name of small letters, digits and _");
  if (open == std::string_view::npos) return spec;
  if (whole.back() != ')') fail(text, "a closing parenthesis at the end");
  std::string_view list = trimmed(whole.substr(open + 1, whole.size() - open - 2));
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view option = list.substr(0, comma);
    const std::size_t equals = option.find('=');
    const bool named = equals != std::string_view::npos;
    const std::string key(named ? trimmed(option.substr(0, equals)) : "");
    const std::string value(trimmed(named ? option.substr(equals + 1) : option));
    if (named && !is_word(key)) fail(text, "key=value");
    if (value.empty()) fail(text, named ? "a value for " + key : "key=value");
    const auto same = [&](const auto& other) {
      return other.first == key && (named || other.second == value);
    };
    if (std::any_of(spec.options.begin(), spec.options.end(), same)) {
      fail(text, (named ? key : value) + " once");
    }
    spec.options.emplace_back(key, value);
    if (comma == std::string_view::npos) break;
    list = trimmed(list.substr(comma + 1));
    if (list.empty()) fail(text, "key=value after the last comma");
  }
  return spec;
}

std::string to_string(const ModelSpec& spec) {
  std::string text = spec.name;
  for (std::size_t i = 0; i < spec.options.size(); ++i) {
    const auto& [key, value] = spec.options[i];
    text += (i == 0 ? "(" : ",") + (key.empty() ? value : key + "=" + value);
  }
  return spec.options.empty() ? text : text + ")";
}

}  // namespace honestrank
