#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the bundled fonts from a full copy of Inter (Debian: fonts-inter; needs python3-fonttools).

usage: make_subset.py /usr/share/fonts/opentype/inter

Keeps the characters the program itself writes, Latin, Greek and the signs people put in prompts. Digits are the
tabular ones, so that counters do not jitter. The family is renamed: another version of Inter on the machine must not
change the bytes of a picture.
"""
import os
import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FAMILY = "Inter DecodeScope"
STYLES = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700}
RANGES = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x384, 0x3CE),  # Latin, Greek
    (0x2010, 0x2027), (0x2030, 0x203A), (0x2070, 0x209C), (0x20AC, 0x20AC),  # punctuation, super- and subscripts
    (0x2122, 0x2122), (0x2190, 0x2199), (0x21B5, 0x21B5), (0x2202, 0x22A5),  # arrows, mathematics
    (0x2423, 0x2423), (0x25A0, 0x25CF), (0x2713, 0x2717), (0xFFFD, 0xFFFD),
]


def tabular_digits(font):
    gsub = font["GSUB"].table
    mapping = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[index].SubTable:
                    mapping.update(getattr(table, "ExtSubTable", table).mapping)
    for table in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if code in table.cmap:
                table.cmap[code] = mapping.get(table.cmap[code], table.cmap[code])


def main(source):
    here = os.path.dirname(os.path.abspath(__file__))
    for style, weight in STYLES.items():
        font = TTFont(os.path.join(source, f"Inter-{style}.otf"), recalcTimestamp=False)
        tabular_digits(font)
        options = Options()
        options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
        options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
        options.hinting = False
        options.desubroutinize = False
        options.notdef_outline = True
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=[code for low, high in RANGES for code in range(low, high + 1)])
        subsetter.subset(font)
        for record in font["name"].names:
            values = {1: FAMILY, 2: style, 3: f"{FAMILY} {style}", 4: f"{FAMILY} {style}",
                      6: f"{FAMILY.replace(' ', '')}-{style}"}
            if record.nameID in values:
                record.string = values[record.nameID]
        font["OS/2"].usWeightClass = weight
        target = os.path.join(here, f"Inter-{style}.otf")
        font.save(target)
        print(target, os.path.getsize(target))


if __name__ == "__main__":
    main(sys.argv[1])
