// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_source.h"

namespace decodescope::engine {

Result<std::shared_ptr<const ModelSource>> openSynthetic(std::string_view spec)
{
    return fail(ErrorCode::usage, "synthetic:" + std::string(spec) + ": there is no preset of that name");
}

}  // namespace decodescope::engine
