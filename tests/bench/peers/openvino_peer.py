# SPDX-License-Identifier: GPL-3.0-or-later
"""One measurement round of OpenVINO GenAI reading the same GGUF, printed as JSON lines.

Usage: openvino_peer.py MODEL THREADS NEW_TOKENS PREFILLS DEPTHS [PRECISION] (comma lists; the precision of products, where
it is not to be the library's own choice). A fresh random prompt for every figure, so that no prefix cache answers;
figure, so that no prefix cache answers; prefill from the time to the first token, decoding from the mean time per
output token, both as the library reports them.
"""
import json
import sys

import numpy
import openvino
import openvino_genai


def main():
    model_path, threads, new_tokens = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    prefills = [int(x) for x in sys.argv[4].split(",") if x]
    depths = [int(x) for x in sys.argv[5].split(",") if x]
    precision = {"INFERENCE_PRECISION_HINT": sys.argv[6]} if len(sys.argv) > 6 else {}
    pipeline = openvino_genai.LLMPipeline(model_path, "CPU", INFERENCE_NUM_THREADS=threads, KV_CACHE_PRECISION="f16",
                                          **precision)
    generator = numpy.random.default_rng()

    def run(size, count):
        config = openvino_genai.GenerationConfig()
        config.max_new_tokens = count
        config.min_new_tokens = count
        config.ignore_eos = True
        config.do_sample = False
        ids = generator.integers(100, 40000, (1, size), dtype=numpy.int64)
        inputs = openvino_genai.TokenizedInputs(openvino.Tensor(ids), openvino.Tensor(numpy.ones_like(ids)))
        return pipeline.generate(inputs, config).perf_metrics

    run(16, 2)
    for size in sorted({*prefills, *depths}):
        if size <= 512:
            run(size, 2)  # what is compiled for a new shape is compiled here
        metrics = run(size, new_tokens + 1 if size in depths else 1)
        if size in prefills:
            print(json.dumps({"kind": "prefill", "size": size, "tok_per_s": size / (metrics.get_ttft().mean / 1000)}))
        if size in depths:
            print(json.dumps({"kind": "decode", "size": size, "tok_per_s": 1000 / metrics.get_tpot().mean}))


if __name__ == "__main__":
    main()
