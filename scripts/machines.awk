# Lists machines from their tables, for make: `awk -v want=LIST -f machines.awk *.machine`. LIST is composed (of
# blocks), wired (of wired parts), or mixed (those of wired parts that name configurations, or have a part that
# does).
FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.machine$/, "", name); of[++count] = name }
{ sub(/#.*/, "") }
$1 == "block" { composed[name] = 1 }
$1 == "wire" { wired[name] = 1 }
$1 == "part" { parts[name] = parts[name] " " $3; if (NF > 3) mixed[name] = 1 }
END {
    for (round = 0; round < count; round++)
        for (i = 1; i <= count; i++) {
            n = split(parts[of[i]], kinds, " ")
            for (k = 1; k <= n; k++) if (kinds[k] in mixed) mixed[of[i]] = 1
        }
    for (i = 1; i <= count; i++) {
        name = of[i]
        if (want == "composed" ? name in composed : want == "wired" ? name in wired : name in wired && name in mixed)
            print name
    }
}
