# SPDX-License-Identifier: GPL-3.0-or-later
"""The table that compare_peers makes of its measurements."""
import os
import platform
import statistics


def machine():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return f"{line.split(':', 1)[1].strip()}, {os.cpu_count()} CPUs"
    return f"{platform.processor()}, {os.cpu_count()} CPUs"


def limits(ceilings):
    """One line per thread count: medians and ranges of the limits measured between the runs."""
    for threads in sorted({c["threads"] for c in ceilings}, reverse=True):
        samples = {}
        for each in ceilings:
            if each["threads"] != threads:
                continue
            result = each["result"]["ceilings"]
            samples.setdefault("read, GB/s", []).append(result["read_gb_per_s"])
            samples.setdefault("read from the cache, GB/s", []).append(result["cache_read_gb_per_s"])
            for compute in result["compute"]:
                samples.setdefault(f"{compute['type']}, GFLOP/s", []).append(compute["gflop_per_s"])
        parts = [f"{name} {statistics.median(v):.0f} ({min(v):.0f} to {max(v):.0f})" for name, v in samples.items()]
        yield f"Limits measured between the runs, {threads} threads: " + "; ".join(parts) + "."


def rows(measurements):
    """(threads, weights, kind, size) -> engine -> round -> figure, in the order they were measured."""
    table = {}
    for m in measurements:
        for result in m["results"]:
            key = (m["threads"], m["weights"], result["kind"], result["size"])
            table.setdefault(key, {}).setdefault(m["engine"], {})[m["round"]] = result
    return table


def spread(values):
    return f"{statistics.median(values):.1f} ±{100 * (max(values) - min(values)) / 2 / statistics.median(values):.0f} %"


def render(record, peers):
    """Markdown: conditions, limits, and one row per figure with medians, half ranges and ratios within a round."""
    commits = sorted({m["commit"] for m in record["measurements"] if m.get("commit")})
    lines = [f"Begun {record['begun']} on {record['machine']}; commit {', '.join(commits)}; {', '.join(record['peers'])}.",
             "Medians over the interleaved rounds with half the range; ratio = DecodeScope over the best peer within a "
             "round (median, least to greatest).", ""]
    lines += limits(record["ceilings"])
    lines += ["", "| threads | weights | | tokens | rounds | DecodeScope | " + " | ".join(peers) +
              " | ratio to best peer | share of read roof |", "|---" * (7 + len(peers)) + "|"]
    for (threads, weights, kind, size), engines in rows(record["measurements"]).items():
        own = engines.get("DecodeScope", {})
        ratios = []
        for index, figure in own.items():
            others = [engines[p][index]["tok_per_s"] for p in peers if index in engines.get(p, {})]
            if others:
                ratios.append(figure["tok_per_s"] / max(others))
        cells = [spread([f["tok_per_s"] for f in engines[name].values()]) if engines.get(name) else "-"
                 for name in ["DecodeScope", *peers]]
        ratio = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})" if ratios else "-"
        shares = [f["share"] for f in own.values() if f.get("share") is not None]
        share = f"{statistics.median(shares):.2f}" if shares else ""
        lines.append(f"| {threads} | {weights} | {kind} | {size} | {len(own)} | " + " | ".join(cells) + f" | {ratio} | {share} |")
    return "\n".join(lines) + "\n"
