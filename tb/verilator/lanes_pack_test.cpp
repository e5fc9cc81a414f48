// Tests every width that fits, for all lane counts and other counts, in every kind of port, against
// bit-by-bit arithmetic.
#include "verilator/lanes_pack.h"

#include <cstdio>
#include <cstdlib>

static unsigned passed, failed;

static uint64_t bits64()
{
    uint64_t v = 0;
    for (int i = 0; i < 4; i++)
        v = v << 16 ^ static_cast<uint64_t>(rand());
    return v;
}

template <unsigned W, class T, size_t N> static void test()
{
    struct Wide {
        uint32_t words[(W * N + 31) / 32];
    };
    for (int round = 0; round < 20; round++) {
        Wide port;
        T fields[N], back[N];
        for (size_t i = 0; i < N; i++)
            fields[i] = static_cast<T>(round == 0       ? 0
                                           : round == 1 ? (i == N - 1 ? 1ull << (W - 1) : 0)
                                                        : bits64() & (~0ull >> (64 - W)));
        memset(&port, 0xa5, sizeof port);
        pack<W, N>(port, fields);
        bool ok = true;
        for (size_t b = 0; b < W * N; b++)
            ok &= (port.words[b / 32] >> b % 32 & 1) == (fields[b / W] >> b % W & 1);
        for (size_t b = W * N; b < sizeof port * 8; b++)
            ok &= !(port.words[b / 32] >> b % 32 & 1);
        unpack<W, N>(back, port);
        ok &= !memcmp(fields, back, sizeof fields);
        bool any = false;
        for (size_t i = 0; i < N; i++)
            any |= fields[i] != 0;
        ok &= some(port) == any;
        Wide kept = port;
        ok &= !changes(kept, port);
        const size_t bit = bits64() % (W * N);
        kept.words[bit / 32] ^= 1u << bit % 32;
        ok &= changes(kept, port) && !memcmp(&kept, &port, sizeof port);
        if (ok)
            passed++;
        else if (failed++ < 10)
            printf("FAILED: %zu fields of %u bits in %zu bytes each\n", N, W, sizeof(T));
    }
}

template <unsigned W, class T> static void counts()
{
    test<W, T, 1>(), test<W, T, 3>(), test<W, T, 6>(), test<W, T, 8>(), test<W, T, 12>(), test<W, T, 16>(),
        test<W, T, 32>();
    test<W, T, 48>(), test<W, T, 64>();
}

template <unsigned W> static void widths()
{
    if constexpr (W <= 8)
        counts<W, uint8_t>();
    if constexpr (W <= 16)
        counts<W, uint16_t>();
    if constexpr (W <= 32)
        counts<W, uint32_t>();
    counts<W, uint64_t>();
    if constexpr (W > 1)
        widths<W - 1>();
}

int main()
{
    widths<64>();
    printf("lanes_pack: %u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
