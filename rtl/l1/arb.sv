// Arbiter: lets at most one access a cycle enter the pipeline, in stage 0. It accepts the candidate of lsu,
// and reserves the register file's write port for the access that lsu then drives on `req`. The splitter
// (split) limits the access to a pass without bank conflicts, which is in stage 1 in the next cycle.
//
// Nothing stalls behind this point, so every resource that a pass needs is reserved here. A cached load that
// does not hit in stage 1 returns its reservation. No candidate enters in a cycle that a victim readout or
// the lookup of the command `line` takes.

`default_nettype none

module arb #(
    parameter  int LANES        = 32,
    localparam int COLUMN_W     = ul1_pkg::column_w(LANES),
    localparam int LINE_WORDS   = ul1_pkg::line_words(LANES),
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int ADDR_W       = ul1_pkg::addr_w(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES)
) (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // ---- From tag: victim readout
    // A victim readout takes stage 0 in this cycle, one cycle after its eviction.
    input  wire logic                         readout_valid,
    // Array row of the victim readout; valid with `readout_valid`.
    input  wire logic [ul1_pkg::ROW_W-1:0]    readout_row,
    // Sectors of the victim readout; valid with `readout_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]  readout_sect,

    // ---- From tag: lookup of the command `line`
    // The command `line` takes stage 0 in this cycle; its line is looked up in the next.
    input  wire logic                         cmd_turn,
    // Line of the command `line`; valid with `cmd_turn`.
    input  wire logic [LINE_W-1:0]            cmd_line,

    // ---- From lsu and prt: the candidate
    // An access is ready to enter the pipeline.
    input  wire logic                         cand_valid,
    // The candidate is the replay of a filled line.
    input  wire logic                         cand_replay,
    // The candidate is a store; valid with `cand_valid`.
    input  wire logic                         cand_store,
    // The candidate is a cached access and no replay; valid with `cand_valid`.
    input  wire logic                         cand_cached,
    // The candidate is a flush; valid with `cand_valid`.
    input  wire logic                         cand_flush,
    // PRT entry of the candidate replay; valid with `cand_replay`.
    input  wire logic [ul1_pkg::PRT_W-1:0]    cand_prt,
    // The candidate replay is the last of its PRT entry; valid with `cand_replay`.
    input  wire logic                         cand_last,
    // The line of the candidate replay is dropped after the last replay of its PRT entry; valid with
    // `cand_replay`.
    input  wire logic                         merged_drop,
    // Error of the candidate replay: why its line could not be fetched, or none; valid with `cand_replay`.
    input  wire logic [ul1_pkg::ERR_W-1:0]    cand_err,
    // The candidate replay is bare: no load waits for its line, only stores are held; valid with
    // `cand_replay`.
    input  wire logic                         cand_bare,

    // ---- To lsu and perf
    // The candidate enters the pipeline in this cycle.
    output logic                              sel_valid,

    // ---- To wdb
    // The entering access takes a WDB entry: it is a store or a flush.
    output logic                              sel_store,
    // The entering store or flush is cached, not to shared memory; valid with `sel_store`.
    output logic                              sel_cached,

    // ---- From and to outside the L1: reservations of the register file's write port
    // Another unit reserves the register file's write port AHEAD cycles from now.
    input  wire logic                         regport_reserve,
    // Bit k: the register file's write port is reserved in the cycle k from now.
    output logic      [ul1_pkg::AHEAD-1:0]    regport_reserved,

    // ---- From lsu: the selected access, in the same cycle as `sel_valid`
    // A remainder of this cycle's shared pass keeps its pool entry, and its intake beat.
    input  wire logic                         remainder_stays,
    // An access enters the pipeline in this cycle.
    input  wire logic                         req_valid,
    // The entering access is a store; valid with `req_valid`.
    input  wire logic                         req_store,
    // Operation of the entering atomic or lock access; none for any other access.
    input  wire logic [ul1_pkg::ATOM_W-1:0]   req_atom,
    // Operation of the entering reduction on global memory; none for any other access.
    input  wire logic [ul1_pkg::ATOM_W-1:0]   req_red,
    // Instruction-table entry of the entering access (for traces and checks); valid with `req_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]     req_id,
    // Sub-warp of the entering access, of a cached one its part (for traces and checks); valid with
    // `req_valid`.
    input  wire logic [ul1_pkg::PART_W-1:0]   req_sub,
    // Access width of the entering access; valid with `req_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]  req_width,
    // The entering access sign-extends 8 and 16 bit loads; valid with `req_valid`.
    input  wire logic                         req_signed,
    // Intake beat that holds the store data of the entering access; valid with `req_store`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0] req_beat,
    // Slots of the entering access: those that still wait, for a cached one those on its line; zero without
    // an access.
    input  wire logic [LANES-1:0]             req_mask,
    // Array byte address of each slot; for a cached access the low bits of the virtual address; valid where
    // `req_mask` is set.
    input  wire logic [LANES*ADDR_W-1:0]      req_addr,
    // The entering access is cached: all its slots lie on one line.
    input  wire logic                         req_cached,
    // Line of the entering access: its virtual address without the bits within a line; valid with
    // `req_cached`.
    input  wire logic [LINE_W-1:0]            req_line,
    // The entering access bypasses the cache; valid with `req_cached`.
    input  wire logic                         req_bypass,
    // The entering load is fresh: no cache behind may answer it; valid with `req_cached`.
    input  wire logic                         req_fresh,
    // The entering access streams: its line becomes the oldest of its set; valid with `req_cached`.
    input  wire logic                         req_stream,
    // The entering store is written back (dirties its sectors), not written through; valid with `req_cached`.
    input  wire logic                         req_writeback,
    // The entering access is of an inval; valid with `req_valid`.
    input  wire logic                         req_inval,
    // The entering access is of a flush; valid with `req_valid`.
    input  wire logic                         req_flush,
    // The entering cached store is the last line of its sub-warp, so it uses up its intake beat; valid with
    // `req_store`.
    input  wire logic                         req_end,

    // ---- From split
    // Slots of the entering access that this pass serves.
    input  wire logic [LANES-1:0]             split_mask,
    // Slots of the entering access are left for a remainder.
    input  wire logic                         split_more,

    // ---- From tag: the lookup in stage 1
    // The stage-1 load or replay finds all its words in the array.
    input  wire logic                         look_hit,

    // ---- To tag, prt, data, dxbar, wdb and lsu: the pass in stage 1
    // A pass is in stage 1.
    output logic                              pass_valid,
    // The stage-1 pass is a store; valid with `pass_valid`.
    output logic                              pass_store,
    // Operation of the stage-1 atomic or lock pass; none for any other pass.
    output logic      [ul1_pkg::ATOM_W-1:0]   pass_atom,
    // Operation of the stage-1 reduction on global memory; none for any other pass.
    output logic      [ul1_pkg::ATOM_W-1:0]   pass_red,
    // Access width of the stage-1 pass; valid with `pass_valid`.
    output logic      [ul1_pkg::WIDTH_W-1:0]  pass_width,
    // The stage-1 pass sign-extends 8 and 16 bit loads; valid with `pass_valid`.
    output logic                              pass_signed,
    // Intake beat that holds the store data of the stage-1 pass; valid with `pass_store`.
    output logic      [ul1_pkg::INTAKE_W-1:0] pass_beat,
    // The stage-1 store is the last use of its intake beat, which becomes free after stage 2; valid with
    // `pass_store`.
    output logic                              pass_frees_beat,
    // Stage in which the words of the stage-1 pass reach the register file: for a shared load the reserved
    // one, else HLAT; valid with `pass_valid`.
    output logic      [ul1_pkg::STAGE_W-1:0]  pass_due,
    // Slots of the stage-1 pass; zero without a pass, and for a bare replay.
    output logic      [LANES-1:0]             pass_mask,
    // Array byte address of each slot of the stage-1 pass; for a cached pass the low bits of the virtual
    // address; valid where `pass_mask` is set.
    output logic      [LANES*ADDR_W-1:0]      pass_addr,
    // The stage-1 pass is a cached access.
    output logic                              pass_cached,
    // Instruction-table entry of the stage-1 pass; valid with `pass_cached`.
    output logic      [ul1_pkg::ID_W-1:0]     pass_id,
    // Part (of a sub-warp) that the stage-1 pass is of; valid with `pass_cached`.
    output logic      [ul1_pkg::PART_W-1:0]   pass_part,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    output logic      [LINE_W-1:0]            pass_line,
    // The stage-1 access bypasses the cache; valid with `pass_cached`.
    output logic                              pass_bypass,
    // The stage-1 load is fresh: no cache behind may answer it; valid with `pass_cached`.
    output logic                              pass_fresh,
    // The stage-1 access streams: its line becomes the oldest of its set; valid with `pass_cached`.
    output logic                              pass_stream,
    // The stage-1 store is written back (dirties its sectors), not written through; valid with `pass_cached`.
    output logic                              pass_writeback,
    // The stage-1 pass is of an inval or of the command `line`: clean sectors of its line become invalid.
    output logic                              pass_inval,
    // The stage-1 pass is of a flush: dirty sectors of its line are written back.
    output logic                              pass_flush,
    // The stage-1 pass is the replay of a filled line, which hits by construction.
    output logic                              pass_replay,
    // PRT entry (MSHR) of the stage-1 replay; valid with `pass_replay`.
    output logic      [ul1_pkg::PRT_W-1:0]    pass_prt,
    // The stage-1 replay is the last of its PRT entry; valid with `pass_replay`.
    output logic                              pass_last,
    // The line of the stage-1 replay is dropped after the last replay of its PRT entry; valid with
    // `pass_replay`.
    output logic                              pass_drop,
    // The stage-1 replay has no line: it delivers an error; valid with `pass_replay`.
    output logic                              pass_fail,
    // The stage-1 pass is a victim readout: it reads the dirty sectors of a line to write them back.
    output logic                              pass_readout
);

  localparam int BYTE_W  = ul1_pkg::BYTE_W;
  localparam int AHEAD   = ul1_pkg::AHEAD;
  localparam int LAT     = ul1_pkg::LAT;
  localparam int HLAT    = ul1_pkg::HLAT;
  localparam int STAGE_W = ul1_pkg::STAGE_W;

  // The candidate enters unless a victim readout or the command `line` takes the cycle. A replay that brings
  // an error, or that no load waits for, has no words to write back.
  logic [HLAT:LAT] port_free;
  logic            closed, wordless, replays;

  assign closed     = readout_valid | cmd_turn;
  assign port_free  = ~regport_reserved[HLAT:LAT];
  assign wordless   = cand_replay & (cand_bare | cand_err != ul1_pkg::ERR_NONE);
  assign sel_valid  = cand_valid & ~closed;
  assign sel_store  = sel_valid & (cand_store | cand_flush);
  assign sel_cached = sel_valid & cand_cached;
  assign replays    = sel_valid & cand_replay;

  // Reservation. Bit k is the write port k cycles from now, so the vector moves down by one each cycle: bit k
  // of this cycle is bit k-1 of the next. A shared load reserves the first free bit, a cached load bit HLAT.
  // A cached load that reserved in the cycle before and does not hit returns the bit that becomes HLAT-2.
  // Without an access req_cached is low.
  logic               reserves_shared, reserves_cached, gives_back;
  logic               has_reserved_q;  // the pass in stage 1 is a cached load with a reservation
  logic [HLAT:LAT]    first_free;
  logic [STAGE_W-1:0] first_due;
  logic [AHEAD-1:0]   regport_reserved_d;

  // A pass frees its store's beat, except if lines of a cached store's sub-warp are left, or if a remainder
  // keeps the beat.
  logic cached_store, frees_whole;

  assign cached_store = req_cached & req_store;
  assign frees_whole  = cached_store ? req_end : ~remainder_stays;

  always @* begin
    first_free      = '0;
    first_due       = '0;
    reserves_shared = 1'b0;
    reserves_cached = 1'b0;
    if (ul1_fn::sim_gate(req_valid)) begin
      first_free = port_free & -port_free;
      for (int k = LAT; k <= HLAT; k++) if (first_free[k]) first_due = first_due | STAGE_W'(k);
      reserves_shared = req_valid & ul1_fn::returns_words(req_store, req_atom) & ~req_cached;
      reserves_cached = req_cached & ~req_store & ~req_inval & ~req_flush & ~wordless;
    end
  end

  assign gives_back   = has_reserved_q & ~look_hit;

  always @* begin
    regport_reserved_d = {regport_reserve, regport_reserved[AHEAD-1:1]};
    if (reserves_shared) regport_reserved_d[HLAT-1:LAT-1] = regport_reserved_d[HLAT-1:LAT-1] | first_free;
    if (reserves_cached) regport_reserved_d[HLAT-1] = 1'b1;
    if (gives_back)   regport_reserved_d[HLAT-2] = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      regport_reserved <= '0;
      has_reserved_q     <= 1'b0;
    end else begin
      regport_reserved <= regport_reserved_d;
      has_reserved_q     <= reserves_cached;
    end
  end

  // Stage 1. A victim readout is like a shared load of the words of its row in dirty sectors. The lookup of
  // the command `line` is like that of an inval, without slots.
  logic [LANES*ADDR_W-1:0] readout_addr;
  logic [LINE_WORDS-1:0]   readout_mask;

  spread #(.BITS(ul1_pkg::SECTORS), .TIMES(SECTOR_WORDS)) u_readout_mask (
      .mask (readout_sect), .wide (readout_mask)
  );

  always @* begin
    readout_addr = '0;
    if (ul1_fn::sim_gate(readout_valid)) begin
      for (int s = 0; s < LINE_WORDS; s++)
        readout_addr[s*ADDR_W +: ADDR_W] = {readout_row, COLUMN_W'(s), {BYTE_W{1'b0}}};
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      pass_valid   <= 1'b0;
      pass_mask    <= '0;
      pass_cached  <= 1'b0;
      pass_inval   <= 1'b0;
      pass_flush   <= 1'b0;
      pass_atom    <= ul1_pkg::ATOM_NONE;
      pass_red     <= ul1_pkg::ATOM_NONE;
      pass_replay  <= 1'b0;
      pass_readout <= 1'b0;
    end else begin
      pass_valid   <= req_valid | closed;
      pass_mask    <= readout_valid ? LANES'(readout_mask) : split_mask;
      pass_cached  <= req_cached | cmd_turn;
      pass_inval   <= (req_valid & req_inval) | cmd_turn;
      pass_flush   <= req_valid & req_flush;
      pass_atom    <= ul1_pkg::ATOMICS + ul1_pkg::LOCKS > 0 ? req_atom : ul1_pkg::ATOM_NONE;
      pass_red     <= ul1_pkg::GLOBAL_ATOMICS != 0 ? req_red : ul1_pkg::ATOM_NONE;
      pass_replay  <= replays;
      pass_readout <= readout_valid;
    end
  end

  always_ff @(posedge clk) begin
    if (readout_valid) begin
      pass_store      <= 1'b0;
      pass_width      <= ul1_pkg::WIDTH_B32;
      pass_signed     <= 1'b0;
      pass_due        <= STAGE_W'(HLAT);
      pass_frees_beat <= 1'b1;
      pass_addr       <= readout_addr;
    end else if (cmd_turn) begin
      pass_store      <= 1'b0;
      pass_width      <= '0;
      pass_signed     <= 1'b0;
      pass_due        <= STAGE_W'(HLAT);
      pass_id         <= '0;
      pass_part       <= '0;
      pass_line       <= cmd_line;
      pass_bypass     <= 1'b0;
      pass_fresh      <= 1'b0;
      pass_stream     <= 1'b0;
      pass_writeback  <= 1'b0;
    end else if (req_valid) begin
      pass_store      <= req_store;
      pass_width      <= req_width;
      pass_signed     <= req_signed;
      pass_due        <= reserves_shared ? first_due : STAGE_W'(HLAT);
      pass_beat       <= req_beat;
      pass_frees_beat <= frees_whole | (~cached_store & ~split_more);
      pass_addr       <= req_addr;
      pass_id         <= req_id;
      pass_part       <= req_sub;
      pass_line       <= req_line;
      pass_bypass     <= req_bypass;
      pass_fresh      <= ul1_pkg::CACHES_BEHIND != 0 & req_fresh;
      pass_stream     <= ul1_pkg::STREAMING != 0 & req_stream;
      pass_writeback  <= req_writeback;
    end
    if (replays) begin
      pass_prt  <= cand_prt;
      pass_last <= cand_last;
      pass_drop <= merged_drop;
      pass_fail <= cand_err != ul1_pkg::ERR_NONE;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (req_valid | sel_valid) begin  // the access is the candidate, in the same cycle
        assert (req_valid == sel_valid && !closed && req_cached == (cand_cached || cand_replay));
        assert (req_store == cand_store && req_flush == cand_flush);
        // No cycle of the write port is reserved twice
        assert (!(reserves_shared && port_free == '0) && !(reserves_cached && regport_reserved[HLAT]));
      end else begin
        assert (req_mask == '0 && !req_cached);
      end
      assert (!(readout_valid && cmd_turn));
      // Only a reservation is returned, and a replay hits.
      if (has_reserved_q) assert (look_hit || (regport_reserved[HLAT-1] && !pass_replay));
      assert (split_mask != '0 || req_mask == '0);  // a pass always serves a slot, so remainders end
    end
  end

endmodule

`default_nettype wire
