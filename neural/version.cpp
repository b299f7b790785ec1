#include "honestrank/base/version.h"

/// Of this library; a program of another version does not use it.
extern "C" __attribute__((visibility("default"))) const char* honestrank_neural_version() {
  return honestrank::version().data();
}
