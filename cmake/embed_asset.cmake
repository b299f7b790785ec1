# Writes a source file that holds another file's bytes:
#   cmake -DINPUT=FILE -DOUTPUT=FILE.cpp -DHEADER=module/assets.h -DFUNCTION=name -P embed_asset.cmake
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n"
       bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

namespace honestrank::assets {
std::string_view ${FUNCTION}() {
  static constexpr unsigned char kBytes[] = {
${bytes}
  };
  return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};
}

}  // namespace honestrank::assets
")
