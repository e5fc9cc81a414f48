// The warps, a part of lsu: whose the instructions in flight are, and what of a warp stands in the way of another
// instruction of it.

`default_nettype none

module lsu_warps (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // an instruction is taken, or a remainder presented again
    input  wire logic                       take_new,
    input  wire logic                       take_again,
    input  wire logic [ul1_pkg::PT_W-1:0]   new_entry,
    input  wire logic [ul1_pkg::PT_W-1:0]   again_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0] in_warp,
    output logic      [ul1_pkg::PT-1:0]     new_kin,       // of the former: the entries that were last given to its warp

    // a shared access of this warp has its pass, which leaves something over or not; an inval or a flush, an ordered load of
    // that warp is presented in full
    input  wire logic                       shared_passes,
    input  wire logic [ul1_pkg::WARP_W-1:0] picked_warp,
    input  wire logic                       split_more,
    output logic      [2**ul1_pkg::WARP_W-1:0] busy,   // a shared access of it has a remainder, here or at the instruction side
    input  wire logic                       upkeep_goes,
    input  wire logic                       ordered_goes,
    input  wire logic [ul1_pkg::WARP_W-1:0] its_warp,

    // an inval or a flush in stage 1 is deferred, or done for good
    input  wire logic                       upkeep_defers,
    input  wire logic                       upkeep_ends,

    // the ordered loads; the one in stage 1 is deferred; its last access is done
    input  wire logic [ul1_pkg::PT-1:0]     pt_ordered,
    input  wire logic                       deferred,
    input  wire logic                       done,
    input  wire logic                       all_done,

    // of the warp of the one in stage 1 it is settled whether it tends, loads, sleeps (see below); and whether it does
    output logic                            tends_settled,
    output logic                            tends,
    output logic                            loads_settled,
    output logic                            still_loads,
    output logic                            sleeps_settled,
    output logic                            sleeps,

    // of nulls and fences that have the turn: those of shared memory, and fences, whose warp has a remainder; others whose warp
    // has an inval or a flush that is not done. Of cached ones that have it: those whose warp has such a thing, of ordered
    // loads an ordered load, that is not done, and not looked up now
    input  wire logic [ul1_pkg::PT-1:0]     turn,
    input  wire logic [ul1_pkg::PT-1:0]     pt_null,
    input  wire logic [ul1_pkg::PT-1:0]     pt_shared,
    input  wire logic [ul1_pkg::PT-1:0]     pt_fence,
    input  wire logic [ul1_pkg::PT-1:0]     pt_cached,
    output logic      [ul1_pkg::PT-1:0]     blocked,
    output logic      [ul1_pkg::PT-1:0]     held_long,

    // of the warps: what becomes of one has yet to be told (see above); it has a sleeper
    output logic      [2**ul1_pkg::WARP_W-1:0] tending,   // upkeep of it is presented in full or sleeps, and is not done
    output logic      [2**ul1_pkg::WARP_W-1:0] loading,   // an ordered load of it is, and is not done
    output logic      [2**ul1_pkg::WARP_W-1:0] sleeping,

    // of these fences, those whose warp has nothing out: in flight, and not waiting in the new queue
    input  wire logic [ul1_pkg::PT-1:0]     fences,
    input  wire logic [ul1_pkg::PT-1:0]     pt_valid,
    input  wire logic [ul1_pkg::PT-1:0]     queued,
    output logic      [ul1_pkg::PT-1:0]     settled,

    // of these cached stores, before which a load of their warp sleeps; before which one is prepared, or looked up in stage 1
    input  wire logic [ul1_pkg::PT-1:0]     cached_stores,
    input  wire logic [ul1_pkg::PT-1:0]     sleeper,
    input  wire logic                       comes,
    input  wire logic                       ceases,
    input  wire logic                       s1_look,
    output logic      [ul1_pkg::PT-1:0]     behind_sleeper,
    input  wire logic [2**ul1_pkg::WARP_W-1:0] line_unsure,
    input  wire logic [2**ul1_pkg::WARP_W-1:0] some_unsure,
    output logic      [ul1_pkg::PT-1:0]     behind_unsure,

    // whose these are
    input  wire logic [ul1_pkg::PT-1:0]     oldest_one,
    output logic      [ul1_pkg::WARP_W-1:0] oldest_warp,
    input  wire logic [ul1_pkg::PT-1:0]     fresh_one,
    output logic      [ul1_pkg::WARP_W-1:0] fresh_warp,
    output logic                            fresh_tending,
    input  wire logic [ul1_pkg::PT_W-1:0]   again_id,
    output logic      [ul1_pkg::WARP_W-1:0] again_warp,
    input  wire logic [ul1_pkg::PT_W-1:0]   gather_entry,
    output logic      [ul1_pkg::WARP_W-1:0] gather_warp,
    input  wire logic [ul1_pkg::PT_W-1:0]   s1_entry,
    output logic      [ul1_pkg::WARP_W-1:0] s1_warp,
    input  wire logic [ul1_pkg::PT_W-1:0]   rf_entry,
    output logic      [ul1_pkg::WARP_W-1:0] rf_warp,
    input  wire logic [ul1_pkg::PT_W-1:0]   ret_entry,
    output logic      [ul1_pkg::WARP_W-1:0] ret_warp
);

  localparam int PT     = ul1_pkg::PT;
  localparam int PT_W   = ul1_pkg::PT_W;
  localparam int WARP_W = ul1_pkg::WARP_W;

  logic [WARP_W-1:0]    warp [0:PT-1];

  always_ff @(posedge clk) begin
    if (take_new) warp[new_entry] <= in_warp;
  end

  always @* begin
    new_kin = '0;
    if (take_new) begin
      for (int i = 0; i < PT; i++) new_kin[i] = warp[i] == in_warp;
    end
  end

  // Which warps have a sleeper changes with the one in stage 1: it comes, or ceases to be one, and may have been the last.
  logic [PT-1:0] kin;   // other sleepers of its warp

  always @* begin
    kin = '0;
    if (s1_look & sleeper != '0) begin
      for (int i = 0; i < PT; i++) kin[i] = sleeper[i] & warp[i] == s1_warp & PT_W'(i) != s1_entry;
    end
  end

  assign tends_settled  = upkeep_defers | upkeep_ends;
  assign tends          = upkeep_defers;
  assign loads_settled  = (deferred | (done & all_done)) & pt_ordered[s1_entry];
  assign still_loads    = deferred;
  assign sleeps_settled = comes | (ceases & kin == '0);
  assign sleeps         = comes;

  // Of a busy warp only the remainder can have a shared pass, so each such pass settles its warp's bit. Behind an inval or a
  // flush nothing of its warp is presented that is cached, so what becomes of it settles the other.
  always_ff @(posedge clk) begin
    if (rst) begin
      busy    <= '0;
      tending <= '0;
    end else begin
      if (shared_passes)               busy   [picked_warp]     <= split_more;
      if (upkeep_goes)                 tending[its_warp]        <= 1'b1;
      if (tends_settled)               tending[s1_warp]         <= tends;
    end
  end

  // While it is, no other of the warp has an access; so there is one at most.
  always_ff @(posedge clk) begin
    if (rst) loading <= '0;
    else begin
      if (ordered_goes)  loading[its_warp] <= 1'b1;
      if (loads_settled) loading[s1_warp]  <= still_loads;
    end
  end

  // Here and below, what takes a look at each entry is done only when it matters, for the sake of simulation.
  always @* begin
    blocked = '0;
    if (busy != '0 | tending != '0) begin
      for (int i = 0; i < PT; i++) begin
        blocked[i] = turn[i] & (pt_null[i] | pt_fence[i])
                     & (((pt_shared[i] | pt_fence[i]) & busy[warp[i]]) | (~pt_shared[i] & tending[warp[i]]));
      end
    end
  end

  logic [2**WARP_W-1:0] looks, tending_on, loading_on;

  assign looks      = (2**WARP_W)'(s1_look) << s1_warp;
  assign tending_on = tending & ~looks;
  assign loading_on = loading & ~looks;

  logic [PT-1:0] tended;

  always @* begin
    held_long = '0;
    tended    = '0;
    if (tending != '0 | loading_on != '0) begin
      for (int i = 0; i < PT; i++) begin
        held_long[i] = turn[i] & pt_cached[i] & (tending_on[warp[i]] | (pt_ordered[i] & loading_on[warp[i]]));
        tended   [i] = turn[i] & pt_cached[i] & tending[warp[i]];
      end
    end
  end

  logic [PT-1:0]        out;
  logic [2**WARP_W-1:0] out_warps;

  assign out = pt_valid & ~queued;

  always @* begin
    out_warps = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) out_warps = out_warps | (2**WARP_W)'(out[i]) << (warp[i] & {WARP_W{out[i]}});
    end
  end
  always @* begin
    settled = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) settled[i] = fences[i] & ~out_warps[warp[i]] & ~blocked[i];
    end
  end

  always_ff @(posedge clk) begin
    if (rst)                 sleeping          <= '0;
    else if (sleeps_settled) sleeping[s1_warp] <= sleeps;
  end

  always @* begin
    behind_sleeper = '0;
    if (sleeping != '0 & cached_stores != '0) begin
      for (int i = 0; i < PT; i++) behind_sleeper[i] = cached_stores[i] & sleeping[warp[i]];
    end
  end

  logic [2**WARP_W-1:0] unsure;

  assign unsure = line_unsure | some_unsure | looks;

  always @* begin
    behind_unsure = '0;
    if (unsure != '0 & cached_stores != '0) begin
      for (int i = 0; i < PT; i++) behind_unsure[i] = cached_stores[i] & unsure[warp[i]];
    end
  end

  // Bit by bit: so that of a set of one is known without its number
  logic [WARP_W*PT-1:0] warps;

  always @* begin
    for (int i = 0; i < PT; i++) for (int b = 0; b < WARP_W; b++) warps[b*PT + i] = warp[i][b];
  end

  always @* begin
    for (int b = 0; b < WARP_W; b++) begin
      oldest_warp[b] = (warps[b*PT +: PT] & oldest_one) != '0;
      fresh_warp [b] = (warps[b*PT +: PT] & fresh_one) != '0;
    end
  end

  assign fresh_tending = (fresh_one & tended) != '0;
  assign again_warp    = warp[again_id];
  assign gather_warp = warp[gather_entry];
  assign s1_warp   = warp[s1_entry];
  assign rf_warp   = warp[rf_entry];
  assign ret_warp  = warp[ret_entry];

  always @(posedge clk) begin
    if (!rst) assert (!(take_again && !(pt_valid[again_entry] && busy[warp[again_entry]])));   // it was returned before
  end

endmodule

`default_nettype wire
