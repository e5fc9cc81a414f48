#include "waves/layout.h"

#include <algorithm>
#include <cstring>

#include "waves/open.h"

namespace {

constexpr unsigned rows_in_sight = 4; // visible rows of a table

class Layout : Shown {
public:
    explicit Layout(const Shown &s) : Shown(s) {}

    void save(SaveFile &out, uint64_t first) const
    {
        size_t count;
        const ul1_block *blocks = ul1_blocks(shape->lanes, &count); // machines have no signals of their own
        for (Place place : {IN_SIGHT, AT_HAND}) {
            out.blank();
            for (size_t i = 0; i < count; i++)
                save_block(out, blocks[i], place, first);
        }
        out.begin("at rest", false);
        if (shape->clocked)
            out.trace({BIN, PLAIN, "rst", prefix + "rst", 1});
        for (size_t i = 0; i < count; i++)
            save_block(out, blocks[i], AT_REST, first);
        out.end("at rest", false);
    }

private:
    // ---- the position of a signal in the file

    std::string path(const Signal &s) const { return prefix + s.port->block + "." + s.port->name; }
    std::string field_path(const Signal &s, unsigned i) const
    {
        char name[32];
        snprintf(name, sizeof name, ".%s%02u", s.port->field, i);
        return path(s) + name;
    }

    // The same of a port with one field. Other configurations may have several.
    std::string only_path(const Signal &s) const { return s.port->room > 1 ? field_path(s, 0) : path(s); }

    // The suffixes of the signal's wires that have values in this run. If the run has only one block or one
    // twin, the other wires are zero in the FST and absent from the save file. A pin of the machine has one
    // value. An output of a block has one for each twin, even if it is an input here.
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

    using Group = std::vector<const Signal *>;

    // Rows of an interface: visible ones, and closed groups with these titles.
    struct Rows {
        Traces sight;
        std::vector<std::pair<std::string, Traces>> closed;
        Traces calm, rest; // equal values of the other twin; constant signals
    };

    Group members(const std::string &block, const std::string &group) const
    {
        Group found;
        for (const Signal &s : signals)
            if (block == s.port->block && group == s.port->group)
                found.push_back(&s);
        return found;
    }

    static uint64_t moved(const Signal &s) // one bit per field
    {
        uint64_t mask = 0;
        for (size_t i = 0; i < s.port->count; i++)
            mask |= s.changes[i] && s.means[i] ? field_bit(i) : 0;
        return mask;
    }
    static bool rests(const Signal &s) { return !moved(s) && !s.differed; }
    static bool all_rest(const Group &group)
    {
        return std::all_of(group.begin(), group.end(), [](const Signal *s) { return rests(*s); });
    }

    // Whether an event in the visible cycles opens this interface (waves/open.h).
    bool is_opened(const std::string &title) const
    {
        for (const Opens &o : opens)
            for (const Signal &s : signals)
                for (const char *group : o.groups)
                    if (group && title == group && s.on && !strcmp(s.port->name, o.signal))
                        return true;
        return false;
    }

    // Interfaces with the first difference are open. Without a difference, those that belong to an event are
    // open. Without a story, those at the pins are open, or any of a block alone.
    bool is_open(const std::string &title, const Group &group, uint64_t first) const
    {
        if (first != NEVER)
            return std::any_of(group.begin(), group.end(),
                               [&](const Signal *s) { return s->first_differed == first; });
        if (all_rest(group))
            return false;
        if (strcmp(shape->name, shape->of))
            return true;
        return told ? is_opened(title) : std::any_of(group.begin(), group.end(), [](const Signal *s) {
            return s->input || s->port->outside;
        });
    }

    // ---- blocks

    // How a block is shown: open, closed, or among the blocks without changes.
    enum Place { IN_SIGHT, AT_HAND, AT_REST };

    void save_block(SaveFile &out, const ul1_block &block, Place place, uint64_t first) const
    {
        std::vector<std::string> groups;
        bool open = false, rest = true;
        for (const Signal &s : signals)
            if (!strcmp(s.port->block, block.name)
                && std::find(groups.begin(), groups.end(), s.port->group) == groups.end())
                groups.push_back(s.port->group);
        for (const std::string &g : groups) {
            const Group m = members(block.name, g);
            open |= is_open(std::string(block.name) + "." + g, m, first);
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
                    save_group(out, name, m, is_open(name, m, first));
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
                values(*s, s->port->name, only_path(*s), s->differed != 0, &rows.sight, &rows.calm);
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

    // Which fields differ, one bit each.
    void which(const Signal &s, Traces *sight, Traces *calm) const
    {
        if (suffixes(s).size() > 1)
            (s.differed ? sight : calm)
                ->push_back({BIN, s.differed ? RED : DIM,
                             std::string(s.port->name) + " diff, by " + s.port->field, path(s) + "_diff",
                             s.port->room});
    }

    void field(const Signal &s, unsigned i, Traces *sight, Traces *calm) const
    {
        values(s, std::string(s.port->name) + "[" + std::to_string(i) + "]", field_path(s, i),
               (s.differed & field_bit(i)) != 0, sight, calm);
    }

    // All fields of a signal.
    void fields(const Signal &s, Traces *sight, Traces *calm) const
    {
        if (s.port->count == 1) {
            values(s, s.port->name, only_path(s), s.differed != 0, sight, calm);
            return;
        }
        which(s, sight, calm);
        for (unsigned i = 0; i < s.port->count; i++)
            field(s, i, sight, calm);
    }

    // Shows one lane, the first that differs or changes. The others are in a closed group.
    void lanes(const Signal &s, Rows *rows) const
    {
        Traces all;
        which(s, &rows->sight, &rows->calm);
        field(s, static_cast<unsigned>(__builtin_ctzll(s.differed ? s.differed : moved(s))), &rows->sight,
              &rows->calm);
        for (unsigned i = 0; i < s.port->count; i++)
            field(s, i, &all, &all);
        rows->closed.push_back({std::string(s.port->name) + ", all lanes", all});
    }

    // Whether a signal has a field for each table entry or each set, rather than each lane or bank.
    static bool is_table(const Signal &s)
    {
        return s.port->count > 1 && strcmp(s.port->field, "lane") && strcmp(s.port->field, "bank");
    }

    static bool same_table(const Signal &s, const Signal &t)
    {
        return is_table(s) && !rests(s) && !strcmp(s.port->field, t.port->field)
            && s.port->count == t.port->count;
    }

    static const Signal *first_of_table(const Group &group, const Signal &s)
    {
        return *std::find_if(group.begin(), group.end(), [&](const Signal *t) { return same_table(*t, s); });
    }

    // Shows a table row by row: all signals of an entry, then of the next. Entries that differ are visible,
    // else the first that change. A closed group has all.
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
                if (shown & field_bit(i))
                    field(*s, i, &rows->sight, &rows->calm);
                field(*s, i, &all, &all);
            }
        rows->closed.push_back({std::string(first.port->group) + ", each " + first.port->field, all});
    }

    // If the twins agree, one value is visible; the other's value and the zero difference are calm. Otherwise
    // both values and the difference are visible.
    void values(const Signal &s, const std::string &label, const std::string &stem, bool differed,
                Traces *sight, Traces *calm) const
    {
        static constexpr uint64_t how[] = {BIN, HEX, DEC, ENUM}; // by enum ul1_radix
        const uint64_t as = how[s.port->radix];
        const unsigned bits = s.bits, shown = as == ENUM ? std::max(bits, 2u) : bits; // as in the view
        const std::vector<std::string> each = suffixes(s);
        if (each.size() == 1) {
            sight->push_back({as, PLAIN, label, stem + each[0], shown});
            return;
        }
        Traces *other = differed ? sight : calm;
        sight->push_back(
            {as, PLAIN, differed ? label + " " + expected->name : label, stem + "_expected", shown});
        other->push_back({as, ORANGE, label + " " + actual->name, stem + "_actual", shown});
        other->push_back(
            {as == HEX ? HEX : BIN, differed ? RED : DIM, label + " diff", stem + "_diff", bits});
    }
};

} // namespace

void save_layout(SaveFile &out, const Shown &shown, uint64_t differed) { Layout(shown).save(out, differed); }
