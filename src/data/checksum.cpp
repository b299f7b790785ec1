#include "honestrank/data/checksum.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "data/system_error.h"

namespace honestrank {

namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
  }

  void add(const char* bytes, std::size_t count) { EVP_DigestUpdate(context_.get(), bytes, count); }

  /// In lower-case hex; ends the digest.
  std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    EVP_DigestFinal_ex(context_.get(), digest.data(), &length);
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < length; ++i) {
      text.push_back(kHex[digest[i] >> 4]);
      text.push_back(kHex[digest[i] & 15]);
    }
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

}  // namespace

std::string sha256_of_bytes(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes.data(), bytes.size());
  return digest.hex();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_system_error(path);
  Sha256 digest;
  std::vector<char> buffer(std::size_t{1} << 16);
  ssize_t count = 0;
  while ((count = ::read(descriptor, buffer.data(), buffer.size())) != 0) {
    if (count > 0) {
      digest.add(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      const int error = errno;
      ::close(descriptor);
      throw_system_error(path, error);
    }
  }
  ::close(descriptor);
  return digest.hex();
}

}  // namespace honestrank
