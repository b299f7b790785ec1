# What the library needs. docs/architecture.md says why each was chosen.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(hwy 1.0.3 REQUIRED NO_MODULE)
find_package(Boost 1.74 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.9 REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)

find_path(HONESTRANK_RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED
          DOC "Directory that holds Random123/philox.h (Debian: librandom123-dev)")
