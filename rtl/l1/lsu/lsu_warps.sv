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

    // a shared access of this warp has its pass, which leaves something over or not; it is fresh, and the only one. A new one is
    // chosen. An ordered load of that warp is presented in full; a line of it enters.
    input  wire logic                       shared_passes,
    input  wire logic [ul1_pkg::WARP_W-1:0] picked_warp,
    input  wire logic                       split_more,
    input  wire logic                       picked_alone,
    input  wire logic                       choice_new,
    input  wire logic                       ordered_goes,
    input  wire logic                       line_enters,
    input  wire logic [ul1_pkg::WARP_W-1:0] its_warp,

    // the ordered loads; the last access of the one in stage 1 is done
    input  wire logic [ul1_pkg::PT-1:0]     pt_ordered,
    input  wire logic                       done,
    input  wire logic                       all_done,

    // of this fence, a set of one: its warp has nothing out, in flight and not waiting in the new queue
    input  wire logic [ul1_pkg::PT-1:0]     examined_one,
    input  wire logic [ul1_pkg::PT-1:0]     pt_valid,
    input  wire logic [ul1_pkg::PT-1:0]     queued,
    output logic                            settled,

    // the lines that are no replays: entry, warp, whether it is a store's, a plain load's. In stage 1 a load or upkeep is looked up; it
    // is upkeep.
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_news,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::PT_W-1:0]   line_entries,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0] line_warps,
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_stores,
    input  wire logic [ul1_pkg::NEW_LINES-1:0] line_plain,
    input  wire logic                       s1_look,
    input  wire logic                       s1_upkeep,

    // the cached instructions that have nothing of their warp to wait for, among those of which a line could be chosen
    input  wire logic [ul1_pkg::PT-1:0]     pt_store,
    input  wire logic [ul1_pkg::PT-1:0]     pt_plain,
    output logic      [ul1_pkg::PT-1:0]     sure,

    // the sleepers: the one in stage 1 becomes one, ceases to be one. By instruction: a load or upkeep of its warp was deferred, or may
    // yet be.
    input  wire logic [ul1_pkg::PT-1:0]     sleeper,
    input  wire logic                       comes,
    input  wire logic                       ceases,
    output logic      [ul1_pkg::PT-1:0]     behind_unsure,

    // by instruction: its next shared access would wait for its warp, which has a fresh one prepared or in the pool, or a remainder.
    // The warp of the access that joins the pool has a remainder.
    output logic      [ul1_pkg::PT-1:0]     behind_own,
    input  wire logic [ul1_pkg::PT_W-1:0]   join_entry,
    output logic                            join_busy,

    // whose these are, where there is one
    input  wire logic [ul1_pkg::PT-1:0]     front_one,
    output logic      [ul1_pkg::WARP_W-1:0] front_warp,
    input  wire logic                       gather_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]   gather_entry,
    output logic      [ul1_pkg::WARP_W-1:0] gather_warp,
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

  // The warp of each, bit by bit: so a set of one tells its warp without a number, and all of a warp are found at once
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

  // Of the warp of the one in stage 1 it is settled whether it loads, and sleeps; and whether it sleeps
  logic loads_settled, sleeps_settled;

  logic [WARP_W-1:0] s1_warp;   // of the cached access in stage 1

  always_ff @(posedge clk) if (line_enters) s1_warp <= its_warp;

  assign loads_settled  = done & all_done & pt_ordered[s1_entry];
  assign sleeps_settled = comes | (ceases & kin == '0);

  // Only the remainder of a busy warp can have a shared pass, so each such pass settles whether the warp is busy. While an ordered load
  // of a warp is not done, no other ordered load of it has an access.
  //
  // Each entry keeps of its warp whether it is busy, has a fresh access ahead, is loading, and has a sleeper. So nothing is looked up
  // by warp. An instruction that is taken gets this from those of its warp in flight.
  logic [PT-1:0] is_busy, is_ahead, is_loading, is_sleeping;
  logic [PT-1:0] of_picked, of_front, of_its, of_s1;   // the entries of these warps, one that is taken now among them

  always @* begin
    of_picked = '0;
    of_front  = '0;
    of_its    = '0;
    of_s1     = '0;
    if (ul1_fn::worth(shared_passes)) begin
      of_picked = '1;
      for (int b = 0; b < WARP_W; b++) of_picked = of_picked & ~(warp_then[b] ^ {PT{picked_warp[b]}});
    end
    if (ul1_fn::worth(choice_new)) begin
      of_front = '1;
      for (int b = 0; b < WARP_W; b++) of_front = of_front & ~(warp_then[b] ^ {PT{front_warp[b]}});
    end
    if (ul1_fn::worth(ordered_goes)) begin
      of_its = '1;
      for (int b = 0; b < WARP_W; b++) of_its = of_its & ~(warp_then[b] ^ {PT{its_warp[b]}});
    end
    if (ul1_fn::worth(loads_settled | sleeps_settled)) begin
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
      is_busy     <= '0;
      is_ahead    <= '0;
      is_loading  <= '0;
      is_sleeping <= '0;
    end else begin
      if (take_new | shared_passes) is_busy <= kept(is_busy, '0, of_picked & {PT{shared_passes}}, split_more);
      if (take_new | choice_new | picked_alone) begin
        is_ahead <= kept(is_ahead, '0, of_picked & {PT{picked_alone}}, 1'b0) | (of_front & {PT{choice_new}});
      end
      if (take_new | ordered_goes | loads_settled) begin
        is_loading <= kept(is_loading, of_its & {PT{ordered_goes}}, of_s1 & {PT{loads_settled}}, 1'b0);
      end
      if (take_new | sleeps_settled) is_sleeping <= kept(is_sleeping, '0, of_s1 & {PT{sleeps_settled}}, comes);
    end
  end

  assign behind_own = is_busy | is_ahead;
  assign join_busy  = is_busy[join_entry];

  logic [PT-1:0]     fence_kin;
  logic [WARP_W-1:0] fence_warp;

  always @* begin
    fence_kin  = '0;
    fence_warp = '0;
    settled    = 1'b0;
    if (ul1_fn::worth(examined_one != '0)) begin
      fence_kin = pt_valid & ~queued;
      for (int b = 0; b < WARP_W; b++) begin
        fence_warp[b] = (warp[b] & examined_one) != '0;
        fence_kin     = fence_kin & ~(warp[b] ^ {PT{fence_warp[b]}});
      end
      settled = fence_kin == '0;
    end
  end

  // The instructions before which a line of another instruction of their warp is prepared: a store's, a plain load's, anything
  // else's. (Each line only where it is there, for the sake of simulation. The instruction whose line is gathered now has the turn, or
  // is a sleeper: so no other of its warp has anything to ask here.)
  logic [PT-1:0]     line_kin, of_stores, of_plain, of_others, looked;

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
  end

  assign looked = s1_look ? s1_kin & ~(PT'(1) << s1_entry) : '0;
  assign sure   = ~is_sleeping & ~(pt_ordered & is_loading) & ~of_others
                  & ((pt_plain & ~of_stores & ~(looked & {PT{s1_upkeep}})) | (pt_store & ~of_plain & ~looked)
                     | (~pt_plain & ~pt_store & ~of_stores & ~of_plain & ~looked));

  assign behind_unsure = is_sleeping | s1_kin | of_plain | of_others;

  always @* begin
    front_warp = '0;
    if (ul1_fn::worth(front_one != '0)) begin
      for (int b = 0; b < WARP_W; b++) front_warp[b] = (warp[b] & front_one) != '0;
    end
  end

  always @* begin
    gather_warp = '0;
    if (ul1_fn::worth(gather_valid)) begin
      for (int b = 0; b < WARP_W; b++) gather_warp[b] = warp[b][gather_entry];
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

  always @(posedge clk) begin
    if (!rst & take_again) assert (pt_valid[again_entry] && is_busy[again_entry]);   // it was returned before
  end

endmodule

`default_nettype wire
