#include "models/neural_library.h"

/// Of this library; a program that expects another one does not use it.
extern "C" __attribute__((visibility("default"))) const char* honestrank_neural_version() {
  static const std::string version = honestrank::neural_version();
  return version.c_str();
}
