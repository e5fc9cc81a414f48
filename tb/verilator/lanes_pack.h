// Moves fields of W bits, one per lane, entry or way, to and from a verilated port. In memory, narrow and
// wide ports alike are bits in little-endian order, so one pair of functions serves both. Several fields are
// moved at a time within a 64-bit word, because this code runs for every array of every block in every cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanes_pack {

template <class Port> constexpr size_t load_size = sizeof(Port) < 8 ? sizeof(Port) : 8;

// The 64-bit word at that bit of a port, shifted down. It does not read beyond the port.
template <class Port> inline uint64_t load(const Port &port, size_t bit)
{
    constexpr size_t last = sizeof(Port) - load_size<Port>;
    size_t at = bit / 8 < last ? bit / 8 : last;
    uint64_t word = 0;
    memcpy(&word, reinterpret_cast<const unsigned char *>(&port) + at, load_size<Port>);
    return word >> (bit - at * 8);
}

// A field of W bits at that bit of a port. A wide field may cross the end of a word.
template <unsigned W, class Port> inline uint64_t field(const Port &port, size_t bit)
{
    constexpr uint64_t mask = ~0ull >> (64 - W);
    uint64_t low = load(port, bit);
    if constexpr (W > 57) {
        unsigned have = 64 - bit % 8; // load() starts at a whole byte
        if (have < W)
            low = (low & (~0ull >> (64 - have))) | load(port, bit + have) << have;
    }
    return low & mask;
}

// Spreads the low N fields of W bits so that each begins at a multiple of T bits. The upper half of them
// moves to the upper half of the word, then the same within each half.
template <unsigned W, unsigned T, unsigned N> inline uint64_t spread(uint64_t x)
{
    if constexpr (N == 1) {
        return x & ((1ull << W) - 1);
    } else {
#ifdef __BMI2__
        // T is at most 32, so a word has several fields
        constexpr uint64_t starts = ~0ull / ((1ull << T) - 1);
        return __builtin_ia32_pdep_di(x, starts * ((1ull << W) - 1) & ~0ull >> (64 - T * N));
#else
        constexpr uint64_t low = (1ull << (W * N / 2)) - 1;
        return spread<W, T, N / 2>(x & low) | spread<W, T, N / 2>(x >> (W * N / 2)) << (T * N / 2);
#endif
    }
}

} // namespace lanes_pack

// Whether any bit of a port is set.
template <class Port> inline bool some(const Port &port)
{
    uint64_t any = 0;
    for (size_t bit = 0; bit < sizeof port * 8; bit += lanes_pack::load_size<Port> * 8)
        any |= lanes_pack::load(port, bit);
    return any != 0;
}

// Whether a port is not as it was; then it is kept.
template <class Port> inline bool changes(Port &kept, const Port &port)
{
    uint64_t any = 0;
    for (size_t bit = 0; bit < sizeof port * 8; bit += lanes_pack::load_size<Port> * 8)
        any |= lanes_pack::load(port, bit) ^ lanes_pack::load(kept, bit);
    if (any)
        kept = port;
    return any != 0;
}

// The array may have more fields than the N of the port.
template <unsigned W, size_t N, class Port, class T, size_t R>
inline void unpack(T (&fields)[R], const Port &port)
{
    static_assert(sizeof(Port) * 8 >= W * N && N <= R, "port or array too narrow");
    constexpr unsigned bits = sizeof(T) * 8;
    // fields per word
    constexpr unsigned group = W * (64 / bits) + 7 <= 64 || W * (64 / bits) % 8 == 0 ? 64 / bits : 1;
    if constexpr (W == bits) {
        memcpy(fields, &port, N * sizeof(T));
    } else if constexpr (group > 1 && N % group == 0) {
        for (size_t i = 0; i < N; i += group) {
            uint64_t word = lanes_pack::spread<W, bits, group>(lanes_pack::load(port, i * W));
            memcpy(fields + i, &word, group * sizeof(T));
        }
    } else {
        for (size_t i = 0; i < N; i++)
            fields[i] = static_cast<T>(lanes_pack::field<W>(port, i * W));
    }
}

template <unsigned W, size_t N, class Port, class T, size_t R>
inline void pack(Port &port, const T (&fields)[R])
{
    static_assert(sizeof(Port) * 8 >= W * N && N <= R, "port or array too narrow");
    unsigned char bits[sizeof(Port) + 9] = {}; // the last field's word may extend behind the port
    constexpr uint64_t mask = ~0ull >> (64 - W);
    if constexpr (W == sizeof(T) * 8 && N * sizeof(T) == sizeof port) {
        memcpy(&port, fields, sizeof port);
        return;
    } else if constexpr (W % 8 == 0) {
        for (size_t i = 0; i < N; i++) { // each overwrites the surplus bits of the previous one
            uint64_t v = fields[i] & mask;
            memcpy(bits + i * (W / 8), &v, 8);
        }
    } else {
        for (size_t i = 0; i < N; i++) {
            uint64_t v;
            memcpy(&v, bits + i * W / 8, 8);
            v |= (fields[i] & mask) << (i * W % 8);
            memcpy(bits + i * W / 8, &v, 8);
            if (W > 57 && i * W % 8 + W > 64)
                bits[i * W / 8 + 8] = static_cast<unsigned char>((fields[i] & mask) >> (64 - i * W % 8));
        }
    }
    memcpy(&port, bits, sizeof(Port));
}
