#pragma once

#include <gtest/gtest.h>

#include <string>

#include "honestrank/base/error.h"

namespace honestrank::testing_support {

/// The message of the InputError (or ParseError) that `call` throws.
template <typename Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace honestrank::testing_support
