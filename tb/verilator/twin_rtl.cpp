// Wraps one verilated module as a twin. Compiled for each block and each machine of blocks with -DBLOCK=name.
// In a machine every block boundary is public.
#include "verilator/twin_rtl.h"

#include <memory>

#include "verilated_fst_c.h"

#include "ul1_ports.h"

#include "verilator/stop.h"

#include "bind.h"

#define STR_(x) #x
#define STR(x) STR_(x)
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define V_CLASS CAT(V_, BLOCK)
#include STR(V_CLASS.h)
#define V_ROOT CAT(V_CLASS, ___024root)
#include STR(V_ROOT.h)
#ifdef COVER
#include STR(CAT(V_CLASS, __Syms.h))

#include "verilator/cover.h"
#endif

namespace {

struct Rtl : RtlTwin {
    // must be first: the model refers to it until it is destroyed
    std::shared_ptr<VerilatedContext> verilated = RtlTwin::shared_context();
    std::unique_ptr<V_CLASS> v;
    bool traced = false;
    // Tables are unpacked into a sample when they change. They begin as zeros in both.
    CAT(kept_, BLOCK)<V_ROOT> kept;
    const void *kept_in = nullptr;

    explicit Rtl(const ul1_block *block_shape, uint64_t seed)
    {
        // registers start at random values, because values that a reset does not clear must not matter
        verilated->randReset(2);
        verilated->randSeed(static_cast<int>(seed & 0x7fffffff) | 1);
        verilated->traceEverOn(true);
        verilated->fatalOnError(false); // a failed assertion must end the run, not the program: see early
        v.reset(new V_CLASS{verilated.get(), RtlTwin::scope().c_str()});
        static const twin_ops operations = {early, late, clock, destroy};
        ops = &operations;
        shape = block_shape;
        name = "rtl";
        quiet = portable = at_fault = false;
        *error = 0;
        CAT(tie_, BLOCK)(v->rootp);
        reset_unclocked(v.get(), 0);
        v->eval();
    }

    // Verilator's destructors use the thread's current context, which may belong to another, destroyed twin.
    ~Rtl() override
    {
        v->final();
#ifdef COVER
        const auto &points = v->rootp->vlSymsp->__Vcoverage;
        cover_keep(STR(BLOCK), points, sizeof points / sizeof *points);
#endif
        Verilated::threadContextp(verilated.get());
        v.reset();
        Verilated::threadContextp(Verilated::defaultContextp());
    }
    VerilatedContext *context() override { return verilated.get(); }
    void trace(VerilatedFstC *file) override
    {
        traced = true;
        v->trace(file, 99);
    }

    static Rtl *self(twin *t) { return static_cast<Rtl *>(t); }

    static bool early(twin *t, void *out)
    {
        auto *o = static_cast<struct CAT(CAT(ul1_, BLOCK), _out) *>(out);
        if (self(t)->verilated->gotError()) {
            snprintf(t->error, sizeof t->error,
                     "%s: an assertion in the Verilog failed at the end of this cycle", take_stop().c_str());
            t->at_fault = true;
            return false;
        }
        if (t->quiet && t->shape->machine)
            CAT(sample_outside_, BLOCK)(self(t)->v->rootp, o, self(t)->kept_of(o));
        else
            CAT(sample_early_, BLOCK)(self(t)->v->rootp, o, self(t)->kept_of(o));
        return true;
    }

    CAT(kept_, BLOCK)<V_ROOT> *kept_of(struct CAT(CAT(ul1_, BLOCK), _out) * out)
    {
        if (out != kept_in) {
            kept = {};
            *out = {};
        }
        kept_in = out;
        return &kept;
    }

    // If no output depends on an input in the same cycle, the inputs may settle at the clock edge, which
    // saves an evaluation; but not before waves are written.
    static void late(twin *t, const void *in, void *out)
    {
        V_CLASS *v = self(t)->v.get();
        CAT(drive_, BLOCK)(v->rootp, static_cast<const struct CAT(CAT(ul1_, BLOCK), _in) *>(in));
        if (CAT(late_, BLOCK) || self(t)->traced || !lower(v->rootp, 0)) {
            set_clock(v, 0, 0);
            set_near(v, 0, 0);
            v->eval();
        }
        auto *o = static_cast<struct CAT(CAT(ul1_, BLOCK), _out) *>(out);
        if (!t->quiet)
            CAT(sample_late_, BLOCK)(v->rootp, o, self(t)->kept_of(o));
        wire(static_cast<const struct CAT(CAT(ul1_, BLOCK), _in) *>(in), o);
    }

    static void clock(twin *t, const void *in, const void *)
    {
        V_CLASS *v = self(t)->v.get();
        set_clock(v, !ul1_in_half(t->shape, in), 0);
        set_near(v, 1, 0);
        v->eval();
    }

    static void destroy(twin *t) { delete self(t); }

    // Makes the clock low without an evaluation, for which Verilator must not know that it was high. False:
    // this Verilator keeps that elsewhere.
    template <class R> static auto lower(R *r, int) -> decltype(r->clk = r->__Vtrigrprev__TOP__clk, bool())
    {
        r->clk = r->__Vtrigrprev__TOP__clk = 0;
        return true;
    }
    template <class R> static bool lower(R *, long) { return false; }

    // Blocks without a clock have no such port.
    template <class V> static auto set_clock(V *v, int level, int) -> decltype(v->clk, void())
    {
        v->clk = level;
    }
    template <class V> static void set_clock(V *, int, long) {}

    // The second clock, of blocks and machines with `half`.
    template <class V> static auto set_near(V *v, int level, int) -> decltype(v->clk_near, void())
    {
        v->clk_near = level;
    }
    template <class V> static void set_near(V *, int, long) {}

    // A user's own version of such a block may have a clock and a reset if it is late (lockstep/tolerant.h).
    // Its reset ends before the first cycle.
    template <class V> auto reset_unclocked(V *v, int) -> decltype(v->rst, void())
    {
        for (int half = 0; half < 4 && !shape->clocked; half++) {
            v->rst = 1;
            set_clock(v, half & 1, 0);
            v->eval();
        }
        v->rst = 0;
    }
    template <class V> void reset_unclocked(V *, long) {}
};

} // namespace

twin *CAT(twin_rtl_, BLOCK)(const ul1_block *shape, uint64_t seed) { return new Rtl{shape, seed}; }
