// Litmus tests with known verdicts, and with each axiom as the only reason for one. usage: axioms_test
// [AXIOM]
//
// A row is a test in a short notation, with its outcome and verdict. Threads are separated by a bar. A thread
// begins with its L1, and a letter if it is of another block than the common one. Then follow its events:
//
// - W store, B store that is written back, R load, C bypassing load, O ordered load. Each has a location (x,
//   y, z are words of three lines; v is a word of the line of x that no load reads; X is the 8 bytes from x
//   on, l and h are the halves of x) and a digit, the value of each byte (or two digits, one for each half).
// - A reduction that adds, with its operand in each byte; M atomic that adds, E atomic that exchanges: the
//   operand in each byte, then the digit that it returns in each.
// - K at the beginning: caches behind the L1s keep copies
// - f fence of level cta, F fence of level gpu, b bar; I and L inval and flush a line. A / ends the part.
//
// The verdict of a forbidden outcome is an axiom without which it would be allowed, if there is one. With the
// number of an axiom as argument that axiom is left out: then the test must fail.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/arithmetic.h"
#include "stimulus/litmus/axioms.h"

enum { ALLOWED = -1, FORBIDDEN = AXIOMS }; // or the axiom without which it is allowed

static const struct row {
    const char *name, *text;
    int verdict;
} rows[] = {
    { "MP, one L1", "0 Wx1 Wy1 | 0 Ry1 Rx0", ALLOWED },
    { "MP, one L1, stores fenced", "0 Wx1 f Wy1 | 0 Ry1 Rx0", ALLOWED },
    { "MP, one L1, cta", "0 Wx1 f Wy1 | 0 Ry1 f Rx0", AXIOM_FENCE },
    { "MP, one L1, loads fenced", "0 Wx1 Wy1 | 0 Ry1 f Rx0", AXIOM_PROGRAM_ORDER },
    { "MP, one L1, gpu", "0 Wx1 F Wy1 | 0 Ry1 F Rx0", AXIOM_OLDER_IN_L1 },
    { "MP, one L1, ordered", "0 Wx1 Wy1 | 0 Oy1 Ox0", AXIOM_ORDERED_LOADS },
    { "MP, one L1, one ordered", "0 Wx1 Wy1 | 0 Oy1 Rx0", ALLOWED },
    { "MP, one L1, seen in order", "0 Wx1 Wy1 | 0 Oy1 Ox1", ALLOWED },
    { "MP, one L1, bar", "0 Wx1 b | 0 b Rx0", AXIOM_BAR },
    { "MP, one L1, bar of two", "0 Ry0 b Wx1 b | 0 b b Rx0", AXIOM_BAR },
    { "MP, one L1, first bar", "0 b Wx1 b | 0 b Rx0 b", ALLOWED },
    { "MP, one L1, bar first", "0 b Rx0 | 0 Wx1 b", AXIOM_BAR },
    { "MP, one L1, bars of two blocks", "0 Wx1 b | 0a b Rx0", ALLOWED },
    { "bars of two L1s do not meet", "0 Wx1 F b | 1 b F Cx0", ALLOWED },
    { "bars of two parts do not meet", "0 Wx1 b b | 0 b / 0 b Rx1", ALLOWED },
    { "MP, two L1s", "0 Wx1 Wy1 | 1 Cy1 Cx0", ALLOWED },
    { "MP, two L1s, cta", "0 Wx1 f Wy1 | 1 Cy1 f Cx0", ALLOWED },
    { "MP, two L1s, stores fenced", "0 Wx1 F Wy1 | 1 Cy1 Cx0", ALLOWED },
    { "MP, two L1s, loads fenced", "0 Wx1 Wy1 | 1 Cy1 F Cx0", ALLOWED },
    { "MP, two L1s, gpu", "0 Wx1 F Wy1 | 1 Cy1 F Cx0", AXIOM_FRESH_BYPASS },
    { "MP, two L1s, gpu, the fence", "0 Wx1 F Wy1 | 1 Cy1 F Cx0", AXIOM_PUBLISHED },
    { "MP, two L1s, gpu, the flag", "0 Wx1 F Wy1 | 1 Cy1 F Cx0", AXIOM_READS_FAR },
    { "MP, two L1s, gpu, the steps", "0 Wx1 F Wy1 | 1 Cy1 F Cx0", AXIOM_ACCESS },
    { "MP, two L1s, gpu, plain flag", "0 Wx1 F Wy1 | 1 Ry1 F Cx0", AXIOM_FRESH_BYPASS },
    { "MP, two L1s, gpu, plain message", "0 Wx1 F Wy1 | 1 Cy1 F Rx0", ALLOWED },
    { "MP, two L1s, gpu, cta at the loads", "0 Wx1 F Wy1 | 1 Cy1 f Cx0", ALLOWED },
    { "MP, two L1s, ordered", "0 Wx1 F Wy1 | 1 Oy1 Ox0", ALLOWED },
    { "MP, two L1s, the fence of another warp", "0 Wx1 Wz1 | 0 Rz1 F Wy1 | 1 Cy1 F Cx0", AXIOM_PUBLISHED },
    { "MP, two L1s, fresh by another warp", "0 Wx1 F Wy1 | 1 Cy1 F Wz1 | 1 Rz1 f Cx0", AXIOM_FRESH_BYPASS },
    { "MP, inval", "0 Wx1 F Wy1 | 1 Cy1 F Ix Rx0", AXIOM_FRESH_INVAL },
    { "MP, inval, caches behind", "K0 Wx1 F Wy1 | 1 Cy1 F Ix Rx0", ALLOWED },
    { "MP, cg, caches behind", "K0 Wx1 F Wy1 | 1 Cy1 F Cx0", AXIOM_FRESH_BYPASS },
    { "MP, by a reduction of the line, caches behind", "K0 Wx1 F Wy1 | 1 Cy1 f Al1 Rh0", AXIOM_FRESH_INVAL },
    { "MP, inval, cta", "0 Wx1 F Wy1 | 1 Iy Ry1 f Ix Rx0", AXIOM_FRESH_INVAL },
    { "MP, inval, no fence", "0 Wx1 F Wy1 | 1 Cy1 Ix Rx0", ALLOWED },
    { "MP, inval too early", "0 Wx1 F Wy1 | 1 Ix Cy1 F Rx0", ALLOWED },
    { "MP, inval of another line", "0 Wx1 F Wy1 | 1 Cy1 F Iy Rx0", ALLOWED },
    { "MP, inval by another warp", "0 Wx1 F Wy1 | 1 Cy1 f Ix Wz1 | 1 Rz1 f Rx0", AXIOM_FRESH_INVAL },
    { "MP, inval, own store through", "0 Cx1 Wx2 F Wy1 | 1 Wx1 Cy1 F Ix Rx1", AXIOM_FRESH_INVAL },
    { "MP, inval, own store back", "0 Cx1 Wx2 F Wy1 | 1 Bx1 Cy1 F Ix Rx1", ALLOWED },
    { "MP, flush", "0 Bx1 Lx F Wy1 | 1 Cy1 F Cx0", AXIOM_FLUSHED },
    { "MP, flush, inval", "0 Bx1 Lx F Wy1 | 1 Cy1 F Ix Rx0", AXIOM_FLUSHED },
    { "MP, back, no flush", "0 Bx1 F Wy1 | 1 Cy1 F Cx0", ALLOWED },
    { "MP, flush behind the fence", "0 Bx1 F Lx Wy1 | 1 Cy1 F Cx0", ALLOWED },
    { "MP, flush before the store", "0 Lx Bx1 F Wy1 | 1 Cy1 F Cx0", ALLOWED },
    { "MP, flush of another line", "0 Bx1 Ly F Wy1 | 1 Cy1 F Cx0", ALLOWED },
    { "MP, flush, cta", "0 Bx1 Lx f Wy1 | 1 Cy1 F Cx0", ALLOWED },
    { "MP, flush by another warp", "0 Bx1 Wz1 | 0 Rz1 f Lx F Wy1 | 1 Cy1 F Cx0", AXIOM_FLUSHED },
    { "MP, back, one L1", "0 Bx1 Wy1 | 0 Oy1 Ox0", AXIOM_READS_NEAR },

    { "SB, one L1", "0 Wx1 Ry0 | 0 Wy1 Rx0", AXIOM_PROGRAM_ORDER },
    { "SB, one L1, cta", "0 Wx1 f Ry0 | 0 Wy1 f Rx0", AXIOM_OLDER_IN_L1 },
    { "SB, two L1s", "0 Wx1 Cy0 | 1 Wy1 Cx0", ALLOWED },
    { "SB, two L1s, cta", "0 Wx1 f Cy0 | 1 Wy1 f Cx0", ALLOWED },
    { "SB, two L1s, gpu", "0 Wx1 F Cy0 | 1 Wy1 F Cx0", AXIOM_PUBLISHED },
    { "SB, two L1s, gpu, plain", "0 Wx1 F Ry0 | 1 Wy1 F Rx0", ALLOWED },
    { "SB, two L1s, gpu, one plain", "0 Wx1 F Cy0 | 1 Wy1 F Rx0", ALLOWED },
    { "SB, two L1s, inval", "0 Wx1 F Iy Ry0 | 1 Wy1 F Ix Rx0", AXIOM_FRESH_INVAL },

    { "SB, one L1, invals: the later load of the two is behind both", // whichever that is
      "1 Wx1 Wy1 F Wz1 | 0 Cz1 f Iy Rx0 | 0 Cz1 f Ix Ry0", AXIOM_FRESH_INVAL },
    { "SB, one L1, invals, one fresh", "1 Wx1 Wy1 F Wz1 | 0 Cz1 f Iy Rx0 | 0 Cz1 f Ix Ry1", ALLOWED },

    { "LB, one L1", "0 Rx1 Wy1 | 0 Ry1 Wx1", AXIOM_PROGRAM_ORDER },
    { "LB, two L1s", "0 Cx1 Wy1 | 1 Cy1 Wx1", ALLOWED },
    { "LB, two L1s, cta", "0 Cx1 f Wy1 | 1 Cy1 f Wx1", AXIOM_FENCE },
    { "LB, two L1s, gpu", "0 Cx1 F Wy1 | 1 Cy1 F Wx1", AXIOM_READS_FAR },
    { "LB, two L1s, one fence", "0 Cx1 f Wy1 | 1 Cy1 Wx1", ALLOWED },

    { "S, one L1", "0 Wx2 Wy1 | 0 Ry1 Wx1 / 0 Rx2", AXIOM_COHERENT_L1 },
    { "S, two L1s", "0 Wx2 Wy1 | 1 Cy1 Wx1 / 0 Cx2", ALLOWED },
    { "S, two L1s, cta", "0 Wx2 f Wy1 | 1 Cy1 f Wx1 / 0 Cx2", ALLOWED },
    { "S, two L1s, gpu", "0 Wx2 F Wy1 | 1 Cy1 F Wx1 / 0 Cx2", AXIOM_COHERENT_MEMORY },
    { "S, two L1s, gpu and cta", "0 Wx2 F Wy1 | 1 Cy1 f Wx1 / 0 Cx2", AXIOM_COHERENT_MEMORY },

    { "R, one L1", "0 Wx1 Wy1 | 0 Wy2 Rx0 / 0 Ry2", AXIOM_COHERENT_L1 },
    { "R, two L1s", "0 Wx1 Wy1 | 1 Wy2 Cx0 / 0 Cy2", ALLOWED },
    { "R, two L1s, cta", "0 Wx1 f Wy1 | 1 Wy2 f Cx0 / 0 Cy2", ALLOWED },
    { "R, two L1s, gpu", "0 Wx1 F Wy1 | 1 Wy2 F Cx0 / 0 Cy2", AXIOM_COHERENT_MEMORY },

    { "2+2W, one L1", "0 Wx1 Wy2 | 0 Wy1 Wx2 / 0 Rx1 Ry1", AXIOM_COHERENT_L1 },
    { "2+2W, two L1s", "0 Wx1 Wy2 | 1 Wy1 Wx2 / 0 Cx1 Cy1", ALLOWED },
    { "2+2W, two L1s, cta", "0 Wx1 f Wy2 | 1 Wy1 f Wx2 / 0 Cx1 Cy1", ALLOWED },
    { "2+2W, two L1s, gpu", "0 Wx1 F Wy2 | 1 Wy1 F Wx2 / 0 Cx1 Cy1", AXIOM_COHERENT_MEMORY },
    { "2+2W, two L1s, gpu, stale at the end", "0 Wx1 F Wy2 | 1 Wy1 F Wx2 / 0 Rx1 Ry1", ALLOWED },

    { "IRIW, one L1", "0 Wx1 | 0 Wy1 | 0 Rx1 Ry0 | 0 Ry1 Rx0", ALLOWED },
    { "IRIW, one L1, cta", "0 Wx1 | 0 Wy1 | 0 Rx1 f Ry0 | 0 Ry1 f Rx0", AXIOM_FENCE },
    { "IRIW, one L1, ordered", "0 Wx1 | 0 Wy1 | 0 Ox1 Oy0 | 0 Oy1 Ox0", AXIOM_ORDERED_LOADS },
    { "IRIW, two L1s, cta", "0 Wx1 | 1 Wy1 | 0 Cx1 f Cy0 | 1 Cy1 f Cx0", ALLOWED },
    { "IRIW, two L1s, gpu", "0 Wx1 | 1 Wy1 | 0 Cx1 F Cy0 | 1 Cy1 F Cx0", AXIOM_PUBLISHED },
    { "IRIW, two L1s, gpu, crossed", "1 Wx1 | 0 Wy1 | 0 Cx1 F Cy0 | 1 Cy1 F Cx0", AXIOM_READS_FAR },
    { "IRIW, two L1s, ordered", "0 Wx1 | 1 Wy1 | 0 Ox1 Oy0 | 1 Oy1 Ox0", ALLOWED },
    { "IRIW, two L1s, ordered, crossed", "1 Wx1 | 0 Wy1 | 0 Ox1 Oy0 | 1 Oy1 Ox0", AXIOM_ORDERED_LOADS },

    { "WRC, one L1, cta", "0 Wx1 | 0 Rx1 f Wy1 | 0 Ry1 f Rx0", AXIOM_READS_NEAR },
    { "WRC, two L1s, cta", "0 Wx1 | 0 Rx1 f Wy1 | 1 Cy1 f Cx0", ALLOWED },
    { "WRC, two L1s, gpu, near", "0 Wx1 | 0 Rx1 F Wy1 | 1 Cy1 F Cx0", AXIOM_PUBLISHED },
    { "WRC, two L1s, gpu, far", "0 Wx1 | 1 Cx1 F Wy1 | 0 Cy1 F Cx0", AXIOM_READS_FAR },

    { "CoRR, one L1", "0 Wx1 | 0 Rx1 Rx0", ALLOWED },
    { "CoRR, one L1, cta", "0 Wx1 | 0 Rx1 f Rx0", AXIOM_FENCE },
    { "CoRR, one L1, ordered", "0 Wx1 | 0 Ox1 Ox0", AXIOM_ORDERED_LOADS },
    { "CoRR, two L1s", "0 Wx1 | 1 Cx1 Cx0", ALLOWED },
    { "CoRR, two L1s, cta", "0 Wx1 | 1 Rx1 f Rx0", AXIOM_NEVER_BACK },
    { "CoRR, two L1s, cta, by two warps", "0 Wx1 | 1 Rx1 f Wz1 | 1 Rz1 f Rx0", AXIOM_NEVER_BACK },
    { "CoRR, two L1s, ordered", "0 Wx1 | 1 Ox1 Ox0", AXIOM_NEVER_BACK },
    { "CoRR, two L1s, two stores", "0 Wx1 Wx2 | 1 Ox2 Ox1", AXIOM_NEVER_BACK },
    { "CoRR, two L1s, stale", "0 Wx1 / 1 Rx0", ALLOWED },
    { "CoRR, two L1s, in the next part", "0 Wx1 / 1 Cx0", AXIOM_PART },
    { "CoRR, two L1s, fresh in the next part", "0 Wx1 / 1 Cx0", AXIOM_FRESH_BYPASS },
    { "CoRR, two L1s, old in the next part", "1 Rx0 / 0 Wx1 / 1 Rx0", ALLOWED },
    { "CoRR, two L1s, back, in the next part", "0 Bx1 / 1 Cx0", ALLOWED },

    { "CoRR, two L1s, in the part after the next", "0 Wx1 / 0 Wy1 / 1 Cx0", AXIOM_PART },

    { "CoWW, one L1", "0 Wx1 Wx2 / 0 Rx1", AXIOM_PROGRAM_ORDER },
    { "CoWW, two L1s", "0 Wx1 Wx2 / 1 Cx1", AXIOM_COHERENT_L1 },
    { "CoWR", "0 Wx1 Rx0", AXIOM_PROGRAM_ORDER },
    { "CoWR, a newer one of another L1", "0 Wx1 Rx2 | 1 Wx2 / 0 Cx2", ALLOWED },
    { "CoRW, one L1", "0 Rx1 Wx1", AXIOM_PROGRAM_ORDER },
    { "CoRW, two L1s", "0 Rx1 Wx2 | 1 Wx1 / 0 Cx1", AXIOM_UNSEEN_IN_L1 },
    { "CoRW, two L1s, in order", "0 Rx1 Wx2 | 1 Wx1 / 0 Cx2", ALLOWED },

    { "64 bits, one L1", "0 WX1 | 0 RX10", AXIOM_OLDER_IN_L1 },
    { "64 bits, one L1, whole", "0 WX1 | 0 RX1", ALLOWED },
    { "64 bits, two L1s: each word by itself", "0 WX1 | 1 RX10", ALLOWED },
    { "32 bits, two L1s: not torn", "0 Wx1 | 1 Rx10", FORBIDDEN },
    { "32 bits, two L1s, halves that are loaded, too", "0 Wx1 | 1 Rx10 Rl1", AXIOM_OLDER_IN_MEMORY },
    { "16 bits in 32", "0 Wx1 Wh2 | 0 Rx12", ALLOWED },
    { "16 bits in 32, the other half missing", "0 Wx1 Wh2 | 0 Rx02", AXIOM_PROGRAM_ORDER },
    { "16 bits in 32, of two L1s", "0 Wx1 F Wy1 | 1 Cy1 F Wh2 / 0 Cx1", AXIOM_COHERENT_MEMORY },
    { "32 bits in 64", "0 WX1 F Wy1 | 1 Cy1 F Cx0", AXIOM_PUBLISHED },
    { "a value that is nowhere", "0 Wx1 | 0 Rx2", FORBIDDEN },
    { "two stores of one value", "0 Wx1 Wx1 Wx2 | 0 Ox1 Ox1 Ox2", ALLOWED },

    { "MP, two L1s, reductions", "0 Ax1 Ay1 | 1 Cy1 Cx0", ALLOWED },
    { "MP, two L1s, reductions, gpu", "0 Ax1 F Ay1 | 1 Cy1 F Cx0", AXIOM_PUBLISHED },
    { "MP, two L1s, flag of an atomic", "0 Wx1 F Ey10 | 1 Cy1 F Cx0", AXIOM_READS_FAR },
    { "MP, two L1s, flag seen by an atomic", "0 Wx1 F Wy1 | 1 My01 F Cx0", AXIOM_ACCESS },
    { "MP, two L1s, flag seen by an atomic, cta", "0 Wx1 F Wy1 | 1 My01 f Mx00", AXIOM_OLDER_IN_MEMORY },
    { "MP, two L1s, flag seen by an atomic, no fence", "0 Wx1 F Wy1 | 1 My01 Cx0", ALLOWED },
    { "MP, one L1, reductions: of two lines", "0 Ax1 Ay1 | 0 Ry1 f Rx0", AXIOM_PROGRAM_ORDER },
    { "MP, one L1, flag of a reduction", "0 Wx1 f Ay1 | 0 Ry1 f Rx0", AXIOM_OLDER_IN_L1 },
    { "MP, by a reduction of the line", "0 Wx1 F Wy1 | 1 Cy1 f Al1 Rh0", AXIOM_FRESH_INVAL },
    { "MP, by a reduction of another line", "0 Wx1 F Wy1 | 1 Cy1 f Az1 Rx0", ALLOWED },
    { "MP, by a reduction of the line, of no byte that is loaded", "0 Wx1 F Wy1 | 1 Cy1 f Av1 Rx0",
      AXIOM_FRESH_INVAL },
    { "MP, back, a reduction of the line", "0 Bh1 Al1 F Wy1 | 1 Cy1 F Ch0", AXIOM_FLUSHED },
    { "MP, back, a reduction of another line", "0 Bh1 Az1 F Wy1 | 1 Cy1 F Ch0", ALLOWED },
    { "SB, two L1s, atomics", "0 Ex10 Cy0 | 1 Ey10 Cx0", ALLOWED },
    { "SB, two L1s, atomics, loads by atomics", "0 Ex10 My00 | 1 Ey10 Mx00", ALLOWED },
    { "SB, two L1s, atomics, cta", "0 Ex10 f My00 | 1 Ey10 f Mx00", AXIOM_ACCESS },
    { "SB, two L1s, reductions, cta", "0 Ax1 f My00 | 1 Ay1 f Mx00", ALLOWED },
    { "SB, two L1s, reductions, gpu", "0 Ax1 F Cy0 | 1 Ay1 F Cx0", AXIOM_FRESH_BYPASS },
    { "2+2W, two L1s, reductions", "0 Ax1 Wy2 | 1 Ay1 Wx2 / 0 Cx3 Cy3", ALLOWED },
    { "2+2W, two L1s, reductions, gpu", "0 Ax1 F Wy2 | 1 Ay1 F Wx2 / 0 Cx3 Cy3", AXIOM_PUBLISHED },
    { "S, one L1, flag of a reduction", "0 Wx2 Ay1 | 0 Ry1 Wx1 / 0 Rx2", AXIOM_READS_NEAR },
    { "a load by the L1 of a store", "0 Wx1 Rx1 f Wy1 | 1 Cy1 F Cx0", ALLOWED },
    { "a load by the L1 of a reduction: memory has performed it", "0 Ax1 Rx1 f Wy1 | 1 Cy1 F Cx0",
      AXIOM_READS_FAR },
    { "a load before a reduction that reads more", "0 Rz0 f Rx0 Wx1 Ax2", ALLOWED },
    { "a store between a store and the atomic behind it", "0 Wx1 Mx21 | 1 Cx1 F Wx4 / 0 Cx3",
      AXIOM_OLDER_IN_MEMORY },
    { "a store behind both", "0 Wx1 Mx21 | 1 Cx1 F Wx4 / 0 Cx4", ALLOWED },
    { "two atomics return one value", "0 Mx10 | 1 Mx10", AXIOM_OLDER_IN_MEMORY },
    { "two atomics, one after another", "0 Mx10 | 1 Mx11", ALLOWED },
    { "an atomic between an atomic's read and write", "0 Mx10 | 1 Ex20 / 0 Cx1", AXIOM_OLDER_IN_MEMORY },
    { "two atomics return each other", "0 Mx11 | 1 Mx11", FORBIDDEN },
    { "no reduction is lost", "0 Ax1 | 1 Ax2 / 0 Cx2", AXIOM_OLDER_IN_MEMORY },
    { "two reductions", "0 Ax1 | 1 Ax2 / 0 Cx3", ALLOWED },
    { "a store between two reductions", "0 Ax1 | 1 Wx4 | 1 Ax2 / 0 Cx6", ALLOWED },
    { "a store into an atomic", "0 Mx10 | 1 Wx4 / 0 Cx4", ALLOWED },
    { "a store into an atomic that is lost", "0 Mx14 | 1 Wx4 / 0 Cx4", AXIOM_COHERENT_MEMORY },
    { "a load behind its reduction", "0 Ax1 Rx0", AXIOM_OLDER_IN_L1 },
    { "a load before its reduction", "0 Rx1 Ax1", AXIOM_PROGRAM_ORDER },
    { "a value that no sum has", "0 Ax1 | 1 Ax1 / 0 Cx3", FORBIDDEN },
    { "a half of an atomic's word", "0 Wl1 | 1 Mx210 / 0 Cx32", ALLOWED },
    { "the other half of an atomic's word", "0 Wl1 | 1 Mx201 / 0 Cx23", FORBIDDEN },

    { "two stores of one value, back", "0 Wx1 Wx1 | 0 Ox1 Ox0", AXIOM_ORDERED_LOADS },
};

static const struct {
    const char *text, *why;
} refused[] = {
    { "0 Wx1", "nothing is loaded" },
    { "0 Ax1 Ax1 Ax1 Ax1 Ax1 Ax1 Ax1 Rx0", "too many reductions and atomics" },
    { "0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0 Rx0", "too many loads" },
    { "0 Rx0 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1 Wx1", "too many stores" },
};

// Line n is the position of event n - 1.
static const struct {
    const char *text, *why;
} explained[] = {
    { "0 Wx1 F Wy1 | 1 Cy1 F Cx0",
      "        the store of w0 in line 1 is performed in memory\n"
      "    A4  before the fence of w0 in line 2 is answered by memory: the fence publishes the store,\n"
      "        because the store of w0 in line 1 is performed in its L1 before the fence of w0 in line 2 "
      "begins\n"
      "    A2  before the store of w0 in line 3 is performed in its L1: order of the fence\n"
      "    A3  before the store of w0 in line 3 is performed in memory: steps of one access\n"
      "    A5  before the load of w1 in line 4 is given its word by memory: the load reads this store, of "
      "another L1\n"
      "    A3  before the load of w1 in line 4 is complete: steps of one access\n"
      "    A2  before the fence of w1 in line 5 begins: order of the fence\n"
      "    A2  before the fence of w1 in line 5 is answered by memory: order of the fence\n"
      "    A8  before the load of w1 in line 6 is given its word by memory: a load that bypasses is fresh,\n"
      "        because the fence of w1 in line 5 is answered by memory before the load of w1 in line 6 is "
      "accepted\n"
      "    A8  before the store of w0 in line 1 is performed in memory: memory gives what was there before "
      "this store, which closes the circle\n" },
    { "0 Wx1 b | 0 b Rx0",
      "        the store of w0 in line 1 is performed in its L1\n"
      "    A2  before the bar of w0 in line 2 is complete: order of the bar\n"
      "    A2  before the load of w1 in line 4 is accepted: order of the bar\n"
      "    A7  before the store of w0 in line 1 is performed in its L1: the load reads what was there before "
      "this store of its L1, which closes the circle\n" },
    { "0 Wx1 / 1 Cx0",
      "        the store of w0 in line 1 is performed in memory\n"
      "    A2  before a part is over: the end of the part\n"
      "    A8  before the store of w0 in line 1 is performed in memory: a load that bypasses is fresh, which "
      "closes the circle\n" },
    { "0 Wx1 | 0 Rx2", "    neither a store nor what was there before has the value that was loaded\n" },
};

enum { LINE = 64 };

struct reader {
    const char *at;
    struct litmus *test;
    struct litmus_outcome *seen;
    unsigned part;
};

static bool take_place(struct reader *r, struct litmus_event *e)
{
    static const struct {
        char name;
        uint64_t addr;
        unsigned bytes;
    } places[] = { { 'x', 0, 4 }, { 'y', LINE, 4 }, { 'z', 2 * LINE, 4 }, { 'v', LINE / 2, 4 },
                   { 'X', 0, 8 }, { 'l', 0, 2 },    { 'h', 2, 2 } };
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].name == *r->at) {
            r->at++;
            e->addr = places[i].addr;
            e->bytes = places[i].bytes;
            return true;
        }
    return false;
}

static void take_value(struct reader *r, const struct litmus_event *e, uint8_t *value)
{
    const char *first = r->at++, *second = *r->at >= '0' && *r->at <= '9' ? r->at++ : first;
    for (unsigned b = 0; b < e->bytes; b++)
        value[b] = (uint8_t)((b < e->bytes / 2 ? *first : *second) - '0');
}

// Threads are listed anew in each part; the events of one thread are adjacent.
static void take_event(struct reader *r, unsigned thread)
{
    static const char kinds[] = "RCOWBfFILbAME";
    static const enum event_kind is[] = { EVENT_LOAD,  EVENT_LOAD,  EVENT_LOAD,  EVENT_STORE, EVENT_STORE,
                                          EVENT_FENCE, EVENT_FENCE, EVENT_INVAL, EVENT_FLUSH, EVENT_BAR,
                                          EVENT_STORE, EVENT_STORE, EVENT_STORE };
    const char kind = *r->at++, *known = strchr(kinds, kind);
    struct litmus_event *e = &r->test->event[r->test->events++];
    if (!known)
        abort();
    *e = (struct litmus_event){ .kind = is[known - kinds],
                                .thread = thread,
                                .part = r->part,
                                .bypass = kind == 'C',
                                .ordered = kind == 'O',
                                .back = kind == 'B',
                                .far = kind == 'F',
                                .atom = kind == 'E'              ? ARITHMETIC_EXCHANGE
                                    : kind == 'A' || kind == 'M' ? ARITHMETIC_ADD
                                                                 : 0,
                                .returns = kind == 'M' || kind == 'E',
                                .line = r->test->events };
    if (strchr("fFb", kind))
        return;
    if (!take_place(r, e))
        abort();
    unsigned loads = 0;
    for (const struct litmus_event *other = r->test->event; other < e; other++)
        loads += litmus_sees(other) && loads + 1 < AXIOMS_LOADS;
    if (e->returns) {
        memset(e->value, *r->at++ - '0', e->bytes);
        take_value(r, e, r->seen->value[loads]);
    } else if (e->kind == EVENT_LOAD || e->kind == EVENT_STORE)
        take_value(r, e, e->kind == EVENT_LOAD ? r->seen->value[loads] : e->value);
}

static void read_row(const char *text, struct litmus *test, struct litmus_outcome *seen)
{
    struct reader r = { text, test, seen, 0 };
    memset(test, 0, sizeof *test);
    memset(seen, 0, sizeof *seen);
    test->line_bytes = LINE;
    test->behind = *r.at == 'K';
    r.at += test->behind;
    for (unsigned i = 0; i < 3 * 8; i++) {
        test->initial[i].addr = LINE * (i / 8) + i % 8;
        test->initials++;
    }
    while (*r.at) {
        struct litmus_thread *t = &test->thread[test->threads];
        t->warp = test->threads++;
        t->l1 = (unsigned)(*r.at++ - '0');
        t->block = 0;
        if (*r.at >= 'a' && *r.at <= 'z')
            t->block += (unsigned)(*r.at++ - 'a' + 1);
        for (; *r.at && *r.at != '|' && *r.at != '/'; r.at += *r.at == ' ')
            if (*r.at != ' ')
                take_event(&r, test->threads - 1);
        r.part += *r.at == '/';
        r.at += *r.at != 0;
        r.at += strspn(r.at, " ");
    }
}

static unsigned failed, passed;

static void check_text(bool fine, const char *text, const char *what)
{
    passed += fine;
    failed += !fine;
    if (!fine)
        printf("FAILED: %s: %s\n", text, what);
}

static void check(bool fine, const struct row *row, const char *what)
{
    char text[200];
    snprintf(text, sizeof text, "%s (%s)", row->name, row->text);
    check_text(fine, text, what);
}

// Each listed outcome of the row's loads is allowed, and the row's own is listed if it must be allowed.
static void check_outcomes(const struct row *row, const struct litmus *test,
                           const struct litmus_outcome *seen)
{
    enum { MOST = 4096 };
    struct litmus_outcome *all = calloc(MOST, sizeof *all);
    const unsigned count = axioms_outcomes(test, all, MOST);
    bool listed = false, fine = count;
    for (unsigned i = 0; i < count; i++) {
        listed |= !memcmp(&all[i], seen, sizeof *seen);
        fine &= axioms_allow(test, &all[i], 0);
    }
    check(fine && listed == (row->verdict == ALLOWED), row, "the list of outcomes says otherwise");
    free(all);
}

static void check_row(const struct row *row, unsigned left_out, unsigned *only)
{
    struct litmus test;
    struct litmus_outcome seen;
    char text[AXIOMS_TEXT];
    read_row(row->text, &test, &seen);
    const char *why = axioms_refuse(&test);
    check(!why, row, why ? why : "");
    if (why)
        return;
    check(axioms_allow(&test, &seen, left_out) == (row->verdict == ALLOWED), row,
          row->verdict == ALLOWED ? "it is allowed" : "it is forbidden");
    if (left_out)
        return;
    check_outcomes(row, &test, &seen);
    if (row->verdict == ALLOWED)
        return;
    axioms_explain(&test, &seen, text);
    check(*text, row, "nothing explains it");
    if (row->verdict == FORBIDDEN)
        return;
    check(axioms_allow(&test, &seen, 1u << row->verdict), row, "it is forbidden without the axiom, too");
    ++only[row->verdict];
}

static void check_words(void)
{
    struct litmus test;
    struct litmus_outcome seen;
    char text[AXIOMS_TEXT];
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        read_row(refused[i].text, &test, &seen);
        const char *why = axioms_refuse(&test);
        check_text(why && !strcmp(why, refused[i].why), refused[i].text, why ? why : "it is not refused");
    }
    for (unsigned i = 0; i < sizeof explained / sizeof *explained; i++) {
        read_row(explained[i].text, &test, &seen);
        axioms_explain(&test, &seen, text);
        check_text(!strcmp(text, explained[i].why), explained[i].text, text);
    }
}

int main(int argc, char **argv)
{
    const unsigned left_out = argc > 1 ? 1u << strtoul(argv[1], NULL, 10) : 0;
    unsigned only[AXIOMS] = { 0 };
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++)
        check_row(row, left_out, only);
    check_words();
    for (unsigned i = 0; !left_out && i < AXIOMS; i++) {
        failed += !only[i];
        if (!only[i])
            printf("FAILED: no row needs axiom %u\n", i);
    }
    printf("axioms: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
