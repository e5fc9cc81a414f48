// Accepts instructions and remainders from the instruction side, and decodes a new instruction: a part of
// lsu. It detects faults, and computes the lanes to do and the cache policy. Errors that a cached load meets
// later are added then (lsu_lanes).

`default_nettype none

module lsu_take #(
    parameter  int LANES  = 32,
    localparam int COLUMN_W = ul1_pkg::column_w(LANES)
) (
    // ---- From outside the L1: a setting; from tag
    // Cache policy: which address spaces are cached, and how stores are written.
    input  wire logic [ul1_pkg::POLICY_W-1:0]   cfg_policy,
    // Border between shared memory and cache, in use.
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0] carveout,
    // A command other than `line` is in progress, so no new instruction is taken.
    input  wire logic                           cmd_hold,

    // ---- From and to the instruction side: the offer
    // A new instruction, or a remainder presented again, is offered.
    input  wire logic                           in_valid,
    // The offer is a remainder that left on `remainder`, presented again; it is always taken; valid with
    // `in_valid`.
    input  wire logic                           in_again,
    // Operation: load, store, fence, or a CMO. A fence has no access. An inval drops the clean sectors of its
    // lines, a flush writes the dirty ones back; valid with `in_valid`.
    input  wire logic [ul1_pkg::OP_W-1:0]       in_op,
    // Operation of an atomic or lock access on shared memory, or of a reduction or an atomic on global
    // memory. A load has only `lock`. None for a plain store, ignored for any other load and operation; valid
    // with `in_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]     in_atom,
    // The operation on global memory returns the old words: it is an atomic, not a reduction; ignored for all
    // else; valid with `in_valid`.
    input  wire logic                           in_returns,
    // Form of a matrix access, which is a load or store of 128 bits in shared memory: plain or transposed.
    // None for any other load or store, ignored for other operations; valid with `in_valid`.
    input  wire logic [ul1_pkg::MATRIX_W-1:0]   in_matrix,
    // Address space; valid with `in_valid`.
    input  wire logic [ul1_pkg::SPACE_W-1:0]    in_space,
    // Width of each lane's access; valid with `in_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    in_width,
    // Cache hint of a cached access; valid with `in_valid`.
    input  wire logic [ul1_pkg::HINT_W-1:0]     in_hint,
    // The address of each lane is its own: word n of lane l of local memory lies at word n * LANES + l; valid
    // with `in_valid`.
    input  wire logic                           in_interleave,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]               in_mask,
    // Byte address of each lane; ignored for a remainder, as the instruction table keeps its addresses; valid
    // with `in_valid`.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] in_addr,
    // A new instruction of any kind is taken in this cycle if offered.
    output logic                                in_ready,
    // A new access to shared memory is taken in this cycle if offered.
    output logic                                in_shared_ready,

    // ---- From lsu_table
    // Bit i: entry i holds an instruction in flight.
    input  wire logic [ul1_pkg::INSTRS-1:0]     instr_valid,
    // An instruction other than a shared access may be taken: an entry is free that is not kept for shared
    // memory.
    input  wire logic                           others_fit,

    // ---- To other parts: what is taken
    // A new instruction is taken in this cycle.
    output logic                                take_new,
    // A remainder is presented again by the instruction side in this cycle.
    output logic                                take_again,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    output logic      [ul1_pkg::INSTR_W-1:0]    new_entry,

    // ---- To other parts: the new instruction. A fence is neither a store, nor shared, nor cached, nor null.
    // The new instruction is null: faulty or without active lanes, it retires without a pass; valid with
    // `take_new`.
    output logic                                new_null,
    // The new instruction is a fence; valid with `take_new`.
    output logic                                new_fence,
    // The new instruction is a store; valid with `take_new`.
    output logic                                new_store,
    // The new instruction accesses shared memory, or would if it were not faulty; valid with `in_valid`.
    output logic                                new_shared,
    // The new instruction is cached: its space is global or local; valid with `take_new`.
    output logic                                new_cached,
    // The new instruction is a load with the hint `ord`; valid with `take_new`.
    output logic                                new_ordered,
    // The new instruction bypasses the cache; valid with `take_new`.
    output logic                                new_bypass,
    // The new instruction is a load that no cache behind may answer; valid with `take_new`.
    output logic                                new_fresh,
    // The new instruction streams: its lines become the oldest of their sets; valid with `take_new`.
    output logic                                new_stream,
    // The new instruction is a store that is written back; valid with `take_new`.
    output logic                                new_writeback,
    // The new instruction is an inval; valid with `take_new`.
    output logic                                new_inval,
    // The new instruction is a flush; valid with `take_new`.
    output logic                                new_flush,
    // Operation of the new instruction: of an atomic, a lock access or a reduction, else none; valid with
    // `take_new`.
    output logic      [ul1_pkg::ATOM_W-1:0]     new_atom,
    // The new instruction is an atomic on global memory; valid with `take_new`.
    output logic                                new_returns,
    // The new instruction is a matrix access, plain or transposed; none for any other; valid with `take_new`.
    output logic      [ul1_pkg::MATRIX_W-1:0]   new_matrix,
    // Width that gives the slots of the new instruction, of an atomic `cas` twice that of its words; valid
    // with `in_valid`.
    output logic      [ul1_pkg::WIDTH_W-1:0]    new_width,
    // The lanes' addresses of the new instruction are interleaved; valid with `in_valid`.
    output logic                                new_interleaved,

    // ---- To lsu_table and lsu_front: lanes of the new instruction, or pairs of lanes in their place
    // Pairs that take the place of lanes: 1 lanes n and n^1, 2 lanes n and n^2; 0 for single lanes; valid
    // with `take_new`.
    output logic      [1:0]                     new_pairs,
    // Active lanes of the new instruction; valid with `take_new`.
    output logic      [LANES-1:0]               new_mask,
    // Byte address of each lane of the new instruction; valid with `take_new`.
    output logic      [LANES*ul1_pkg::VA_W-1:0] new_addr,

    // ---- To lsu_lanes and lsu_failures: lanes of the new instruction
    // Lanes of the new instruction that have accesses; valid with `take_new`.
    output logic      [LANES-1:0]               new_lanes,
    // Sub-warps of the new instruction that have accesses; valid with `take_new`.
    output logic      [ul1_pkg::WORDS-1:0]      new_subs,
    // Lanes of the new instruction that fail when taken; valid with `take_new`.
    output logic      [LANES-1:0]               new_failed,
    // Error of the new instruction, or none; valid with `take_new`.
    output logic      [ul1_pkg::ERR_W-1:0]      new_err
);

  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int BYTE_W = ul1_pkg::BYTE_W;

  logic [ul1_pkg::INSTRS-1:0] instr_free;

  assign instr_free      = ~instr_valid;
  assign in_shared_ready = instr_free != '0 & ~cmd_hold;
  assign in_ready        = in_shared_ready & others_fit;
  assign new_entry       = ul1_pkg::INSTR_W'({ul1_fn::lowest(64'(instr_free))});
  assign take_new        = in_valid & ~in_again & ~of_caches & (new_shared ? in_shared_ready : in_ready);
  assign take_again      = in_valid & in_again;

  // Each shared memory has a whole number of pieces, so the address bits above those within a piece decide.
  localparam int PIECE_W  = BYTE_W + COLUMN_W + ul1_pkg::SHARED_GRAIN_W;
  localparam int PIECES_W = VA_W - PIECE_W;

  logic [PIECES_W-1:0]        shared_pieces;
  logic [ul1_fn::ALIGN_W-1:0] align;
  logic [LANES-1:0]           misaligned, behind;

  // For simulation: the OR of all lanes' addresses shows whether any lane can be misaligned or out of range.
  // Quarters of the lanes are ORed first, as these are whole words.
  localparam int                 QUARTER_LANES = LANES/4;
  logic [QUARTER_LANES*VA_W-1:0] fold;
  logic [VA_W-1:0]               any;

  // A reserved code is no operation, and neither is an interleaved access of several words a lane. An inval
  // or a flush never accesses shared memory.
  logic             in_shared, in_cached, known, new_load, new_cmo, both_widths, known_atom;
  logic             atomic, locks;  // an atomic, or a lock access; a load-and-lock
  logic             of_locks;  // the operation is one of locks
  // An operation on global memory is built; it is legal; it is one of atomics alone
  logic             reduces, known_red, swaps;
  logic             matrix, known_matrix;  // a matrix access; a legal one, if it is one
  logic [3:0]       torn;                  // sub-warps of 128 bits with active lanes and idle ones
  logic             of_caches;  // the constant cache or the texture unit takes it
  logic             no_way;  // the instruction must not access its space
  logic             wide;  // an interleaved load or store of more than a word a lane
  logic [LANES-1:0] failed_first;

  assign new_interleaved = ul1_pkg::LOCAL_INTERLEAVE != 0 & in_interleave
                           & in_space == ul1_pkg::SPACE_LOCAL;

  always @* begin
    in_shared   = 1'b0;
    in_cached   = 1'b0;
    new_atom    = ul1_pkg::ATOM_NONE;
    atomic      = 1'b0;
    locks       = 1'b0;
    of_locks    = 1'b0;
    both_widths = 1'b0;
    known_atom  = 1'b0;
    reduces     = 1'b0;
    new_returns = 1'b0;
    known_red   = 1'b0;
    swaps       = 1'b0;
    new_matrix   = ul1_pkg::MATRIX_NONE;
    matrix       = 1'b0;
    known_matrix = 1'b0;
    torn         = '0;
    of_caches  = 1'b0;
    known      = 1'b0;
    new_store  = 1'b0;
    new_fence  = 1'b0;
    new_load   = 1'b0;
    new_inval  = 1'b0;
    new_flush  = 1'b0;
    new_cmo    = 1'b0;
    new_shared = 1'b0;
    new_width  = '0;
    wide       = 1'b0;
    if (ul1_fn::sim_gate(in_valid)) begin
      new_store  = in_op == ul1_pkg::OP_STORE;
      new_fence  = in_op == ul1_pkg::OP_FENCE;
      new_load   = in_op == ul1_pkg::OP_LOAD;
      new_inval  = in_op == ul1_pkg::OP_INVAL;
      new_flush  = in_op == ul1_pkg::OP_FLUSH;
      new_cmo    = new_inval | new_flush;
      of_caches  = (ul1_pkg::CONSTANTS > 0 & new_load & in_space == ul1_pkg::SPACE_CONST)
                   | (ul1_pkg::TEXTURE > 0 & in_op == ul1_pkg::OP_TEX);
      locks      = new_load & in_atom == ul1_pkg::ATOM_LOCK;
      atomic     = (new_store & in_atom != ul1_pkg::ATOM_NONE) | locks;
      of_locks   = in_atom >= ul1_pkg::ATOM_LOCK & in_atom <= ul1_pkg::ATOM_CUNLOCK;
      if (ul1_pkg::ATOMICS + ul1_pkg::LOCKS + ul1_pkg::GLOBAL_ATOMICS > 0 & atomic) new_atom = in_atom;
      if (ul1_pkg::ATOMICS > 0) begin
        both_widths = in_atom == ul1_pkg::ATOM_ADD | in_atom == ul1_pkg::ATOM_EXCH
                      | in_atom == ul1_pkg::ATOM_CAS;
        known_atom  = in_atom <= (ul1_pkg::ATOMICS > 1 ? ul1_pkg::ATOM_FADD : ul1_pkg::ATOM_CAS)
                      & (in_width == ul1_pkg::WIDTH_B32 | (in_width == ul1_pkg::WIDTH_B64 & both_widths));
      end
      if (ul1_pkg::LOCKS > 0) begin
        if (of_locks)
          known_atom = in_width == ul1_pkg::WIDTH_B32 & (locks | in_atom != ul1_pkg::ATOM_LOCK);
      end
      if (ul1_pkg::GLOBAL_ATOMICS != 0) begin
        reduces   = atomic & ~of_locks & in_space == ul1_pkg::SPACE_GLOBAL;
        swaps     = in_atom == ul1_pkg::ATOM_EXCH | in_atom == ul1_pkg::ATOM_CAS;
        known_red = in_atom <= ul1_pkg::ATOM_FADD & (in_returns ? ul1_pkg::GLOBAL_ATOMICS > 1 : ~swaps)
                    & (in_width == ul1_pkg::WIDTH_B32
                       | (in_width == ul1_pkg::WIDTH_B64 & (swaps | in_atom == ul1_pkg::ATOM_ADD)));
        new_returns = ul1_pkg::GLOBAL_ATOMICS > 1 & reduces & in_returns;
        if (reduces) known_atom = known_red;
      end
      matrix     = (new_load | new_store) & in_matrix != ul1_pkg::MATRIX_NONE;
      if (ul1_pkg::MATRIX > 0) begin
        new_matrix = matrix ? in_matrix : ul1_pkg::MATRIX_NONE;
        for (int q = 0; q < 4; q++)
          torn[q] = in_mask[q*QUARTER_LANES +: QUARTER_LANES] != '0
                    & in_mask[q*QUARTER_LANES +: QUARTER_LANES] != '1;
        known_matrix = in_matrix <= ul1_pkg::MATRIX_TRANS & in_width == ul1_pkg::WIDTH_B128 & torn == '0
                       & (new_load | ul1_pkg::MATRIX > 1);
      end
      wide       = new_interleaved & in_width > ul1_pkg::WIDTH_B32 & (new_load | new_store);
      known      = (((new_load | new_store) & (~atomic | known_atom)) | new_fence | new_cmo) & ~wide
                   & (~matrix | known_matrix);
      in_shared  = in_space == ul1_pkg::SPACE_SHARED & ~new_cmo;
      in_cached  = in_space == ul1_pkg::SPACE_GLOBAL | in_space == ul1_pkg::SPACE_LOCAL;
      new_shared = in_space == ul1_pkg::SPACE_SHARED & ~new_fence;
      new_width  = new_cmo ? ul1_pkg::WIDTH_B8 : in_width;
      if (new_atom == ul1_pkg::ATOM_CAS)
        new_width = in_width == ul1_pkg::WIDTH_B32 ? ul1_pkg::WIDTH_B64 : ul1_pkg::WIDTH_B128;
    end
  end

  logic wide_load;  // it may have pairs

  assign wide_load = take_new & new_load & ~matrix & in_space == ul1_pkg::SPACE_SHARED
                     & ul1_fn::words(new_width) != 3'd1;

  lsu_pairs #(.LANES(LANES)) u_pairs (
      .wide_load, .in_mask, .in_addr, .pairs(new_pairs), .mask(new_mask), .addr(new_addr)
  );

  logic [3:0] quarters;  // quarters of the lanes with an active one

  // Cache policy. An uncached space is one that only loads with the hint nc cache; stores to it are written
  // through. With policy volta all stores but those with the hint cg leave sectors in the cache.
  logic uncached;
  logic maxwell, volta, local_back;

  always @* begin
    shared_pieces   = '0;
    align           = '0;
    misaligned      = '0;
    behind          = '0;
    fold            = '0;
    any             = '0;
    no_way          = 1'b0;
    new_failed      = '0;
    failed_first    = '0;
    new_err         = ul1_pkg::ERR_NONE;
    new_null        = 1'b0;
    new_cached      = 1'b0;
    new_lanes       = '0;
    quarters        = '0;
    new_subs        = '0;
    new_ordered     = 1'b0;
    volta           = 1'b0;
    maxwell         = 1'b0;
    uncached        = 1'b0;
    local_back      = 1'b0;
    new_bypass      = 1'b0;
    new_fresh       = 1'b0;
    new_stream      = 1'b0;
    new_writeback   = 1'b0;
    if (ul1_fn::sim_gate(take_new)) begin
      shared_pieces   = PIECES_W'({ul1_fn::shared_pieces(carveout)});
      align           = ul1_fn::align_mask(atomic ? in_width : new_width);
      for (int q = 0; q < 4; q++) fold = fold | in_addr[q*QUARTER_LANES*VA_W +: QUARTER_LANES*VA_W];
      for (int l = 0; l < QUARTER_LANES; l++) any = any | fold[l*VA_W +: VA_W];
      if (ul1_fn::sim_gate((any[ul1_fn::ALIGN_W-1:0] & align) != '0)) begin
        for (int l = 0; l < LANES; l++) misaligned[l] = (in_addr[l*VA_W +: ul1_fn::ALIGN_W] & align) != '0;
      end
      if (in_space == ul1_pkg::SPACE_SHARED
          & ul1_fn::sim_gate(any[VA_W-1:PIECE_W] >= shared_pieces)) begin
        for (int l = 0; l < LANES; l++)
          behind[l] = in_addr[l*VA_W + PIECE_W +: PIECES_W] >= shared_pieces;
      end

      no_way = ~in_shared & (~in_cached | (atomic & ~reduces) | matrix);
      if (new_fence)      new_failed = '0;
      else if (~known)    new_failed = in_mask;
      else if (in_shared) new_failed = in_mask & (misaligned | behind);
      else if (no_way)    new_failed = in_mask;
      else                new_failed = in_mask & misaligned;

      failed_first = new_failed & -new_failed;
      if (new_failed == '0)                         new_err = ul1_pkg::ERR_NONE;
      else if (~known)                              new_err = ul1_pkg::ERR_OP;
      else if (no_way)                              new_err = ul1_pkg::ERR_SPACE;
      else if ((failed_first & misaligned) != '0)   new_err = ul1_pkg::ERR_MISALIGNED;
      else                                          new_err = ul1_pkg::ERR_RANGE;

      new_null   = ~new_fence & (new_failed != '0 | in_mask == '0);
      new_cached = in_cached & ~new_fence;
      new_lanes  = new_fence | new_null ? '0 : new_mask;

      for (int q = 0; q < 4; q++) quarters[q] = new_lanes[q*QUARTER_LANES +: QUARTER_LANES] != '0;
      case (ul1_fn::words(new_width))
        3'd1:    new_subs = {3'd0, quarters != '0};
        3'd2:    new_subs = {2'd0, quarters[3:2] != '0, quarters[1:0] != '0};
        default: new_subs = quarters;
      endcase

      new_ordered   = new_load & in_hint == ul1_pkg::HINT_ORD;
      volta         = ul1_pkg::POLICIES > 3 & cfg_policy == ul1_pkg::POLICY_VOLTA;
      maxwell       = ul1_pkg::POLICIES > 2 & cfg_policy[1] & ~volta;
      uncached      = maxwell | (cfg_policy[0] & ~volta & in_space == ul1_pkg::SPACE_GLOBAL);
      local_back    = in_space == ul1_pkg::SPACE_LOCAL & in_hint != ul1_pkg::HINT_WT
                      & in_hint != ul1_pkg::HINT_CG;
      new_bypass    = ((new_load | new_store) & in_hint == ul1_pkg::HINT_CG)
                      | (new_load & uncached & in_hint != ul1_pkg::HINT_NC);
      new_fresh     = new_load & in_hint == ul1_pkg::HINT_CG;
      new_stream    = (new_load | new_store) & in_hint == ul1_pkg::HINT_CS;
      new_writeback = new_store & ~uncached & (in_hint == ul1_pkg::HINT_WB | local_back);
      if (volta) new_writeback = new_store & in_hint != ul1_pkg::HINT_CG;
      if (reduces) {new_bypass, new_fresh, new_stream, new_writeback} = '0;  // the hint has no effect
    end
  end

endmodule

`default_nettype wire
