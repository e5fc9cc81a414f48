// Writes BASE.fst, the signals of one or two twins in the cycles asked for, and BASE.gtkw, what GTKWave is to show of them.
//
// Compiled once for each machine of blocks with -DMACHINE=name: the signals get into the file by way of a verilated module, the
// view of that machine (scripts/gen/sv_view.py), so that the file is whatever
// this Verilator writes, with the inner signals of a verilated twin beside the ports. A cycle lasts 1 ns, so the number under
// the time axis is the number of the cycle; in it stand the values as settled before its clock edge.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "verilated_fst_c.h"

#define STR_(x) #x
#define STR(x) STR_(x)
#define CAT_(a, b, c) a##b##c
#define CAT(a, b, c) CAT_(a, b, c)
#define VIEW CAT(V_, MACHINE, _view)
#define VIEW_MODULE STR(CAT(, MACHINE, _view))
#include STR(VIEW.h)
#include "lockstep/run.h"
#include "verilator/twin_rtl.h"

namespace {

constexpr uint64_t cycle_time = 1000;           // ps
constexpr unsigned cycles_in_view = 40, cycles_before_marker = 12;
constexpr unsigned rows_in_sight = 4;           // of a table
constexpr unsigned width = 1900, height = 1000; // of the window, in pixels
constexpr unsigned names_width = 530;           // names, and behind them values at the marker, up to 32 bits one by one

// A signal of the twins' shape, and where it stands in the rows of the view.
struct Signal {
    const ul1_port *port;
    size_t word;                                // its first
    bool input;                                 // the same for both twins
    uint64_t differed = 0, seen = 0;            // in some cycle, bit by field: the twins differ; it means something
    std::vector<uint64_t> before{};             // of what always means something: its fields in the cycle before,
    uint64_t moves = UINT64_MAX;                // the cycle to look at of a view in which they change
};

// ---- the save file -----------------------------------------------------------------------------------------------------

// GTKWave's codes for how a trace is shown (all right-aligned), and for what is no trace.
enum : uint64_t { HEX = 0x22, DEC = 0x24, BIN = 0x28, ENUM = 0x100000028, TEXT = 0x200, OPEN = 0x800200, OPEN_END = 0x1000200,
                  CLOSED = 0xc00200, CLOSED_END = 0x1401200 };
enum Color { PLAIN = 0, RED = 1, ORANGE = 2, DIM = 5 };

class SaveFile {
public:
    explicit SaveFile(FILE *file) : f(file) {}

    void head(const std::string &fst, const std::string &gtkw, uint64_t start, uint64_t marker)
    {
        fprintf(f, "[*] Written by tb/waves/machine_waves.cpp. Open with: gtkwave %s %s\n", fst.c_str(), gtkw.c_str());
        fprintf(f, "[dumpfile] \"%s\"\n[savefile] \"%s\"\n", fst.c_str(), gtkw.c_str());
        fprintf(f, "[timestart] %llu\n[size] %u %u\n[pos] -1 -1\n", (unsigned long long)start, width, height);
        // The zoom is -log2 of the time that 200 pixels stand for.
        double pixels = (width - names_width - 80.0) / cycles_in_view;
        fprintf(f, "*%f %llu", -log2(200 / pixels * cycle_time), (unsigned long long)marker);
        for (int i = 0; i < 26; i++)
            fprintf(f, " -1");
        fprintf(f, "\n[sst_width] 220\n[signals_width] %u\n[sst_expanded] 0\n", names_width);
    }

    void trace(uint64_t how, Color color, const std::string &label, const std::string &path, unsigned bits)
    {
        fprintf(f, "@%llx\n", (unsigned long long)how);
        if (color != PLAIN)
            fprintf(f, "[color] %d\n", color);
        fprintf(f, "+{%s} %s", label.c_str(), path.c_str());
        if (bits > 1)
            fprintf(f, "[%u:0]", bits - 1); // without its exact range GTKWave drops a name without a word
        fprintf(f, "\n");
    }

    void begin(const std::string &title, bool open) { line(open ? OPEN : CLOSED, title); }
    void end(const std::string &title, bool open) { line(open ? OPEN_END : CLOSED_END, title); }
    void blank() { line(TEXT, ""); }

private:
    void line(uint64_t code, const std::string &text)
    {
        fprintf(f, "@%llx\n-%s\n", (unsigned long long)code, text.c_str());
    }

    FILE *f;
};

// ---- the observer ------------------------------------------------------------------------------------------------------

struct Waves : observer {
    std::string base;
    const ul1_block *shape;
    twin *expected, *actual;
    uint64_t first_event = UINT64_MAX;          // where to look if nobody says
    bool reset_seen;                            // before the first reset a twin's state is anything: no difference counts
    bool begun = false;                         // a cycle was dumped,
    uint64_t last = 0;                          // this the last of them
    std::vector<Signal> signals;

    std::unique_ptr<VerilatedContext> own_context; // where no verilated twin has one to share
    std::unique_ptr<VIEW> view;
    std::unique_ptr<VerilatedFstC> file;        // the first to go

    Waves(const char *name, twin *e, twin *a, uint64_t first, uint64_t end, uint64_t marker)
        : base(name), shape((e ? e : a)->shape), expected(e), actual(a),
          reset_seen(!shape->clocked || first > 0)
    {
        observer::cycle = [](observer *o, uint64_t n, const void *in, const void *x, const void *y) {
            static_cast<Waves *>(o)->dump(n, in, x, y);
        };
        observer::close = [](observer *o) {
            static_cast<Waves *>(o)->finish();
            delete static_cast<Waves *>(o);
        };
        from = first;
        to = end;
        mark = marker;
        next = nullptr;
        lay_out();
    }

    // False: the files cannot be written.
    bool open()
    {
        FILE *f = fopen((base + ".fst").c_str(), "wb");
        if (!f || fclose(f) || !save())
            return false;
        RtlTwin *rtl = RtlTwin::of(actual) ? RtlTwin::of(actual) : RtlTwin::of(expected);
        if (!rtl) {
            own_context.reset(new VerilatedContext);
            own_context->traceEverOn(true);
        }
        view.reset(new VIEW{rtl ? rtl->context() : own_context.get(), ""});
        file.reset(new VerilatedFstC);
        file->set_time_unit("1ps");
        file->set_time_resolution("1ps");
        view->trace(file.get(), 99);
        if (rtl)
            rtl->trace(file.get());
        file->open((base + ".fst").c_str());
        return file->isOpen();
    }

    void finish()
    {
        file->close();
        Verilated::threadContextp(view->contextp());
        view->final();
        if (!save())
            fprintf(stderr, "%s.gtkw: cannot be written\n", base.c_str());
    }

private:
    // The layout of the view's rows, which hold all signals of the whole machine; those of a block are some of them.
    void lay_out()
    {
        const ul1_block *whole = ul1_find(shape->lanes, shape->of);
        for (size_t k = 0; k < shape->port_count; k++) {
            size_t word = 0;
            const ul1_port *p = &shape->ports[k], *q = whole->ports;
            for (; strcmp(q->name, p->name); q++)
                word += q->count * words(q);
            signals.push_back({p, word, k < shape->in_count});
        }
    }

    static size_t words(const ul1_port *p) { return (p->width + 31) / 32; }

    // A pin of the machine has one value; an output of a block has one for each twin, even where it is an input here.
    bool is_pin(const Signal &s) const
    {
        const ul1_block *whole = ul1_find(shape->lanes, shape->of);
        return !ul1_port_find(whole, s.port->name)->is_out;
    }

    std::string path(const Signal &s, const std::string &suffix) const
    {
        return std::string(VIEW_MODULE ".") + s.port->block + "." + s.port->name + suffix;
    }

    std::string field_path(const Signal &s, unsigned i) const
    {
        char name[32];
        snprintf(name, sizeof name, ".%s%02u", s.port->field, i);
        return path(s, name);
    }

    // The wires of the view that this run has a value for. Where it is of one block, or of one twin, the others are zero in
    // the FST and not in the save file.
    std::vector<std::string> suffixes(const Signal &s) const
    {
        if (is_pin(s))
            return {""};
        if (s.input)
            return {"_expected"};
        if (!expected)
            return {"_actual"};
        if (!actual)
            return {"_expected"};
        return {"_expected", "_actual", "_diff"};
    }

    // ---- a cycle ---------------------------------------------------------------------------------------------------------

    template <class Row> void put(Row &row, const Signal &s, size_t field, uint64_t value)
    {
        size_t at = s.word + field * words(s.port);
        row[at] = static_cast<uint32_t>(value);
        if (words(s.port) > 1)
            row[at + 1] = static_cast<uint32_t>(value >> 32);
    }

    void dump(uint64_t n, const void *in, const void *x, const void *y)
    {
        for (Signal &s : signals)
            for (size_t i = 0; i < s.port->count; i++) {
                if (s.port->when < 0)
                    watch(s, i, ul1_get(s.port, s.input ? in : x ? x : y, i), n);
                if (s.input) {
                    put(view->expected, s, i, ul1_get(s.port, in, i));
                    continue;
                }
                uint64_t a = x ? ul1_get(s.port, x, i) : 0, b = y ? ul1_get(s.port, y, i) : 0, d = 0;
                if (x && y && reset_seen && a != b)
                    d = (a ^ b) & ul1_qualified(shape, s.port, in, x, i);
                put(view->expected, s, i, a);
                put(view->actual, s, i, b);
                put(view->differs, s, i, d);
                if (d)
                    s.differed |= 1ull << i;
                if (is_table(s) && (x ? a : b) && ul1_qualified(shape, s.port, in, x ? x : y, i))
                    s.seen |= 1ull << i;
            }
        bool reset = shape->clocked && *static_cast<const uint8_t *>(in); // the first byte: see ul1.h
        reset_seen |= reset;
        if (first_event == UINT64_MAX && !reset && event(in, x ? x : y))
            first_event = n;
        begun = true;
        last = n;
        view->rst_in = reset;
        view->cycle_in = static_cast<uint32_t>(n);
        for (unsigned half = 0; half < 2; half++) {
            view->clk_in = !half;
            view->eval();
            file->dump(n * cycle_time + half * cycle_time / 2);
        }
    }

    void watch(Signal &s, size_t i, uint64_t value, uint64_t n)
    {
        s.before.resize(s.port->count);
        uint64_t at = look();
        if (value != s.before[i] && n > at && n - at < cycles_in_view - cycles_before_marker)
            s.moves = at;
        s.before[i] = value;
    }

    bool event(const void *in, const void *out) const
    {
        for (const Signal &s : signals) {
            const char *tail = strstr(s.port->name, "_valid");
            if (tail && !tail[6] && s.port->count == 1 && ul1_get(s.port, s.input ? in : out, 0))
                return true;
        }
        return false;
    }

    // ---- what GTKWave is to show: a group for each block in the order of the figure, in it one for each interface -----------

    bool save()
    {
        FILE *f = fopen((base + ".gtkw").c_str(), "w");
        if (!f)
            return false;
        SaveFile out(f);
        // Not so late that the window would reach behind the end: GTKWave then shows the beginning instead.
        uint64_t latest = last > cycles_in_view + 4 ? last - cycles_in_view - 4 : 0;
        uint64_t at = look(), first = std::min(at > cycles_before_marker ? at - cycles_before_marker : 0, latest);
        first = std::max(first, from);
        out.head(absolute(".fst"), absolute(".gtkw"), first * cycle_time, at * cycle_time);
        out.trace(BIN, PLAIN, "clk", VIEW_MODULE ".clk", 1);
        out.trace(DEC, PLAIN, "cycle", VIEW_MODULE ".cycle", 32);
        if (shape->clocked)
            out.trace(BIN, PLAIN, "rst", VIEW_MODULE ".rst", 1);
        size_t count;
        const ul1_block *blocks = ul1_blocks(shape->lanes, &count); // machines have no signals of their own
        for (size_t i = 0; i < count; i++)
            save_block(out, blocks[i]);
        return !fclose(f);
    }

    // The cycle to look at.
    uint64_t look() const { return mark != UINT64_MAX ? mark : first_event != UINT64_MAX ? first_event : from; }

    std::string absolute(const char *extension) const
    {
        std::string name = base + extension;
        char *real = realpath(name.c_str(), nullptr);
        if (real)
            name = real;
        free(real);
        return name;
    }

    void save_block(SaveFile &out, const ul1_block &block) const
    {
        std::vector<std::string> groups;
        for (const Signal &s : signals)
            if (!strcmp(s.port->block, block.name) && std::find(groups.begin(), groups.end(), s.port->group) == groups.end())
                groups.push_back(s.port->group);
        if (groups.empty())
            return;
        std::string title = block.meaning;
        title = std::string(block.name) + ": " + title.substr(0, title.find_first_of(":;."));
        bool open = false;
        for (const std::string &g : groups)
            open |= is_open(members(block.name, g));
        out.blank();
        out.begin(title, open);
        for (const std::string &g : groups)
            save_group(out, std::string(block.name) + "." + g, members(block.name, g));
        out.end(title, open);
    }

    using Group = std::vector<const Signal *>;

    Group members(const std::string &block, const std::string &group) const
    {
        Group found;
        for (const Signal &s : signals)
            if (block == s.port->block && group == s.port->group)
                found.push_back(&s);
        return found;
    }

    // Open are the interfaces in which something differs; where nothing does, those in which something happens and that lead
    // to the outside, or any of a block on its own.
    bool is_open(const Group &group) const
    {
        auto differs = [](const Signal &s) { return s.differed != 0; };
        auto moves = [&](const Signal &s) { return s.moves == look(); };
        if (std::any_of(signals.begin(), signals.end(), differs))
            return std::any_of(group.begin(), group.end(), [&](const Signal *s) { return differs(*s); });
        if (std::any_of(signals.begin(), signals.end(), moves) &&
            std::none_of(group.begin(), group.end(), [&](const Signal *s) { return moves(*s); }))
            return false;
        return std::any_of(group.begin(), group.end(), [&](const Signal *s) {
            return s->input || s->port->outside || strcmp(shape->name, shape->of);
        });
    }

    // The diff rows of what never differs: told apart, in a group that is closed, so that the interface is seen at a glance.
    struct Calm {
        uint64_t how;
        std::string label, path;
        unsigned bits;
    };
    using Calms = std::vector<Calm>;

    void save_group(SaveFile &out, const std::string &title, const Group &group) const
    {
        Calms calm;
        out.begin(title, is_open(group));
        for (const Signal *s : group)
            if (s->port->count == 1)
                save_values(out, *s, s->port->name, path(*s, ""), s->differed != 0, &calm);
            else if (!is_table(*s))
                save_lanes(out, *s, &calm);
        for (const Signal *s : group)
            if (is_table(*s) && s == first_of_table(group, *s))
                save_table(out, group, *s, &calm);
        if (!calm.empty()) {
            out.begin(title + " diff", false);
            for (const Calm &c : calm)
                out.trace(c.how, DIM, c.label, c.path, c.bits);
            out.end(title + " diff", false);
        }
        out.end(title, is_open(group));
    }

    // A diff row where it belongs, or among the calm ones if that is wanted.
    void save_diff(SaveFile &out, uint64_t how, const std::string &label, const std::string &wire, unsigned bits, bool differed,
                   Calms *calm) const
    {
        if (!differed && calm)
            calm->push_back({how, label, wire, bits});
        else
            out.trace(how, differed ? RED : DIM, label, wire, bits);
    }

    void save_field(SaveFile &out, const Signal &s, unsigned i, Calms *calm) const
    {
        save_values(out, s, std::string(s.port->name) + "[" + std::to_string(i) + "]", field_path(s, i), s.differed >> i & 1, calm);
    }

    // Which fields differ, a bit for each.
    void save_which(SaveFile &out, const Signal &s, Calms *calm) const
    {
        if (suffixes(s).size() > 1)
            save_diff(out, BIN, std::string(s.port->name) + " diff, by " + s.port->field, path(s, "_diff"), s.port->count,
                      s.differed != 0, calm);
    }

    // One lane in sight, the first that differs or the first of all; the others in a group that is closed.
    void save_lanes(SaveFile &out, const Signal &s, Calms *calm) const
    {
        std::string all = std::string(s.port->name) + ", all lanes";
        save_which(out, s, calm);
        save_field(out, s, s.differed ? static_cast<unsigned>(__builtin_ctzll(s.differed)) : 0, calm);
        out.begin(all, false);
        for (unsigned i = 0; i < s.port->count; i++)
            save_field(out, s, i, nullptr);
        out.end(all, false);
    }

    // What has a field for each entry of a table, or each set: not each lane or bank.
    static bool is_table(const Signal &s) { return s.port->count > 1 && strcmp(s.port->field, "lane") && strcmp(s.port->field, "bank"); }

    static bool same_table(const Signal &s, const Signal &t)
    {
        return is_table(s) && !strcmp(s.port->field, t.port->field) && s.port->count == t.port->count;
    }

    static const Signal *first_of_table(const Group &group, const Signal &s)
    {
        return *std::find_if(group.begin(), group.end(), [&](const Signal *t) { return same_table(*t, s); });
    }

    // Row by row: all that is known of an entry, then the next. In sight are those that differ, else the first that held
    // anything; the others in a group that is closed.
    void save_table(SaveFile &out, const Group &group, const Signal &first, Calms *calm) const
    {
        Group table;
        uint64_t differed = 0, seen = 0, shown = 0;
        for (const Signal *s : group)
            if (same_table(*s, first)) {
                table.push_back(s);
                differed |= s->differed;
                seen |= s->seen;
            }
        for (uint64_t from : {differed, seen | 1})
            for (; from && __builtin_popcountll(shown) < static_cast<int>(rows_in_sight); from &= from - 1)
                shown |= from & -from;
        for (const Signal *s : table)
            save_which(out, *s, calm);
        for (unsigned i = 0; i < first.port->count; i++)
            for (const Signal *s : table)
                if (shown >> i & 1)
                    save_field(out, *s, i, calm);
        std::string all = std::string(first.port->group) + ", each " + first.port->field;
        out.begin(all, false);
        for (unsigned i = 0; i < first.port->count; i++)
            for (const Signal *s : table)
                save_field(out, *s, i, nullptr);
        out.end(all, false);
    }

    // One value, or that of each twin and the difference below.
    void save_values(SaveFile &out, const Signal &s, const std::string &label, const std::string &stem, bool differed,
                     Calms *calm) const
    {
        const uint64_t how[] = {BIN, HEX, DEC, ENUM}; // by enum ul1_radix
        uint64_t as = how[s.port->radix];
        unsigned bits = s.port->width, shown = as == ENUM ? std::max(bits, 2u) : bits; // as in the view
        std::vector<std::string> each = suffixes(s);
        if (each.size() == 1) {
            out.trace(as, PLAIN, label, stem + each[0], shown);
            return;
        }
        out.trace(as, PLAIN, label + " " + expected->name, stem + "_expected", shown);
        out.trace(as, ORANGE, label + " " + actual->name, stem + "_actual", shown);
        save_diff(out, as == HEX ? HEX : BIN, label + " diff", stem + "_diff", bits, differed, calm);
    }
};

} // namespace

observer *CAT(waves_, MACHINE, _open)(const char *base, twin *expected, twin *actual, uint64_t from, uint64_t to, uint64_t mark)
{
    std::unique_ptr<Waves> w{new Waves{base, expected, actual, from, to, mark}};
    return w->open() ? w.release() : nullptr;
}
