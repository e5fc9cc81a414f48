#!/usr/bin/env bash
# Tests libul1 as installed by users: built from a copy of the sources, with only a C compiler, make and
# python3 in the path (and standard system tools), installed, used through pkg-config and CMake, and
# uninstalled. Usage: install_test.sh FOLDER
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
mkdir -p "$1"
root=$(cd "$1" && pwd)
rm -rf "${root:?}"/*
passed=0 failed=0

expect() {
    local what=$1
    shift
    if "$@" >"$root/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what: $*"
        tail -n 20 "$root/log"
    fi
}

says() { # it succeeds and prints the text
    local text=$1 out
    shift
    out=$("$@") || return 1
    echo "$out"
    [ "$out" = "$text" ]
}


# ---- a copy, and a path

mkdir -p "$root/source" "$root/bin"
git ls-files -z -co --exclude-standard Makefile scripts cmodel | tar --null -T - -cf - |
    tar -xf - -C "$root/source"
ln -sf "$(python3 -c 'import sys; print(sys.executable)')" "$root/bin/python3"
for tool in cc gcc as ld ar objcopy make sh bash env awk sed grep cp ln rm rmdir mkdir touch cat basename dirname; do
    ln -sf "$(command -v "$tool")" "$root/bin/$tool"
done
build() {
    (cd "$root/source" && env -i PATH="$root/bin" make --no-print-directory OPT=-O0 "$@")
}

given() { # the flags reach every compiled file, and the link of the shared library
    build -n lib CFLAGS=-DGIVEN |
        awk '/ -c .* -o / { n++ } / -c .* -o |-soname/ && !/ -DGIVEN / { bad = 1 } END { exit bad || n < 10 }'
}
expect "CFLAGS= are those of the library" given
expect "make lib" build lib
expect "nothing is set up for it" [ ! -e "$root/source/build/.setup" ]
lib=$root/source/build/lib
expect "make install" build install PREFIX=/opt/ul1 DESTDIR="$root/dest"
expect "DESTDIR is not known to what is installed" bash -c "! grep -rl '$root' '$root/dest' --include=*.pc --include=*.cmake"
expect "make install elsewhere" build install PREFIX="$root/prefix"

# ---- names

exported() { nm -D --defined-only "$lib/libul1.so" | awk '{ print $3 }'; }
kept() { nm -g --defined-only "$lib/libul1.a" | awk 'NF == 3 { print $3 }'; }
declared() { # the functions of the headers
    sed -nE 's/^UL1_API [^(]*[ *](ul1_[a-z0-9_]+)\(.*/\1/p' cmodel/include/*.h | sort
}
expect "the shared library exports what the headers declare" diff <(exported | sort) <(declared)
expect "so does the static one" diff <(kept | sort) <(declared)
expect "the soname has the version" bash -c "readelf -d '$lib/libul1.so' | grep -q 'SONAME.*\[libul1\.so\.[0-9]*\]'"
expect "nothing is wanted but the C library" bash -c "! readelf -d '$lib/libul1.so' | grep NEEDED | grep -v 'libc\.so'"
unchanging() { # a library with code has no writable data
    size -A "$lib/libul1.a" |
        awk '$1 ~ /^\.(data|bss)$/ && $2 { bad = 1 } $1 == ".text" { seen = 1 } END { exit bad || !seen }'
}
expect "no globals that change" unchanging

# ---- uses

at=$root/prefix
version=$(sed -n 's/^LIB_VERSION := //p' scripts/model.mk)
flags="-std=c11 -Wall -Wextra -Werror"
cflags=-I$at/include libs="-L$at/lib -lul1"
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$at/lib/pkgconfig
    expect "pkg-config knows the version" says "$version" pkg-config --modversion ul1
    expect "pkg-config knows where" says "$at" pkg-config --variable=prefix ul1
    cflags=$(pkg-config --cflags ul1) libs=$(pkg-config --libs ul1)
fi
first="2 passes, 8 cycles"
expect "the example, shared" cc $flags $cflags cmodel/examples/first.c -o "$root/first" $libs
expect "it runs" says "$first" env LD_LIBRARY_PATH="$at/lib" "$root/first"
expect "the example, static" cc $flags $cflags cmodel/examples/first.c -o "$root/first_static" "$at/lib/libul1.a"
expect "it runs" says "$first" "$root/first_static"
expect "all lane counts in C" cc $flags $cflags cmodel/tests/headers_test.c -o "$root/headers_c" $libs
expect "they run" says "$version idle" env LD_LIBRARY_PATH="$at/lib" "$root/headers_c"
flags_cpp="-std=c++11 -Wall -Wextra -Werror -x c++"
expect "all lane counts in C++" c++ $flags_cpp $cflags cmodel/tests/headers_test.c -o "$root/headers_cpp" $libs
expect "they run" says "$version idle" env LD_LIBRARY_PATH="$at/lib" "$root/headers_cpp"
for h in "$at"/include/*.h; do
    expect "$(basename "$h") alone" cc $flags $cflags -fsyntax-only -x c "$h"
done
if command -v cmake >/dev/null; then
    expect "CMake finds it" cmake -S cmodel/examples -B "$root/cmake" -DCMAKE_PREFIX_PATH="$at"
    expect "CMake builds the example" cmake --build "$root/cmake"
    expect "it runs" says "$first" "$root/cmake/first"
    expect "it runs, static" says "$first" "$root/cmake/first_static"
    cp cmodel/examples/first.c "$root/"
    for other in 0.9 "${version%%.*}.99" 99.0; do
        sed "s/ul1 1.0/ul1 $other/" cmodel/examples/CMakeLists.txt >"$root/CMakeLists.txt"
        expect "CMake refuses $other" bash -c "! cmake -S '$root' -B '$root/cmake-$other' -DCMAKE_PREFIX_PATH='$at'"
    done
fi
expect "the other examples" build lib-examples
for n in 8 16 32; do
    expect "warps on $n lanes" "$lib/examples/warps" $n
done
expect "the same work by pins and step by step" "$lib/examples/speed" 1000

# ---- uninstallation

expect "make uninstall" build uninstall PREFIX="$at"
expect "nothing is left" bash -c "find '$at' -not -type d | { ! grep .; }"

echo "library: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
