# SPDX-License-Identifier: GPL-3.0-or-later
"""One measurement round of llama.cpp (through llama-cpp-python's C bindings), printed as JSON lines.

Usage: llama_cpp_peer.py MODEL THREADS NEW_TOKENS PREFILLS DEPTHS (comma lists). Each figure: {"kind", "size", "tok_per_s"}.
Decoding is greedy; the clock covers llama_decode and the arg-max, as in the program's own benchmark.
"""
import ctypes
import json
import sys
import time

import llama_cpp
import numpy


@llama_cpp.llama_log_callback
def quiet(_level, _text, _data):
    """Keeps the library's log away from the figures."""


def main():
    model_path, threads, new_tokens = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    prefills = [int(x) for x in sys.argv[4].split(",") if x]
    depths = [int(x) for x in sys.argv[5].split(",") if x]
    llama_cpp.llama_log_set(quiet, None)
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(model_path.encode(), llama_cpp.llama_model_default_params())
    params = llama_cpp.llama_context_default_params()
    params.n_ctx = max(prefills + [d + new_tokens for d in depths]) + 64
    params.n_batch = 2048
    params.n_ubatch = 512
    params.n_threads = params.n_threads_batch = threads
    context = llama_cpp.llama_init_from_model(model, params)
    memory = llama_cpp.llama_get_memory(context)
    vocabulary = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(model))
    generator = numpy.random.default_rng(1)

    def decode(ids):
        array = (llama_cpp.llama_token * len(ids))(*ids)
        if llama_cpp.llama_decode(context, llama_cpp.llama_batch_get_one(array, len(ids))) != 0:
            raise RuntimeError("llama_decode failed")

    def prompt(size):
        return [int(x) for x in generator.integers(100, 40000, size)]

    def argmax():
        logits = llama_cpp.llama_get_logits_ith(context, -1)
        return int(numpy.ctypeslib.as_array(ctypes.cast(logits, ctypes.POINTER(ctypes.c_float)), (vocabulary,)).argmax())

    decode(prompt(16))  # warm-up
    decode([argmax()])
    for size in sorted({*prefills, *depths}):
        if size <= 512:
            decode(prompt(size))  # each size has a warm-up, as in the program's own benchmark
        llama_cpp.llama_memory_clear(memory, True)
        ids = prompt(size)
        start = time.perf_counter()
        decode(ids)
        token = argmax()
        if size in prefills:
            print(json.dumps({"kind": "prefill", "size": size, "tok_per_s": size / (time.perf_counter() - start)}))
        if size not in depths:
            continue
        start = time.perf_counter()
        for _ in range(new_tokens):
            decode([token])
            token = argmax()
        print(json.dumps({"kind": "decode", "size": size, "tok_per_s": new_tokens / (time.perf_counter() - start)}))


if __name__ == "__main__":
    main()
