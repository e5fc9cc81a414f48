// Instruction table: the constant properties of each instruction in flight, as they were when it was taken;
// it is a part of lsu. Addresses are in lsu_front and lsu_coalescer, warps in lsu_warps, lane masks in
// lsu_lanes, and the state of fences in lsu_fences.

`default_nettype none

module lsu_table #(
    parameter int LANES = 32
) (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // ---- From lsu_take and the instruction side: the new instruction
    // A new instruction is taken in this cycle.
    input  wire logic                        take_new,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] new_entry,
    // Operation of the new instruction: of an atomic, a lock access or a reduction, else none; valid with
    // `take_new`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]  new_atom,
    // The new instruction is an atomic on global memory; valid with `take_new`.
    input  wire logic                        new_returns,
    // The new instruction is a matrix access, plain or transposed; none for any other; valid with `take_new`.
    input  wire logic [ul1_pkg::MATRIX_W-1:0] new_matrix,
    // Width that gives the slots of the new instruction, of an atomic `cas` twice that of its words; valid
    // with `in_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0] new_width,
    // Loads of 8 and 16 bits are sign-extended; valid with `in_valid`.
    input  wire logic                        in_signed,
    // First destination register; valid with `in_valid`.
    input  wire logic [ul1_pkg::REG_W-1:0]   in_reg,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]            in_mask,
    // Pairs that take the place of lanes: 1 lanes n and n^1, 2 lanes n and n^2; 0 for single lanes; valid
    // with `take_new`.
    input  wire logic [1:0]                  new_pairs,
    // Active lanes of the new instruction; valid with `take_new`.
    input  wire logic [LANES-1:0]            new_mask,
    // The new instruction is null: faulty or without active lanes, it retires without a pass; valid with
    // `take_new`.
    input  wire logic                        new_null,
    // The new instruction is a fence; valid with `take_new`.
    input  wire logic                        new_fence,
    // The new instruction is a store; valid with `take_new`.
    input  wire logic                        new_store,
    // The new instruction accesses shared memory, or would if it were not faulty; valid with `in_valid`.
    input  wire logic                        new_shared,
    // The new instruction is cached: its space is global or local; valid with `take_new`.
    input  wire logic                        new_cached,
    // The new instruction is a load with the hint `ord`; valid with `take_new`.
    input  wire logic                        new_ordered,
    // The new instruction bypasses the cache; valid with `take_new`.
    input  wire logic                        new_bypass,
    // The new instruction is a load that no cache behind may answer; valid with `take_new`.
    input  wire logic                        new_fresh,
    // The new instruction streams: its lines become the oldest of their sets; valid with `take_new`.
    input  wire logic                        new_stream,
    // The new instruction is a store that is written back; valid with `take_new`.
    input  wire logic                        new_writeback,
    // The new instruction is an inval; valid with `take_new`.
    input  wire logic                        new_inval,
    // The new instruction is a flush; valid with `take_new`.
    input  wire logic                        new_flush,

    // ---- To other parts: the instructions in flight
    // Bit i: entry i holds an instruction in flight.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_valid,
    // Bit i: entry i is null, faulty or without active lanes, and only retires; valid where `instr_valid` is
    // set.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_null,
    // Bit i: entry i is a fence; valid where `instr_valid` is set.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_fence,
    // Bit i: entry i is a store; valid where `instr_valid` is set.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_store,
    // Bit i: entry i accesses shared memory; valid where `instr_valid` is set.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_shared,
    // Bit i: entry i is a cached instruction; valid where `instr_valid` is set.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_cached,
    // Bit i: entry i is a load with the hint `ord`; valid where `instr_valid` is set.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_ordered,
    // Bit i: entry i is a flush; valid where `instr_valid` is set.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_flush,
    // An instruction other than a shared access may be taken: an entry is free that is not kept for shared
    // memory.
    output logic                             others_fit,

    // ---- From and to lsu_front: the shared access that is next, or chosen
    // Shared access that is next to be chosen, one-hot by instruction-table entry; zero if there is none.
    input  wire logic [ul1_pkg::INSTRS-1:0]  front_one,
    // Access width of the shared access that is next to be chosen; zero if there is none.
    output logic      [ul1_pkg::WIDTH_W-1:0] front_width,
    // A shared access is chosen: its addresses are read in this cycle.
    input  wire logic                        choice_valid,
    // Instruction-table entry of the shared access that is next to be chosen; zero if there is none.
    input  wire logic [ul1_pkg::INSTR_W-1:0] front_entry,
    // The chosen shared access is sign-extended; valid with `choice_valid`.
    output logic                             choice_signed,
    // Operation of the chosen shared access if it is an atomic, else none; valid with `choice_valid`.
    output logic      [ul1_pkg::ATOM_W-1:0]  choice_atom,
    // Active lanes of the instruction of the chosen shared access; valid with `choice_valid`.
    output logic      [LANES-1:0]            choice_active,

    // ---- From and to lsu_coalescer: the instruction in the coalescer, registered
    // Bit i: entry i is a plain load: no store, no CMO, not ordered; valid for cached entries in flight.
    output logic      [ul1_pkg::INSTRS-1:0]  instr_plain,
    // The coalescer holds another instruction, or a replay, in the next cycle: its state is read now.
    input  wire logic                        reads_other,
    // Instruction that the coalescer reads next, one-hot by entry; valid with `reads_other`.
    input  wire logic [ul1_pkg::INSTRS-1:0]  other_one,
    // Instruction-table entry that the coalescer reads next; valid with `reads_other`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] other_entry,
    // Operation of the reduction in the coalescer; none for any other instruction; valid while it holds one.
    output logic      [ul1_pkg::ATOM_W-1:0]  coalesce_red,
    // The instruction in the coalescer is an atomic on global memory; valid while it holds one.
    output logic                             coalesce_returns,
    // Access width of the instruction in the coalescer; valid while it holds one.
    output logic      [ul1_pkg::WIDTH_W-1:0] coalesce_width,
    // The instruction in the coalescer is sign-extended; valid while it holds one.
    output logic                             coalesce_signed,
    // The instruction in the coalescer is a store; valid while it holds one.
    output logic                             coalesce_store,
    // The instruction in the coalescer bypasses the cache; valid while it holds one.
    output logic                             coalesce_bypass,
    // The instruction in the coalescer is a fresh load; valid while it holds one.
    output logic                             coalesce_fresh,
    // The instruction in the coalescer streams; valid while it holds one.
    output logic                             coalesce_stream,
    // The store in the coalescer is written back; valid while it holds one.
    output logic                             coalesce_writeback,
    // The instruction in the coalescer is an inval; valid while it holds one.
    output logic                             coalesce_inval,
    // The instruction in the coalescer is a flush; valid while it holds one.
    output logic                             coalesce_flush,
    // The instruction in the coalescer is an ordered load; valid while it holds one.
    output logic                             coalesce_ordered,
    // Instruction-table entry of the replay on offer; valid with `replay_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] replay_entry,
    // Active lanes of the instruction of the replay on offer; valid with `replay_valid`.
    output logic      [LANES-1:0]            replay_mask,

    // ---- From and to lsu_newq and lsu_pull: the store of the requested beat
    // Store of the requested beat, one-hot by instruction-table entry; zero if no beat is requested.
    input  wire logic [ul1_pkg::INSTRS-1:0]  feed_one,
    // Access width of the store of the requested beat; zero if no beat is requested.
    output logic      [ul1_pkg::WIDTH_W-1:0] feed_width,
    // Active lanes of the store of the requested beat; zero if no beat is requested.
    output logic      [LANES-1:0]            feed_mask,
    // The requested beat is of a matrix store, plain or transposed; none for any other; valid with
    // `pull_ready`.
    output logic      [ul1_pkg::MATRIX_W-1:0] pull_matrix,

    // ---- From and to lsu_follow_up: the load that is written
    // A beat of loaded words is written to the register file.
    input  wire logic                        rf_valid,
    // Instruction-table entry of the load that is written; valid with `rf_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] rf_entry,
    // Access width of the load that is written; valid with `rf_valid`.
    output logic      [ul1_pkg::WIDTH_W-1:0] rf_width,
    // First destination register of the load that is written; valid with `rf_valid`.
    output logic      [ul1_pkg::REG_W-1:0]   rf_reg,
    // Pairs of lanes that the words are for: 1 lanes n and n^1, 2 lanes n and n^2; 0 for single lanes; valid
    // with `rf_valid`.
    output logic      [1:0]                  rf_pairs,
    // Active lanes of the load that is written; valid with `rf_pairs`.
    output logic      [LANES-1:0]            rf_active,
    // The words are of a matrix load, plain or transposed; none for any other; valid with `rf_valid`.
    output logic      [ul1_pkg::MATRIX_W-1:0] rf_matrix,

    // ---- From lsu_follow_up: retirement frees the entry
    // An instruction retires.
    input  wire logic                        ret_valid,
    // Instruction-table entry that retires; valid with `ret_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] ret_entry
);

  localparam int INSTRS = ul1_pkg::INSTRS;

  logic [INSTRS-1:0]         returns_q;  // atomics on global memory
  logic [INSTRS-1:0]         sign_extend_q, bypass_q, fresh_q, stream_q, writeback_q, inval_q;
  logic [ul1_pkg::REG_W-1:0] first_reg_q   [0:ul1_fn::entries(INSTRS)-1];
  logic [LANES-1:0]          mask_q        [0:ul1_fn::entries(INSTRS)-1];  // active lanes
  // Operations of atomics, lock accesses and reductions
  logic [ul1_pkg::ATOM_W-1:0] atom_q       [0:ul1_fn::entries(INSTRS)-1];

  // Widths, bit by bit, so that a one-hot mask selects one without an index
  localparam int WIDTH_W = ul1_pkg::WIDTH_W;
  (* mem2reg *) logic [INSTRS-1:0] width_q [0:ul1_fn::entries(WIDTH_W)-1];

  // Likewise, whether they are matrix accesses
  localparam int MATRIX_W = ul1_pkg::MATRIX_W;
  (* mem2reg *) logic [INSTRS-1:0] matrix_q [0:ul1_fn::entries(MATRIX_W)-1];

  // Some entries are kept for shared accesses. This counts the entries in use by other instructions.
  logic [ul1_pkg::INSTR_W-1:0] others_q;

  assign others_fit = others_q != ul1_pkg::INSTR_W'(INSTRS - ul1_pkg::INSTRS_KEPT);

  always_ff @(posedge clk) begin : then_state
    logic [INSTRS-1:0] new_one;
    logic              one_more, one_less;

    if (take_new) begin
      new_one = INSTRS'(1) << new_entry;
      instr_null    [new_entry] <= new_null;
      instr_fence   [new_entry] <= new_fence;
      instr_store   [new_entry] <= new_store;
      instr_shared  [new_entry] <= new_shared;
      instr_cached  [new_entry] <= new_cached;
      instr_ordered [new_entry] <= new_ordered;
      bypass_q     [new_entry] <= new_bypass;
      fresh_q      [new_entry] <= ul1_pkg::CACHES_BEHIND != 0 & new_fresh;
      stream_q     [new_entry] <= ul1_pkg::STREAMING != 0 & new_stream;
      writeback_q  [new_entry] <= new_writeback;
      inval_q      [new_entry] <= new_inval;
      instr_flush   [new_entry] <= new_flush;
      for (int b = 0; b < WIDTH_W; b++) width_q[b] <= (width_q[b] & ~new_one)
          | (new_one & {INSTRS{new_width[b]}});
      for (int b = 0; b < MATRIX_W; b++) matrix_q[b] <= (matrix_q[b] & ~new_one)
          | (new_one & {INSTRS{ul1_pkg::MATRIX != 0 & new_matrix[b]}});
      sign_extend_q[new_entry] <= in_signed;
      first_reg_q  [new_entry] <= in_reg;
      mask_q       [new_entry] <= new_mask;
      atom_q       [new_entry] <= new_atom;
      returns_q    [new_entry] <= ul1_pkg::GLOBAL_ATOMICS > 1 & new_returns;
    end

    if (take_new | ret_valid) begin
      one_more = take_new & ~new_shared;
      one_less = ret_valid & ~instr_shared[ret_entry];
      if (one_more & ~one_less) others_q <= others_q + 1'b1;
      if (one_less & ~one_more) others_q <= others_q - 1'b1;
      if (take_new)  instr_valid[new_entry] <= 1'b1;
      if (ret_valid) instr_valid[ret_entry] <= 1'b0;
    end

    if (rst) begin
      others_q      <= '0;
      instr_valid <= '0;
    end
  end

  // Reads of one entry's properties
  assign instr_plain = ~(instr_store | instr_ordered | inval_q | instr_flush);

  always @* begin
    front_width = '0;
    if (ul1_fn::sim_gate(front_one != '0)) begin
      for (int b = 0; b < WIDTH_W; b++) front_width[b] = (width_q[b] & front_one) != '0;
    end
  end

  always @* begin
    choice_signed = 1'b0;
    choice_atom   = ul1_pkg::ATOM_NONE;
    choice_active = '0;
    if (ul1_fn::sim_gate(choice_valid)) begin
      choice_signed = sign_extend_q[front_entry];
      choice_active = mask_q[front_entry];
      if (ul1_pkg::ATOMICS + ul1_pkg::LOCKS > 0) choice_atom = atom_q[front_entry];
    end
  end

  always_ff @(posedge clk) begin
    if (reads_other) begin
      for (int b = 0; b < WIDTH_W; b++) coalesce_width[b] <= (width_q[b] & other_one) != '0;
      coalesce_red       <= ul1_pkg::GLOBAL_ATOMICS != 0 ? atom_q[other_entry] : ul1_pkg::ATOM_NONE;
      coalesce_returns   <= ul1_pkg::GLOBAL_ATOMICS > 1 & (returns_q & other_one) != '0;
      coalesce_signed    <= (sign_extend_q & other_one) != '0;
      coalesce_store     <= (instr_store & other_one) != '0;
      coalesce_bypass    <= (bypass_q & other_one) != '0;
      coalesce_fresh     <= ul1_pkg::CACHES_BEHIND != 0 & (fresh_q & other_one) != '0;
      coalesce_stream    <= ul1_pkg::STREAMING != 0 & (stream_q & other_one) != '0;
      coalesce_writeback <= (writeback_q & other_one) != '0;
      coalesce_inval     <= (inval_q & other_one) != '0;
      coalesce_flush     <= (instr_flush & other_one) != '0;
      coalesce_ordered   <= (instr_ordered & other_one) != '0;
    end
  end

  assign replay_mask = mask_q[replay_entry];

  always @* begin
    feed_width  = '0;
    feed_mask   = '0;
    pull_matrix = '0;
    if (ul1_fn::sim_gate(feed_one != '0)) begin
      for (int b = 0; b < WIDTH_W; b++) feed_width[b] = (width_q[b] & feed_one) != '0;
      if (ul1_pkg::MATRIX > 1) begin
        for (int b = 0; b < MATRIX_W; b++) pull_matrix[b] = (matrix_q[b] & feed_one) != '0;
      end
      for (int i = 0; i < INSTRS; i++) begin
        if (ul1_fn::sim_gate(feed_one[i])) feed_mask = feed_mask | (mask_q[i] & {LANES{feed_one[i]}});
      end
    end
  end

  always @* begin
    rf_width  = '0;
    rf_reg    = '0;
    rf_matrix = '0;
    if (ul1_fn::sim_gate(rf_valid)) begin
      for (int b = 0; b < WIDTH_W; b++) rf_width[b] = width_q[b][rf_entry];
      rf_reg = first_reg_q[rf_entry];
      if (ul1_pkg::MATRIX != 0) begin
        for (int b = 0; b < MATRIX_W; b++) rf_matrix[b] = matrix_q[b][rf_entry];
      end
    end
  end

  // Pairs of lanes, and the lanes of these
  if (ul1_pkg::LANE_PAIRS != 0) begin : g_pairs
    logic [1:0]       pairs_q  [0:ul1_fn::entries(INSTRS)-1];
    logic [LANES-1:0] active_q [0:ul1_fn::entries(INSTRS)-1];

    always_ff @(posedge clk) begin
      if (take_new) begin
        pairs_q [new_entry] <= new_pairs;
        active_q[new_entry] <= in_mask;
      end
    end

    always @* begin
      rf_pairs  = '0;
      rf_active = '0;
      if (ul1_fn::sim_gate(rf_valid)) begin
        rf_pairs  = pairs_q [rf_entry];
        rf_active = active_q[rf_entry];
      end
    end
  end else begin : g_lanes
    logic unused_lanes;
    assign unused_lanes = ^{in_mask, new_pairs};
    assign rf_pairs     = '0;
    assign rf_active    = '0;
  end

  always @(posedge clk) begin
    if (!rst & (ret_valid | rf_valid)) begin
      // An instruction retires once
      assert (!(ret_valid && !instr_valid[ret_entry]) && !(rf_valid && !instr_valid[rf_entry]));
    end
  end

endmodule

`default_nettype wire
