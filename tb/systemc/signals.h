// Makes the structs of the port tables usable as values of SystemC signals: comparison, printing, tracing and
// access by name, all by the port table. A signal carries a whole struct. Ports as sc_bv would cost two
// thirds of the simulation's speed.
#pragma once

#include <cstring>
#include <ostream>
#include <string>
#include <systemc>

#include "ul1.h"
#include "ul1_ports.h"

namespace ul1 {

// Maps a struct to its block and its side (inputs or outputs). Only these structs have a side.
template <class Io> struct side;

#define SIDE(block, io, out)                                           \
    template <> struct side<struct ul1_##block##_##io> {               \
        static constexpr bool is_out = out;                            \
        static const ul1_block *shape()                                \
        {                                                              \
            static const ul1_block *const b = ul1_find(LANES, #block); \
            return b;                                                  \
        }                                                              \
    };
#define X(block) SIDE(block, in, false) SIDE(block, out, true)
#include "verilated.inc"
#undef X
#undef SIDE

struct port_range {
    const ul1_port *first, *last;
    const ul1_port *begin() const { return first; }
    const ul1_port *end() const { return last; }
};

// The ports in a struct, without the reset. The reset is the first byte in the inputs of a clocked block.
template <class Io> port_range ports()
{
    const ul1_block *b = side<Io>::shape();
    return side<Io>::is_out ? port_range{b->ports + b->in_count, b->ports + b->port_count}
                            : port_range{b->ports, b->ports + b->in_count};
}

template <class Io> bool has_reset() { return !side<Io>::is_out && side<Io>::shape()->clocked; }

// The port of that name in such a struct. An unknown name is a SystemC error, which throws by default.
template <class Io> const ul1_port *find(const char *name)
{
    for (const ul1_port &p : ports<Io>())
        if (!strcmp(p.name, name))
            return &p;
    SC_REPORT_ERROR(
        "ul1", (std::string("no port '") + name + "' on that side of " + side<Io>::shape()->name).c_str());
    return nullptr;
}

// Field `lane` of a port by name, for platforms that are configured by names. Code with fixed names uses the
// struct.
template <class Io> uint64_t get(const Io &io, const char *name, size_t lane = 0)
{
    const ul1_port *p = find<Io>(name);
    return p ? ul1_get(p, &io, lane) : 0;
}

template <class Io> void set(Io &io, const char *name, uint64_t value, size_t lane = 0)
{
    if (const ul1_port *p = find<Io>(name))
        ul1_set(p, &io, lane, value);
}

} // namespace ul1

// Operators that sc_signal needs. They are in the namespace of the structs, where SystemC finds them.

template <class Io, bool = ul1::side<Io>::is_out> bool operator==(const Io &a, const Io &b)
{
    const char *x = reinterpret_cast<const char *>(&a), *y = reinterpret_cast<const char *>(&b);
    if (!memcmp(x, y, sizeof a))
        return true;
    if (*x != *y) // the reset, or a port
        return false;
    for (const ul1_port &p : ul1::ports<Io>()) // padding does not count
        if (memcmp(x + p.offset, y + p.offset, p.size * p.count))
            return false;
    return true;
}

template <class Io, bool = ul1::side<Io>::is_out> std::ostream &operator<<(std::ostream &os, const Io &io)
{
    std::ios_base::fmtflags flags = os.flags(std::ios_base::hex);
    if (ul1::has_reset<Io>())
        os << "rst=" << +*reinterpret_cast<const uint8_t *>(&io) << ' ';
    for (const ul1_port &p : ul1::ports<Io>()) {
        os << p.block << '.' << p.name << '=';
        for (size_t i = 0; i < p.count; i++)
            os << (i ? "," : "") << ul1_get(&p, &io, i);
        os << ' ';
    }
    os.flags(flags);
    return os;
}

// A trace for each field, NAME.BLOCK.PORT; a port of several lanes has the lane at its end.
template <class Io, bool = ul1::side<Io>::is_out>
void sc_trace(sc_core::sc_trace_file *file, const Io &io, const std::string &name)
{
    const unsigned char *base = reinterpret_cast<const unsigned char *>(&io);
    if (ul1::has_reset<Io>())
        sc_core::sc_trace(file, *base, name + ".rst", 1);
    for (const ul1_port &p : ul1::ports<Io>())
        for (size_t i = 0; i < p.count; i++) {
            const void *at = base + p.offset + i * p.size;
            std::string path =
                name + "." + p.block + "." + p.name + (p.count > 1 ? "_" + std::to_string(i) : "");
            int width = static_cast<int>(p.width);
            switch (p.size) {
            case 1:
                sc_core::sc_trace(file, *static_cast<const uint8_t *>(at), path, width);
                break;
            case 2:
                sc_core::sc_trace(file, *static_cast<const uint16_t *>(at), path, width);
                break;
            case 4:
                sc_core::sc_trace(file, *static_cast<const uint32_t *>(at), path, width);
                break;
            default:
                sc_core::sc_trace(file, *static_cast<const uint64_t *>(at), path, width);
                break;
            }
        }
}
