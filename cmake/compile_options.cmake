# SPDX-License-Identifier: GPL-3.0-or-later
# One interface target carries what every target is compiled with.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
find_program(CCACHE_PROGRAM ccache)
set(DECODESCOPE_COMPILER_CACHE "")  # what compilers are called by, if anything
if(CCACHE_PROGRAM)
    set(DECODESCOPE_COMPILER_CACHE ${CCACHE_PROGRAM})
endif()
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${DECODESCOPE_COMPILER_CACHE})
endif()

add_library(decodescope_options INTERFACE)
target_include_directories(decodescope_options INTERFACE ${PROJECT_SOURCE_DIR})
# No contraction the compiler chooses: the same source gives the same bits in every function (DESIGN, section 8).
target_compile_options(decodescope_options INTERFACE
    -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -ffp-contract=off
    $<$<BOOL:${DECODESCOPE_WERROR}>:-Werror>)
# g++ 12 reports these from inside its own inlined string and vector code (GCC bugs 105329, 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
    target_compile_options(decodescope_options INTERFACE
        -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(DECODESCOPE_SANITIZE)
    target_compile_options(decodescope_options INTERFACE
        -fsanitize=${DECODESCOPE_SANITIZE} -fno-omit-frame-pointer -g1)
    if(DECODESCOPE_SANITIZE MATCHES undefined)
        target_compile_options(decodescope_options INTERFACE -fno-sanitize-recover=undefined)
    endif()
    target_link_options(decodescope_options INTERFACE -fsanitize=${DECODESCOPE_SANITIZE})
endif()
