// The view of a machine of blocks, or of one of its blocks. Compiled for each machine with -DMACHINE=name,
// around the verilated module of that name (scripts/gen/sv_view.py).
#include <algorithm>
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
#include "checkers/lockstep/run.h"
#include "waves/layout.h"
#include "waves/told.h"
#include "waves/view.h"

namespace {

constexpr unsigned texts_in_sight = 12; // visible texts of a kind, at most

class MachineView : public View {
public:
    MachineView(VerilatedContext *context, const std::string &name, const ul1_block *block, twin *e, twin *a,
                bool inside)
        : shape(block), expected(e), actual(a), scope(name.empty() ? "" : name + "."),
          reset_seen(!shape->clocked), view{new VIEW{context, name.c_str()}}
    {
        lay_out();
        if (inside && !strcmp(shape->name, "l1"))
            story.reset(new ToldOfL1(shape));
        else if (inside)
            story.reset(new ToldOfPart(shape));
        told.resize(story ? story->rows.size() : 0);
    }

    void trace(VerilatedFstC *file) override { view->trace(file, 99); }
    void final() override
    {
        Verilated::threadContextp(view->contextp());
        view->final();
    }

    void cycle(uint64_t n, const void *in, const void *x, const void *y, bool dumps) override
    {
        if (story)
            story->cycle(in, x ? x : y, dumps);
        const bool reset = shape->clocked && *static_cast<const uint8_t *>(in); // the first byte: see ul1.h
        if (dumps)
            put(n, in, x, y, reset);
        reset_seen |= reset;
    }

    void half(bool high) override
    {
        view->clk_in = high;
        view->eval();
    }

    void look_at(const Window &window) override
    {
        for (Signal &s : signals) {
            // not in the first cycle, because the previous one is not visible
            for (Seen &c : s.changes)
                c.look_at({window.first + 1, window.last});
            for (Seen &m : s.means)
                m.look_at(window);
            s.on.look_at(window);
        }
        for (Seen &t : told)
            t.look_at(window);
    }

    bool rests() const override
    {
        return std::none_of(told.begin(), told.end(), [](const Seen &t) { return static_cast<bool>(t); })
            && differed() == NEVER;
    }
    bool says(const char *text) const override
    {
        for (unsigned row = 0; row < told.size(); row++)
            if (strstr(story->text(row), text))
                return true;
        return false;
    }
    bool eventful() const override { return some_valid; }
    bool tells() const override { return !told.empty(); }
    uint64_t differed() const override
    {
        uint64_t first = NEVER;
        for (const Signal &s : signals)
            first = std::min(first, s.first_differed);
        return first;
    }

    void save(SaveFile &out, uint64_t differed) const override;

private:
    const ul1_block *shape;
    twin *expected, *actual;
    std::string scope; // scope in the file
    // before the first reset a twin's state is undefined, and differences do not count
    bool reset_seen;
    bool some_valid = false;
    std::vector<Signal> signals;
    std::unique_ptr<VIEW> view;
    std::unique_ptr<Told> story; // null: there is none
    std::vector<Seen> told;      // whether a row says something

    // Lays out the view's rows, which hold the signals of the whole machine that are built. A block uses some
    // of them.
    void lay_out()
    {
        const ul1_block *whole = ul1_find(shape->lanes, shape->of);
        for (size_t k = 0; k < shape->port_count; k++) {
            size_t word = 0;
            const ul1_port *p = &shape->ports[k], *q = whole->ports;
            if (!p->built)
                continue;
            for (; strcmp(q->name, p->name); q++)
                word += q->built ? q->room * words(bits(q)) : 0;
            signals.push_back({p, word, bits(q), k < shape->in_count});
            signals.back().before.resize(p->count);
            signals.back().changes.resize(p->count);
            signals.back().means.resize(p->count);
        }
    }

    // The bits of a field in the view, from the port of the default configuration.
    unsigned bits(const ul1_port *p) const
    {
        static const struct {
            const char *block, *name;
            unsigned bits;
        } wider[] = {
#define BITS(block, name, bits) {block, name, bits},
#include "view_bits.inc"
#undef BITS
            {"", "", 0}};
        for (const auto &w : wider)
            if (!strcmp(w.block, shape->of) && !strcmp(w.name, p->name))
                return w.bits;
        return p->width;
    }
    static size_t words(unsigned bits) { return (bits + 31) / 32; }

    // ---- a cycle

    template <class Row> static void put_field(Row &row, const Signal &s, size_t field, uint64_t value)
    {
        size_t at = s.word + field * words(s.bits);
        row[at] = static_cast<uint32_t>(value);
        if (words(s.bits) > 1)
            row[at + 1] = static_cast<uint32_t>(value >> 32);
    }

    void put(uint64_t n, const void *in, const void *x, const void *y, bool reset)
    {
        some_valid = false;
        for (Signal &s : signals) {
            put_signal(s, n, in, x, y);
            const char *tail = strstr(s.port->name, "_valid");
            some_valid |= !reset && tail && !tail[6] && s.port->count == 1 && s.on.was(n);
        }
        for (unsigned row = 0; row < told.size(); row++)
            put_text(row, n);
        view->rst_in = reset;
        view->cycle_in = static_cast<uint32_t>(n);
    }

    void put_signal(Signal &s, uint64_t n, const void *in, const void *x, const void *y)
    {
        for (size_t i = 0; i < s.port->count; i++) {
            const uint64_t qualified = ul1_qualified(shape, s.port, in, x ? x : y, i);
            const uint64_t a = s.input ? ul1_get(s.port, in, i) : x ? ul1_get(s.port, x, i) : 0;
            const uint64_t b = !s.input && y ? ul1_get(s.port, y, i) : 0, seen = s.input || x ? a : b;
            put_field(view->expected, s, i, a);
            if (seen != s.before[i])
                s.changes[i].at(n);
            if (qualified)
                s.means[i].at(n);
            if (seen & qualified)
                s.on.at(n);
            s.before[i] = seen;
            if (s.input)
                continue;
            const uint64_t d = x && y && reset_seen ? (a ^ b) & qualified : 0;
            put_field(view->actual, s, i, b);
            put_field(view->differs, s, i, d);
            if (!d)
                continue;
            s.differed |= field_bit(i);
            s.first_differed = std::min(s.first_differed, n);
        }
    }

    // A vector of characters, the last one in the low bits.
    void put_text(unsigned row, uint64_t n)
    {
        auto &wide = view->story_in[row];
        static_assert(sizeof wide / 4 == (STORY_TEXT - 1 + 3) / 4,
                      "scripts/gen/sv_view.py has another length");
        const char *text = story->text(row);
        const size_t length = strlen(text);
        for (size_t k = 0; k < sizeof wide / 4; k++)
            wide[k] = 0;
        for (size_t k = 0; k < length; k++)
            wide[k / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[length - 1 - k]))
                << k % 4 * 8;
        if (length)
            told[row].at(n);
    }

    // ---- the save file for GTKWave: the story, then signals

    std::string in_file(const std::string &path) const { return scope + VIEW_MODULE "." + path; }

    Trace text(unsigned row) const
    {
        const Told::Row &r = story->rows[row];
        return {TEXT, r.color, r.title, in_file("story." + r.name), 8 * (STORY_TEXT - 1)};
    }

    // Rows with text are visible, up to a limit for each kind. All others are in a closed group.
    void save_story(SaveFile &out) const
    {
        Traces rest;
        out.blank();
        out.begin("story", true);
        for (unsigned row = 0, shown = 0, of = 0; row < told.size(); row++) {
            shown = story->rows[row].kind == of ? shown : 0;
            of = story->rows[row].kind;
            if (told[row] && shown++ < texts_in_sight)
                out.trace(text(row));
            else
                rest.push_back(text(row));
        }
        out.closed("story, at rest", rest);
        out.end("story", true);
    }
};

void MachineView::save(SaveFile &out, uint64_t differed) const
{
    out.trace({BIN, PLAIN, "clk", in_file("clk"), 1});
    out.trace({DEC, PLAIN, "cycle", in_file("cycle"), 32});
    if (tells())
        save_story(out);
    save_layout(out, {shape, expected, actual, in_file(""), signals, tells()}, differed);
}

} // namespace

View *CAT(view_, MACHINE, )(VerilatedContext *context, const std::string &name, const ul1_block *shape,
                            twin *expected, twin *actual, bool inside)
{
    return new MachineView{context, name, shape, expected, actual, inside};
}
