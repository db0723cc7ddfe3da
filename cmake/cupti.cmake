# SPDX-License-Identifier: GPL-3.0-or-later
# Looks for CUPTI in the CUDA toolkit that was found, as DECODESCOPE_CUPTI asks. Sets DECODESCOPE_HAVE_CUPTI, and for the
# feature summary DECODESCOPE_CUPTI_PROFILER and DECODESCOPE_CUPTI_STATE. The program itself never links it.
set(DECODESCOPE_HAVE_CUPTI OFF)
if(NOT DECODESCOPE_CUPTI MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "DECODESCOPE_CUPTI is '${DECODESCOPE_CUPTI}'; it takes AUTO, ON or OFF.")
endif()
if(DECODESCOPE_CUPTI STREQUAL "OFF")
    set(DECODESCOPE_CUPTI_STATE "switched off: kernels are not timed one by one")
elseif(DECODESCOPE_HAVE_CUDA AND TARGET CUDA::cupti)
    set(DECODESCOPE_HAVE_CUPTI ON)
    set(DECODESCOPE_CUPTI_STATE "with ${CUDA_cupti_LIBRARY}")
elseif(DECODESCOPE_CUPTI STREQUAL "ON")
    message(FATAL_ERROR "DECODESCOPE_CUPTI is ON, but the CUDA toolkit has no libcupti with its headers. "
        "Install the toolkit's CUPTI package, or configure with DECODESCOPE_CUPTI=AUTO.")
else()
    set(DECODESCOPE_CUPTI_STATE "no CUPTI found: kernels are not timed one by one")
endif()
# As with the backend's module, sanitizer builds test its sources without it.
set(DECODESCOPE_CUPTI_PROFILER OFF)
if(DECODESCOPE_HAVE_CUPTI AND DECODESCOPE_CUDA_BACKEND)
    set(DECODESCOPE_CUPTI_PROFILER ON)
elseif(DECODESCOPE_HAVE_CUPTI)
    string(APPEND DECODESCOPE_CUPTI_STATE "; no module in sanitizer builds")
endif()
