// Verilated modules as twins.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "checkers/lockstep/twin.h"

class VerilatedContext;
class VerilatedFstC;

// A twin that can add its signals to a wave file of modules in its context, in a scope "rtl" (the second
// twin's is "rtl2", and so on). Twins that exist at the same time share a context, because a file can have
// only one.
struct RtlTwin : twin {
    RtlTwin() { all.insert(this); }
    virtual ~RtlTwin() { all.erase(this); }
    virtual void trace(VerilatedFstC *file) = 0;
    virtual VerilatedContext *context() = 0;

    // Returns null if the twin is not of this kind.
    static RtlTwin *of(twin *t) { return all.count(t) ? static_cast<RtlTwin *>(t) : nullptr; }

protected:
    static std::shared_ptr<VerilatedContext> shared_context();
    static std::string scope() { return all.size() > 1 ? "rtl" + std::to_string(all.size()) : "rtl"; }

private:
    static inline std::set<const twin *> all;
    static inline std::weak_ptr<VerilatedContext> shared;
};
