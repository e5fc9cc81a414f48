"""The figures of a run, from what the program told."""


def parse(text):
    """NAME=VALUE of one line; numbers as such."""
    found = {}
    for word in text.split():
        name, _, value = word.partition("=")
        found[name] = value if name == "stream" else float(value) if "." in value else int(value)
    return found


def figures(raw):
    """Shares and rates of a run."""
    reads, cycles = raw["reads"], raw["cycles"]
    lookups = raw["hits"] + raw["merges"] + raw["misses"]
    l2 = raw["l2_hits"] + raw["l2_joins"] + raw["l2_misses"]
    return {"misses": raw["asked"] / reads, "without_hit": 1 - raw["hits"] / lookups,
            "replicated": raw["replicated"] / max(raw["misses"], 1),
            "copies": raw["copies_mean"], "copies_most": raw["copies_most"], "lines_per_cycle": reads / cycles,
            "near_flits": (raw["near_requests"] + raw["near_replies"]) / reads,
            "far_flits": (raw["far_requests"] + raw["far_replies"]) / reads,
            "port": raw["port_mean"], "port_most": raw["port_most"], "link": raw["link_mean"],
            "link_most": raw["link_most"], "l2_hits": (raw["l2_hits"] + raw["l2_joins"]) / max(l2, 1),
            "dram": raw["dram_reads"] / reads, "kcycles_per_second": raw["all_cycles"] / max(raw["seconds"], 1e-9) / 1e3}


def change(of, base):
    """Change of misses in percent."""
    return 100 * (of["misses"] / base["misses"] - 1) if base and base["misses"] else None
