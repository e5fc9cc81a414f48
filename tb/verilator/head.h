// Headers that all twins include, precompiled. See scripts/verilog.mk.
#ifndef UL1_HEAD_H
#define UL1_HEAD_H
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "verilated.h"
#include "verilated_fst_c.h"
#endif
