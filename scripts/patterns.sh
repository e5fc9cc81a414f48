#!/usr/bin/env bash
# Prints the results of the patterns of docs/programs.md as a table. With a document, checks that it contains
# this table. Usage: patterns.sh COSIM [DOCUMENT]
set -euo pipefail
cosim=$1
patterns="broadcast transpose_naive transpose_padded transpose_swizzled matmul_tiles fragment_rows fragment_rows_padded
reduce_interleaved reduce_strided reduce_sequential reduce_first_add reduce_unrolled reduce_many scan_tree scan_tree_padded
histogram_shared histogram_by_lane stencil_row stencil_tile stencil_global butterfly_fft bitonic structs_shared
structs_global structs_of_arrays column_64 column_64_padded column_64_odd column_128 column_128_padded two_rows csr_gather"

# A program's row begins in the first column; its further lines do not.
table() {
    echo "| program | accesses | passes | hit rate | requests | cycles |"
    echo "|---|---|---|---|---|---|"
    "$cosim" --test "$(tr -s ' \n' , <<<"$patterns")" --rows --expected none --actual model | awk '
        $NF == "ok" { name = $1; cycles = $5 }
        $1 == "instructions" {
            gsub(",", "")
            looked = $6 + $8 + $10
            rate = looked ? sprintf("%d%%", 100 * $6 / looked + 0.5) : "-"
            row[name] = sprintf("| `%s` | %d | %d | %s | %d | %d |", name, $2, $4, rate, $12 + $14, cycles)
        }
        END {
            n = split(list, order, " ")
            for (i = 1; i <= n; i++)
                print order[i] in row ? row[order[i]] : order[i] " did not run"
        }
    ' list="$(tr '\n' ' ' <<<"$patterns")"
}

if [ $# = 1 ]; then
    table
else
    diff <(table) <(sed -n '/^| program | accesses/,/^$/p' "$2" | sed '/^$/d') || {
        echo "patterns: the table in $2 is not what scripts/patterns.sh $cosim prints"
        exit 1
    }
    echo "patterns: $(wc -w <<<"$patterns") passed, 0 failed"
fi
