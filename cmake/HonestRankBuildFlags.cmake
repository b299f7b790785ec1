# Flags for building honestrank itself. Linked PRIVATE: none of them reaches a consumer.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(honestrank_build_flags INTERFACE)

# -ffp-contract=off: a product and a sum are two roundings everywhere, so a result does not
# depend on whether the compiler found a fused instruction.
target_compile_options(honestrank_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  -Wdouble-promotion -Wnon-virtual-dtor -Woverloaded-virtual
  -ffp-contract=off
  # g++ 12 warns about overlapping copies inside std::string (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CONFIG:Debug>:-Og>)

set(HONESTRANK_SANITIZE "" CACHE STRING "Sanitizers, comma separated: address,undefined or thread")
if(HONESTRANK_SANITIZE)
  target_compile_options(honestrank_build_flags INTERFACE
    -fsanitize=${HONESTRANK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    -g1)  # line numbers are all that a report needs, and build much faster
  target_link_options(honestrank_build_flags INTERFACE -fsanitize=${HONESTRANK_SANITIZE})
endif()
