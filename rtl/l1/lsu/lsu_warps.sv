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

    // of nulls and fences that have the turn: those of shared memory, and fences, whose warp has a remainder; others whose warp
    // has an inval or a flush that is not done
    input  wire logic [ul1_pkg::PT-1:0]     turn,
    input  wire logic [ul1_pkg::PT-1:0]     pt_null,
    input  wire logic [ul1_pkg::PT-1:0]     pt_shared,
    input  wire logic [ul1_pkg::PT-1:0]     pt_fence,
    output logic      [ul1_pkg::PT-1:0]     blocked,

    // of these fences, those whose warp has nothing out: in flight, and not waiting in the new queue
    input  wire logic [ul1_pkg::PT-1:0]     fences,
    input  wire logic [ul1_pkg::PT-1:0]     pt_valid,
    input  wire logic [ul1_pkg::PT-1:0]     queued,
    output logic      [ul1_pkg::PT-1:0]     settled,

    // the new lines: entry, warp, whether it is a store's, a plain load's. The instruction whose new line is gathered now, as a set
    // of one. A load or upkeep is looked up in stage 1.
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_news,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::PT_W-1:0]   line_entries,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0] line_warps,
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_stores,
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_plain,
    input  wire logic [ul1_pkg::PT-1:0]     gather_new,
    input  wire logic                       s1_look,

    // the cached instructions that have nothing of their warp to wait for, among those of which a line could be chosen
    input  wire logic [ul1_pkg::PT-1:0]     pt_store,
    input  wire logic [ul1_pkg::PT-1:0]     pt_plain,
    output logic      [ul1_pkg::PT-1:0]     sure,

    // of these cached stores, before which a load of their warp sleeps; before which one is prepared, or looked up in stage 1
    input  wire logic [ul1_pkg::PT-1:0]     cached_stores,
    input  wire logic [ul1_pkg::PT-1:0]     sleeper,
    input  wire logic                       comes,
    input  wire logic                       ceases,
    output logic      [ul1_pkg::PT-1:0]     behind_sleeper,
    output logic      [ul1_pkg::PT-1:0]     behind_unsure,

    // no more fresh accesses may wait for their warp, and the next of these warps would: of instructions of shared memory that
    // have the turn, those of which therefore none is chosen
    input  wire logic                       kin_full,
    input  wire logic [2**ul1_pkg::WARP_W-1:0] kin_warps,
    output logic      [ul1_pkg::PT-1:0]     behind_own,

    // whose these are, where there is one
    input  wire logic [ul1_pkg::PT-1:0]     oldest_one,
    output logic      [ul1_pkg::WARP_W-1:0] oldest_warp,
    input  wire logic                       again,
    input  wire logic [ul1_pkg::PT_W-1:0]   again_id,
    output logic      [ul1_pkg::WARP_W-1:0] again_warp,
    input  wire logic                       gather_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]   gather_entry,
    output logic      [ul1_pkg::WARP_W-1:0] gather_warp,
    input  wire logic                       s1_cached,
    input  wire logic [ul1_pkg::PT_W-1:0]   s1_entry,
    input  wire logic                       rf_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]   rf_entry,
    output logic      [ul1_pkg::WARP_W-1:0] rf_warp,
    input  wire logic                       ret_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]   ret_entry,
    output logic      [ul1_pkg::WARP_W-1:0] ret_warp
);

  localparam int PT     = ul1_pkg::PT;
  localparam int WARP_W = ul1_pkg::WARP_W;

  // Whose each is, bit by bit: so that of a set of one it is known without its number, and who is of a warp for all at once
  (* mem2reg *) logic [PT-1:0] warp [0:ul1_fn::entries(WARP_W)-1];
  logic [PT-1:0]               new_one;

  assign new_one = PT'(1) << new_entry;

  (* mem2reg *) logic [PT-1:0] warp_then [0:ul1_fn::entries(WARP_W)-1];

  always @* begin
    for (int b = 0; b < WARP_W; b++) begin
      warp_then[b] = take_new ? (warp[b] & ~new_one) | (new_one & {PT{in_warp[b]}}) : warp[b];
    end
  end

  always_ff @(posedge clk) begin
    if (take_new) begin
      for (int b = 0; b < WARP_W; b++) warp[b] <= warp_then[b];
    end
  end

  always @* begin
    new_kin = {PT{take_new}};
    if (take_new) begin
      for (int b = 0; b < WARP_W; b++) new_kin = new_kin & ~(warp[b] ^ {PT{in_warp[b]}});
    end
  end

  // Which warps have a sleeper changes with the one in stage 1: it comes, or ceases to be one, and may have been the last.
  logic [PT-1:0] s1_kin;   // all of its warp
  logic [PT-1:0] kin;      // other sleepers of its warp

  always @* begin
    s1_kin = {PT{s1_look}};
    if (s1_look) begin
      for (int b = 0; b < WARP_W; b++) s1_kin = s1_kin & ~(warp[b] ^ {PT{s1_warp[b]}});
    end
  end

  assign kin = sleeper == '0 ? '0 : s1_kin & sleeper & ~(PT'(1) << s1_entry);

  // Of the warp of the one in stage 1 it is settled whether it tends, loads, sleeps; and whether it does
  logic tends_settled, tends, loads_settled, still_loads, sleeps_settled, sleeps;

  logic [WARP_W-1:0] s1_warp;

  assign tends_settled  = upkeep_defers | upkeep_ends;
  assign tends          = upkeep_defers;
  assign loads_settled  = (deferred | (done & all_done)) & pt_ordered[s1_entry];
  assign still_loads    = deferred;
  assign sleeps_settled = comes | (ceases & kin == '0);
  assign sleeps         = comes;

  // Only the remainder of a busy warp can have a shared pass, so each such pass settles whether the warp is busy. Nothing cached of
  // a warp is presented behind its inval or flush, so the outcome of that settles whether the warp is tending. While an ordered load
  // of a warp is not done, no other ordered load of it has an access.
  //
  // Each entry keeps of its warp whether it is busy, tending, loading, and has a sleeper: so nothing is looked up by warp. An
  // instruction that is taken has it from those of its warp in flight.
  logic [PT-1:0] is_busy, is_tending, is_loading, is_sleeping;
  logic [PT-1:0] of_picked, of_its, of_s1;   // the entries of these warps, one that is taken now among them

  always @* begin
    of_picked = '0;
    of_its    = '0;
    of_s1     = '0;
    if (ul1_fn::worth(shared_passes)) begin
      of_picked = '1;
      for (int b = 0; b < WARP_W; b++) of_picked = of_picked & ~(warp_then[b] ^ {PT{picked_warp[b]}});
    end
    if (ul1_fn::worth(upkeep_goes | ordered_goes)) begin
      of_its = '1;
      for (int b = 0; b < WARP_W; b++) of_its = of_its & ~(warp_then[b] ^ {PT{its_warp[b]}});
    end
    if (ul1_fn::worth(tends_settled | loads_settled | sleeps_settled)) begin
      of_s1 = '1;
      for (int b = 0; b < WARP_W; b++) of_s1 = of_s1 & ~(warp_then[b] ^ {PT{s1_warp[b]}});
    end
  end

  // What each keeps then: what it had, or what is taken has from its warp; begun in stage 0, settled in stage 1.
  function automatic logic [PT-1:0] kept(input logic [PT-1:0] was, input logic [PT-1:0] begun, input logic [PT-1:0] ends,
                                         input logic as);
    kept = take_new ? (was & ~new_one) | (new_one & {PT{(was & new_kin & pt_valid) != '0}}) : was;
    kept = ((kept | begun) & ~ends) | (ends & {PT{as}});
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      busy        <= '0;
      is_busy     <= '0;
      is_tending  <= '0;
      is_loading  <= '0;
      is_sleeping <= '0;
    end else begin
      if (shared_passes) busy[picked_warp] <= split_more;
      if (take_new | shared_passes) is_busy <= kept(is_busy, '0, of_picked, split_more);
      if (take_new | upkeep_goes | tends_settled) begin
        is_tending <= kept(is_tending, of_its & {PT{upkeep_goes}}, of_s1 & {PT{tends_settled}}, tends);
      end
      if (take_new | ordered_goes | loads_settled) begin
        is_loading <= kept(is_loading, of_its & {PT{ordered_goes}}, of_s1 & {PT{loads_settled}}, still_loads);
      end
      if (take_new | sleeps_settled) is_sleeping <= kept(is_sleeping, '0, of_s1 & {PT{sleeps_settled}}, sleeps);
    end
  end

  assign blocked = turn & (pt_null | pt_fence) & (((pt_shared | pt_fence) & is_busy) | (~pt_shared & is_tending));

  logic [PT-1:0]     waits_shared;
  logic [WARP_W-1:0] shared_warp;

  assign waits_shared = turn & pt_shared;

  always @* begin
    behind_own  = '0;
    shared_warp = '0;
    if (ul1_fn::worth(kin_full)) begin
      for (int i = 0; i < PT; i++) begin
        if (ul1_fn::worth(waits_shared[i])) begin
          for (int b = 0; b < WARP_W; b++) shared_warp[b] = warp[b][i];
          behind_own[i] = kin_full & kin_warps[shared_warp];
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
        if (ul1_fn::worth(out[i])) begin
          for (int b = 0; b < WARP_W; b++) out_warp[b] = warp[b][i] & out[i];
          out_warps = out_warps | (2**WARP_W)'(out[i]) << out_warp;
        end
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

  // The instructions before which a line of another instruction of their warp is prepared: a store's, a plain load's, anything
  // else's. (Each line only where it is there, for the sake of simulation.)
  logic [PT-1:0]     line_kin, now_kin, of_stores, of_plain, of_others, looked;
  logic [WARP_W-1:0] now_warp;

  always @* begin
    of_stores = '0;
    of_plain  = '0;
    of_others = '0;
    line_kin  = '0;
    if (ul1_fn::worth(line_news != '0)) begin
      for (int l = 0; l < ul1_pkg::NEW_LINES; l++) begin
        if (ul1_fn::worth(line_news[l])) begin
          line_kin = {PT{line_news[l]}} & ~(PT'(1) << line_entries[l*ul1_pkg::PT_W +: ul1_pkg::PT_W]);
          for (int b = 0; b < WARP_W; b++) line_kin = line_kin & ~(warp[b] ^ {PT{line_warps[l*WARP_W + b]}});
          of_stores = of_stores | (line_kin & {PT{line_stores[l]}});
          of_plain  = of_plain  | (line_kin & {PT{line_plain[l]}});
          of_others = of_others | (line_kin & {PT{~line_stores[l] & ~line_plain[l]}});
        end
      end
    end
    now_kin  = '0;
    now_warp = '0;
    if (ul1_fn::worth(gather_new != '0)) begin
      now_kin = {PT{gather_new != '0}} & ~gather_new;
      for (int b = 0; b < WARP_W; b++) begin
        now_warp[b] = (warp[b] & gather_new) != '0;
        now_kin     = now_kin & ~(warp[b] ^ {PT{now_warp[b]}});
      end
      of_stores = of_stores | (now_kin & {PT{(gather_new & pt_store) != '0}});
      of_plain  = of_plain  | (now_kin & {PT{(gather_new & pt_plain) != '0}});
      of_others = of_others | (now_kin & {PT{(gather_new & ~pt_store & ~pt_plain) != '0}});
    end
  end

  assign looked = s1_look ? s1_kin & ~(PT'(1) << s1_entry) : '0;
  assign sure   = ~is_tending & ~(pt_ordered & is_loading) & ~of_others
                  & ((pt_plain & ~of_stores) | (pt_store & ~of_plain & ~looked & ~behind_sleeper)
                     | (~pt_plain & ~pt_store & ~of_stores & ~of_plain & ~looked));

  assign behind_sleeper = cached_stores & is_sleeping;
  assign behind_unsure = cached_stores & (s1_kin | of_plain | of_others);

  always @* begin
    oldest_warp = '0;
    if (ul1_fn::worth(oldest_one != '0)) begin
      for (int b = 0; b < WARP_W; b++) oldest_warp[b] = (warp[b] & oldest_one) != '0;
    end
  end

  always @* begin
    again_warp = '0;
    if (ul1_fn::worth(again)) begin
      for (int b = 0; b < WARP_W; b++) again_warp[b] = warp[b][again_id];
    end
  end

  always @* begin
    gather_warp = '0;
    if (ul1_fn::worth(gather_valid)) begin
      for (int b = 0; b < WARP_W; b++) gather_warp[b] = warp[b][gather_entry];
    end
  end

  always @* begin
    s1_warp = '0;
    if (ul1_fn::worth(s1_cached)) begin
      for (int b = 0; b < WARP_W; b++) s1_warp[b] = warp[b][s1_entry];
    end
  end

  always @* begin
    rf_warp = '0;
    if (ul1_fn::worth(rf_valid)) begin
      for (int b = 0; b < WARP_W; b++) rf_warp[b] = warp[b][rf_entry];
    end
  end

  always @* begin
    ret_warp = '0;
    if (ul1_fn::worth(ret_valid)) begin
      for (int b = 0; b < WARP_W; b++) ret_warp[b] = warp[b][ret_entry];
    end
  end

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
