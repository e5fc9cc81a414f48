// Verilated modules as twins.
#pragma once

#include <cstdint>
#include <set>

#include "lockstep/twin.h"

class VerilatedContext;
class VerilatedFstC;

// Such a twin can also add its signals, in a scope called "rtl", to a wave file of modules in its context.
struct RtlTwin : twin {
    RtlTwin() { all.insert(this); }
    virtual ~RtlTwin() { all.erase(this); }
    virtual void trace(VerilatedFstC *file) = 0;
    virtual VerilatedContext *context() = 0;

    // Null if that twin is none.
    static RtlTwin *of(twin *t) { return all.count(t) ? static_cast<RtlTwin *>(t) : nullptr; }

private:
    static inline std::set<const twin *> all;
};
