// Prepares shared accesses, in two stages before stage 0: a part of lsu. In the first stage an access is
// chosen in rotation, and its lane addresses are read. In the second they become slot addresses, and the
// access joins the pool.

`default_nettype none

module lsu_front #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                           clk,
    input  wire logic                           rst,

    // ---- From outside the L1: a setting
    // A bank of 64 bits has neighbouring words of shared memory (b64), else words that lie LANES words apart
    // (b32).
    input  wire logic [ul1_pkg::BANKWIDTH_W-1:0]cfg_bankwidth,

    // ---- From lsu_take and the instruction side: the new instruction
    // A new instruction for shared memory is taken in this cycle.
    input  wire logic                           take_shared,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]    new_entry,
    // Byte address of each lane; ignored for a remainder, as the instruction table keeps its addresses; valid
    // with `in_valid`.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] in_addr,

    // ---- Sets of entries: the next one is chosen among instructions at the head of their warp and
    // remainders in the table
    // Bit i: entry i is in the new queue, and no earlier instruction of its warp there must go first.
    input  wire logic [ul1_pkg::INSTRS-1:0]     at_head,
    // Bit i: entry i accesses shared memory; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_shared,
    // Bit i: entry i is null, faulty or without active lanes, and only retires; valid where `instr_valid` is
    // set.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_null,
    // Bit i: entry i is a store; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_store,
    // Bit i: the store in entry i holds an intake beat for its next access.
    input  wire logic [ul1_pkg::INSTRS-1:0]     fed,
    // Bit i: a new shared access of entry i would wait for an unissued access or a remainder of its warp.
    input  wire logic [ul1_pkg::INSTRS-1:0]     behind_own,
    // POOL_SAME_WARP accesses already wait for their warp, so no further one that would wait may be chosen.
    input  wire logic                           same_warp_full,
    // Bit i: the remainder of entry i in the table may be chosen.
    input  wire logic [ul1_pkg::INSTRS-1:0]     left_ready,

    // ---- The shared access that is next, and its properties; from lsu_pool: a free entry
    // Shared access that is next to be chosen, one-hot by instruction-table entry; zero if there is none.
    output logic      [ul1_pkg::INSTRS-1:0]     front_one,
    // Instruction-table entry of the shared access that is next to be chosen; zero if there is none.
    output logic      [ul1_pkg::INSTR_W-1:0]    front_entry,
    // Warp of the shared access that is next to be chosen; zero if there is none.
    input  wire logic [ul1_pkg::WARP_W-1:0]     front_warp,
    // Access width of the shared access that is next to be chosen; zero if there is none.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    front_width,
    // Lowest sub-warp to do of the shared instruction that is next to be chosen; zero if there is none.
    input  wire logic [ul1_pkg::SUB_W-1:0]      front_sub,
    // Sub-warp of the remainder that is next to be chosen; valid if `front_one` has a remainder in the table.
    input  wire logic [ul1_pkg::SUB_W-1:0]      front_left_sub,
    // A pool entry is free for one more access, beside the one that joins.
    input  wire logic                           place_free,
    // Another shared access was eligible in the previous cycle, and was not chosen.
    output logic                                others,

    // ---- The choice. The slots of a remainder arrive one cycle later.
    // A shared access is chosen: its addresses are read in this cycle.
    output logic                                choice_valid,
    // The shared access that is chosen in this cycle is new: it has had no pass.
    output logic                                choice_new,
    // The shared access that is chosen in this cycle is a remainder in the table.
    output logic                                choice_left,
    // The shared access that is chosen in this cycle is a store.
    output logic                                choice_store,
    // The chosen shared access is sign-extended; valid with `choice_valid`.
    input  wire logic                           choice_signed,
    // Operation of the chosen shared access if it is an atomic, else none; valid with `choice_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]     choice_atom,
    // Active lanes of the instruction of the chosen shared access; valid with `choice_valid`.
    input  wire logic [LANES-1:0]               choice_active,
    // Intake beat of the chosen shared access; zero unless it is a store.
    input  wire logic [ul1_pkg::INTAKE_W-1:0]   choice_beat,
    // Slots of the chosen remainder, in the cycle after `choice_left`.
    input  wire logic [LANES-1:0]               left_mask,

    // ---- To lsu_pool: the prepared access
    // The prepared shared access joins the pool at the end of this cycle.
    output logic                                joins,
    // The joining access has had no pass yet; valid with `joins`.
    output logic                                join_unissued,
    // The joining access was to wait for its warp when it was chosen; zero if none joins.
    output logic                                join_behind,
    // Instruction-table entry of the joining access; valid with `joins`.
    output logic      [ul1_pkg::INSTR_W-1:0]    join_entry,
    // Sub-warp of the joining access; valid with `joins`.
    output logic      [ul1_pkg::SUB_W-1:0]      join_sub,
    // The joining access is of the last sub-warp of its instruction; valid with `joins`.
    output logic                                join_last,
    // Warp of the joining access; valid with `joins`.
    output logic      [ul1_pkg::WARP_W-1:0]     join_warp,
    // The joining access is a store; valid with `joins`.
    output logic                                join_store,
    // Operation of the joining access if it is an atomic, else none; valid with `joins`.
    output logic      [ul1_pkg::ATOM_W-1:0]     join_atom,
    // Access width of the joining access; valid with `joins`.
    output logic      [ul1_pkg::WIDTH_W-1:0]    join_width,
    // The joining access is sign-extended; valid with `joins`.
    output logic                                join_signed,
    // Intake beat of the joining store; valid with `joins`.
    output logic      [ul1_pkg::INTAKE_W-1:0]   join_beat,
    // Slots of the joining access that wait; valid with `joins`.
    output logic      [LANES-1:0]               join_mask,
    // Array byte address of each slot of the joining access; valid with `joins`.
    output logic      [LANES*ADDR_W-1:0]        join_addr
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;
  localparam int SUB_W   = ul1_pkg::SUB_W;
  localparam int VA_W    = ul1_pkg::VA_W;

  // Whether further accesses may wait for their warp is known late, so the next access is computed for both
  // cases.
  logic [INSTRS-1:0] any, free, candidates, behind_q, any_one, free_one, any_from, free_from;

  assign any        = left_ready | (at_head & instr_shared & ~instr_null & (~instr_store | fed));
  assign free       = any & (left_ready | ~behind_own);
  assign candidates = same_warp_full ? free : any;

  next_in #(.N(INSTRS)) u_any  (.candidates(any), .behind(behind_q), .next(any_one), .from(any_from));
  next_in #(.N(INSTRS)) u_free (.candidates(free), .behind(behind_q), .next(free_one), .from(free_from));

  assign front_one    = same_warp_full ? free_one : any_one;
  assign front_entry  = INSTR_W'({ul1_fn::index(64'(front_one))});
  assign choice_valid = (same_warp_full ? free != '0 : any != '0) & place_free;
  assign choice_left  = choice_valid & (front_one & left_ready) != '0;
  assign choice_new   = choice_valid & (front_one & left_ready) == '0;
  assign choice_store = choice_valid & (front_one & instr_store) != '0;

  always_ff @(posedge clk) begin
    others <= ~rst & (candidates & ~(choice_valid ? front_one : '0)) != '0;
    if (rst)               behind_q <= {{(INSTRS-1){1'b1}}, 1'b0};
    else if (choice_valid) behind_q <= (same_warp_full ? free_from : any_from) << 1;
  end

  // A shared access needs only its array address, so nothing else is kept.
  logic [LANES*ADDR_W-1:0] in_array_addr, lane_addr;

  always @* begin
    in_array_addr = '0;
    if (take_shared) begin
      for (int l = 0; l < LANES; l++) in_array_addr[l*ADDR_W +: ADDR_W] = in_addr[l*VA_W +: ADDR_W];
    end
  end

  ram #(.ROWS(INSTRS), .ROW_W(INSTR_W), .PARTS(1), .PART_W(LANES*ADDR_W)) u_addresses (
      .clk, .re(choice_valid), .raddr(front_entry), .rdata(lane_addr), .we(take_shared), .waddr(new_entry),
      .wdata(in_array_addr)
  );

  // Slots of the access that joins. It is the last of its instruction if no lane above its sub-warp is
  // active, and one inside is.
  logic [SUB_W-1:0] choice_sub;
  logic [LANES-1:0] join_active_q, join_slots, join_lanes, lanes_above, access_slots;

  assign choice_sub = choice_left ? front_left_sub : front_sub;

  lsu_members #(.LANES(LANES)) u_join_members (.width(join_width), .sub(join_sub), .members(join_lanes));

  lsu_slots #(.LANES(LANES)) u_slots (
      .width (join_width), .sub (join_sub), .active (join_active_q), .slots (join_slots)
  );

  assign lanes_above = ~(join_lanes | (join_lanes - 1'b1));
  assign join_last   = (join_active_q & join_lanes) != '0 & (join_active_q & lanes_above) == '0;
  assign join_mask   = join_unissued ? join_slots & access_slots : left_mask;

  // The slots of the second operand of an atomic `cas` have no access.
  always @* begin
    access_slots = '1;
    if (ul1_pkg::ATOMICS > 0 & join_atom == ul1_pkg::ATOM_CAS)
      access_slots = join_width == ul1_pkg::WIDTH_B64 ? {LANES/2{2'b01}} : {LANES/4{4'b0011}};
  end

  always_ff @(posedge clk) begin
    joins       <= choice_valid & ~rst;
    join_behind <= choice_new & (front_one & behind_own) != '0 & ~rst;
    if (choice_valid) begin
      join_unissued <= choice_new;
      join_entry    <= front_entry;
      join_sub      <= choice_sub;
      join_warp     <= front_warp;
      join_store    <= choice_store;
      join_width    <= front_width;
      join_signed   <= choice_signed;
      join_atom     <= ul1_pkg::ATOMICS + ul1_pkg::LOCKS > 0 ? choice_atom : ul1_pkg::ATOM_NONE;
      join_beat     <= choice_beat;
      join_active_q   <= choice_active;
    end
  end

  logic [LANES*ADDR_W-1:0] slot_addr;

  lsu_addresses #(.LANES(LANES)) u_slot_addresses (
      .valid (joins), .width (join_width), .sub (join_sub), .lanes (lane_addr), .slots (slot_addr)
  );

  // With banks of 64 bits, two neighbouring words are in one bank: the lowest bit of a word's number becomes
  // the one that selects a half of a bank.
  if (ul1_pkg::BANK_WORDS > 1) begin : g_bank64
    localparam int BYTE_W = ul1_pkg::BYTE_W;
    localparam int PAIR_W = $clog2(LANES) + 1;

    always @* begin
      join_addr = slot_addr;
      if (cfg_bankwidth == ul1_pkg::BANKWIDTH_B64) begin
        for (int s = 0; s < LANES; s++)
          join_addr[s*ADDR_W + BYTE_W +: PAIR_W] = {slot_addr[s*ADDR_W + BYTE_W],
                                                    slot_addr[s*ADDR_W + BYTE_W + 1 +: PAIR_W - 1]};
      end
    end
  end else begin : g_bank32
    logic unused_setting;
    assign unused_setting = ^cfg_bankwidth;
    assign join_addr      = slot_addr;
  end

endmodule

`default_nettype wire
