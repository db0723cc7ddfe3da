#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles the kernels and their tests for 64-bit Arm (NEON) and, with qemu-aarch64, runs them.
#   arm64.sh SOURCE_FOLDER GOOGLETEST_FOLDER OUTPUT_FOLDER
# Exits with 77 (skipped) after compiling when there is no emulator.
set -euo pipefail
source=$1 googletest=$2 output=$3
mkdir -p "$output"
cd "$source"
flags=(-std=c++20 -O1 -Wall -Wextra -Werror -ffp-contract=off -I. -isystem "$googletest/include" -isystem "$googletest")
files=(engine/cpu/{isa,matmul,matmul_avx2,matmul_bf16,matmul_highway,matmul_paths,matmul_vnni,pack_layout,pack_panels}.cpp
       engine/cpu/{attention,elementwise,kv_cache}.cpp
       engine/base/*.cpp engine/model/{dequantise,dequantise_k,quantise}.cpp
       tests/engine/cpu/{matmul_test,kernels_test}.cpp "$googletest"/src/{gtest-all,gtest_main}.cc)
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -I{} sh -c \
    'aarch64-linux-gnu-g++ "$@" -c {} -o "$0/$(echo {} | tr / _).o"' "$output" "${flags[@]}"
aarch64-linux-gnu-g++ -static "$output"/*.o -o "$output/kernels" -pthread
command -v qemu-aarch64 >/dev/null || { echo "compiled; no qemu-aarch64 to run the tests with"; exit 77; }
exec qemu-aarch64 "$output/kernels"
