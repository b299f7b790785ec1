# What the library needs. docs/architecture.md says why each was chosen.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(hwy 1.0.3 REQUIRED NO_MODULE)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.9 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)

find_path(HONESTRANK_RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED
          DOC "Directory that holds Random123/philox.h (Debian: librandom123-dev)")

# Optional: gzip files are read more than twice as fast. Without it zlib reads them.
option(HONESTRANK_USE_ISAL "Read gzip files with ISA-L where it is installed" ON)
if(HONESTRANK_USE_ISAL)
  find_library(HONESTRANK_ISAL_LIBRARY isal DOC "ISA-L (Debian: libisal-dev)")
  find_path(HONESTRANK_ISAL_INCLUDE_DIR isa-l/igzip_lib.h DOC "Directory that holds isa-l/igzip_lib.h")
endif()
if(HONESTRANK_USE_ISAL AND HONESTRANK_ISAL_LIBRARY AND HONESTRANK_ISAL_INCLUDE_DIR)
  message(STATUS "HonestRank: gzip files are read with ISA-L")
else()
  set(HONESTRANK_ISAL_LIBRARY "")
  message(STATUS "HonestRank: gzip files are read with zlib (install ISA-L for twice the speed)")
endif()

# Optional: without it multivae and neumf cannot be trained. Not through TorchConfig.cmake, which
# prints much and sets flags for the whole project.
option(HONESTRANK_USE_TORCH "Build the neural models where libtorch is installed" ON)
if(HONESTRANK_USE_TORCH)
  find_library(HONESTRANK_TORCH_LIBRARY torch DOC "libtorch (Debian: libtorch-dev)")
  find_library(HONESTRANK_TORCH_CPU_LIBRARY torch_cpu)
  find_library(HONESTRANK_C10_LIBRARY c10)
  find_path(HONESTRANK_TORCH_INCLUDE_DIR torch/torch.h PATH_SUFFIXES torch/csrc/api/include
            DOC "Directory that holds torch/torch.h")
  find_path(HONESTRANK_ATEN_INCLUDE_DIR ATen/ATen.h DOC "Directory that holds ATen/ATen.h")
endif()
set(HONESTRANK_BUILD_NEURAL OFF)
if(NOT (HONESTRANK_USE_TORCH AND HONESTRANK_TORCH_LIBRARY AND HONESTRANK_TORCH_INCLUDE_DIR))
  message(STATUS "HonestRank: multivae and neumf cannot be trained (install libtorch for them)")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
  # libtorch has vectors of incomplete types, which clang 14 refuses in C++20.
  message(STATUS "HonestRank: multivae and neumf cannot be trained (this clang cannot compile libtorch's headers)")
else()
  set(HONESTRANK_BUILD_NEURAL ON)
  message(STATUS "HonestRank: multivae and neumf are trained with libtorch")
endif()

# Optional: the charts of HTML reports. Without it they show the data as tables and say so.
option(HONESTRANK_USE_CHART_JS "Embed Chart.js into reports where it is installed" ON)
find_file(HONESTRANK_CHART_JS_FILE chart.min.js
          PATHS /usr/share/javascript/chart.js /usr/local/share/javascript/chart.js
          NO_DEFAULT_PATH DOC "Chart.js 3, minified (Debian: libjs-chart.js)")
set(HONESTRANK_CHART_JS "")
if(HONESTRANK_USE_CHART_JS AND HONESTRANK_CHART_JS_FILE)
  set(HONESTRANK_CHART_JS "${HONESTRANK_CHART_JS_FILE}")
  message(STATUS "HonestRank: reports draw charts with ${HONESTRANK_CHART_JS}")
else()
  message(STATUS "HonestRank: reports have tables in place of charts (install Chart.js 3 for them)")
endif()
