// Fields of W bits, one a lane, to and from a verilated port: in memory both a narrow port and a wide one are the bits in
// little-endian order, so one pair of functions does for all. Widths that are a C type's are plain copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

template <unsigned W, class Port, class T, size_t N> inline void unpack(T (&fields)[N], const Port &port)
{
    const unsigned char *bits = reinterpret_cast<const unsigned char *>(&port);
    static_assert(sizeof(Port) * 8 >= W * N, "port too narrow");
    if constexpr (W == sizeof(T) * 8) {
        memcpy(fields, bits, sizeof fields);
    } else {
        constexpr size_t last = sizeof(Port) >= 8 ? sizeof(Port) - 8 : 0; // no load reaches behind the port
        for (size_t i = 0; i < N; i++) {
            size_t at = i * W / 8 < last ? i * W / 8 : last;
            uint64_t word = 0;
            memcpy(&word, bits + at, sizeof(Port) < 8 ? sizeof(Port) : 8);
            fields[i] = static_cast<T>(word >> (i * W - at * 8) & ((1ull << W) - 1));
        }
    }
}

template <unsigned W, class Port, class T, size_t N> inline void pack(Port &port, const T (&fields)[N])
{
    static_assert(sizeof(Port) * 8 >= W * N, "port too narrow");
    if constexpr (W == sizeof(T) * 8) {
        memcpy(&port, fields, sizeof fields);
    } else {
        uint32_t words[(W * N + 31) / 32 + 2] = {};
        for (size_t i = 0; i < N; i++) {
            uint64_t v = (fields[i] & ((1ull << W) - 1));
            size_t w = i * W / 32, shift = i * W % 32;
            words[w] |= static_cast<uint32_t>(v << shift);
            words[w + 1] |= static_cast<uint32_t>(v << shift >> 32);
            if (W > 32 && shift)
                words[w + 2] |= static_cast<uint32_t>(v >> (64 - shift));
        }
        memcpy(&port, words, sizeof(Port));
    }
}
