# Precompiled headers halve the time of a build: the standard library, GoogleTest and CLI11 are read once for all
# files. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON goes without, and finds includes that a file forgot.
set(HONESTRANK_STANDARD_HEADERS
    <algorithm> <array> <cmath> <cstddef> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numeric>
    <optional> <span> <string> <string_view> <utility> <vector>)

# g++ 12 forgets that precompiled headers are the system's, and warns about copies inside std::string (GCC bug
# 105651); builds without them keep these warnings.
set(HONESTRANK_PRECOMPILED_WARNINGS "")
if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(HONESTRANK_PRECOMPILED_WARNINGS -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# honestrank_precompile(<target> [<header>...]): the standard headers, and those named.
function(honestrank_precompile target)
  target_precompile_headers(${target} PRIVATE ${HONESTRANK_STANDARD_HEADERS} ${ARGN})
  target_compile_options(${target} PRIVATE ${HONESTRANK_PRECOMPILED_WARNINGS})
endfunction()

# honestrank_unite(<target>): with HONESTRANK_UNITY_BUILD, several source files are compiled as one, so that what
# templates make of the same headers is compiled once for all of them. A file that changed takes longer: developers
# build without.
option(HONESTRANK_UNITY_BUILD "Compile several source files at once" OFF)
function(honestrank_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${HONESTRANK_UNITY_BUILD} UNITY_BUILD_BATCH_SIZE 12)
endfunction()

# honestrank_optimise_little(<target>): for code in which no time is spent, and much of it in compiling.
function(honestrank_optimise_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
