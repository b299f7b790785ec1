#pragma once

#include <charconv>
#include <cmath>
#include <string>

#include "honestrank/base/error.h"

namespace honestrank::python {

/// A number as short as it can be read back.
inline std::string text_of_number(double value) {
  if (std::isnan(value)) return "NaN";
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// Throws InputError unless a grade is a finite number; `where()` is the place in the message.
template <typename Where>
void require_grade(double grade, const std::string& what, const Where& where) {
  if (std::isfinite(grade)) return;
  throw InputError(what + ": expected grades that are finite numbers; got " +
                   text_of_number(grade) + " " + where());
}

}  // namespace honestrank::python
