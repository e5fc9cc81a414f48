#!/usr/bin/env bash
# Seeded faults: each patch in verif/faults puts one realistic bug into the Verilog or into the model, and the normal
# cosimulation must fail. Usage: faults.sh BUILD [NAME...]
#
# A patch begins with lines `# what: ...` (the bug in a line) and, where it only shows there, `# lanes: N` (else 8).
# A fault counts as caught if the cosimulation says that the twins differ or that the witness objects. That it fails to
# build, or that the harness is at fault, does not count.
set -euo pipefail
build=$1
shift
names=("$@")
if [ ${#names[@]} = 0 ]; then
    for f in verif/faults/*.patch; do
        names+=("$(basename "$f" .patch)")
    done
fi
seeded=0 caught=0

field() { sed -n "s/^# $2: //p" "verif/faults/$1.patch"; }

# try NAME: builds the machine with that fault and runs the tests up to the first that fails
try() {
    local name=$1 patch lanes dir log status args=()
    patch=verif/faults/$name.patch
    [ -f "$patch" ] || { echo "faults: there is no $patch"; return 1; }
    lanes=$(field "$name" lanes)
    lanes=${lanes:-8}
    dir=$build/faults/$name
    log=$dir/log
    rm -rf "$dir"
    mkdir -p "$dir/cmodel"
    cp -r rtl "$dir/rtl"
    cp -r cmodel/src "$dir/cmodel/src"
    # the ceiling keeps git from taking the copy for a part of the repository around it
    if ! (cd "$dir" && GIT_CEILING_DIRECTORIES=$(dirname "$PWD") git apply "$OLDPWD/$patch") 2>"$log"; then
        echo "  $name: the patch does not apply"
        return 1
    fi
    if grep -q '^+++ b/rtl/' "$patch"; then args+=(VRTL="$dir/rtl"); fi
    if grep -q '^+++ b/cmodel/' "$patch"; then args+=(VMODEL="$dir/cmodel/src"); fi
    if ! make -s LANES="$lanes" V="fault_$name" "${args[@]}" variant >"$log" 2>&1; then
        echo "  $name: does not build:"
        tail -n 5 "$log"
        return 1
    fi
    status=0
    "$build/$lanes/variant/fault_$name/cosim" --first --waves-folder "$dir/waves" >"$log" 2>&1 || status=$?
    rm -rf "$build/$lanes/variant/fault_$name"
    case $status in
    1 | 2) ;;
    *)
        echo "  $name: NOT CAUGHT (status $status), see $log"
        return 1
        ;;
    esac
    printf '  %-24s %s\n' "$name" "$(awk '/^FAILED /{test = $2} /^  cycle /&&!seen{seen = 1; sub(/^ +/, ""); print test " " $0}' "$log" | tr -d ':' | cut -c1-110)"
}

for name in "${names[@]}"; do
    seeded=$((seeded + 1))
    if try "$name"; then caught=$((caught + 1)); fi
done
echo "faults: $seeded seeded, $caught caught"
[ "$seeded" = "$caught" ]
