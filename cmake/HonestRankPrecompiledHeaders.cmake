# Precompiled headers halve the time of a build: the standard library, GoogleTest and CLI11 are read once for all
# files. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON goes without, and finds includes that a file forgot.
set(HONESTRANK_STANDARD_HEADERS
    <algorithm> <array> <cmath> <cstddef> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numeric>
    <optional> <span> <string> <string_view> <utility> <vector>)

# honestrank_precompile(<target> [<header>...]): the standard headers, and those named.
function(honestrank_precompile target)
  target_precompile_headers(${target} PRIVATE ${HONESTRANK_STANDARD_HEADERS} ${ARGN})
endfunction()

# honestrank_optimise_little(<target>): for code in which no time is spent, and much of it in compiling.
function(honestrank_optimise_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
