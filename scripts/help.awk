# Prints the targets of make in groups, from help.list, in at most 100 columns.

function put(head, indent, text,    words, n, i, line) {
    n = split(text, words, " ")
    line = head
    for (i = 1; i <= n; i++) {
        if (i > 1 && length(line) + 1 + length(words[i]) > 100) {
            print line
            line = sprintf("%" indent "s", "")
        } else if (i > 1)
            line = line " "
        line = line words[i]
    }
    print line
}

BEGIN { print "Usage: make TARGET [OPTION=value ...]. Durations are those on two cores with nothing built." }
/^= / { print ""; print substr($0, 3) }
/^\+ / { put(sprintf("%28s", ""), 28, substr($0, 3)) }
/^[a-z]/ {
    match($0, /^[^ ]+ +(-|[^ ]+( [^ ]+)?)  +/)
    text = substr($0, RLENGTH + 1)
    long = substr($0, length($1) + 1, RLENGTH - length($1))
    gsub(/^ +| +$/, "", long)
    put(sprintf("  make %-19s", $1), 26, text (long == "-" ? "" : " (" long ")"))
}
