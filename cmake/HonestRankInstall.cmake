include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(HONESTRANK_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/honestrank")

install(TARGETS honestrank EXPORT honestrankTargets FILE_SET HEADERS)
install(EXPORT honestrankTargets NAMESPACE honestrank:: DESTINATION "${HONESTRANK_CMAKE_DIR}")
if(HONESTRANK_BUILD_NEURAL)
  install(TARGETS honestrank_neural LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(HONESTRANK_BUILD_CLI)
  file(RELATIVE_PATH HONESTRANK_LIB_FROM_BIN "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(honestrank_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${HONESTRANK_LIB_FROM_BIN}")
  install(TARGETS honestrank_cli RUNTIME)
endif()

configure_package_config_file(cmake/honestrank-config.cmake.in honestrank-config.cmake
  INSTALL_DESTINATION "${HONESTRANK_CMAKE_DIR}")
write_basic_package_version_file(honestrank-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/honestrank-config.cmake"
              "${PROJECT_BINARY_DIR}/honestrank-config-version.cmake"
        DESTINATION "${HONESTRANK_CMAKE_DIR}")
