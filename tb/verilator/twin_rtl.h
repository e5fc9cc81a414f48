// Verilated modules as twins.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "lockstep/twin.h"

class VerilatedContext;
class VerilatedFstC;

// Such a twin can also add its signals, in a scope called "rtl" (of the second that there is "rtl2", and so on), to a wave file of
// modules in its context. Those that live at the same time share one, as a file can have but one.
struct RtlTwin : twin {
    RtlTwin() { all.insert(this); }
    virtual ~RtlTwin() { all.erase(this); }
    virtual void trace(VerilatedFstC *file) = 0;
    virtual VerilatedContext *context() = 0;

    // Null if that twin is none.
    static RtlTwin *of(twin *t) { return all.count(t) ? static_cast<RtlTwin *>(t) : nullptr; }

protected:
    static std::shared_ptr<VerilatedContext> shared_context();
    static std::string scope() { return all.size() > 1 ? "rtl" + std::to_string(all.size()) : "rtl"; }

private:
    static inline std::set<const twin *> all;
    static inline std::weak_ptr<VerilatedContext> shared;
};
