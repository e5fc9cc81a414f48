// Warp of each instruction in flight, and what each must wait for in its warp: a part of lsu. Every entry
// holds a copy of its warp's state (busy, unissued access ahead, ordered load pending, deferred access
// pending), so nothing is looked up by warp.

`default_nettype none

module lsu_warps (
    input  wire logic                                           clk,
    input  wire logic                                           rst,

    // ---- From lsu_take and the instruction side: what is taken; to lsu_newq
    // A new instruction is taken in this cycle.
    input  wire logic                                           take_new,
    // A remainder is presented again by the instruction side in this cycle.
    input  wire logic                                           take_again,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    new_entry,
    // Instruction-table entry of the remainder presented again; valid with `take_again`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    again_entry,
    // Warp of the offered instruction; valid with `in_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]                     in_warp,
    // Entries last used by the warp of the new instruction, in flight or not; zero without `take_new`.
    output logic      [ul1_pkg::INSTRS-1:0]                     new_same_warp,

    // ---- From lsu_pool, split, lsu_front and lsu_lines: accesses that are chosen or enter
    // A shared access has its pass in this cycle.
    input  wire logic                                           shared_passes,
    // Warp of the pool access that enters; zero if none enters.
    input  wire logic [ul1_pkg::WARP_W-1:0]                     picked_warp,
    // Slots of the entering access are left for a remainder.
    input  wire logic                                           split_more,
    // The entering pool access has its first pass, and its warp has no other unissued access in the pool or
    // joining it.
    input  wire logic                                           picked_alone,
    // The shared access that is chosen in this cycle is new: it has had no pass.
    input  wire logic                                           choice_new,
    // The last line of an ordered load enters in this cycle, so that its warp has an ordered load pending.
    input  wire logic                                           ordered_issues,
    // A line access enters in this cycle.
    input  wire logic                                           line_enters,
    // Warp of the line access that enters; zero if none enters.
    input  wire logic [ul1_pkg::WARP_W-1:0]                     acc_warp,

    // ---- From lsu_table, lsu_follow_up and lsu_lanes: the outcome of stage 1
    // Bit i: entry i is a load with the hint `ord`; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     instr_ordered,
    // The cached access in stage 1 is done with its lanes, by a hit, an error, or as a CMO.
    input  wire logic                                           done,
    // No lane of the instruction in stage 1 is open any more; valid with `done`.
    input  wire logic                                           all_done,

    // ---- From and to lsu_fences
    // The examined fence, one-hot by instruction-table entry; zero if no fence is examined.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     examined_one,
    // Bit i: entry i holds an instruction in flight.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     instr_valid,
    // Bit i: entry i is in the new queue.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     queued,
    // The warp of the examined fence has no earlier instruction in flight; zero if no fence is examined.
    output logic                                                settled,

    // ---- From lsu_lines: accesses that wait; from lsu_follow_up: the access in stage 1
    // Bit l: line-buffer entry l holds an access that is no replay.
    input  wire logic [ul1_pkg::NEW_LINES-1:0]                  line_news,
    // Instruction-table entry of each line-buffer entry; valid where `line_news` is set.
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::INSTR_W-1:0] line_entries,
    // Warp of each line-buffer entry; valid where `line_news` is set.
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0]  line_warps,
    // Bit l: line-buffer entry l holds a store; valid where `line_news` is set.
    input  wire logic [ul1_pkg::NEW_LINES-1:0]                  line_stores,
    // Bit l: line-buffer entry l holds a plain load; valid where `line_news` is set.
    input  wire logic [ul1_pkg::NEW_LINES-1:0]                  line_plain,
    // A cached load (no replay), an inval or a flush is looked up in stage 1.
    input  wire logic                                           s1_look,
    // A CMO (inval or flush) is in stage 1.
    input  wire logic                                           s1_cmo,

    // ---- From lsu_table; to lsu_coalescer
    // Bit i: entry i is a store; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     instr_store,
    // Bit i: entry i is a plain load: no store, no CMO, not ordered; valid for cached entries in flight.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     instr_plain,
    // Bit i: no access of its warp stands in the way of cached entry i, so that it may be chosen.
    output logic      [ul1_pkg::INSTRS-1:0]                     sure,

    // ---- From lsu_deferral: deferred entries; to lsu_pull
    // Bit i: entry i has a deferred access, woken or not.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     is_deferred,
    // The entry in stage 1 becomes deferred, and was not before.
    input  wire logic                                           defer_set,
    // The entry in stage 1 is no longer deferred: its last deferred access is accepted.
    input  wire logic                                           defer_clear,
    // Bit i: a load or CMO of the warp of entry i is deferred, or may yet be, so a cached store must not take
    // a beat.
    output logic      [ul1_pkg::INSTRS-1:0]                     behind_speculative,

    // ---- To lsu_front; from and to lsu_pool
    // Bit i: a new shared access of entry i would wait for an unissued access or a remainder of its warp.
    output logic      [ul1_pkg::INSTRS-1:0]                     behind_own,
    // Instruction-table entry of the shared access that joins the pool.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    join_entry,
    // The warp of the joining access has a remainder; valid with `joins`.
    output logic                                                join_busy,

    // ---- Warps of single entries
    // Shared access that is next to be chosen, one-hot by instruction-table entry; zero if there is none.
    input  wire logic [ul1_pkg::INSTRS-1:0]                     front_one,
    // Warp of the shared access that is next to be chosen; zero if there is none.
    output logic      [ul1_pkg::WARP_W-1:0]                     front_warp,
    // The coalescer forms an access: the lanes that lie on one line.
    input  wire logic                                           coalesce_valid,
    // Instruction-table entry of the access in the coalescer, while it holds one.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    coalesce_entry,
    // Warp of the access in the coalescer; zero if there is none.
    output logic      [ul1_pkg::WARP_W-1:0]                     coalesce_warp,
    // Instruction-table entry of the access in stage 1.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    s1_entry,
    // Warp of the cached access in stage 1.
    output logic      [ul1_pkg::WARP_W-1:0]                     s1_warp,
    // A beat of loaded words is written to the register file.
    input  wire logic                                           rf_valid,
    // Instruction-table entry of the load that is written; valid with `rf_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    rf_entry,
    // Warp of the load that is written; valid with `rf_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                     rf_warp,
    // An instruction retires.
    input  wire logic                                           ret_valid,
    // Instruction-table entry that retires; valid with `ret_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]                    ret_entry,
    // Warp of the retiring instruction; valid with `ret_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                     ret_warp
);

  localparam int INSTRS = ul1_pkg::INSTRS;
  localparam int WARP_W = ul1_pkg::WARP_W;

  // The warp of each entry, bit by bit: a one-hot mask selects a warp without an index, and all entries of a
  // warp are found in one step
  (* mem2reg *) logic [INSTRS-1:0] warp_q [0:ul1_fn::entries(WARP_W)-1];
  logic [INSTRS-1:0] new_one;

  assign new_one = INSTRS'(1) << new_entry;

  (* mem2reg *) logic [INSTRS-1:0] warp_d [0:ul1_fn::entries(WARP_W)-1];

  always @* begin
    for (int b = 0; b < WARP_W; b++) begin
      warp_d[b] = take_new ? (warp_q[b] & ~new_one) | (new_one & {INSTRS{in_warp[b]}}) : warp_q[b];
    end
  end

  always_ff @(posedge clk) begin
    if (take_new) begin
      for (int b = 0; b < WARP_W; b++) warp_q[b] <= warp_d[b];
    end
  end

  always @* begin
    new_same_warp = {INSTRS{take_new}};
    if (take_new) begin
      for (int b = 0; b < WARP_W; b++) new_same_warp = new_same_warp & ~(warp_q[b] ^ {INSTRS{in_warp[b]}});
    end
  end

  // Deferred accesses of the warp in stage 1: whether it has any changes when its entry becomes deferred or
  // is deferred no longer.
  logic [INSTRS-1:0] s1_same_warp;  // all entries of the warp in stage 1
  logic [INSTRS-1:0] same_warp;     // other deferred entries of that warp

  always @* begin
    s1_same_warp = {INSTRS{s1_look}};
    if (s1_look) begin
      for (int b = 0; b < WARP_W; b++) s1_same_warp = s1_same_warp & ~(warp_q[b] ^ {INSTRS{s1_warp[b]}});
    end
  end

  assign same_warp = is_deferred == '0 ? '0 : s1_same_warp & is_deferred & ~(INSTRS'(1) << s1_entry);

  // The outcome of stage 1 decides whether its warp has an ordered load pending, or a deferred access
  // pending.
  logic loads_settled, deferral_settled;

  always_ff @(posedge clk) if (line_enters) s1_warp <= acc_warp;

  assign loads_settled    = done & all_done & instr_ordered[s1_entry];
  assign deferral_settled = defer_set | (defer_clear & same_warp == '0);

  // Only the remainder of a busy warp can have a shared pass, so each shared pass decides whether its warp is
  // busy. While an ordered load of a warp is not done, no other ordered load of it has an access.
  //
  // Each entry keeps the state of its warp. An instruction that is taken copies it from the entries of its
  // warp in flight.
  logic [INSTRS-1:0] is_busy_q, is_ahead_q, ordered_pending_q, has_deferred_q;
  // The entries of these warps, including one that is taken in this cycle
  logic [INSTRS-1:0] of_picked, of_front, of_its, of_s1;

  always @* begin
    of_picked = '0;
    of_front  = '0;
    of_its    = '0;
    of_s1     = '0;
    if (ul1_fn::sim_gate(shared_passes)) begin
      of_picked = '1;
      for (int b = 0; b < WARP_W; b++) of_picked = of_picked & ~(warp_d[b] ^ {INSTRS{picked_warp[b]}});
    end
    if (ul1_fn::sim_gate(choice_new)) begin
      of_front = '1;
      for (int b = 0; b < WARP_W; b++) of_front = of_front & ~(warp_d[b] ^ {INSTRS{front_warp[b]}});
    end
    if (ul1_fn::sim_gate(ordered_issues)) begin
      of_its = '1;
      for (int b = 0; b < WARP_W; b++) of_its = of_its & ~(warp_d[b] ^ {INSTRS{acc_warp[b]}});
    end
    if (ul1_fn::sim_gate(loads_settled | deferral_settled)) begin
      of_s1 = '1;
      for (int b = 0; b < WARP_W; b++) of_s1 = of_s1 & ~(warp_d[b] ^ {INSTRS{s1_warp[b]}});
    end
  end

  // Next value of a copy: the old one, or for a taken instruction that of its warp; set by stage 0 (`begun`),
  // decided by stage 1 (`ends`, `as`)
  function automatic logic [INSTRS-1:0] kept(input logic [INSTRS-1:0] was, input logic [INSTRS-1:0] begun,
                                         input logic [INSTRS-1:0] ends, input logic as);
    kept = take_new ? (was & ~new_one) | (new_one & {INSTRS{(was & new_same_warp & instr_valid) != '0}})
        : was;
    kept = ((kept | begun) & ~ends) | (ends & {INSTRS{as}});
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      is_busy_q         <= '0;
      is_ahead_q        <= '0;
      ordered_pending_q <= '0;
      has_deferred_q    <= '0;
    end else begin
      if (take_new | shared_passes) is_busy_q <= kept(is_busy_q, '0, of_picked & {INSTRS{shared_passes}},
                                                    split_more);
      if (take_new | choice_new | picked_alone) begin
        is_ahead_q <= kept(is_ahead_q, '0, of_picked & {INSTRS{picked_alone}}, 1'b0)
            | (of_front & {INSTRS{choice_new}});
      end
      if (take_new | ordered_issues | loads_settled) begin
        ordered_pending_q <= kept(ordered_pending_q, of_its & {INSTRS{ordered_issues}}, of_s1
                                & {INSTRS{loads_settled}}, 1'b0);
      end
      if (take_new | deferral_settled)
        has_deferred_q <= kept(has_deferred_q, '0, of_s1 & {INSTRS{deferral_settled}}, defer_set);
    end
  end

  assign behind_own = is_busy_q | is_ahead_q;
  assign join_busy  = is_busy_q[join_entry];

  logic [INSTRS-1:0] fence_same_warp;
  logic [WARP_W-1:0] fence_warp;

  always @* begin
    fence_same_warp = '0;
    fence_warp      = '0;
    settled         = 1'b0;
    if (ul1_fn::sim_gate(examined_one != '0)) begin
      fence_same_warp = instr_valid & ~queued;
      for (int b = 0; b < WARP_W; b++) begin
        fence_warp[b]   = (warp_q[b] & examined_one) != '0;
        fence_same_warp = fence_same_warp & ~(warp_q[b] ^ {INSTRS{fence_warp[b]}});
      end
      settled = fence_same_warp == '0;
    end
  end

  // Entries before which another instruction of their warp has an access in the line buffer: a store's, a
  // plain load's, any other. The instruction in the coalescer needs no check, as it is at the head of its
  // warp or is deferred, so that no other instruction of its warp is chosen.
  logic [INSTRS-1:0] line_same_warp, of_stores, of_plain, of_others, looked;

  always @* begin
    of_stores      = '0;
    of_plain       = '0;
    of_others      = '0;
    line_same_warp = '0;
    if (ul1_fn::sim_gate(line_news != '0)) begin
      for (int l = 0; l < ul1_pkg::NEW_LINES; l++) begin
        if (ul1_fn::sim_gate(line_news[l])) begin
          line_same_warp = {INSTRS{line_news[l]}}
              & ~(INSTRS'(1) << line_entries[l*ul1_pkg::INSTR_W +: ul1_pkg::INSTR_W]);
          for (int b = 0; b < WARP_W; b++) line_same_warp = line_same_warp
              & ~(warp_q[b] ^ {INSTRS{line_warps[l*WARP_W + b]}});
          of_stores = of_stores | (line_same_warp & {INSTRS{line_stores[l]}});
          of_plain  = of_plain  | (line_same_warp & {INSTRS{line_plain[l]}});
          of_others = of_others | (line_same_warp & {INSTRS{~line_stores[l] & ~line_plain[l]}});
        end
      end
    end
  end

  assign looked = s1_look ? s1_same_warp & ~(INSTRS'(1) << s1_entry) : '0;
  assign sure   = ~has_deferred_q & ~(instr_ordered & ordered_pending_q) & ~of_others
                  & ((instr_plain & ~of_stores & ~(looked & {INSTRS{s1_cmo}}))
                     | (instr_store & ~of_plain & ~looked)
                     | (~instr_plain & ~instr_store & ~of_stores & ~of_plain & ~looked));

  assign behind_speculative = has_deferred_q | s1_same_warp | of_plain | of_others;

  always @* begin
    front_warp = '0;
    if (ul1_fn::sim_gate(front_one != '0)) begin
      for (int b = 0; b < WARP_W; b++) front_warp[b] = (warp_q[b] & front_one) != '0;
    end
  end

  always @* begin
    coalesce_warp = '0;
    if (ul1_fn::sim_gate(coalesce_valid)) begin
      for (int b = 0; b < WARP_W; b++) coalesce_warp[b] = warp_q[b][coalesce_entry];
    end
  end

  always @* begin
    rf_warp = '0;
    if (ul1_fn::sim_gate(rf_valid)) begin
      for (int b = 0; b < WARP_W; b++) rf_warp[b] = warp_q[b][rf_entry];
    end
  end

  always @* begin
    ret_warp = '0;
    if (ul1_fn::sim_gate(ret_valid)) begin
      for (int b = 0; b < WARP_W; b++) ret_warp[b] = warp_q[b][ret_entry];
    end
  end

  always @(posedge clk) begin
    // The remainder was returned before
    if (!rst & take_again) assert (instr_valid[again_entry] && is_busy_q[again_entry]);
  end

endmodule

`default_nettype wire
