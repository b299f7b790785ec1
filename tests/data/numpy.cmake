honestrank_add_test(csr_matrix_test)
honestrank_add_test(float_matrix_test)
honestrank_add_test(npz_test)
honestrank_add_test(numpy_array_test)

# HONESTRANK_TEST_PYTHON: an interpreter that has numpy and scipy.
if(HONESTRANK_TEST_PYTHON)
  add_executable(data.numpy_interop_program numpy_interop_program.cpp)
  target_include_directories(data.numpy_interop_program PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(data.numpy_interop_program PRIVATE honestrank::honestrank
                                                           honestrank_build_flags)
  add_test(NAME data.numpy_interop_test
           COMMAND "${HONESTRANK_TEST_PYTHON}" "${CMAKE_CURRENT_SOURCE_DIR}/numpy_interop_test.py"
                   $<TARGET_FILE:data.numpy_interop_program>)
  set_tests_properties(data.numpy_interop_test PROPERTIES LABELS conformance TIMEOUT 600)
endif()
