// Coalescer: forms cached accesses, in two stages before stage 0; it is a part of lsu. The first stage
// chooses a replay of a filled line, else a line of the urgent deferred entry, else the next in rotation. The
// rotation covers instructions at the head of their warp and woken deferred entries. The lane addresses are
// read at the end. In the second stage it collects the lanes that lie on one line, and the access joins the
// line buffer (lsu_lines).

`default_nettype none

module lsu_coalescer #(
    parameter  int LANES  = 32,
    localparam int COLUMN_W = ul1_pkg::column_w(LANES),
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                           clk,
    input  wire logic                           rst,

    // ---- From lsu_take and the instruction side: the new instruction
    // A new instruction that does not access shared memory is taken in this cycle.
    input  wire logic                           take_cached,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]    new_entry,
    // The lanes' addresses of the new instruction are interleaved; valid with `in_valid`.
    input  wire logic                           new_interleaved,
    // Byte address of each lane; ignored for a remainder, as the instruction table keeps its addresses; valid
    // with `in_valid`.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] in_addr,

    // ---- From fill and prt: the replay on offer
    // An access waits to be replayed.
    input  wire logic                           replay_valid,
    // PRT entry of the access that waits to be replayed; valid with `replay_valid`.
    input  wire logic [ul1_pkg::PRT_W-1:0]      replay_prt,
    // Instruction-table entry of the replay on offer; valid with `replay_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]    replay_entry,
    // Part (of a sub-warp) that the access to replay is of; 0 for a bare replay; valid with `replay_valid`.
    input  wire logic [ul1_pkg::PART_W-1:0]     merged_part,
    // Line of the access to replay; valid with `replay_valid`.
    input  wire logic [LINE_W-1:0]              merged_line,
    // The access to replay is the last of its PRT entry; valid with `replay_valid`.
    input  wire logic                           merged_last,
    // Error of the PRT entry to replay, or none; valid with `replay_valid`.
    input  wire logic [ul1_pkg::ERR_W-1:0]      merged_err,
    // The replay is bare: no load waits for the line, only stores are held, so it has no slots; valid with
    // `replay_valid`.
    input  wire logic                           merged_bare,
    // The replay on offer is taken in this cycle.
    output logic                                coalesce_ready,

    // ---- From old: the access with old words
    // An access with old words, or an error, waits for its pass.
    input  wire logic                           old_valid,
    // Number of the access that waits for its pass; valid with `old_valid`.
    input  wire logic [ul1_pkg::OLD_W-1:0]      old_number,
    // Instruction-table entry of the access that waits for its pass; valid with `old_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]    old_entry,
    // Part (of a sub-warp) that the access that waits for its pass is of; valid with `old_valid`.
    input  wire logic [ul1_pkg::PART_W-1:0]     old_part,
    // Slots of the access that waits for its pass; valid with `old_valid`.
    input  wire logic [LANES-1:0]               old_mask,
    // Error of the access that waits for its pass, or none; valid with `old_valid`.
    input  wire logic [ul1_pkg::ERR_W-1:0]      old_err,
    // The access with old words is taken in this cycle: no replay of a line is on offer.
    output logic                                coalesce_old,

    // ---- From lsu_deferral: deferred entries
    // Bit i: entry i has a deferred access that was woken, so that the coalescer may choose it.
    input  wire logic [ul1_pkg::INSTRS-1:0]     awake,
    // The urgent deferred entry, one-hot; zero if there is none.
    input  wire logic [ul1_pkg::INSTRS-1:0]     urgent_one,
    // Bit i: entry i has a deferred access that is not woken, so that nothing of it may be chosen.
    input  wire logic [ul1_pkg::INSTRS-1:0]     unwoken,

    // ---- From lsu_lines: free entries
    // A line-buffer entry for a replay is free.
    input  wire logic                           replay_free,
    // At least two line-buffer entries for replays are free.
    input  wire logic                           replay_spare,
    // A line-buffer entry for a load or an inval is free beside the one that the coalescer fills.
    input  wire logic                           loads_fit,
    // A line-buffer entry for a store or a flush is free beside the one that the coalescer fills.
    input  wire logic                           stores_fit,

    // ---- Sets of entries: the next one is chosen among these; from wdb: a credit
    // Bit i: entry i is in the new queue, and no earlier instruction of its warp there must go first.
    input  wire logic [ul1_pkg::INSTRS-1:0]     at_head,
    // Successor of the instruction in the coalescer: the next of its warp in the new queue, cached or fence;
    // one-hot or zero.
    input  wire logic [ul1_pkg::INSTRS-1:0]     successor,
    // Bit i: no access of its warp stands in the way of cached entry i, so that it may be chosen.
    input  wire logic [ul1_pkg::INSTRS-1:0]     sure,
    // Bit i: entry i is a cached instruction; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_cached,
    // Bit i: entry i is null, faulty or without active lanes, and only retires; valid where `instr_valid` is
    // set.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_null,
    // Bit i: entry i is a store; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_store,
    // Bit i: entry i is a plain load: no store, no CMO, not ordered; valid for cached entries in flight.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_plain,
    // Bit i: entry i is a flush; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_flush,
    // Bit i: the store in entry i holds an intake beat for its next access.
    input  wire logic [ul1_pkg::INSTRS-1:0]     fed,
    // Credit for a cached store or a flush: an entry is free for it, and another for a dirty victim.
    input  wire logic                           credit_cached,

    // ---- The instruction in the coalescer, and the one that is read for the next cycle
    // The coalescer holds an instruction; its access is cancelled if the entry is deferred.
    output logic                                reading,
    // The coalescer forms an access: the lanes that lie on one line.
    output logic                                coalesce_valid,
    // The coalescer holds an instruction in the next cycle.
    output logic                                reads,
    // The coalescer holds another instruction, or a replay, in the next cycle: its state is read now.
    output logic                                reads_other,
    // Instruction that the coalescer reads next, one-hot by entry; valid with `reads_other`.
    output logic      [ul1_pkg::INSTRS-1:0]     other_one,
    // Instruction-table entry that the coalescer reads next; valid with `reads_other`.
    output logic      [ul1_pkg::INSTR_W-1:0]    other_entry,
    // The coalescer takes the replay on offer.
    output logic                                takes_replay,
    // Instruction-table entry of the access in the coalescer, while it holds one.
    output logic      [ul1_pkg::INSTR_W-1:0]    coalesce_entry,
    // Instruction in the coalescer, one-hot by entry, unless its access is a replay; else zero.
    output logic      [ul1_pkg::INSTRS-1:0]     coalesce_new,
    // The lanes of the line in the coalescer are to do no more: a new line access forms.
    output logic                                coalesced_todo,
    // The line in the coalescer is the last one of its instruction that is to do.
    output logic                                ends_new,
    // Access width of the instruction in the coalescer; valid while it holds one.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    coalesce_width,
    // Lanes to do of the instruction in the coalescer; for a replay its active lanes; valid while it holds
    // one.
    input  wire logic [LANES-1:0]               coalesce_todo,
    // The instruction in the coalescer is a store; valid while it holds one.
    input  wire logic                           coalesce_store,
    // Operation of the reduction or atomic in the coalescer; none for any other instruction; valid while it
    // holds one.
    input  wire logic [ul1_pkg::ATOM_W-1:0]     coalesce_red,

    // ---- To lsu_lines: the line access
    // The line access that the coalescer forms joins the line buffer at the end of this cycle.
    output logic                                line_joins,
    // Kind of the access in the coalescer: 0 load or inval, 1 store or flush, 2 replay; valid while it holds
    // one.
    output logic      [1:0]                     line_kind,
    // Part (of a sub-warp) that the line access in the coalescer is of; valid with `line_joins`.
    output logic      [ul1_pkg::PART_W-1:0]     line_part,
    // Lanes of the line access in the coalescer; zero if there is none.
    output logic      [LANES-1:0]               line_lanes,
    // Slots of the line access in the coalescer; valid with `line_joins`.
    output logic      [LANES-1:0]               line_mask,
    // Line number of the line access in the coalescer; valid with `line_joins`.
    output logic      [LINE_W-1:0]              line_line,
    // Array byte address of each slot of the line access in the coalescer; valid with `line_joins`.
    output logic      [LANES*ADDR_W-1:0]        line_addr,
    // The line access in the coalescer is the last of its sub-warp; zero for a replay; valid with
    // `line_joins`.
    output logic                                line_ends,
    // The line access in the coalescer is the last of its instruction; zero for a replay.
    output logic                                line_final,
    // PRT entry of the replay in the coalescer; valid for a replay, with `line_joins`.
    output logic      [ul1_pkg::PRT_W-1:0]      line_prt,
    // The replay in the coalescer is the last of its PRT entry; valid for a replay, with `line_joins`.
    output logic                                line_last,
    // Error of the replay in the coalescer, or none; valid for a replay, with `line_joins`.
    output logic      [ul1_pkg::ERR_W-1:0]      line_err,
    // The replay in the coalescer is bare: it has no slots; zero for anything but a replay.
    output logic                                line_bare,
    // The replay in the coalescer returns old words; zero for any other access.
    output logic                                line_old,
    // Number of the old words of the replay in the coalescer; valid with `line_old`.
    output logic      [ul1_pkg::OLD_W-1:0]      line_number
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;
  localparam int SUB_W   = ul1_pkg::SUB_W;
  localparam int PART_W  = ul1_pkg::PART_W;
  localparam int VA_W    = ul1_pkg::VA_W;
  localparam int BYTE_W  = ul1_pkg::BYTE_W;

  localparam logic [1:0] LOAD = 2'd0, STORE = 2'd1, REPLAY = 2'd2;

  // ---------------------------------------------------------------------------------------------------------
  // Second stage: the lanes of one line

  logic [1:0]            kind_q;
  logic [PART_W-1:0]     replay_part_q;
  logic [LINE_W-1:0]     replay_line_q;
  logic [LANES*VA_W-1:0] addr;
  logic [LANES-1:0]      among, first, members, part_members, could, on_line, left;
  logic [LANES-1:0]      found;   // the lanes to do that lie on the line
  logic [LANES-1:0]      line_slots, old_lanes;
  logic [LANES-1:0]      behind;  // those of a reduction with a lower one on their word
  logic [SUB_W-1:0]      sub;
  logic [LANE_W-1:0]     lane;
  logic [LINE_W-1:0]     lane_line;
  logic                  is_new;

  // The bits of a lane's number as upper ones
  function automatic logic [ul1_fn::LANE_MOST_W-1:0] upper(input logic [LANE_W-1:0] number);
    upper = ul1_fn::LANE_MOST_W'(number) << (ul1_fn::LANE_MOST_W - LANE_W);
  endfunction

  assign is_new         = kind_q != REPLAY;
  assign coalesce_valid = reading & ~(is_new & unwoken[coalesce_entry]);
  assign coalesced_todo = coalesce_valid & is_new;

  always @* begin
    among     = '0;
    first     = '0;
    lane      = '0;
    lane_line = '0;
    line_line = '0;
    line_part = '0;
    if (ul1_fn::sim_gate(coalesce_valid)) begin
      among = line_old ? old_lanes : coalesce_todo;
      first = LANES'({ul1_fn::first(64'(among))});
      lane  = LANE_W'({ul1_fn::index(64'(first))});
      if (ul1_fn::sim_gate(kind_q != REPLAY | line_old)) begin
        for (int l = 0; l < LANES; l++) begin
          if (ul1_fn::sim_gate(first[l])) begin
            lane_line = lane_line | (addr[l*VA_W + COLUMN_W + BYTE_W +: LINE_W] & {LINE_W{first[l]}});
          end
        end
      end
      line_line = kind_q == REPLAY & ~line_old ? replay_line_q : lane_line;
      line_part = kind_q == REPLAY ? replay_part_q
                  : ul1_fn::part_of(upper(lane), coalesce_width);
    end
  end

  always @* begin
    could      = '0;
    on_line    = '0;
    found      = '0;
    if (ul1_fn::sim_gate(coalesce_valid)) begin
      could = part_members & among;
      if (coalesce_valid & ~line_bare) begin
        for (int l = 0; l < LANES; l++) begin
          if (ul1_fn::sim_gate(could[l]))
            on_line[l] = addr[l*VA_W + COLUMN_W + BYTE_W +: LINE_W] == line_line;
        end
      end
      found = on_line & could;
    end
  end

  // A reduction has one lane for each word, the lowest. Its other lanes remain to do. A `cas` has one for
  // each aligned pair of its words, as the second operand has the place of the other one.
  logic                is_cas;
  logic [COLUMN_W-1:0] either;  // bits of a word's number that do not count

  assign is_cas = ul1_pkg::GLOBAL_ATOMICS > 1 & coalesce_red == ul1_pkg::ATOM_CAS;
  assign either = ~is_cas ? '0 : coalesce_width == ul1_pkg::WIDTH_B64 ? COLUMN_W'(1) : COLUMN_W'(3);

  if (ul1_pkg::GLOBAL_ATOMICS != 0) begin : g_words
    always @* begin
      behind = '0;
      if (ul1_fn::sim_gate(coalesce_valid & is_new & coalesce_red != ul1_pkg::ATOM_NONE)) begin
        for (int l = 1; l < LANES; l++) begin
          for (int j = 0; j < l; j++) begin
            if (found[j] & (addr[l*VA_W + BYTE_W +: COLUMN_W] | either)
                           == (addr[j*VA_W + BYTE_W +: COLUMN_W] | either))
              behind[l] = 1'b1;
          end
        end
      end
      if (~is_new | coalesce_red == ul1_pkg::ATOM_NONE) behind = '0;
    end
  end else begin : g_words
    logic unused_red;
    assign unused_red = ^coalesce_red ^ ^either;
    assign behind     = '0;
  end

  assign line_lanes   = found & ~behind;
  assign left         = coalesce_todo & ~line_lanes;
  assign line_ends    = is_new & (left & members) == '0;
  assign line_final   = coalesced_todo & left == '0;
  assign ends_new     = line_final;
  assign line_joins   = coalesce_valid;
  assign line_kind    = kind_q;
  assign coalesce_new = reading & is_new ? INSTRS'(1) << coalesce_entry : '0;

  assign sub          = ul1_fn::sub_of_part(line_part);

  lsu_members #(.LANES(LANES)) u_members (.width(coalesce_width), .sub, .members);

  if (ul1_pkg::LANE_GROUPS != 1) begin : g_parts
    always @* begin
      for (int l = 0; l < LANES; l++) begin
        part_members[l] = ul1_fn::part_of(upper(LANE_W'(l)), coalesce_width) == line_part;
      end
    end
  end else begin : g_parts
    assign part_members = members;
  end

  lsu_slots #(.LANES(LANES)) u_slots (
      .width (coalesce_width), .sub, .active (line_lanes), .slots (line_slots)
  );

  // The slots of the second operand of a `cas` have no access.
  assign line_mask = line_slots & (~is_cas ? '1 : coalesce_width == ul1_pkg::WIDTH_B64
                                   ? {LANES/4{4'b0101}} : {LANES/4{4'b0011}});

  // The lanes of the slots with old words
  if (ul1_pkg::GLOBAL_ATOMICS > 1) begin : g_old
    logic [LANES-1:0]          old_slots_q;
    logic [ul1_pkg::SUB_W-1:0] old_sub;
    logic [LANES/2-1:0]        pairs;
    logic [LANES/4-1:0]        quads;

    assign old_sub = ul1_fn::sub_of_part(replay_part_q);

    always @* begin
      for (int i = 0; i < LANES/2; i++) pairs[i] = old_slots_q[2*i];
      for (int i = 0; i < LANES/4; i++) quads[i] = old_slots_q[4*i];
      case (ul1_fn::words(coalesce_width))
        3'd1:    old_lanes = old_slots_q;
        3'd2:    old_lanes = LANES'(pairs) << (old_sub[0] ? LANES/2 : 0);
        default: old_lanes = LANES'(quads) << (LANES/4 * old_sub);
      endcase
    end

    always_ff @(posedge clk) begin
      if (takes_old) old_slots_q <= old_mask;
    end
  end else begin : g_old
    logic unused_old;
    assign unused_old = ^old_mask;
    assign old_lanes  = '0;
  end

  logic [LANES*ADDR_W-1:0] lane_addr;

  always @* begin
    lane_addr = '0;
    if (coalesce_valid & ~line_bare) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*ADDR_W +: ADDR_W] = addr[l*VA_W +: ADDR_W];
    end
  end

  lsu_addresses #(.LANES(LANES)) u_slot_addresses (
      .valid (coalesce_valid & ~line_bare), .width (coalesce_width), .sub, .lanes (lane_addr),
      .slots (line_addr)
  );

  // ---------------------------------------------------------------------------------------------------------
  // First stage: choice

  // The urgent deferred entry has priority. Then loads and invals, and stores and flushes, have a rotation
  // over entries each, and the two alternate. The instruction in the coalescer takes no part in them. If
  // there is no other instruction, it continues with a further line if lanes are left; else its successor in
  // the warp begins. Whether lanes are left is known last in the cycle.
  //
  // Whether a line-buffer entry and a credit are free is known late, and is the same for all of a kind. So it
  // is applied behind the rotations.
  logic [INSTRS-1:0] storing, may, others, load_one, store_one, picked;
  // All positions behind the last of each rotation; all from its next one on
  logic [INSTRS-1:0] behind_load_q, behind_store_q, from_load, from_store;
  // All positions from the instruction on that goes if there is no other
  logic [INSTRS-1:0] instead_from;
  logic              stored_last_q, moves_load, moves_store, urges, again_new, successor_new, next_stores;
  // A store or a flush may be chosen: a line-buffer entry and a WDB credit are free
  logic stores_can;
  logic any_load, any_store;  // another instruction of the kind can be chosen

  assign storing        = instr_store | instr_flush;
  assign stores_can     = credit_cached & stores_fit;
  assign coalesce_ready = replay_free & (replay_spare | ~(reading & kind_q == REPLAY));

  always @* begin
    may    = '0;
    others = '0;
    if (ul1_fn::sim_gate((((at_head | successor) & instr_cached) | awake) != '0)) begin
      may    = ((at_head | successor) & instr_cached & ~instr_null & sure & (~instr_store | fed)) | awake;
      others = may & (at_head | awake) & ~coalesce_new;
    end
  end

  // True if one of the entries in `these` can be chosen
  function automatic logic can(input logic [INSTRS-1:0] these, input logic [INSTRS-1:0] stores,
                               input logic loads_too,
                               input logic stores_too);
    can = ((these & ~stores) != '0 & loads_too) | ((these & stores) != '0 & stores_too);
  endfunction

  next_in #(.N(INSTRS)) u_loads (.candidates(others & ~storing), .behind(behind_load_q),
                             .next(load_one), .from(from_load));
  next_in #(.N(INSTRS)) u_stores (.candidates(others & storing), .behind(behind_store_q),
                              .next(store_one), .from(from_store));

  assign any_load  = (others & ~storing) != '0 & loads_fit;
  assign any_store = (others & storing) != '0 & stores_can;
  assign urges     = can(others & urgent_one, storing, loads_fit, stores_can);
  assign picked    = urges ? urgent_one : any_store & (~any_load | ~stored_last_q) ? store_one : load_one;

  // A successor that waits only for the line in the coalescer is of the same kind: both are stores, or both
  // are plain loads.
  logic [INSTRS-1:0] successor_sure;
  logic              takes_old;  // the access with old words is taken

  assign successor_sure = successor & ((instr_store & {INSTRS{coalesce_store}})
                                       | (instr_plain & {INSTRS{instr_plain[coalesce_entry]}}));
  assign again_new      = can(may & coalesce_new, storing, loads_fit, stores_can) & left != '0
                          & ~(coalesce_store & line_ends);
  assign successor_new  = can(may & successor_sure, storing, loads_fit, stores_can) & left == '0;
  assign instead_from   = again_new ? ~(coalesce_new - 1'b1) : ~(successor - 1'b1);
  assign coalesce_old   = ul1_pkg::GLOBAL_ATOMICS > 1 & coalesce_ready & ~replay_valid;
  assign takes_old      = old_valid & coalesce_old;
  assign takes_replay   = (replay_valid & coalesce_ready) | takes_old;
  assign reads          = reads_other | again_new;

  // The entry of another instruction is known earlier than whether there is one.
  logic              any_other;
  logic [INSTRS-1:0] other_new;
  logic [INSTR_W-1:0] again_entry;  // of the replay that is taken

  assign any_other   = any_load | any_store;
  assign other_new   = any_other ? picked : successor;
  assign again_entry = takes_old ? old_entry : replay_entry;
  assign other_one   = takes_replay ? INSTRS'(1) << again_entry : other_new;
  assign other_entry = takes_replay ? again_entry : INSTR_W'({ul1_fn::index(64'(other_new))});
  assign reads_other = takes_replay | any_other | (~again_new & successor_new);
  assign next_stores = ~any_other & again_new ? kind_q == STORE : (other_new & storing) != '0;
  assign moves_load  = reads & ~takes_replay & ~urges & ~next_stores;
  assign moves_store = reads & ~takes_replay & ~urges & next_stores;

  // The addresses of the new instruction. Interleaved, a lane's number is between word and byte of its
  // address, and that many upper bits are lost.
  logic [LANES*VA_W-1:0] new_addr;

  always @* begin
    new_addr = in_addr;
    if (ul1_pkg::LOCAL_INTERLEAVE != 0 & new_interleaved) begin
      for (int l = 0; l < LANES; l++) begin
        new_addr[l*VA_W +: VA_W] = {in_addr[l*VA_W + BYTE_W +: VA_W - LANE_W - BYTE_W], LANE_W'(l),
                                    in_addr[l*VA_W +: BYTE_W]};
      end
    end
  end

  ram #(.ROWS(INSTRS), .ROW_W(INSTR_W), .PARTS(1), .PART_W(LANES*VA_W)) u_addresses (
      .clk, .re(reads_other), .raddr(other_entry), .rdata(addr), .we(take_cached), .waddr(new_entry),
      .wdata(new_addr)
  );

  always_ff @(posedge clk) begin
    reading <= reads & ~rst;
    if (reads_other) begin
      coalesce_entry <= other_entry;
      kind_q           <= takes_replay ? REPLAY : next_stores ? STORE : LOAD;
      line_bare      <= takes_replay & ~takes_old & merged_bare;
      line_old       <= takes_old;
    end
    if (takes_old) line_number <= old_number;
    if (takes_replay) begin
      replay_part_q <= takes_old ? old_part : merged_part;
      replay_line_q <= merged_line;
      line_prt    <= replay_prt;
      line_last   <= ~takes_old & merged_last;
      line_err    <= takes_old ? old_err : merged_err;
    end
    if (rst) begin
      behind_load_q  <= {{(INSTRS-1){1'b1}}, 1'b0};
      behind_store_q <= {{(INSTRS-1){1'b1}}, 1'b0};
    end else begin
      if (moves_load)  behind_load_q  <= (any_other ? from_load : instead_from) << 1;
      if (moves_store) behind_store_q <= (any_other ? from_store : instead_from) << 1;
    end
    if (rst)                             stored_last_q <= 1'b0;
    else if (moves_load | moves_store)   stored_last_q <= moves_store;
  end

  always @(posedge clk) begin
    if (!rst & coalesce_valid) begin
      assert (line_bare || line_lanes != '0);
      assert (!(coalesce_store && kind_q == REPLAY && !line_bare && !line_old));  // stores are never replayed
    end
  end

endmodule

`default_nettype wire
