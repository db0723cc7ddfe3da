// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace decodescope {

/// What kind of thing went wrong; the command line maps it to an exit code (DESIGN: 2, 3, 4, 130).
enum class ErrorCode {
    usage,      ///< the caller asked for something that cannot be (exit 2)
    badInput,   ///< a file or a prompt is not what it should be (exit 3)
    device,     ///< a device or one of its libraries is missing or failed (exit 4)
    memory,     ///< not enough memory; the message names the buffer, bytes needed and free (exit 4)
    runtime,    ///< anything else that failed while running, disk errors included (exit 4)
    cancelled,  ///< the user asked to stop (exit 130)
};

/// An error as a value. `message` names the thing (file, field, limit, bytes needed and free), `hint` the remedy
/// (may be empty).
struct Error {
    ErrorCode code = ErrorCode::runtime;
    std::string message;
    std::string hint;
};

template <class T>
using Result = tl::expected<T, Error>;

/// Shorthand for `return fail(ErrorCode::badInput, "...", "...")`.
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(hint)});
}

}  // namespace decodescope
