// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <system_error>
#include <utility>

namespace decodescope::engine {
namespace {

std::string reason(int error)
{
    return std::generic_category().message(error);
}

/// Largest run of whole pages inside [begin, begin + bytes), as addresses.
std::pair<std::uintptr_t, std::uintptr_t> innerPages(const std::byte* begin, std::uint64_t bytes)
{
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
    return {first, last};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return fail(ErrorCode::badInput, path + ": cannot be opened: " + reason(errno));
    struct stat status {};
    if (fstat(descriptor, &status) != 0) {
        const int error = errno;
        ::close(descriptor);
        return fail(ErrorCode::badInput, path + ": size unknown: " + reason(error));
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return fail(ErrorCode::badInput, path + ": not a regular file");
    }
    MappedFile file;
    file.m_size = static_cast<std::size_t>(status.st_size);
    if (file.m_size > 0) {
        void* data = mmap(nullptr, file.m_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        const int error = errno;
        ::close(descriptor);
        if (data == MAP_FAILED) {
            file.m_size = 0;
            return fail(error == ENOMEM ? ErrorCode::memory : ErrorCode::badInput,
                        path + ": cannot be mapped: " + reason(error));
        }
        file.m_data = static_cast<const std::byte*>(data);
        file.m_mapped = true;
    } else {
        ::close(descriptor);
    }
    return file;
}

MappedFile MappedFile::fromBytes(std::vector<std::byte> bytes)
{
    MappedFile file;
    file.m_owned = std::move(bytes);
    file.m_data = file.m_owned.data();
    file.m_size = file.m_owned.size();
    return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)),
      m_size(std::exchange(other.m_size, 0)),
      m_mapped(std::exchange(other.m_mapped, false)),
      m_owned(std::move(other.m_owned))
{
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    if (this != &other) {
        unmap();
        m_data = std::exchange(other.m_data, nullptr);
        m_size = std::exchange(other.m_size, 0);
        m_mapped = std::exchange(other.m_mapped, false);
        m_owned = std::move(other.m_owned);
    }
    return *this;
}

MappedFile::~MappedFile()
{
    unmap();
}

void MappedFile::unmap()
{
    if (m_mapped)
        munmap(const_cast<std::byte*>(m_data), m_size);
    m_mapped = false;
    m_data = nullptr;
    m_size = 0;
}

// Advice is a matter of speed and residency only: when the system declines it, nothing is wrong.

void MappedFile::adviseSequential(std::uint64_t offset, std::uint64_t bytes) const
{
    if (!m_mapped || offset > m_size || bytes > m_size - offset)
        return;
    const auto [first, last] = innerPages(m_data + offset, bytes);
    if (last > first)
        static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_SEQUENTIAL));
}

void MappedFile::dropPages(std::uint64_t offset, std::uint64_t bytes) const
{
    if (!m_mapped || offset > m_size || bytes > m_size - offset)
        return;
    const auto [first, last] = innerPages(m_data + offset, bytes);
    if (last > first)
        static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED));
}

}  // namespace decodescope::engine
