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

    // the lines of new accesses, whose they are, which of them are no stores'; the sub-warp that is gathered, likewise; the one
    // that is looked up in stage 1
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_news,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0] line_warps,
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_loads,
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_others,
    input  wire logic                       some,
    input  wire logic [ul1_pkg::WARP_W-1:0] some_warp,
    input  wire logic                       some_load,
    input  wire logic                       some_plain,
    input  wire logic                       s1_look,

    // those that are set aside; those whose warp has one
    input  wire logic                       bet_valid,
    input  wire logic [ul1_pkg::WARP_W-1:0] bet_warp,
    input  wire logic                       bet_load,
    input  wire logic                       room_valid,
    input  wire logic [ul1_pkg::WARP_W-1:0] room_warp,
    input  wire logic                       room_load,
    output logic      [ul1_pkg::PT-1:0]     behind_aside,

    // those that would bet, if they were chosen
    input  wire logic [ul1_pkg::PT-1:0]     pt_store,
    input  wire logic [ul1_pkg::PT-1:0]     pt_plain,
    output logic      [ul1_pkg::PT-1:0]     bettors,

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
    input  wire logic [ul1_pkg::PT-1:0]     fresh_one,
    output logic      [ul1_pkg::WARP_W-1:0] fresh_warp,
    output logic                            fresh_bets,
    input  wire logic                       again,
    input  wire logic [ul1_pkg::PT_W-1:0]   again_id,
    output logic      [ul1_pkg::WARP_W-1:0] again_warp,
    input  wire logic                       gather_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]   gather_entry,
    output logic      [ul1_pkg::WARP_W-1:0] gather_warp,
    input  wire logic                       s1_cached,
    input  wire logic [ul1_pkg::PT_W-1:0]   s1_entry,
    output logic      [ul1_pkg::WARP_W-1:0] s1_warp,
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
  logic [PT-1:0] s1_kin;   // all of its warp
  logic [PT-1:0] kin;      // other sleepers of its warp

  always @* begin
    s1_kin = {PT{s1_look}};
    if (s1_look) begin
      for (int b = 0; b < WARP_W; b++) s1_kin = s1_kin & ~(warp[b] ^ {PT{s1_warp[b]}});
    end
  end

  assign kin = sleeper == '0 ? '0 : s1_kin & sleeper & ~(PT'(1) << s1_entry);

  assign tends_settled  = upkeep_defers | upkeep_ends;
  assign tends          = upkeep_defers;
  assign loads_settled  = (deferred | (done & all_done)) & pt_ordered[s1_entry];
  assign still_loads    = deferred;
  assign sleeps_settled = comes | (ceases & kin == '0);
  assign sleeps         = comes;

  // Of a busy warp only the remainder can have a shared pass, so each such pass settles its warp's bit. Behind an inval or a
  // flush nothing of its warp is presented that is cached, so what becomes of it settles the other.
  // (By sets of one, as it is known late whose they are.) While an ordered load of a warp is not done, no other of it has an
  // access; so there is one at most.
  logic [2**WARP_W-1:0] picked_one, its_one, s1_one;

  assign picked_one = shared_passes ? (2**WARP_W)'(1) << picked_warp : '0;
  assign its_one    = upkeep_goes | ordered_goes ? (2**WARP_W)'(1) << its_warp : '0;
  assign s1_one     = tends_settled | loads_settled ? (2**WARP_W)'(1) << s1_warp : '0;

  function automatic logic [2**WARP_W-1:0] with_one(input logic [2**WARP_W-1:0] those, input logic [2**WARP_W-1:0] one,
                                                    input logic on);
    with_one = on ? those | one : those & ~one;
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      busy    <= '0;
      tending <= '0;
      loading <= '0;
    end else begin
      if (shared_passes) busy <= with_one(busy, picked_one, split_more);
      if (upkeep_goes | tends_settled) begin
        tending <= with_one(upkeep_goes ? tending | its_one : tending, tends_settled ? s1_one : '0, tends);
      end
      if (ordered_goes | loads_settled) begin
        loading <= with_one(ordered_goes ? loading | its_one : loading, loads_settled ? s1_one : '0, still_loads);
      end
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

  logic [PT-1:0]     tended;
  logic [WARP_W-1:0] tended_warp;

  always @* begin
    held_long   = '0;
    tended      = '0;
    tended_warp = '0;
    if (tending != '0 | loading != '0) begin
      for (int i = 0; i < PT; i++) begin
        if (waits_cached[i]) begin
          for (int b = 0; b < WARP_W; b++) tended_warp[b] = warp[b][i];
          held_long[i] = (tending[tended_warp] | (pt_ordered[i] & loading[tended_warp])) & ~s1_kin[i];
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

  always_ff @(posedge clk) begin
    if (rst)                 sleeping          <= '0;
    else if (sleeps_settled) sleeping[s1_warp] <= sleeps;
  end

  // Who is of the warp of a line, of the sub-warp that is gathered: known for all entries early in the cycle. So that of one of
  // them it takes no more than to choose it. (Each line by itself only where it is there, for the sake of simulation.)
  logic [ul1_pkg::NEW_LINES*PT-1:0] line_kin;
  logic [PT-1:0]                    some_kin, of_some, of_loads, of_others, unsure, bet_kin, room_kin;

  always @* begin
    line_kin = '0;
    if (ul1_fn::worth(line_news != '0)) begin
      for (int l = 0; l < ul1_pkg::NEW_LINES; l++) begin
        if (line_news[l]) begin
          line_kin[l*PT +: PT] = '1;
          for (int b = 0; b < WARP_W; b++) begin
            line_kin[l*PT +: PT] = line_kin[l*PT +: PT] & ~(warp[b] ^ {PT{line_warps[l*WARP_W + b]}});
          end
        end
      end
    end
  end

  always @* begin
    some_kin = {PT{some}};
    if (some) begin
      for (int b = 0; b < WARP_W; b++) some_kin = some_kin & ~(warp[b] ^ {PT{some_warp[b]}});
    end
  end

  always @* begin
    bet_kin  = {PT{bet_valid}};
    room_kin = {PT{room_valid}};
    if (bet_valid | room_valid) begin
      for (int b = 0; b < WARP_W; b++) begin
        bet_kin  = bet_kin  & ~(warp[b] ^ {PT{bet_warp[b]}});
        room_kin = room_kin & ~(warp[b] ^ {PT{room_warp[b]}});
      end
    end
  end

  // Whose warp has any that is prepared, a load or upkeep, anything but a plain load
  always @* begin
    of_some   = some_kin;
    of_loads  = some_kin & {PT{some_load}};
    of_others = some_kin & {PT{~some_plain}};
    if (line_news != '0) begin
      for (int l = 0; l < ul1_pkg::NEW_LINES; l++) begin
        of_some   = of_some   | line_kin[l*PT +: PT];
        of_loads  = of_loads  | (line_kin[l*PT +: PT] & {PT{line_loads[l]}});
        of_others = of_others | (line_kin[l*PT +: PT] & {PT{line_others[l]}});
      end
    end
  end

  assign unsure       = s1_kin | of_loads | (bet_kin & {PT{bet_load}}) | (room_kin & {PT{room_load}});
  assign behind_aside = bet_kin | room_kin;
  assign bettors      = (pt_store & (of_loads | s1_kin)) | (pt_plain & (of_others | tended))
                        | (~pt_store & ~pt_plain & (of_some | s1_kin));

  logic [WARP_W-1:0] store_warp;

  always @* begin
    behind_sleeper = '0;
    store_warp     = '0;
    if (sleeping != '0) begin
      for (int i = 0; i < PT; i++) begin
        if (cached_stores[i]) begin
          for (int b = 0; b < WARP_W; b++) store_warp[b] = warp[b][i];
          behind_sleeper[i] = sleeping[store_warp];
        end
      end
    end
  end

  assign behind_unsure = cached_stores & unsure;

  always @* begin
    oldest_warp = '0;
    if (ul1_fn::worth(oldest_one != '0)) begin
      for (int b = 0; b < WARP_W; b++) oldest_warp[b] = (warp[b] & oldest_one) != '0;
    end
  end

  always @* begin
    fresh_warp = '0;
    fresh_bets = 1'b0;
    if (ul1_fn::worth(fresh_one != '0)) begin
      for (int b = 0; b < WARP_W; b++) fresh_warp[b] = (warp[b] & fresh_one) != '0;
      fresh_bets = (fresh_one & bettors) != '0;
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
