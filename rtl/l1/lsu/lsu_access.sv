// Drives `req` with the selected access, in the same cycle: a part of lsu. The access comes from the pool
// (shared) or from the line buffer (cached). The source that is not selected delivers zeros, so an OR joins
// them.

`default_nettype none

module lsu_access #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    // ---- From arb
    // The candidate enters the pipeline in this cycle.
    input  wire logic                         sel_valid,

    // ---- From lsu_next: the source of the access
    // The entering access goes to shared memory and comes from the pool; valid with `sel_valid`.
    input  wire logic                         sel_shared,

    // ---- From lsu_pool: the entering shared access
    // Instruction-table entry of the pool access that enters; zero if none enters.
    input  wire logic [ul1_pkg::INSTR_W-1:0]  picked_entry,
    // Sub-warp of the pool access that enters; zero if none enters.
    input  wire logic [ul1_pkg::SUB_W-1:0]    picked_sub,
    // The pool access that enters is a store; zero if none enters.
    input  wire logic                         picked_store,
    // Access width of the pool access that enters; zero if none enters.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]  picked_width,
    // The pool access that enters is sign-extended; zero if none enters.
    input  wire logic                         picked_signed,
    // Slots of the pool access that enters; zero if none enters.
    input  wire logic [LANES-1:0]             picked_mask,
    // Intake beat of the pool access that enters; zero if none enters.
    input  wire logic [ul1_pkg::INTAKE_W-1:0] picked_beat,
    // Array byte address of each slot of the pool access that enters; zero if none enters.
    input  wire logic [LANES*ADDR_W-1:0]      picked_addr,

    // ---- From lsu_lines: the entering cached access
    // Instruction-table entry of the line access that enters; zero if none enters.
    input  wire logic [ul1_pkg::INSTR_W-1:0]  acc_entry,
    // Part (of a sub-warp) that the line access that enters is of; zero if none enters.
    input  wire logic [ul1_pkg::PART_W-1:0]   acc_part,
    // The line access that enters is a store; zero if none enters.
    input  wire logic                         acc_store,
    // Access width of the line access that enters; zero if none enters.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]  acc_width,
    // The line access that enters is sign-extended; zero if none enters.
    input  wire logic                         acc_signed,
    // Operation of the line access that enters if it is a reduction, else none; zero if none enters.
    input  wire logic [ul1_pkg::ATOM_W-1:0]   acc_red,
    // The line access that enters is of an atomic on global memory; zero if none enters.
    input  wire logic                         acc_returns,
    // The replay that enters returns old words; zero if none enters.
    input  wire logic                         acc_old,
    // Number of the old words of the replay that enters; zero if none enters.
    input  wire logic [ul1_pkg::OLD_W-1:0]    acc_number,
    // Error of the replay that enters, or none; zero if no line access enters.
    input  wire logic [ul1_pkg::ERR_W-1:0]    acc_err,
    // The line access that enters bypasses the cache; zero if none enters.
    input  wire logic                         acc_bypass,
    // The line access that enters is of a fresh load; zero if none enters.
    input  wire logic                         acc_fresh,
    // The line access that enters streams: its line becomes the oldest of its set; zero if none enters.
    input  wire logic                         acc_stream,
    // The line access that enters is a written-back store; zero if none enters.
    input  wire logic                         acc_writeback,
    // The line access that enters is of an inval; zero if none enters.
    input  wire logic                         acc_inval,
    // The line access that enters is of a flush; zero if none enters.
    input  wire logic                         acc_flush,
    // The line access that enters is the last line of its store's sub-warp, so it uses up its beat; zero if
    // none enters.
    input  wire logic                         acc_end,
    // Line number of the line access that enters; zero if none enters.
    input  wire logic [LINE_W-1:0]            acc_line,
    // Slots of the line access that enters; zero if none enters.
    input  wire logic [LANES-1:0]             acc_mask,
    // Intake beat of the line access that enters; zero if none enters.
    input  wire logic [ul1_pkg::INTAKE_W-1:0] acc_beat,
    // Array byte address of each slot of the line access that enters: the low bits of the virtual address;
    // zero if none enters.
    input  wire logic [LANES*ADDR_W-1:0]      acc_addr,

    // ---- To arb, split and tag
    // An access enters the pipeline in this cycle.
    output logic                              req_valid,
    // The entering access is a store; valid with `req_valid`.
    output logic                              req_store,
    // Instruction-table entry of the entering access; zero without one.
    output logic      [ul1_pkg::INSTR_W-1:0]  req_entry,
    // Sub-warp of the entering access, of a cached one its part (for traces and checks); valid with
    // `req_valid`.
    output logic      [ul1_pkg::PART_W-1:0]   req_sub,
    // Access width of the entering access; valid with `req_valid`.
    output logic      [ul1_pkg::WIDTH_W-1:0]  req_width,
    // The entering access sign-extends 8 and 16 bit loads; valid with `req_valid`.
    output logic                              req_signed,
    // Intake beat that holds the store data of the entering access; valid with `req_store`.
    output logic      [ul1_pkg::INTAKE_W-1:0] req_beat,
    // Slots of the entering access: those that still wait, for a cached one those on its line; zero without
    // an access.
    output logic      [LANES-1:0]             req_mask,
    // Array byte address of each slot; for a cached access the low bits of the virtual address; valid where
    // `req_mask` is set.
    output logic      [LANES*ADDR_W-1:0]      req_addr,
    // The entering access is cached: all its slots lie on one line.
    output logic                              req_cached,
    // Line of the entering access: its virtual address without the bits within a line; valid with
    // `req_cached`.
    output logic      [LINE_W-1:0]            req_line,
    // Operation of the entering reduction on global memory; none for any other access.
    output logic      [ul1_pkg::ATOM_W-1:0]   req_red,
    // The entering reduction is an atomic: memory answers with the old words; else zero.
    output logic                              req_returns,
    // The entering access returns old words, or an error, of an atomic on global memory.
    output logic                              req_old,
    // Number of the access that returns its words; valid with `req_old`.
    output logic      [ul1_pkg::OLD_W-1:0]    req_old_number,
    // The entering access bypasses the cache; valid with `req_cached`.
    output logic                              req_bypass,
    // The entering load is fresh: no cache behind may answer it; valid with `req_cached`.
    output logic                              req_fresh,
    // The entering access streams: its line becomes the oldest of its set; valid with `req_cached`.
    output logic                              req_stream,
    // The entering store is written back (dirties its sectors), not written through; valid with `req_cached`.
    output logic                              req_writeback,
    // The entering access is of an inval; valid with `req_valid`.
    output logic                              req_inval,
    // The entering access is of a flush; valid with `req_valid`.
    output logic                              req_flush,
    // The entering cached store is the last line of its sub-warp, so it uses up its intake beat; valid with
    // `req_store`.
    output logic                              req_end
);

  assign req_valid  = sel_valid;
  assign req_cached = sel_valid & ~sel_shared & ~acc_old;

  always @* begin
    req_entry     = '0;
    req_sub       = '0;
    req_beat      = '0;
    req_store     = 1'b0;
    req_width     = '0;
    req_signed    = 1'b0;
    req_mask      = '0;
    req_addr      = '0;
    req_line      = '0;
    req_red       = ul1_pkg::ATOM_NONE;
    req_returns    = 1'b0;
    req_old        = 1'b0;
    req_old_number = '0;
    req_bypass    = 1'b0;
    req_fresh     = 1'b0;
    req_stream    = 1'b0;
    req_writeback = 1'b0;
    req_inval     = 1'b0;
    req_flush     = 1'b0;
    req_end       = 1'b0;
    if (ul1_fn::sim_gate(req_valid)) begin
      req_entry     = picked_entry | acc_entry;
      req_sub       = ul1_pkg::PART_W'(picked_sub) | acc_part;
      req_beat      = picked_beat | acc_beat;
      req_store     = picked_store | acc_store;
      req_width     = picked_width | acc_width;
      req_signed    = picked_signed | acc_signed;
      req_mask      = picked_mask | (acc_old & acc_err != ul1_pkg::ERR_NONE ? '0 : acc_mask);
      req_addr      = picked_addr | acc_addr;
      req_line      = acc_line;
      req_red       = acc_red;
      req_returns    = acc_returns;
      req_old        = acc_old;
      req_old_number = acc_number;
      req_bypass    = acc_bypass;
      req_fresh     = ul1_pkg::CACHES_BEHIND != 0 & acc_fresh;
      req_stream    = ul1_pkg::STREAMING != 0 & acc_stream;
      req_writeback = acc_writeback;
      req_inval     = acc_inval;
      req_flush     = acc_flush;
      req_end       = acc_end;
    end
  end

endmodule

`default_nettype wire
