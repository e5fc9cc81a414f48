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
  localparam int WARP_W = ul1_pkg::WARP_W;

  // Whose each is, bit by bit: so that of a set of one it is known without its number, and who is of a warp for all at once
  (* mem2reg *) logic [PT-1:0] warp [0:WARP_W-1];
  logic [PT-1:0]               new_one;

  assign new_one = PT'(1) << new_entry;

  always_ff @(posedge clk) begin
    if (take_new) begin
      for (int b = 0; b < WARP_W; b++) warp[b] <= (warp[b] & ~new_one) | (new_one & {PT{in_warp[b]}});
    end
  end

  always @* begin
    new_kin = {PT{take_new}};
    if (take_new) begin
      for (int b = 0; b < WARP_W; b++) new_kin = new_kin & ~(warp[b] ^ {PT{in_warp[b]}});
    end
  end

  // Which warps have a sleeper changes with the one in stage 1: it comes, or ceases to be one, and may have been the last.
  logic [PT-1:0] kin;   // other sleepers of its warp

  always @* begin
    kin = '0;
    if (s1_look & sleeper != '0) begin
      kin = sleeper & ~(PT'(1) << s1_entry);
      for (int b = 0; b < WARP_W; b++) kin = kin & ~(warp[b] ^ {PT{s1_warp[b]}});
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

  // Here and below, what takes a look at each entry is done only of those where it matters, for the sake of simulation.
  logic [PT-1:0]     waits, waits_cached;   // nulls and fences that have the turn, cached accesses that have
  logic [WARP_W-1:0] waits_warp;

  assign waits        = turn & (pt_null | pt_fence);
  assign waits_cached = turn & pt_cached;

  always @* begin
    blocked    = '0;
    waits_warp = '0;
    if (waits != '0 & (busy != '0 | tending != '0)) begin
      for (int i = 0; i < PT; i++) begin
        if (waits[i]) begin
          for (int b = 0; b < WARP_W; b++) waits_warp[b] = warp[b][i];
          blocked[i] = ((pt_shared[i] | pt_fence[i]) & busy[waits_warp]) | (~pt_shared[i] & tending[waits_warp]);
        end
      end
    end
  end

  logic [2**WARP_W-1:0] looks, tending_on, loading_on;

  assign looks      = (2**WARP_W)'(s1_look) << s1_warp;
  assign tending_on = tending & ~looks;
  assign loading_on = loading & ~looks;

  logic [PT-1:0]     tended;
  logic [WARP_W-1:0] tended_warp;

  always @* begin
    held_long   = '0;
    tended      = '0;
    tended_warp = '0;
    if (tending != '0 | loading_on != '0) begin
      for (int i = 0; i < PT; i++) begin
        if (waits_cached[i]) begin
          for (int b = 0; b < WARP_W; b++) tended_warp[b] = warp[b][i];
          held_long[i] = tending_on[tended_warp] | (pt_ordered[i] & loading_on[tended_warp]);
          tended   [i] = tending[tended_warp];
        end
      end
    end
  end

  logic [PT-1:0]        out;
  logic [2**WARP_W-1:0] out_warps;

  assign out = pt_valid & ~queued;

  logic [WARP_W-1:0] out_warp, fence_warp;

  always @* begin
    out_warps = '0;
    out_warp  = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) begin
        for (int b = 0; b < WARP_W; b++) out_warp[b] = warp[b][i] & out[i];
        out_warps = out_warps | (2**WARP_W)'(out[i]) << out_warp;
      end
    end
  end
  always @* begin
    settled    = '0;
    fence_warp = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) begin
        if (fences[i]) begin
          for (int b = 0; b < WARP_W; b++) fence_warp[b] = warp[b][i];
          settled[i] = ~out_warps[fence_warp] & ~blocked[i];
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst)                 sleeping          <= '0;
    else if (sleeps_settled) sleeping[s1_warp] <= sleeps;
  end

  logic [2**WARP_W-1:0] unsure;

  assign unsure = line_unsure | some_unsure | looks;

  logic [WARP_W-1:0] store_warp;

  always @* begin
    behind_sleeper = '0;
    behind_unsure  = '0;
    store_warp     = '0;
    if ((sleeping | unsure) != '0) begin
      for (int i = 0; i < PT; i++) begin
        if (cached_stores[i]) begin
          for (int b = 0; b < WARP_W; b++) store_warp[b] = warp[b][i];
          behind_sleeper[i] = sleeping[store_warp];
          behind_unsure [i] = unsure[store_warp];
        end
      end
    end
  end

  for (genvar b = 0; b < WARP_W; b++) begin : g_whose
    assign oldest_warp[b] = (warp[b] & oldest_one) != '0;
    assign fresh_warp [b] = (warp[b] & fresh_one) != '0;
    assign again_warp [b] = warp[b][again_id];
    assign gather_warp[b] = warp[b][gather_entry];
    assign s1_warp    [b] = warp[b][s1_entry];
    assign rf_warp    [b] = warp[b][rf_entry];
    assign ret_warp   [b] = warp[b][ret_entry];
  end

  assign fresh_tending = (fresh_one & tended) != '0;

  logic [WARP_W-1:0] taken_warp;   // of the remainder that is presented again

  always @* begin
    taken_warp = '0;
    if (take_again) begin
      for (int b = 0; b < WARP_W; b++) taken_warp[b] = warp[b][again_entry];
    end
  end

  always @(posedge clk) begin
    if (!rst & take_again) assert (pt_valid[again_entry] && busy[taken_warp]);   // it was returned before
  end

endmodule

`default_nettype wire
