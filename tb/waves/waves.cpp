// Writes BASE.fst, the signals of one or two twins in the requested cycles, and BASE.gtkw, a save file for
// GTKWave.
//
// A cycle lasts 1 ns, so the number on the time axis is the number of the cycle. Its values are those settled
// before its clock edge. Signals are written by verilated modules, the views. So the file has the format of
// the installed Verilator, and contains the inner signals of a verilated twin beside the ports. Each of
// several machines has a view, in a scope of its name.
#include "waves/waves.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "checkers/lockstep/run.h"
#include "checkers/lockstep/twin_parts.h"
#include "verilated_fst_c.h"
#include "verilator/twin_rtl.h"
#include "waves/view.h"

// Weak: a program may contain only some of them.
#define X(machine) make_view view_##machine __attribute__((weak));
#include "views.inc"
#undef X

namespace {

View *view_of(VerilatedContext *context, const std::string &name, const ul1_block *shape, twin *expected,
              twin *actual, bool inside)
{
#define X(m)                                \
    if (!strcmp(shape->of, #m) && view_##m) \
        return view_##m(context, name, shape, expected, actual, inside);
#include "views.inc"
#undef X
    return nullptr;
}

struct Waves : observer {
    struct Part {
        const ul1_block *shape;
        size_t number;           // among the parts
        twin *expected, *actual; // twins of the part; those of the whole if its parts are wired
        std::string name;
        std::unique_ptr<View> view;
    };

    std::string base;
    const ul1_block *of; // the machine of the twins
    bool inside;         // the twins expose internal signals
    waves_window asked;
    uint64_t first_event = UINT64_MAX; // the first visible event, if no marker is given
    uint64_t seen = UINT64_MAX;        // the cycle of the current window
    bool over = false;
    // extra cycles, so that a failure in the last cycle is well visible
    static constexpr uint64_t behind = 6;
    uint64_t last = 0;                             // the last dumped cycle
    std::unique_ptr<VerilatedContext> own_context; // used if no verilated twin has a context to share
    std::vector<Part> parts;
    std::unique_ptr<VerilatedFstC> file; // must be destroyed first

    Waves(const char *name, twin *e, twin *a, const waves_window &w)
        : base(name), of((e ? e : a)->shape), inside(!(e ? e : a)->quiet), asked(w)
    {
        observer::cycle = [](observer *o, uint64_t n, const void *in, const void *x, const void *y) {
            static_cast<Waves *>(o)->see(n, in, x, y);
        };
        observer::close = [](observer *o) {
            static_cast<Waves *>(o)->finish();
            delete static_cast<Waves *>(o);
        };
        from = 0; // a story needs all cycles
        to = w.to;
        mark = w.mark;
        observer::whole = nullptr;
        next = nullptr;
        if (!of->part_count)
            parts.push_back({of, 0, e, a, "", nullptr});
        for (size_t i = 0; i < of->part_count; i++)
            parts.push_back({ul1_part_block(of, i), i, e && !of->wired ? twin_part(e, i) : e,
                             a && !of->wired ? twin_part(a, i) : a, of->parts[i].name, nullptr});
    }

    // Returns false if the files cannot be written.
    bool open()
    {
        FILE *f = fopen((base + ".fst").c_str(), "wb");
        if (!f || fclose(f))
            return false;
        file.reset(new VerilatedFstC);
        file->set_time_unit("1ps");
        file->set_time_resolution("1ps");
        VerilatedContext *context = nullptr; // twins of a run share a context
        for (const Part &p : parts)
            if (RtlTwin *rtl = rtl_of(p))
                context = rtl->context();
        if (!context) {
            own_context.reset(new VerilatedContext);
            own_context->traceEverOn(true);
            context = own_context.get();
        }
        for (Part &p : parts) {
            p.view.reset(view_of(context, p.name, p.shape, p.expected, p.actual, inside));
            p.view->trace(file.get());
            if (RtlTwin *rtl = of->wired && p.number ? nullptr : rtl_of(p))
                rtl->trace(file.get());
        }
        file->open((base + ".fst").c_str());
        return file->isOpen() && save();
    }

    void finish()
    {
        over = true;
        for (uint64_t n = 1; n <= behind && seen != UINT64_MAX; n++)
            file->dump((last + n) * SaveFile::cycle_time);
        file->close();
        for (Part &p : parts)
            p.view->final();
        if (!save())
            fprintf(stderr, "%s.gtkw: cannot be written\n", base.c_str());
    }

private:
    static RtlTwin *rtl_of(const Part &p)
    {
        return RtlTwin::of(p.actual) ? RtlTwin::of(p.actual) : RtlTwin::of(p.expected);
    }

    static std::string title(const Part &p) { return (p.shape->machine ? "L1 " : "") + p.name; }

    void see(uint64_t n, const void *in, const void *x, const void *y)
    {
        const bool dumps = n >= asked.from;
        if (seen != look()) {
            seen = look();
            for (Part &p : parts)
                p.view->look_at(window());
        }
        for (Part &p : parts)
            if (of->part_count)
                p.view->cycle(n, ul1_part_in(of, p.number, in, x ? x : y), ul1_part_out(of, p.number, x),
                              ul1_part_out(of, p.number, y), dumps);
            else
                p.view->cycle(n, in, x, y, dumps);
        if (!dumps)
            return;
        last = n;
        if (asked.saying && mark != UINT64_MAX && std::any_of(parts.begin(), parts.end(), [&](const Part &p) {
                return p.view->says(asked.saying);
            })) {
            mark = n;
            *asked.said = true;
            asked.saying = nullptr;
        }
        if (first_event == UINT64_MAX
            && std::any_of(parts.begin(), parts.end(), [](const Part &p) { return p.view->eventful(); }))
            first_event = n;
        for (unsigned half = 0; half < 2; half++) {
            for (Part &p : parts)
                p.view->half(!half);
            file->dump(n * SaveFile::cycle_time + half * SaveFile::cycle_time / 2);
        }
    }

    // The cycle at the centre of interest.
    uint64_t look() const
    {
        return mark != UINT64_MAX ? mark : first_event != UINT64_MAX ? first_event : asked.from;
    }

    // A failure needs the cycles before it, any other event those after it. Text needs wide cycles.
    Window window() const
    {
        const bool tells =
            std::any_of(parts.begin(), parts.end(), [](const Part &p) { return p.view->tells(); });
        const uint64_t view = asked.view ? asked.view : tells ? 18 : 40;
        const uint64_t before = asked.failure ? view * 2 / 3 : view / 6;
        uint64_t first = look() > before ? look() - before : 0;
        if (over) // a window that extends beyond the end would make GTKWave show the beginning
            first = std::min(first, last + behind > view + 2 ? last + behind - view - 2 : 0);
        first = std::max(first, asked.from);
        return {first, first + view - 1};
    }

    bool save()
    {
        FILE *f = fopen((base + ".gtkw").c_str(), "w");
        if (!f)
            return false;
        SaveFile out(f);
        uint64_t differed = NEVER;
        for (const Part &p : parts)
            differed = std::min(differed, p.view->differed());
        out.head(absolute(".fst"), absolute(".gtkw"), window(), look());
        for (const Part &p : parts) {
            if (!p.name.empty())
                out.begin(title(p), !p.view->rests());
            p.view->save(out, differed);
            if (!p.name.empty())
                out.end(title(p), !p.view->rests());
        }
        return !fclose(f);
    }

    std::string absolute(const char *extension) const
    {
        std::string name = base + extension;
        char *real = realpath(name.c_str(), nullptr);
        if (real)
            name = real;
        free(real);
        return name;
    }
};

} // namespace

bool waves_built()
{
#define X(m)      \
    if (view_##m) \
        return true;
#include "views.inc"
#undef X
    return false;
}

observer *waves_open(const char *base, twin *expected, twin *actual, const waves_window *window)
{
    std::unique_ptr<Waves> w{new Waves{base, expected, actual, *window}};
    return w->open() ? w.release() : nullptr;
}
