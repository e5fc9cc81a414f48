// The view of a machine of blocks, or of a block of it. Compiled once for each machine with -DMACHINE=name, around the verilated
// module of that name (scripts/gen/sv_view.py).
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
#include "lockstep/run.h"
#include "story/rows.h"
#include "waves/open.h"
#include "waves/view.h"

namespace {

constexpr unsigned rows_in_sight = 4;           // of a table
constexpr unsigned texts_in_sight = 12;         // of a kind

// Whether something happens in the cycles to look at, which may be known only when they have begun.
class Seen {
public:
    void look_at(const Window &w)
    {
        window = w;
        in_sight = last != UINT64_MAX && window.has(last);
    }
    void at(uint64_t n)
    {
        last = n;
        in_sight |= window.has(n);
    }
    bool was(uint64_t n) const { return last == n; }
    explicit operator bool() const { return in_sight; }

private:
    Window window{1, 0};
    uint64_t last = UINT64_MAX;
    bool in_sight = false;
};

// A signal of the twins' shape, and where it stands in the rows of the view.
struct Signal {
    const ul1_port *port;
    size_t word;                                // its first
    bool input;                                 // the same for both twins
    uint64_t differed = 0;                      // in some cycle, bit by field: the twins do
    std::vector<uint64_t> before{};             // its fields in the cycle before
    std::vector<Seen> changes{}, means{};       // of each: does, something
    Seen on{};                                  // any is not 0 and means something
};

class MachineView : public View {
public:
    MachineView(VerilatedContext *context, const std::string &name, twin *e, twin *a, bool inside)
        : shape((e ? e : a)->shape), expected(e), actual(a), scope(name.empty() ? "" : name + "."),
          reset_seen(!shape->clocked), view{new VIEW{context, name.c_str()}},
          story{inside ? story_new(shape) : nullptr, story_free}
    {
        lay_out();
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
            story_cycle(story.get(), in, x ? x : y, dumps);
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
            for (Seen &c : s.changes)           // not in the first of them, as what was before is not in sight
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
        return std::none_of(told.begin(), told.end(), [](const Seen &t) { return static_cast<bool>(t); }) && !differs();
    }
    bool says(const char *text) const override
    {
        for (unsigned row = 0; story && row < STORY_ROWS; row++)
            if (strstr(story_text(story.get(), row), text))
                return true;
        return false;
    }
    bool eventful() const override { return some_valid; }
    bool tells() const override { return story != nullptr; }
    bool differs() const override
    {
        return std::any_of(signals.begin(), signals.end(), [](const Signal &s) { return s.differed != 0; });
    }

    void save(SaveFile &out, bool some_differ) const override;

private:
    const ul1_block *shape;
    twin *expected, *actual;
    std::string scope;                          // in the file
    bool reset_seen;                            // before the first reset a twin's state is anything: no difference counts
    bool some_valid = false;
    std::vector<Signal> signals;
    std::vector<Seen> told = std::vector<Seen>(STORY_ROWS);
    std::unique_ptr<VIEW> view;
    std::unique_ptr<struct story, void (*)(struct story *)> story;

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
            signals.back().before.resize(p->count);
            signals.back().changes.resize(p->count);
            signals.back().means.resize(p->count);
        }
    }

    static size_t words(const ul1_port *p) { return (p->width + 31) / 32; }

    // ---- a cycle ---------------------------------------------------------------------------------------------------------

    template <class Row> static void put_field(Row &row, const Signal &s, size_t field, uint64_t value)
    {
        size_t at = s.word + field * words(s.port);
        row[at] = static_cast<uint32_t>(value);
        if (words(s.port) > 1)
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
        if (story)
            for (unsigned row = 0; row < STORY_ROWS; row++)
                put_text(row, n);
        view->rst_in = reset;
        view->cycle_in = static_cast<uint32_t>(n);
    }

    void put_signal(Signal &s, uint64_t n, const void *in, const void *x, const void *y)
    {
        for (size_t i = 0; i < s.port->count; i++) {
            const uint64_t qualified = port_qualified_bits(shape, s.port, in, x ? x : y, i);
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
            s.differed |= static_cast<uint64_t>(d != 0) << i;
        }
    }

    // A vector of characters, the last one in the low bits.
    void put_text(unsigned row, uint64_t n)
    {
        auto &wide = view->story_in[row];
        static_assert(sizeof wide / 4 == (STORY_TEXT - 1 + 3) / 4, "scripts/gen/sv_view.py has another length");
        const char *text = story_text(story.get(), row);
        const size_t length = strlen(text);
        for (size_t k = 0; k < sizeof wide / 4; k++)
            wide[k] = 0;
        for (size_t k = 0; k < length; k++)
            wide[k / 4] |= static_cast<uint32_t>(static_cast<unsigned char>(text[length - 1 - k])) << k % 4 * 8;
        if (length)
            told[row].at(n);
    }

    // ---- where a signal is in the file -----------------------------------------------------------------------------------

    std::string in_file(const std::string &path) const { return scope + VIEW_MODULE "." + path; }
    std::string path(const Signal &s) const { return in_file(std::string(s.port->block) + "." + s.port->name); }
    std::string field_path(const Signal &s, unsigned i) const
    {
        char name[32];
        snprintf(name, sizeof name, ".%s%02u", s.port->field, i);
        return path(s) + name;
    }

    // The wires of the view that this run has a value for. Where it is of one block, or of one twin, the others are zero in
    // the FST and not in the save file. A pin of the machine has one value; an output of a block has one for each twin, even
    // where it is an input here.
    std::vector<std::string> suffixes(const Signal &s) const
    {
        if (!ul1_port_find(ul1_find(shape->lanes, shape->of), s.port->name)->is_out)
            return {""};
        if (s.input)
            return {"_expected"};
        if (!expected)
            return {"_actual"};
        if (!actual)
            return {"_expected"};
        return {"_expected", "_actual", "_diff"};
    }

    // ---- what GTKWave is to show: the story, then what moves of each block in the order of the figure, an interface a group

    using Group = std::vector<const Signal *>;
    using Traces = std::vector<Trace>;

    // Of an interface: in sight; in closed groups of these titles.
    struct Rows {
        Traces sight;
        std::vector<std::pair<std::string, Traces>> closed;
        Traces calm, rest;                      // what the other twin has, which is the same; what does not change
    };

    Group members(const std::string &block, const std::string &group) const
    {
        Group found;
        for (const Signal &s : signals)
            if (block == s.port->block && group == s.port->group)
                found.push_back(&s);
        return found;
    }

    static uint64_t moved(const Signal &s)      // bit by field
    {
        uint64_t mask = 0;
        for (size_t i = 0; i < s.port->count; i++)
            mask |= static_cast<uint64_t>(s.changes[i] && s.means[i]) << i;
        return mask;
    }
    static bool rests(const Signal &s) { return !moved(s) && !s.differed; }
    static bool all_rest(const Group &group)
    {
        return std::all_of(group.begin(), group.end(), [](const Signal *s) { return rests(*s); });
    }

    // Some of what happens in the cycles to look at opens interfaces of its own.
    bool is_opened(const std::string &title, bool *any) const
    {
        bool found = false;
        for (const Opens &o : opens)
            for (const Signal &s : signals) {
                if (strcmp(s.port->name, o.signal) || !s.on)
                    continue;
                *any = true;
                for (const char *group : o.groups)
                    found |= group && title == group;
            }
        return found;
    }

    // Open are the interfaces in which something differs; where nothing does, those that have to do with what happens; or else
    // those that lead to the outside, or any of a block on its own.
    bool is_open(const std::string &title, const Group &group, bool some_differ) const
    {
        bool any = false;
        if (some_differ)
            return std::any_of(group.begin(), group.end(), [](const Signal *s) { return s->differed != 0; });
        if (all_rest(group))
            return false;
        if (strcmp(shape->name, shape->of))
            return true;
        const bool opened = is_opened(title, &any);
        return any ? opened : std::any_of(group.begin(), group.end(), [](const Signal *s) { return s->input || s->port->outside; });
    }

    // ---- the story

    Trace text(unsigned row) const
    {
        char title[STORY_TEXT], name[STORY_TEXT];
        unsigned kind = 0;
        story_title(row, title);
        story_name(row, name, &kind);
        const Color color = kind < STORY_INSTR ? YELLOW : kind == STORY_INSTR ? PLAIN : kind == STORY_BANK ? ORANGE : VIOLET;
        return {TEXT, color, title, in_file(std::string("story.") + name), 8 * (STORY_TEXT - 1)};
    }

    // What says something, of a kind not too many; all others in a group that is closed.
    void save_story(SaveFile &out) const
    {
        Traces rest;
        out.blank();
        out.begin("story", true);
        for (unsigned row = 0, shown = 0, of = 0; row < STORY_ROWS; row++) {
            char name[STORY_TEXT];
            unsigned kind;
            story_name(row, name, &kind);
            shown = kind == of ? shown : 0;
            of = kind;
            if (told[row] && shown++ < texts_in_sight)
                out.trace(text(row));
            else
                rest.push_back(text(row));
        }
        out.closed("story, at rest", rest);
        out.end("story", true);
    }

    // ---- blocks

    // How a block is shown: open, closed, or among those in which nothing changes.
    enum Place { IN_SIGHT, AT_HAND, AT_REST };

    void save_block(SaveFile &out, const ul1_block &block, Place place, bool some_differ) const
    {
        std::vector<std::string> groups;
        bool open = false, rest = true;
        for (const Signal &s : signals)
            if (!strcmp(s.port->block, block.name) && std::find(groups.begin(), groups.end(), s.port->group) == groups.end())
                groups.push_back(s.port->group);
        for (const std::string &g : groups) {
            const Group m = members(block.name, g);
            open |= is_open(std::string(block.name) + "." + g, m, some_differ);
            rest &= all_rest(m);
        }
        if (groups.empty() || place != (rest ? AT_REST : open ? IN_SIGHT : AT_HAND))
            return;
        std::string title = block.meaning;
        title = std::string(block.name) + ": " + title.substr(0, title.find_first_of(":;."));
        out.begin(title, open);
        for (bool closed : {false, true}) {
            if (closed && !rest)
                out.begin(std::string(block.name) + ", at rest", false);
            for (const std::string &g : groups) {
                const Group m = members(block.name, g);
                const std::string name = std::string(block.name) + "." + g;
                if (all_rest(m) == closed)
                    save_group(out, name, m, is_open(name, m, some_differ));
            }
            if (closed && !rest)
                out.end(std::string(block.name) + ", at rest", false);
        }
        out.end(title, open);
    }

    void save_group(SaveFile &out, const std::string &title, const Group &group, bool open) const
    {
        Rows rows;
        for (const Signal *s : group)
            if (rests(*s))
                fields(*s, &rows.rest, &rows.rest);
            else if (s->port->count == 1)
                values(*s, s->port->name, path(*s), s->differed != 0, &rows.sight, &rows.calm);
            else if (!is_table(*s))
                lanes(*s, &rows);
        for (const Signal *s : group)
            if (!rests(*s) && is_table(*s) && s == first_of_table(group, *s))
                table(group, *s, &rows);
        out.begin(title, open);
        for (const Trace &t : rows.sight)
            out.trace(t);
        for (const auto &c : rows.closed)
            out.closed(c.first, c.second);
        out.closed(title + ", of both twins", rows.calm);
        if (rows.sight.empty() && rows.closed.empty())
            for (const Trace &t : rows.rest)
                out.trace(t);
        else
            out.closed(title + ", at rest", rows.rest);
        out.end(title, open);
    }

    // Which fields differ, a bit for each.
    void which(const Signal &s, Traces *sight, Traces *calm) const
    {
        if (suffixes(s).size() > 1)
            (s.differed ? sight : calm)->push_back({BIN, s.differed ? RED : DIM, std::string(s.port->name) + " diff, by " + s.port->field,
                                                    path(s) + "_diff", s.port->count});
    }

    void field(const Signal &s, unsigned i, Traces *sight, Traces *calm) const
    {
        values(s, std::string(s.port->name) + "[" + std::to_string(i) + "]", field_path(s, i), s.differed >> i & 1, sight, calm);
    }

    // All there is of it.
    void fields(const Signal &s, Traces *sight, Traces *calm) const
    {
        if (s.port->count == 1) {
            values(s, s.port->name, path(s), s.differed != 0, sight, calm);
            return;
        }
        which(s, sight, calm);
        for (unsigned i = 0; i < s.port->count; i++)
            field(s, i, sight, calm);
    }

    // One lane in sight, the first that differs or that changes; the others in a group that is closed.
    void lanes(const Signal &s, Rows *rows) const
    {
        Traces all;
        which(s, &rows->sight, &rows->calm);
        field(s, static_cast<unsigned>(__builtin_ctzll(s.differed ? s.differed : moved(s))), &rows->sight, &rows->calm);
        for (unsigned i = 0; i < s.port->count; i++)
            field(s, i, &all, &all);
        rows->closed.push_back({std::string(s.port->name) + ", all lanes", all});
    }

    // What has a field for each entry of a table, or each set: not each lane or bank.
    static bool is_table(const Signal &s) { return s.port->count > 1 && strcmp(s.port->field, "lane") && strcmp(s.port->field, "bank"); }

    static bool same_table(const Signal &s, const Signal &t)
    {
        return is_table(s) && !rests(s) && !strcmp(s.port->field, t.port->field) && s.port->count == t.port->count;
    }

    static const Signal *first_of_table(const Group &group, const Signal &s)
    {
        return *std::find_if(group.begin(), group.end(), [&](const Signal *t) { return same_table(*t, s); });
    }

    // Row by row: all that is known of an entry, then the next. In sight are those that differ, else the first that change;
    // all of them in a group that is closed.
    void table(const Group &group, const Signal &first, Rows *rows) const
    {
        Group of;
        Traces all;
        uint64_t differed = 0, changed = 0, shown = 0;
        for (const Signal *s : group)
            if (same_table(*s, first)) {
                of.push_back(s);
                differed |= s->differed;
                changed |= moved(*s);
            }
        for (uint64_t from : {differed, differed ? 0 : changed})
            for (; from && __builtin_popcountll(shown) < static_cast<int>(rows_in_sight); from &= from - 1)
                shown |= from & -from;
        for (const Signal *s : of)
            which(*s, &rows->sight, &rows->calm);
        for (unsigned i = 0; i < first.port->count; i++)
            for (const Signal *s : of) {
                if (shown >> i & 1)
                    field(*s, i, &rows->sight, &rows->calm);
                field(*s, i, &all, &all);
            }
        rows->closed.push_back({std::string(first.port->group) + ", each " + first.port->field, all});
    }

    // One value, where the twins agree; that of the other and the difference, which is nothing, are the calm ones. Or that of
    // each twin and the difference below.
    void values(const Signal &s, const std::string &label, const std::string &stem, bool differed, Traces *sight, Traces *calm) const
    {
        static constexpr uint64_t how[] = {BIN, HEX, DEC, ENUM}; // by enum ul1_radix
        const uint64_t as = how[s.port->radix];
        const unsigned bits = s.port->width, shown = as == ENUM ? std::max(bits, 2u) : bits; // as in the view
        const std::vector<std::string> each = suffixes(s);
        if (each.size() == 1) {
            sight->push_back({as, PLAIN, label, stem + each[0], shown});
            return;
        }
        Traces *other = differed ? sight : calm;
        sight->push_back({as, PLAIN, differed ? label + " " + expected->name : label, stem + "_expected", shown});
        other->push_back({as, ORANGE, label + " " + actual->name, stem + "_actual", shown});
        other->push_back({as == HEX ? HEX : BIN, differed ? RED : DIM, label + " diff", stem + "_diff", bits});
    }
};

void MachineView::save(SaveFile &out, bool some_differ) const
{
    size_t count;
    const ul1_block *blocks = ul1_blocks(shape->lanes, &count); // machines have no signals of their own
    out.trace({BIN, PLAIN, "clk", in_file("clk"), 1});
    out.trace({DEC, PLAIN, "cycle", in_file("cycle"), 32});
    if (story)
        save_story(out);
    for (Place place : {IN_SIGHT, AT_HAND}) {
        out.blank();
        for (size_t i = 0; i < count; i++)
            save_block(out, blocks[i], place, some_differ);
    }
    out.begin("at rest", false);
    if (shape->clocked)
        out.trace({BIN, PLAIN, "rst", in_file("rst"), 1});
    for (size_t i = 0; i < count; i++)
        save_block(out, blocks[i], AT_REST, some_differ);
    out.end("at rest", false);
}

} // namespace

View *CAT(view_, MACHINE, )(VerilatedContext *context, const std::string &name, twin *expected, twin *actual, bool inside)
{
    return new MachineView{context, name, expected, actual, inside};
}
