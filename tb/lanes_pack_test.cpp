// Every width that fits, at every lane count and in every kind of port, against bit-by-bit arithmetic.
#include "lanes_pack.h"

#include <cstdio>
#include <cstdlib>

static unsigned passed, failed;

template <unsigned W, class T, size_t N> static void test()
{
    struct Wide { uint32_t words[(W * N + 31) / 32]; };
    for (int round = 0; round < 20; round++) {
        Wide port;
        T fields[N], back[N];
        for (size_t i = 0; i < N; i++)
            fields[i] = static_cast<T>((static_cast<uint64_t>(rand()) << 31 ^ static_cast<uint64_t>(rand())) & (~0ull >> (64 - W)));
        memset(&port, 0xa5, sizeof port);
        pack<W>(port, fields);
        bool ok = true;
        for (size_t b = 0; b < W * N; b++)
            ok &= (port.words[b / 32] >> b % 32 & 1) == (fields[b / W] >> b % W & 1);
        for (size_t b = W * N; b < sizeof port * 8; b++)
            ok &= !(port.words[b / 32] >> b % 32 & 1);
        unpack<W>(back, port);
        ok &= !memcmp(fields, back, sizeof fields);
        ok ? passed++ : failed++;
    }
}

template <unsigned W> static void widths()
{
    using T8 = uint8_t;
    using T16 = uint16_t;
    using T32 = uint32_t;
    using T64 = uint64_t;
    if constexpr (W <= 8)
        test<W, T8, 8>(), test<W, T8, 16>(), test<W, T8, 32>();
    if constexpr (W <= 16)
        test<W, T16, 8>(), test<W, T16, 16>(), test<W, T16, 32>();
    if constexpr (W <= 32)
        test<W, T32, 8>(), test<W, T32, 16>(), test<W, T32, 32>();
    if constexpr (W < 57)
        test<W, T64, 8>(), test<W, T64, 16>(), test<W, T64, 32>();
    if constexpr (W > 1)
        widths<W - 1>();
}

int main()
{
    widths<56>();
    printf("lanes_pack: %u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
