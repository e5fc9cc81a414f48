// Rmw: performs reductions and atomics of L1s before memory, which gets reads and plain writes. It is no part
// of an L1. An operation becomes a read of its sectors. When these have come, it goes through the unit
// (rmw_unit). Then its old words leave to the L1, and its results to memory. Requests for its line wait
// meanwhile, and fences for all operations. Other requests and responses pass.

`default_nettype none

module rmw #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES),
    localparam int PLINE_W    = ul1_pkg::pline_w(LANES),
    localparam int WORD_W     = ul1_pkg::WORD_W
) (
    input  wire logic                                      clk,
    input  wire logic                                      rst,

    // ---- From an L1 or a share: requests
    // A request is offered; it stays unchanged until it is taken.
    input  wire logic                                      req_valid,
    // Kind of the request; valid with `req_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]               req_op,
    // Number of the request, which its response returns; valid with `req_valid`.
    input  wire logic [ul1_pkg::SHARED_TAG_W-1:0]          req_number,
    // Physical line of the request; 0 for a fence; valid with `req_valid`.
    input  wire logic [PLINE_W-1:0]                        req_line,
    // Sectors that a read requests; else 0; valid with `req_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]               req_sect,
    // Virtual line of a write, which its failure response returns; else 0; valid with `req_valid`.
    input  wire logic [LINE_W-1:0]                         req_vline,
    // Scope of a fence; else 0; valid with `req_valid`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0]               req_level,
    // The request is taken in this cycle.
    output logic                                           req_ready,
    // Bytes of the write; zero without one.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0] reqdata_be,
    // Words of the write; the operands, if it has an operation; valid by `reqdata_be`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]              reqdata_word,
    // verilator lint_off UNUSEDSIGNAL
    // Operation on the words of the write; none for a plain write.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                reqdata_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; else zero.
    input  wire logic                                      reqdata_wide,
    // The operation is on signed numbers; else zero.
    input  wire logic                                      reqdata_signed,
    // Purpose of a read: the fetch of a load, of a fresh load or of a store, a page walk, constants, or a
    // texture; else 0; valid with `req_valid`.
    input  wire logic [ul1_pkg::READKIND_W-1:0]            reqread_kind,
    // Warp of the access that opened the fetch of a read; valid with `req_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]                reqread_warp,
    // Space of the access that opened the fetch of a read; valid with `req_valid`.
    input  wire logic [ul1_pkg::SPACE_W-1:0]               reqread_space,
    // The write is answered with the old words of its line; else zero.
    input  wire logic                                      reqold_valid,
    // Number that the answer has; valid with `reqold_valid`.
    input  wire logic [ul1_pkg::SHARED_TAG_W-1:0]          reqold_number,
    // verilator lint_on UNUSEDSIGNAL

    // ---- To memory: the request on offer
    // A request is offered to memory; it stays unchanged until it is taken.
    output logic                                           mem_valid,
    // Kind of the request; valid with `mem_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]               mem_op,
    // Number of the request: 0, or that of the operation plus 1; then that of the L1's; valid with
    // `mem_valid`.
    output logic      [ul1_pkg::RMW_TAG_W-1:0]             mem_number,
    // Physical line of the request; 0 for a fence; valid with `mem_valid`.
    output logic      [PLINE_W-1:0]                        mem_line,
    // Sectors that a read requests; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]               mem_sect,
    // Virtual line of a write, which its failure response returns; else 0; valid with `mem_valid`.
    output logic      [LINE_W-1:0]                         mem_vline,
    // Scope of a fence; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::LEVEL_W-1:0]               mem_level,
    // Memory takes the offered request in this cycle.
    input  wire logic                                      mem_ready,
    // Bytes of the write that is offered to memory; zero without one.
    output logic      [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0] memdata_be,
    // Words of the write that is offered to memory; valid by `memdata_be`.
    output logic      [LINE_WORDS*WORD_W-1:0]              memdata_word,
    // Always none: each write is a plain one.
    output logic      [ul1_pkg::ATOM_W-1:0]                memdata_atom,
    // Always zero.
    output logic                                           memdata_wide,
    // Always zero.
    output logic                                           memdata_signed,
    // Purpose of a read: that of the L1's, or an operation; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]            memread_kind,
    // Warp of the access that opened the fetch of a read; zero of an operation; valid with `mem_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                memread_warp,
    // Space of the access that opened the fetch of a read; zero of an operation; valid with `mem_valid`.
    output logic      [ul1_pkg::SPACE_W-1:0]               memread_space,
    // Always zero.
    output logic                                           memold_valid,
    // Always zero.
    output logic      [ul1_pkg::RMW_TAG_W-1:0]             memold_number,

    // ---- From memory: responses
    // Memory offers a response; it stays unchanged until it is taken.
    input  wire logic                                      resp_valid,
    // Kind of request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]               resp_op,
    // Number of the request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::RMW_TAG_W-1:0]             resp_number,
    // Sectors that a read response brings; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]               resp_sect,
    // The read failed: the sectors of the response have no data; valid with `resp_valid`.
    input  wire logic                                      resp_err,
    // Virtual line of a failed write, as the request had it; valid with `resp_valid`.
    input  wire logic [LINE_W-1:0]                         resp_vline,
    // Words of the line, for a read response; valid with `resp_valid`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]              resp_data,
    // A response that is offered in this cycle is taken.
    output logic                                           resp_ready,

    // ---- To the L1, the share or the network: responses
    // A response of memory passes, or one to an operation is given.
    output logic                                           answer_valid,
    // Kind of request that the response answers; valid with `answer_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]               answer_op,
    // Number of the request, or of the old words, that the response answers; valid with `answer_valid`.
    output logic      [ul1_pkg::SHARED_TAG_W-1:0]          answer_number,
    // Sectors that a read response brings; zero of an operation; valid with `answer_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]               answer_sect,
    // The read failed: the response has no data; valid with `answer_valid`.
    output logic                                           answer_err,
    // Virtual line of a failed write, as the request had it; valid with `answer_valid`.
    output logic      [LINE_W-1:0]                         answer_vline,
    // Words of the line, for a read response; old words of an atomic, 0 where none is wanted; valid with
    // `answer_valid`.
    output logic      [LINE_WORDS*WORD_W-1:0]              answer_data,
    // The answer on offer, if there is one, is taken in this cycle.
    input  wire logic                                      answer_ready
);

  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int BYTES   = ul1_pkg::WORD_BYTES;
  localparam int TAG_W   = ul1_pkg::SHARED_TAG_W;
  localparam int RMW_W   = ul1_pkg::RMW_W;

  // The register is free, or becomes so; a request, or the result of an operation, enters it.
  logic has_room, takes, sends;
  // A request may be taken, as far as operations are concerned; it is one itself.
  logic may, operates;
  // The read of an operation that is taken, and the write of one with its results, in place of a request
  logic [RMW_W-1:0]              read_number, write_number;
  logic [SECTORS-1:0]            read_sect;
  logic [PLINE_W-1:0]            write_line;
  logic [LINE_W-1:0]             write_vline;
  logic [TAG_W-1:0]              write_tag;
  logic [LINE_WORDS-1:0]         write_mask;
  logic [LINE_WORDS*WORD_W-1:0]  write_words;
  // A response that is given to an L1 in place of one of memory; one of memory that goes to no L1; one that
  // was on offer in the cycle before goes first; a result is there
  logic                          answers, stays, passing_q, results;

  assign has_room       = ~mem_valid | mem_ready;
  assign takes          = req_valid & has_room & ~results & may;
  assign req_ready      = takes;
  assign memdata_atom   = ul1_pkg::ATOM_NONE;
  assign memdata_wide   = 1'b0;
  assign memdata_signed = 1'b0;
  assign memold_valid   = 1'b0;
  assign memold_number  = '0;

  // ---- The request on offer

  logic [LINE_WORDS*BYTES-1:0] write_be;

  always @* begin
    for (int w = 0; w < LINE_WORDS; w++) write_be[w*BYTES +: BYTES] = {BYTES{write_mask[w]}};
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      mem_valid  <= 1'b0;
      memdata_be <= '0;
    end else if (has_room) begin
      mem_valid  <= sends | takes;
      memdata_be <= sends ? write_be : takes & ~operates ? reqdata_be : '0;
    end
  end

  always_ff @(posedge clk) begin
    if (has_room) begin
      mem_op       <= sends ? ul1_pkg::MEMOP_WRITE : operates ? ul1_pkg::MEMOP_READ : req_op;
      mem_number   <= sends ? {write_number, write_tag}
                      : {operates ? read_number : {RMW_W{1'b0}}, req_number};
      mem_line     <= sends ? write_line : req_line;
      mem_sect     <= sends ? '0 : operates ? read_sect : req_sect;
      mem_vline    <= sends ? write_vline : operates ? '0 : req_vline;
      mem_level    <= sends ? '0 : req_level;
      memread_kind <= sends ? '0 : operates ? ul1_pkg::READKIND_ATOM : reqread_kind;
      memdata_word <= sends ? write_words : reqdata_word;
    end
  end

  if (ul1_pkg::READ_SOURCES != 0) begin : g_source
    always_ff @(posedge clk) begin
      if (has_room) {memread_warp, memread_space} <= sends | operates ? '0 : {reqread_warp, reqread_space};
    end
  end else begin : g_source
    assign {memread_warp, memread_space} = '0;
  end

  // ---- Operations

  if (ul1_pkg::GLOBAL_ATOMICS != 0) begin : g_operations
    localparam int N       = ul1_pkg::RMWS;
    localparam int ID_W    = ul1_pkg::RMW_ID_W;
    localparam int ATOM_W  = ul1_pkg::ATOM_W;
    localparam int LINE_B  = LINE_WORDS*WORD_W;
    localparam int FIELD_W = ATOM_W + 3 + TAG_W + TAG_W + LINE_W + LINE_WORDS;

    // Operations in use; those with all of their words, before they enter the unit; those that could not be
    // read. The fields are in the order of `request`.
    logic [N-1:0]               used_q, read_q, err_q;
    logic [N*PLINE_W-1:0]       line_q;
    logic [N*SECTORS-1:0]       lacks_q;
    logic [N*FIELD_W-1:0]       fields_q;
    logic [FIELD_W-1:0]         request;
    // verilator lint_off UNUSEDSIGNAL
    // Those of an operation in the unit; no stage needs all.
    logic [FIELD_W-1:0]         first_fields, second_fields, result_fields;
    // verilator lint_on UNUSEDSIGNAL

    logic [N-1:0]               begins, same, own, whole, next, from, behind_q, unused;
    logic [N-1:0]               first_one, second_one, result_one, drops_one;
    logic [N*SECTORS-1:0]       left;
    logic [SECTORS-1:0]         brings;  // sectors of an operation that a response brings
    logic [ID_W-1:0]            begin_id, next_id, own_id;
    logic                       own_read;  // a response of memory is an operation's own
    logic                       begun, advances, enters, drops, new_answer, answered_q, waits;
    logic [LINE_WORDS-1:0]      mask;

    // The operations in the stages of the unit, and their words
    logic                first_valid_q, second_valid, result_valid;
    logic [ID_W-1:0]     first_id_q, second_id, result_id;
    logic [LINE_B-1:0]   old_words, by_words, second_old;
    logic [ATOM_W-1:0]   first_atom;
    logic                first_wide, first_signed;

    // ---- A new operation takes the lowest free place

    assign operates    = reqdata_atom != ul1_pkg::ATOM_NONE;
    assign unused      = ~used_q;
    assign begins      = begun ? unused & -unused : '0;
    assign begun       = takes & operates;
    assign begin_id    = ID_W'({ul1_fn::lowest(64'(unused))});
    assign read_number = RMW_W'(begin_id) + 1'b1;

    always @* begin
      read_sect = '0;
      for (int w = 0; w < LINE_WORDS; w++) begin
        mask[w] = reqdata_be[w*BYTES];
        read_sect[w*SECTORS/LINE_WORDS] = read_sect[w*SECTORS/LINE_WORDS] | reqdata_be[w*BYTES];
      end
      for (int i = 0; i < N; i++) same[i] = line_q[i*PLINE_W +: PLINE_W] == req_line;
    end

    assign request = {reqdata_atom, reqdata_wide, reqdata_signed, reqold_valid & ul1_pkg::GLOBAL_ATOMICS > 1,
                      reqold_number, req_number, req_vline, mask};
    assign may     = req_op == ul1_pkg::MEMOP_FENCE ? used_q == '0
                     : (used_q & same) == '0 & ~(operates & used_q == '1);

    // ---- The words that it reads

    assign own_read = resp_op == ul1_pkg::MEMOP_READ & resp_number[TAG_W +: RMW_W] != '0;
    assign own_id   = ID_W'(resp_number[TAG_W +: RMW_W] - 1'b1);
    assign own      = resp_valid & resp_ready & own_read ? N'(1) << own_id : '0;
    assign brings   = own != '0 ? resp_sect : '0;

    always @* begin
      left  = '0;
      whole = '0;
      for (int i = 0; i < N; i++) begin
        left[i*SECTORS +: SECTORS] = lacks_q[i*SECTORS +: SECTORS] & ~(own[i] ? resp_sect : '0);
        whole[i] = own[i] & left[i*SECTORS +: SECTORS] == '0;
      end
    end

    // ---- The unit: the next in rotation enters

    next_in #(.N(N)) u_next (.candidates(read_q), .behind(behind_q), .next, .from);

    assign next_id  = ID_W'({ul1_fn::index(64'(next))});
    assign advances = ~(result_valid & ~has_room) & ~waits;
    assign enters   = advances & read_q != '0;

    assign first_one  = N'(1) << first_id_q;
    assign second_one = N'(1) << second_id;
    assign result_one = N'(1) << result_id;

    pick #(.WORDS(N), .WORD_W(FIELD_W)) u_first  (.one(first_one), .words(fields_q), .word(first_fields));
    pick #(.WORDS(N), .WORD_W(FIELD_W)) u_second (.one(second_one), .words(fields_q), .word(second_fields));
    pick #(.WORDS(N), .WORD_W(FIELD_W)) u_result (.one(result_one), .words(fields_q), .word(result_fields));
    pick #(.WORDS(N), .WORD_W(PLINE_W)) u_line   (.one(result_one), .words(line_q), .word(write_line));

    assign {first_atom, first_wide, first_signed} = first_fields[FIELD_W-1 -: ATOM_W+2];

    ram #(.ROWS(N), .ROW_W(ID_W), .PARTS(SECTORS), .PART_W(LINE_B/SECTORS)) u_olds (
        .clk, .re(enters), .raddr(next_id), .rdata(old_words), .we(brings), .waddr(own_id),
        .wdata(resp_data)
    );
    ram #(.ROWS(N), .ROW_W(ID_W), .PARTS(1), .PART_W(LINE_B)) u_operands (
        .clk, .re(enters), .raddr(next_id), .rdata(by_words), .we(begun), .waddr(begin_id),
        .wdata(reqdata_word)
    );

    rmw_unit #(.LANES(LANES)) u_unit (
        .clk, .rst, .advances, .first_valid(first_valid_q), .first_id(first_id_q), .atom(first_atom),
        .wide(first_wide), .sign(first_signed), .old_words, .by_words, .second_valid, .second_id, .second_old,
        .drops, .result_valid, .result_id, .result_words(write_words)
    );

    // ---- Answers, in the first cycle of the second stage: old words, or an error

    logic                  second_returns, second_err;
    logic [TAG_W-1:0]      second_old_number, second_number;
    logic [LINE_W-1:0]     second_vline;
    logic [LINE_WORDS-1:0] second_mask;
    logic [SECTORS-1:0]    second_sect;

    assign {second_returns, second_old_number, second_number, second_vline, second_mask} =
        second_fields[TAG_W+TAG_W+LINE_W+LINE_WORDS:0];
    assign second_err = (err_q & second_one) != '0;
    assign drops      = second_valid & second_err;
    assign drops_one  = advances & drops ? second_one : '0;
    assign new_answer = second_valid & ~answered_q & (second_returns | second_err | ul1_pkg::L2_ACKS != 0);
    assign answers    = new_answer & ~passing_q;
    assign waits      = new_answer & ~(answers & answer_ready);
    assign stays      = own_read | (ul1_pkg::L2_ACKS != 0 & resp_op == ul1_pkg::MEMOP_WRITE
                                    & resp_number[TAG_W +: RMW_W] != '0);

    always @* begin
      second_sect = '0;
      for (int w = 0; w < LINE_WORDS; w++)
        second_sect[w*SECTORS/LINE_WORDS] = second_sect[w*SECTORS/LINE_WORDS] | second_mask[w];
    end

    always @* begin
      answer_valid  = resp_valid & ~stays;
      answer_op     = resp_op;
      answer_number = resp_number[TAG_W-1:0];
      answer_sect   = resp_sect;
      answer_err    = resp_err;
      answer_vline  = resp_vline;
      answer_data   = resp_data;
      if (answers) begin
        answer_valid  = 1'b1;
        answer_op     = second_returns ? ul1_pkg::MEMOP_ATOM : ul1_pkg::MEMOP_WRITE;
        answer_number = second_returns ? second_old_number : second_number;
        answer_sect   = second_sect & {SECTORS{second_returns}};
        answer_err    = second_err;
        answer_vline  = second_vline;
        for (int w = 0; w < LINE_WORDS; w++)
          answer_data[w*WORD_W +: WORD_W] = second_old[w*WORD_W +: WORD_W] & {WORD_W{second_mask[w]}};
      end
    end

    // ---- Results

    assign results      = result_valid;
    assign sends        = result_valid & ~waits;
    assign write_number = RMW_W'(result_id) + 1'b1;
    assign {write_tag, write_vline, write_mask} = result_fields[TAG_W+LINE_W+LINE_WORDS-1:0];

    always_ff @(posedge clk) begin
      if (rst) begin
        used_q        <= '0;
        read_q        <= '0;
        behind_q      <= {{(N-1){1'b1}}, 1'b0};
        first_valid_q <= 1'b0;
        answered_q    <= 1'b0;
      end else begin
        used_q <= (used_q & ~drops_one & ~(sends & has_room ? result_one : '0)) | begins;
        read_q <= (read_q & ~(enters ? next : '0)) | whole;
        if (enters)   behind_q      <= from << 1;
        if (advances) first_valid_q <= enters;
        answered_q <= second_valid & ~advances & ~waits;
      end
      if (advances) first_id_q <= next_id;
      err_q <= (err_q & ~begins) | (resp_err ? own : '0);
      for (int i = 0; i < N; i++) begin
        lacks_q[i*SECTORS +: SECTORS] <= begins[i] ? read_sect : left[i*SECTORS +: SECTORS];
        if (begins[i]) begin
          line_q  [i*PLINE_W +: PLINE_W] <= req_line;
          fields_q[i*FIELD_W +: FIELD_W] <= request;
        end
      end
    end

    always @(posedge clk) begin
      if (!rst) begin
        // A response is to a read of an operation under way; an operation changes whole words
        assert ((own & ~used_q) == '0);
        assert ((begins & used_q) == '0);
      end
    end
  end else begin : g_operations
    logic unused_number;
    assign unused_number = ^resp_number[TAG_W +: RMW_W] ^ passing_q;
    assign operates      = 1'b0;
    assign may           = 1'b1;
    assign results       = 1'b0;
    assign sends         = 1'b0;
    assign answers       = 1'b0;
    assign stays         = 1'b0;
    assign read_number   = '0;
    assign read_sect     = '0;
    assign write_number  = '0;
    assign write_line    = '0;
    assign write_vline   = '0;
    assign write_tag     = '0;
    assign write_mask    = '0;
    assign write_words   = '0;
    assign answer_valid  = resp_valid;
    assign answer_op     = resp_op;
    assign answer_number = resp_number[TAG_W-1:0];
    assign answer_sect   = resp_sect;
    assign answer_err    = resp_err;
    assign answer_vline  = resp_vline;
    assign answer_data   = resp_data;
  end

  assign resp_ready = ~answers & (answer_ready | (resp_valid & stays));

  always_ff @(posedge clk) begin
    if (rst) passing_q <= 1'b0;
    else     passing_q <= answer_valid & ~answers & ~answer_ready;
  end

endmodule

`default_nettype wire
