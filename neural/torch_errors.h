#pragma once

#include <c10/util/Exception.h>

#include <new>
#include <string_view>

namespace honestrank::neural {

/// Calls `body`. libtorch has a type of its own, with a stack trace for a message, for what others
/// call std::bad_alloc.
template <typename Body>
void with_plain_errors(const Body& body) {
  try {
    body();
  } catch (const c10::Error& error) {
    const std::string_view what = error.what_without_backtrace();
    if (what.find("allocate memory") != std::string_view::npos) throw std::bad_alloc();
    throw;
  }
}

}  // namespace honestrank::neural
