honestrank_public_headers(
  data/csr_matrix.h
  data/float_matrix.h
  data/npz.h
  data/numpy_array.h)
target_sources(honestrank PRIVATE
  array_source.cpp
  csr_matrix.cpp
  float_matrix.cpp
  npy_header.cpp
  npz.cpp
  numpy_array.cpp
  zip_archive.cpp
  zip_writer.cpp)
