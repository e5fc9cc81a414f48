// Share: several L1s use one port to memory. Their requests take turns, round robin, for one register, which
// is on offer to memory. A request bears the number of its L1 above its own number. A response bears it, too,
// and goes to that L1 in the same cycle. Behind a reset of an L1 alone, the share drains its former requests
// before it takes a new one: all answers, and then that of a fence.

`default_nettype none

module share #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES),
    localparam int PLINE_W    = ul1_pkg::pline_w(LANES),
    localparam int SHARERS    = ul1_pkg::SHARERS,
    localparam int WORD_W     = ul1_pkg::WORD_W
) (
    input  wire logic                                              clk,
    input  wire logic                                              rst,

    // ---- From the L1s: requests, a field for each L1
    // The L1 offers a request; it stays unchanged until it is taken.
    input  wire logic [SHARERS-1:0]                                req_valid,
    // Kind of the L1's request; valid with `req_valid`.
    input  wire logic [SHARERS*ul1_pkg::MEMOP_W-1:0]               req_op,
    // Number of the L1's request, which its response returns; valid with `req_valid`.
    input  wire logic [SHARERS*ul1_pkg::TAG_W-1:0]                 req_number,
    // Physical line of the L1's request; 0 for a fence; valid with `req_valid`.
    input  wire logic [SHARERS*PLINE_W-1:0]                        req_line,
    // Sectors that the L1's read requests; else 0; valid with `req_valid`.
    input  wire logic [SHARERS*ul1_pkg::SECTORS-1:0]               req_sect,
    // Virtual line of the L1's write, which its failure response returns; else 0; valid with `req_valid`.
    input  wire logic [SHARERS*LINE_W-1:0]                         req_vline,
    // Scope of the L1's fence; else 0; valid with `req_valid`.
    input  wire logic [SHARERS*ul1_pkg::LEVEL_W-1:0]               req_level,
    // The L1's request is taken in this cycle; set for one L1 at most.
    output logic      [SHARERS-1:0]                                req_ready,
    // Bytes of the write that the L1 offers, a line for each L1; zero without one.
    input  wire logic [SHARERS*LINE_WORDS*ul1_pkg::WORD_BYTES-1:0] reqdata_be,
    // Words of the write that the L1 offers, a line for each L1; valid by `reqdata_be`.
    input  wire logic [SHARERS*LINE_WORDS*WORD_W-1:0]              reqdata_word,
    // Operation that memory performs on the words of the L1's write; none for a plain write.
    input  wire logic [SHARERS*ul1_pkg::ATOM_W-1:0]                reqdata_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; else zero.
    input  wire logic [SHARERS-1:0]                                reqdata_wide,
    // The operation is on signed numbers; else zero.
    input  wire logic [SHARERS-1:0]                                reqdata_signed,
    // Purpose of the L1's read: the fetch of a load, of a fresh load or of a store, a page walk, constants,
    // or a texture; else 0; valid with `req_valid`.
    input  wire logic [SHARERS*ul1_pkg::READKIND_W-1:0]            reqread_kind,
    // verilator lint_off UNUSEDSIGNAL
    // Warp of the access that opened the fetch of the L1's read; valid with `req_valid`.
    input  wire logic [SHARERS*ul1_pkg::WARP_W-1:0]                reqread_warp,
    // Space of the access that opened the fetch of the L1's read; valid with `req_valid`.
    input  wire logic [SHARERS*ul1_pkg::SPACE_W-1:0]               reqread_space,
    // Memory answers the L1's write with the old words of its line; else zero.
    input  wire logic [SHARERS-1:0]                                reqold_valid,
    // Number that the answer to the L1's write has; valid with `reqold_valid`.
    input  wire logic [SHARERS*ul1_pkg::TAG_W-1:0]                 reqold_number,
    // verilator lint_on UNUSEDSIGNAL

    // ---- From the machine: resets of single L1s
    // The L1 is in a reset of its own.
    input  wire logic [SHARERS-1:0]                                fresh_valid,

    // ---- To memory: the request on offer
    // A request is offered to memory; it stays unchanged until it is taken.
    output logic                                                   mem_valid,
    // Kind of the request; valid with `mem_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]                       mem_op,
    // Number of the request: that of the L1, then that of the L1's request; valid with `mem_valid`.
    output logic      [ul1_pkg::SHARED_TAG_W-1:0]                  mem_number,
    // Physical line of the request; 0 for a fence; valid with `mem_valid`.
    output logic      [PLINE_W-1:0]                                mem_line,
    // Sectors that a read requests; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                       mem_sect,
    // Virtual line of a write, which its failure response returns; else 0; valid with `mem_valid`.
    output logic      [LINE_W-1:0]                                 mem_vline,
    // Scope of a fence; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::LEVEL_W-1:0]                       mem_level,
    // Memory takes the offered request in this cycle.
    input  wire logic                                              mem_ready,
    // Bytes of the write that is offered to memory; zero without one.
    output logic      [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0]         memdata_be,
    // Words of the write that is offered to memory; the operands, if it has an operation; valid by
    // `memdata_be`.
    output logic      [LINE_WORDS*WORD_W-1:0]                      memdata_word,
    // Operation that memory performs on the words of the write that is offered; none for a plain write.
    output logic      [ul1_pkg::ATOM_W-1:0]                        memdata_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; else zero.
    output logic                                                   memdata_wide,
    // The operation is on signed numbers; else zero.
    output logic                                                   memdata_signed,
    // Purpose of a read: the fetch of a load, of a fresh load or of a store, a page walk, constants, or a
    // texture; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]                    memread_kind,
    // Warp of the access that opened the fetch of a read; valid with `mem_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                        memread_warp,
    // Space of the access that opened the fetch of a read; valid with `mem_valid`.
    output logic      [ul1_pkg::SPACE_W-1:0]                       memread_space,
    // Memory answers the write that is offered with the old words of its line; else zero.
    output logic                                                   memold_valid,
    // Number that the answer has: that of the L1, then that of the L1's answer; valid with `memold_valid`.
    output logic      [ul1_pkg::SHARED_TAG_W-1:0]                  memold_number,

    // ---- From memory: responses, always accepted
    // A response of memory arrives.
    input  wire logic                                              resp_valid,
    // Kind of request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                       resp_op,
    // Number of the request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SHARED_TAG_W-1:0]                  resp_number,
    // Sectors that a read response brings; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                       resp_sect,
    // The read failed: the sectors of the response have no data; valid with `resp_valid`.
    input  wire logic                                              resp_err,
    // Virtual line of a failed write, as the request had it; valid with `resp_valid`.
    input  wire logic [LINE_W-1:0]                                 resp_vline,
    // Words of the line, for a read response; valid with `resp_valid`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]                      resp_data,

    // ---- To the L1s: the response, in the cycle in which it arrives
    // The response is for the L1; set for one L1 at most.
    output logic      [SHARERS-1:0]                                answer_valid,
    // Kind of request that the response answers.
    output logic      [ul1_pkg::MEMOP_W-1:0]                       answer_op,
    // Number of the L1's request that the response answers.
    output logic      [ul1_pkg::TAG_W-1:0]                         answer_number,
    // Sectors that a read response brings.
    output logic      [ul1_pkg::SECTORS-1:0]                       answer_sect,
    // The read failed: the sectors of the response have no data.
    output logic                                                   answer_err,
    // Virtual line of a failed write, as the request had it.
    output logic      [LINE_W-1:0]                                 answer_vline,
    // Words of the line, for a read response.
    output logic      [LINE_WORDS*WORD_W-1:0]                      answer_data,

    // ---- To the machine: the end of resets of single L1s
    // Answers to the L1 are discarded, and none of its requests is taken.
    output logic      [SHARERS-1:0]                                drain_valid
);

  localparam int BYTES     = ul1_pkg::WORD_BYTES;
  localparam int LEVEL_W   = ul1_pkg::LEVEL_W;
  localparam int MEMOP_W   = ul1_pkg::MEMOP_W;
  localparam int SECTORS   = ul1_pkg::SECTORS;
  localparam int SHARER_W  = ul1_pkg::SHARER_W;
  localparam int TAG_W     = ul1_pkg::TAG_W;
  localparam int KIND_W    = ul1_pkg::READKIND_W;
  localparam int WARP_W    = ul1_pkg::WARP_W;
  localparam int SPACE_W   = ul1_pkg::SPACE_W;
  localparam int OWED_W    = ul1_pkg::OWED_W;
  localparam int REQUEST_W = MEMOP_W + TAG_W + PLINE_W + SECTORS + LINE_W + LEVEL_W + KIND_W;

  function automatic logic [OWED_W-1:0] count_of(input logic [SECTORS-1:0] sectors);
    count_of = '0;
    for (int s = 0; s < SECTORS; s++) count_of = count_of + OWED_W'({sectors[s]});
  endfunction

  // ---- Requests: turns, round robin

  // The register is free, or becomes so; a request enters it.
  logic has_room, takes;
  // The L1s that offer a request, and those for which a fence is due.
  logic [SHARERS-1:0]                      offers, fences;
  // The L1 that is next, one-hot; this L1 and all above it; the L1s above the last. Its fence is next.
  logic [SHARERS-1:0]                      turn, from, behind_q;
  logic                                    fence;
  logic [SHARERS*(SHARER_W+REQUEST_W)-1:0] requests;
  logic [SHARER_W+REQUEST_W-1:0]           request;
  logic [MEMOP_W-1:0]                      request_op;
  logic [SECTORS-1:0]                      request_sect;
  logic [LINE_WORDS*BYTES-1:0]             be;
  logic [LINE_WORDS*WORD_W-1:0]            word;

  assign has_room  = ~mem_valid | mem_ready;
  assign takes     = has_room & (offers != '0);
  assign offers    = (req_valid & ~drain_valid) | fences;
  assign fence     = (turn & drain_valid) != '0;
  assign req_ready = turn & ~drain_valid & {SHARERS{has_room}};

  next_in #(.N(SHARERS)) u_turn (
      .candidates (offers), .behind (behind_q), .next (turn), .from (from)
  );

  // After a reset L1 0 counts as the last.
  always_ff @(posedge clk) begin
    if (rst)        behind_q <= {{(SHARERS-1){1'b1}}, 1'b0};
    else if (takes) behind_q <= from << 1;
  end

  for (genvar i = 0; i < SHARERS; i++) begin : g_request
    assign requests[i*(SHARER_W+REQUEST_W) +: SHARER_W+REQUEST_W] =
        drain_valid[i] ?
        {SHARER_W'(i), {TAG_W{1'b0}}, ul1_pkg::MEMOP_FENCE, {(PLINE_W+SECTORS+LINE_W){1'b0}},
         ul1_pkg::LEVEL_SYS, {KIND_W{1'b0}}} :
        {SHARER_W'(i), req_number[i*TAG_W +: TAG_W], req_op[i*MEMOP_W +: MEMOP_W],
         req_line[i*PLINE_W +: PLINE_W], req_sect[i*SECTORS +: SECTORS],
         req_vline[i*LINE_W +: LINE_W], req_level[i*LEVEL_W +: LEVEL_W], reqread_kind[i*KIND_W +: KIND_W]};
  end

  pick #(.WORDS(SHARERS), .WORD_W(SHARER_W+REQUEST_W)) u_request (
      .one (turn), .words (requests), .word (request)
  );
  assign request_op   = request[REQUEST_W-TAG_W-1 -: MEMOP_W];
  assign request_sect = request[LINE_W+LEVEL_W+KIND_W +: SECTORS];

  pick #(.WORDS(SHARERS), .WORD_W(LINE_WORDS*BYTES)) u_be (.one(turn), .words(reqdata_be), .word(be));
  pick #(.WORDS(SHARERS), .WORD_W(LINE_WORDS*WORD_W)) u_word (.one(turn), .words(reqdata_word), .word(word));

  // ---- The request on offer

  always_ff @(posedge clk) begin
    if (rst) begin
      mem_valid  <= 1'b0;
      memdata_be <= '0;
    end
    else if (has_room) begin
      mem_valid  <= offers != '0;
      memdata_be <= be & {(LINE_WORDS*BYTES){~fence}};
    end
  end

  always_ff @(posedge clk) begin
    if (takes) begin
      {mem_number, mem_op, mem_line, mem_sect, mem_vline, mem_level, memread_kind} <= request;
      memdata_word                                                                 <= word;
    end
  end

  // ---- The origin of a read's fetch

  if (ul1_pkg::READ_SOURCES != 0) begin : g_source
    logic [SHARERS*(WARP_W+SPACE_W)-1:0] sources;
    logic [WARP_W+SPACE_W-1:0]           source;

    for (genvar i = 0; i < SHARERS; i++) begin : g_each
      assign sources[i*(WARP_W+SPACE_W) +: WARP_W+SPACE_W] =
          {reqread_warp[i*WARP_W +: WARP_W], reqread_space[i*SPACE_W +: SPACE_W]};
    end

    pick #(.WORDS(SHARERS), .WORD_W(WARP_W+SPACE_W)) u_source (
        .one (turn), .words (sources), .word (source)
    );

    always_ff @(posedge clk) if (takes) {memread_warp, memread_space} <= fence ? '0 : source;
  end else begin : g_source
    assign memread_warp  = '0;
    assign memread_space = '0;
  end

  // ---- The operation of a write

  if (ul1_pkg::GLOBAL_ATOMICS != 0) begin : g_atom
    localparam int ATOM_W = ul1_pkg::ATOM_W;
    logic [SHARERS*(ATOM_W+2)-1:0] operations;
    logic [ATOM_W+1:0]             operation;

    for (genvar i = 0; i < SHARERS; i++) begin : g_operation
      assign operations[i*(ATOM_W+2) +: ATOM_W+2] =
          {reqdata_atom[i*ATOM_W +: ATOM_W], reqdata_wide[i], reqdata_signed[i]};
    end

    pick #(.WORDS(SHARERS), .WORD_W(ATOM_W+2)) u_operation (
        .one (turn), .words (operations), .word (operation)
    );

    always_ff @(posedge clk) begin
      if (rst)           {memdata_atom, memdata_wide, memdata_signed} <= '0;
      else if (has_room) {memdata_atom, memdata_wide, memdata_signed} <= fence ? '0 : operation;
    end
  end else begin : g_atom
    logic unused_atom;
    assign unused_atom    = ^reqdata_atom ^ ^reqdata_wide ^ ^reqdata_signed;
    assign memdata_atom   = ul1_pkg::ATOM_NONE;
    assign memdata_wide   = 1'b0;
    assign memdata_signed = 1'b0;
  end

  // ---- Old words. The answer's number is that of the L1 above its own, as for a request

  // The request that is next is answered with old words.
  logic returns;

  if (ul1_pkg::GLOBAL_ATOMICS > 1) begin : g_old
    localparam int OLD_W = 1 + SHARER_W + TAG_W;
    logic [SHARERS*OLD_W-1:0] olds;
    logic [OLD_W-1:0]         old;

    assign returns = old[OLD_W-1] & ~fence;

    for (genvar i = 0; i < SHARERS; i++) begin : g_each
      assign olds[i*OLD_W +: OLD_W] = {reqold_valid[i], SHARER_W'(i), reqold_number[i*TAG_W +: TAG_W]};
    end

    pick #(.WORDS(SHARERS), .WORD_W(OLD_W)) u_old (.one(turn), .words(olds), .word(old));

    always_ff @(posedge clk) begin
      if (rst)           memold_valid <= 1'b0;
      else if (has_room) memold_valid <= returns;
      if (takes)         memold_number <= old[OLD_W-2:0];
    end
  end else begin : g_old
    assign returns       = 1'b0;
    assign memold_valid  = 1'b0;
    assign memold_number = '0;
  end

  // ---- Responses

  // The L1 that the response names.
  logic [SHARERS-1:0] named;

  always @* begin
    for (int i = 0; i < SHARERS; i++)
      named[i] = resp_valid & (resp_number[TAG_W +: SHARER_W] == SHARER_W'(i));
  end

  assign answer_valid  = named & ~drain_valid;

  assign answer_op     = resp_op;
  assign answer_number = resp_number[TAG_W-1:0];
  assign answer_sect   = resp_sect;
  assign answer_err    = resp_err;
  assign answer_vline  = resp_vline;
  assign answer_data   = resp_data;

  // ---- Resets of single L1s

  // Answers that memory owes for the request that is next, and those that the response brings: one for each
  // sector of a read.
  logic [OWED_W-1:0] more, less;

  always @* begin
    more = OWED_W'({request_op == ul1_pkg::MEMOP_FENCE | returns});
    less = OWED_W'({resp_op != ul1_pkg::MEMOP_WRITE});
    if (request_op == ul1_pkg::MEMOP_READ) more = count_of(request_sect);
    if (resp_op == ul1_pkg::MEMOP_READ)    less = count_of(resp_sect);
  end

  // While an L1 drains, the request of it that is taken is the fence.
  for (genvar i = 0; i < SHARERS; i++) begin : g_drain
    logic              fenced_q;
    logic [OWED_W-1:0] owed_q;

    assign fences[i] = drain_valid[i] & ~fenced_q & (owed_q == '0);

    always_ff @(posedge clk) begin
      if (rst) begin
        drain_valid[i] <= 1'b0;
        fenced_q       <= 1'b0;
        owed_q         <= '0;
      end else begin
        drain_valid[i] <= fresh_valid[i] | (drain_valid[i] & ~(fenced_q & (owed_q == '0)));
        fenced_q       <= drain_valid[i] & (fenced_q | (turn[i] & has_room));
        owed_q         <= owed_q + ((turn[i] & has_room) ? more : '0) - (named[i] ? less : '0);
      end
    end
  end

endmodule

`default_nettype wire
