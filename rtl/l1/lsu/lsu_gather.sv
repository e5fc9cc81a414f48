// Coalescer: forms cached accesses, in two stages before stage 0; it is a part of lsu. The first stage
// chooses a replay of a filled line, else a line of the urgent deferred entry, else the next in rotation. The
// rotation covers instructions at the head of their warp and woken deferred entries. The lane addresses are
// read at the end. In the second stage it collects the lanes that lie on one line, and the access joins the
// line buffer (lsu_lines).

`default_nettype none

module lsu_gather #(
    parameter  int LANES  = 32,
    localparam int BANK_W = ul1_pkg::bank_w(LANES),
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // ---- From lsu_take and the instruction side: the new instruction
    // A new instruction that does not access shared memory is taken in this cycle.
    input  wire logic                            take_cached,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::PT_W-1:0]        new_entry,
    // Byte address of each lane; ignored for a remainder, as the instruction table keeps its addresses; valid
    // with `in_valid`.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]  in_addr,

    // ---- From fill and prt: the replay on offer
    // An access waits to be replayed.
    input  wire logic                            replay_valid,
    // PRT entry of the access that waits to be replayed; valid with `replay_valid`.
    input  wire logic [ul1_pkg::PRT_W-1:0]       replay_prt,
    // Instruction-table entry of the replay on offer; valid with `replay_valid`.
    input  wire logic [ul1_pkg::PT_W-1:0]        replay_entry,
    // Sub-warp of the access to replay; 0 for a bare replay; valid with `replay_valid`.
    input  wire logic [ul1_pkg::SUB_W-1:0]       merged_sub,
    // Line of the access to replay; valid with `replay_valid`.
    input  wire logic [LINE_W-1:0]               merged_line,
    // The access to replay is the last of its PRT entry; valid with `replay_valid`.
    input  wire logic                            merged_last,
    // Error of the PRT entry to replay, or none; valid with `replay_valid`.
    input  wire logic [ul1_pkg::ERR_W-1:0]       merged_err,
    // The replay is bare: no load waits for the line, only stores are held, so it has no slots; valid with
    // `replay_valid`.
    input  wire logic                            merged_bare,
    // The replay on offer is taken in this cycle.
    output logic                                 gather_ready,

    // ---- From lsu_sleepers: deferred entries
    // Bit i: entry i has a deferred access that was woken, so that the coalescer may choose it.
    input  wire logic [ul1_pkg::PT-1:0]          awake,
    // The urgent deferred entry, one-hot; zero if there is none.
    input  wire logic [ul1_pkg::PT-1:0]          urgent_one,
    // Bit i: entry i has a deferred access that is not woken, so that nothing of it may be chosen.
    input  wire logic [ul1_pkg::PT-1:0]          asleep,

    // ---- From lsu_lines: free entries
    // A line-buffer entry for a replay is free.
    input  wire logic                            replay_free,
    // At least two line-buffer entries for replays are free.
    input  wire logic                            replay_spare,
    // A line-buffer entry for a load or an inval is free beside the one that the coalescer fills.
    input  wire logic                            loads_fit,
    // A line-buffer entry for a store or a flush is free beside the one that the coalescer fills.
    input  wire logic                            stores_fit,

    // ---- Sets of entries: the next one is chosen among these; from wdb: a credit
    // Bit i: entry i is in the new queue, and no earlier instruction of its warp there must go first.
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    // Successor of the instruction in the coalescer: the next of its warp in the new queue, cached or fence;
    // one-hot or zero.
    input  wire logic [ul1_pkg::PT-1:0]          heir,
    // Bit i: no access of its warp stands in the way of cached entry i, so that it may be chosen.
    input  wire logic [ul1_pkg::PT-1:0]          sure,
    // Bit i: entry i is a cached instruction; valid where `pt_valid` is set.
    input  wire logic [ul1_pkg::PT-1:0]          pt_cached,
    // Bit i: entry i is null, faulty or without active lanes, and only retires; valid where `pt_valid` is
    // set.
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    // Bit i: entry i is a store; valid where `pt_valid` is set.
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    // Bit i: entry i is a plain load: no store, no CMO, not ordered; valid for cached entries in flight.
    input  wire logic [ul1_pkg::PT-1:0]          pt_plain,
    // Bit i: entry i is a flush; valid where `pt_valid` is set.
    input  wire logic [ul1_pkg::PT-1:0]          pt_flush,
    // Bit i: the store in entry i holds an intake beat for its next access.
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    // Credit for a cached store or a flush: an entry is free for it, and another for a dirty victim.
    input  wire logic                            room_cached,

    // ---- The instruction in the coalescer, and the one that is read for the next cycle
    // The coalescer holds an instruction; its access is cancelled if the entry is deferred.
    output logic                                 reading,
    // The coalescer forms an access: the lanes that lie on one line.
    output logic                                 gather_valid,
    // The coalescer holds an instruction in the next cycle.
    output logic                                 reads,
    // The coalescer holds another instruction, or a replay, in the next cycle: its state is read now.
    output logic                                 reads_other,
    // Instruction that the coalescer reads next, one-hot by entry; valid with `reads_other`.
    output logic      [ul1_pkg::PT-1:0]          other_one,
    // Instruction-table entry that the coalescer reads next; valid with `reads_other`.
    output logic      [ul1_pkg::PT_W-1:0]        other_entry,
    // The coalescer takes the replay on offer.
    output logic                                 takes_replay,
    // Instruction-table entry of the access in the coalescer, while it holds one.
    output logic      [ul1_pkg::PT_W-1:0]        gather_entry,
    // Instruction in the coalescer, one-hot by entry, unless its access is a replay; else zero.
    output logic      [ul1_pkg::PT-1:0]          gather_new,
    // The lanes of the line in the coalescer are to do no more: a new line access forms.
    output logic                                 gathers_todo,
    // The line in the coalescer is the last one of its instruction that is to do.
    output logic                                 ends_new,
    // Access width of the instruction in the coalescer; valid while it holds one.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     gather_width,
    // Lanes to do of the instruction in the coalescer; for a replay its active lanes; valid while it holds
    // one.
    input  wire logic [LANES-1:0]                gather_todo,
    // The instruction in the coalescer is a store; valid while it holds one.
    input  wire logic                            gather_store,

    // ---- To lsu_lines: the line access
    // The line access that the coalescer forms joins the line buffer at the end of this cycle.
    output logic                                 line_joins,
    // Kind of the access in the coalescer: 0 load or inval, 1 store or flush, 2 replay; valid while it holds
    // one.
    output logic      [1:0]                      line_kind,
    // Sub-warp of the line access in the coalescer; valid with `line_joins`.
    output logic      [ul1_pkg::SUB_W-1:0]       line_sub,
    // Lanes of the line access in the coalescer; zero if there is none.
    output logic      [LANES-1:0]                line_lanes,
    // Slots of the line access in the coalescer; valid with `line_joins`.
    output logic      [LANES-1:0]                line_mask,
    // Line number of the line access in the coalescer; valid with `line_joins`.
    output logic      [LINE_W-1:0]               line_line,
    // Array byte address of each slot of the line access in the coalescer; valid with `line_joins`.
    output logic      [LANES*ADDR_W-1:0]         line_addr,
    // The line access in the coalescer is the last of its sub-warp; zero for a replay; valid with
    // `line_joins`.
    output logic                                 line_ends,
    // The line access in the coalescer is the last of its instruction; zero for a replay.
    output logic                                 line_final,
    // PRT entry of the replay in the coalescer; valid for a replay, with `line_joins`.
    output logic      [ul1_pkg::PRT_W-1:0]       line_prt,
    // The replay in the coalescer is the last of its PRT entry; valid for a replay, with `line_joins`.
    output logic                                 line_last,
    // Error of the replay in the coalescer, or none; valid for a replay, with `line_joins`.
    output logic      [ul1_pkg::ERR_W-1:0]       line_err,
    // The replay in the coalescer is bare: it has no slots; zero for anything but a replay.
    output logic                                 line_bare
);

  localparam int PT     = ul1_pkg::PT;
  localparam int PT_W   = ul1_pkg::PT_W;
  localparam int SUB_W  = ul1_pkg::SUB_W;
  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int BYTE_W = ul1_pkg::BYTE_W;

  localparam logic [1:0] LOAD = 2'd0, STORE = 2'd1, REPLAY = 2'd2;

  // ---------------------------------------------------------------------------------------------------------
  // Second stage: the lanes of one line

  logic [1:0]            kind;
  logic [SUB_W-1:0]      replay_sub;
  logic [LINE_W-1:0]     replay_line;
  logic [LANES*VA_W-1:0] addr;
  logic [LANES-1:0]      among, first, members, could, on_line, left;
  logic [5:0]            lane;
  logic [LINE_W-1:0]     lane_line;
  logic                  is_new;

  assign is_new       = kind != REPLAY;
  assign gather_valid = reading & ~(is_new & asleep[gather_entry]);
  assign gathers_todo = gather_valid & is_new;

  always @* begin
    among     = '0;
    first     = '0;
    lane      = '0;
    lane_line = '0;
    line_line = '0;
    line_sub  = '0;
    if (ul1_fn::worth(gather_valid)) begin
      among = gather_todo;
      first = LANES'({ul1_fn::first(64'(among))});
      lane  = ul1_fn::index(64'(first));
      if (ul1_fn::worth(kind != REPLAY)) begin
        for (int l = 0; l < LANES; l++) begin
          if (ul1_fn::worth(first[l])) begin
            lane_line = lane_line | (addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] & {LINE_W{first[l]}});
          end
        end
      end
      line_line = kind == REPLAY ? replay_line : lane_line;
      line_sub  = kind == REPLAY ? replay_sub
                  : ul1_fn::sub_of(SUB_W'(lane >> (LANE_W - SUB_W)), gather_width);
    end
  end

  always @* begin
    could      = '0;
    on_line    = '0;
    line_lanes = '0;
    if (ul1_fn::worth(gather_valid)) begin
      could = members & among;
      if (gather_valid & ~line_bare) begin
        for (int l = 0; l < LANES; l++) begin
          if (ul1_fn::worth(could[l])) on_line[l] = addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] == line_line;
        end
      end
      line_lanes = on_line & could;
    end
  end

  assign left       = gather_todo & ~line_lanes;
  assign line_ends  = is_new & (left & members) == '0;
  assign line_final = gathers_todo & left == '0;
  assign ends_new   = line_final;
  assign line_joins = gather_valid;
  assign line_kind  = kind;
  assign gather_new = reading & is_new ? PT'(1) << gather_entry : '0;

  lsu_members #(.LANES(LANES)) u_members (.width(gather_width), .sub(line_sub), .members);

  lsu_slots #(.LANES(LANES)) u_slots (
      .width   (gather_width),
      .sub     (line_sub),
      .active  (line_lanes),
      .slots   (line_mask)
  );

  logic [LANES*ADDR_W-1:0] lane_addr;

  always @* begin
    lane_addr = '0;
    if (gather_valid & ~line_bare) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*ADDR_W +: ADDR_W] = addr[l*VA_W +: ADDR_W];
    end
  end

  lsu_addresses #(.LANES(LANES)) u_slot_addresses (
      .valid (gather_valid & ~line_bare),
      .width (gather_width),
      .sub   (line_sub),
      .lanes (lane_addr),
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
  logic [PT-1:0]   storing, may, others, load_one, store_one, picked;
  // All positions behind the last of each rotation; all from its next one on
  logic [PT-1:0]   behind_load, behind_store, from_load, from_store;
  // All positions from the instruction on that goes if there is no other
  logic [PT-1:0]   instead_from;
  logic            stored_last, moves_load, moves_store, urges, again_new, heir_new, next_stores;
  // A store or a flush may be chosen: a line-buffer entry and a WDB credit are free
  logic            stores_can;
  logic            some_load, some_store;  // another instruction of the kind can be chosen

  assign storing      = pt_store | pt_flush;
  assign stores_can   = room_cached & stores_fit;
  assign gather_ready = replay_free & (replay_spare | ~(reading & kind == REPLAY));

  always @* begin
    may    = '0;
    others = '0;
    if (ul1_fn::worth((((turn | heir) & pt_cached) | awake) != '0)) begin
      may    = ((turn | heir) & pt_cached & ~pt_null & sure & (~pt_store | fed)) | awake;
      others = may & (turn | awake) & ~gather_new;
    end
  end

  // True if one of the entries in `these` can be chosen
  function automatic logic can(input logic [PT-1:0] these, input logic [PT-1:0] stores, input logic loads_too,
                               input logic stores_too);
    can = ((these & ~stores) != '0 & loads_too) | ((these & stores) != '0 & stores_too);
  endfunction

  next_in #(.N(PT)) u_loads (.some(others & ~storing), .behind(behind_load),
                             .next(load_one), .from(from_load));
  next_in #(.N(PT)) u_stores (.some(others & storing), .behind(behind_store),
                              .next(store_one), .from(from_store));

  assign some_load  = (others & ~storing) != '0 & loads_fit;
  assign some_store = (others & storing) != '0 & stores_can;
  assign urges      = can(others & urgent_one, storing, loads_fit, stores_can);
  assign picked     = urges ? urgent_one : some_store & (~some_load | ~stored_last) ? store_one : load_one;

  // A successor that waits only for the line in the coalescer is of the same kind: both are stores, or both
  // are plain loads.
  logic [PT-1:0] heir_sure;

  assign heir_sure    = heir & ((pt_store & {PT{gather_store}}) | (pt_plain & {PT{pt_plain[gather_entry]}}));
  assign again_new    = can(may & gather_new, storing, loads_fit, stores_can) & left != '0
                        & ~(gather_store & line_ends);
  assign heir_new     = can(may & heir_sure, storing, loads_fit, stores_can) & left == '0;
  assign instead_from = again_new ? ~(gather_new - 1'b1) : ~(heir - 1'b1);
  assign takes_replay = replay_valid & gather_ready;
  assign reads        = reads_other | again_new;

  // The entry of another instruction is known earlier than whether there is one.
  logic          some_other;
  logic [PT-1:0] other_new;

  assign some_other   = some_load | some_store;
  assign other_new    = some_other ? picked : heir;
  assign other_one    = takes_replay ? PT'(1) << replay_entry : other_new;
  assign other_entry  = takes_replay ? replay_entry : PT_W'({ul1_fn::index(64'(other_new))});
  assign reads_other  = takes_replay | some_other | (~again_new & heir_new);
  assign next_stores  = ~some_other & again_new ? kind == STORE : (other_new & storing) != '0;
  assign moves_load   = reads & ~takes_replay & ~urges & ~next_stores;
  assign moves_store  = reads & ~takes_replay & ~urges & next_stores;

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(LANES*VA_W)) u_addresses (
      .clk, .re(reads_other), .raddr(other_entry), .rdata(addr), .we(take_cached), .waddr(new_entry),
      .wdata(in_addr)
  );

  always_ff @(posedge clk) begin
    reading <= reads & ~rst;
    if (reads_other) begin
      gather_entry <= other_entry;
      kind         <= takes_replay ? REPLAY : next_stores ? STORE : LOAD;
      line_bare    <= takes_replay & merged_bare;
    end
    if (takes_replay) begin
      replay_sub  <= merged_sub;
      replay_line <= merged_line;
      line_prt    <= replay_prt;
      line_last   <= merged_last;
      line_err    <= merged_err;
    end
    if (rst) begin
      behind_load  <= {{(PT-1){1'b1}}, 1'b0};
      behind_store <= {{(PT-1){1'b1}}, 1'b0};
    end else begin
      if (moves_load)  behind_load  <= (some_other ? from_load : instead_from) << 1;
      if (moves_store) behind_store <= (some_other ? from_store : instead_from) << 1;
    end
    if (rst)                             stored_last <= 1'b0;
    else if (moves_load | moves_store)   stored_last <= moves_store;
  end

  always @(posedge clk) begin
    if (!rst & gather_valid) begin
      assert (line_bare || line_lanes != '0);
      assert (!(gather_store && kind == REPLAY && !line_bare));  // stores are never replayed
    end
  end

endmodule

`default_nettype wire
