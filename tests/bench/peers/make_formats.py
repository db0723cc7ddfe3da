# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the default model in other weight formats, all made from the same Q4_1 file.

Usage: make_formats.py SOURCE.gguf FOLDER. Norm vectors stay f32; in the 4-bit files the token embedding is q8_0, as in
the source. Existing files are kept.
"""
import os
import sys

import gguf
import numpy
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter, quants

FILE_TYPES = {"f32": 0, "f16": 1, "bf16": 32, "q8_0": 7, "q4_0": 2}


def convert(reader, name, path):
    """Dequantises every matrix and quantises it to `name`, with the metadata unchanged but for the file type."""
    writer = GGUFWriter(path, "llama")
    for key, field in reader.fields.items():
        if key.startswith("GGUF.") or key == "general.architecture":
            continue
        if key == "general.file_type":
            writer.add_uint32(key, FILE_TYPES[name])
            continue
        value_type = field.types[0]
        if value_type == GGUFValueType.ARRAY:
            writer.add_key_value(key, field.contents(), value_type, sub_type=field.types[-1])
        else:
            writer.add_key_value(key, field.contents(), value_type)
    for tensor in reader.tensors:
        values = quants.dequantize(tensor.data, tensor.tensor_type).astype(numpy.float32)
        target = GGMLQuantizationType[name.upper()]
        if len(tensor.shape) == 1:
            target = GGMLQuantizationType.F32
            values = values.reshape(-1)
        elif name == "q4_0" and tensor.name == "token_embd.weight":
            target = GGMLQuantizationType.Q8_0
        writer.add_tensor(tensor.name, quants.quantize(values, target), raw_dtype=target)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    source, folder = sys.argv[1], sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    reader = GGUFReader(source)
    for name in FILE_TYPES:
        path = os.path.join(folder, f"smollm2-{name}.gguf")
        if not os.path.exists(path):
            convert(reader, name, path + ".part")
            os.replace(path + ".part", path)


if __name__ == "__main__":
    main()
