// L2: a slice of the L2 cache. It is sectored and write-back; stores fetch nothing, as the bytes that are
// known are kept as a mask. In each cycle a pass begins: that of a response of memory, else of an MSHR that
// answers its reads, else of the oldest request in the queue. Stage 0 reads the row of its set, stage 1 acts,
// and in stage 2 the words that it read are on offer as an answer, or enter the request to memory.

`default_nettype none

module l2 #(
    parameter  int LANES      = 32,
    localparam int LINE_WORDS = ul1_pkg::line_words(LANES),
    localparam int LINE_W     = ul1_pkg::line_w(LANES),
    localparam int PLINE_W    = ul1_pkg::pline_w(LANES),
    localparam int WORD_W     = ul1_pkg::WORD_W
) (
    input  wire logic                                           clk,
    input  wire logic                                           rst,

    // ---- From above: requests, in the order in which they act
    // A request is offered; it stays unchanged until it is taken.
    input  wire logic                                           req_valid,
    // Kind of the request: read, write or fence; valid with `req_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                    req_op,
    // Number of the request, which its answer returns; valid with `req_valid`.
    input  wire logic [ul1_pkg::L2_TAG_W-1:0]                   req_number,
    // Physical line of the request; 0 for a fence; valid with `req_valid`.
    input  wire logic [PLINE_W-1:0]                             req_line,
    // Sectors that a read requests; else 0; valid with `req_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                    req_sect,
    // Virtual line of a write, which its answer returns; else 0; valid with `req_valid`.
    input  wire logic [LINE_W-1:0]                              req_vline,
    // Scope of a fence; else 0; valid with `req_valid`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0]                    req_level,
    // The offered request is taken in this cycle: the queue is not full.
    output logic                                                req_ready,
    // Bytes of the write that is offered; zero without one.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0]      reqdata_be,
    // Words of the write that is offered; valid by `reqdata_be`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]                   reqdata_word,
    // None, zero and zero: a slice performs no operations.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                     reqdata_atom,
    input  wire logic                                           reqdata_wide,
    input  wire logic                                           reqdata_signed,
    // Purpose of a read: the fetch of a load, of a fresh load or of a store, a page walk, constants, or a
    // texture; else 0; valid with `req_valid`.
    input  wire logic [ul1_pkg::READKIND_W-1:0]                 reqread_kind,
    // Warp of the access that opened the fetch of a read; not looked at.
    input  wire logic [ul1_pkg::WARP_W-1:0]                     reqread_warp,
    // Space of the access that opened the fetch of a read; not looked at.
    input  wire logic [ul1_pkg::SPACE_W-1:0]                    reqread_space,

    // ---- To above: the answer on offer
    // An answer is offered; it stays unchanged until it is taken.
    output logic                                                answer_valid,
    // Kind of the request that the answer is for; valid with `answer_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]                    answer_op,
    // Number of the request that the answer is for; valid with `answer_valid`.
    output logic      [ul1_pkg::L2_TAG_W-1:0]                   answer_number,
    // Sectors that the answer of a read brings; else 0; valid with `answer_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                    answer_sect,
    // Memory cannot deliver these sectors: the answer has no words; valid with `answer_valid`.
    output logic                                                answer_err,
    // Virtual line of a write that is answered; else 0; valid with `answer_valid`.
    output logic      [LINE_W-1:0]                              answer_vline,
    // Words of the line, in the sectors of the answer of a read without an error; else 0; valid with
    // `answer_valid`.
    output logic      [LINE_WORDS*WORD_W-1:0]                   answer_data,
    // The answer on offer is taken in this cycle.
    input  wire logic                                           answer_ready,

    // ---- To memory: the request on offer
    // A request is offered to memory; it stays unchanged until it is taken.
    output logic                                                mem_valid,
    // Kind of the request: a read (fetch) or a write (write-back); valid with `mem_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]                    mem_op,
    // MSHR of a fetch, which its responses return; 0 for a write; valid with `mem_valid`.
    output logic      [ul1_pkg::L2_MSHR_W-1:0]                  mem_number,
    // Physical line of the request; valid with `mem_valid`.
    output logic      [PLINE_W-1:0]                             mem_line,
    // Sectors that a fetch requests; 0 for a write; valid with `mem_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                    mem_sect,
    // Physical line of a write, as far as the bits reach, which its failure response returns; 0 for a fetch;
    // valid with `mem_valid`.
    output logic      [LINE_W-1:0]                              mem_vline,
    // Memory takes the offered request in this cycle.
    input  wire logic                                           mem_ready,
    // Bytes of the write-back that is offered to memory; zero without one.
    output logic      [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0]      memdata_be,
    // Words of the write-back that is offered to memory; valid by `memdata_be`.
    output logic      [LINE_WORDS*WORD_W-1:0]                   memdata_word,

    // ---- From memory: responses, always accepted
    // A response of memory arrives.
    input  wire logic                                           resp_valid,
    // Kind of request that the response answers; a write is answered only if it failed; valid with
    // `resp_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                    resp_op,
    // MSHR of the fetch that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::L2_MSHR_W-1:0]                  resp_number,
    // Sectors that a read response brings; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                    resp_sect,
    // The read failed: the sectors of the response have no data; valid with `resp_valid`.
    input  wire logic                                           resp_err,
    // Line of a failed write, as `mem_vline` of the request had it; valid with `resp_valid`.
    input  wire logic [LINE_W-1:0]                              resp_vline,
    // Words of the line, for a read response; valid with `resp_valid`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]                   resp_data,
    // The bytes of a write-back are lost.
    output logic                                                lost_valid,
    // Line of the write-back, as far as the bits reach; valid with `lost_valid`.
    output logic      [LINE_W-1:0]                              lost_line,

    // ---- For waves and checks
    // Requests in the queue.
    output logic      [ul1_pkg::L2_QUEUE_W-1:0]                 queue_used,
    // What the pass did, or lacked, that was in stage 1 in the previous cycle; none without a pass.
    output logic      [ul1_pkg::L2DID_W-1:0]                    pass_did,
    // Its set; 0 without one.
    output logic      [ul1_pkg::L2_SET_W-1:0]                   pass_set,
    // The way that it read, filled, wrote, gave away or waits for; 0 without one.
    output logic      [ul1_pkg::L2_WAY_W-1:0]                   pass_way,
    // The MSHR that it opened, joined, filled, answered for or waits for; 0 without one.
    output logic      [ul1_pkg::L2_MSHR_W-1:0]                  pass_mshr,
    // State of each MSHR: free, sectors are to come, or its reads are answered.
    output logic      [ul1_pkg::L2_MSHRS*ul1_pkg::MSHRSTATE_W-1:0] mshr_state,
    // Sectors that are to come, for each MSHR.
    output logic      [ul1_pkg::L2_MSHRS*ul1_pkg::SECTORS-1:0]  mshr_sect
);

  localparam int BYTES   = ul1_pkg::WORD_BYTES;
  localparam int DID_W   = ul1_pkg::L2DID_W;
  localparam int LINE_BE = LINE_WORDS * BYTES;
  localparam int LOW     = ul1_pkg::L2_LOW;
  localparam int MEMOP_W = ul1_pkg::MEMOP_W;
  localparam int MSHR_W  = ul1_pkg::L2_MSHR_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int SETS    = ul1_pkg::L2_SETS;
  localparam int SET_W   = ul1_pkg::L2_SET_W;
  localparam int TAG_W   = ul1_pkg::L2_TAG_W;
  localparam int WAYS    = ul1_pkg::L2_WAYS;
  localparam int WAY_W   = ul1_pkg::L2_WAY_W;
  localparam int ENTRY_W = MEMOP_W + TAG_W + PLINE_W + SECTORS + LINE_W + 1 + LINE_BE + LINE_WORDS*WORD_W;
  localparam int READ_W  = TAG_W + SECTORS;
  localparam int ROW_W   = $clog2(WAYS * SETS);
  localparam bit ACKS    = ul1_pkg::L2_ACKS != 0;

  logic unused;
  assign unused = ^req_level ^ ^reqdata_atom ^ reqdata_wide ^ reqdata_signed ^ ^reqread_warp ^ ^reqread_space;

  // ---- Stage 0: a pass begins

  // A pass of a response, of an MSHR that answers, or of a request, begins.
  logic              fill, replay, looks;
  logic              look_valid, replay_valid;
  logic [SET_W-1:0]  set, look_set, replay_set, resp_set;
  logic [WAYS-1:0]   replay_way, resp_way;
  logic [MSHR_W-1:0] replay_number;

  // The pass in stage 1, and what a response has brought
  logic                         s1_fill, s1_replay, s1_request, s1_err;
  logic [SET_W-1:0]             s1_set;
  logic [WAYS-1:0]              s1_way;
  logic [MSHR_W-1:0]            s1_mshr;
  logic [SECTORS-1:0]           s1_filled;
  logic [LINE_WORDS*WORD_W-1:0] s1_data;
  logic                         stays;  // the request in stage 1 is not done

  assign fill   = resp_valid & resp_op == ul1_pkg::MEMOP_READ;
  assign replay = ~fill & replay_valid & ~s1_replay;
  assign looks  = ~fill & ~replay & look_valid;
  assign set    = fill ? resp_set : replay ? replay_set : look_set;

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_fill    <= 1'b0;
      s1_replay  <= 1'b0;
      s1_request <= 1'b0;
    end else begin
      s1_fill    <= fill;
      s1_replay  <= replay;
      s1_request <= looks & ~stays;
    end
    s1_set  <= set;
    s1_way  <= fill ? resp_way : replay_way;
    s1_mshr <= fill ? resp_number : replay_number;
    if (ul1_fn::sim_gate(fill)) begin
      s1_filled <= resp_sect;
      s1_err    <= resp_err;
      s1_data   <= resp_data;
    end
  end

  // ---- The queue

  logic [ENTRY_W-1:0]           s1_entry;
  logic [MEMOP_W-1:0]           s1_op;
  logic [TAG_W-1:0]             s1_number;
  logic [PLINE_W-1:0]           s1_line;
  logic [SECTORS-1:0]           s1_sect;
  logic [LINE_W-1:0]            s1_vline;
  logic                         s1_walk;
  logic [LINE_BE-1:0]           s1_be;
  logic [LINE_WORDS*WORD_W-1:0] s1_word;
  logic                         done;

  request_queue #(.ENTRY_W(ENTRY_W), .QUEUE(ul1_pkg::L2_QUEUE), .SET_W(SET_W)) u_queue (
      .clk, .rst, .req_valid, .req_set(req_line[LOW +: SET_W]),
      .req_entry({req_op, req_number, req_line, req_sect, req_vline,
                  reqread_kind == ul1_pkg::READKIND_WALK, reqdata_be, reqdata_word}),
      .req_ready, .queue_used, .look_valid, .look_set, .looks, .s1_request, .s1_entry, .done
  );

  assign {s1_op, s1_number, s1_line, s1_sect, s1_vline, s1_walk, s1_be, s1_word} = s1_entry;

  // ---- Stage 1: what the request finds

  logic               read, write, fence;
  logic               hits, pending, victim_dirty, list_full, last, drops, free_valid;
  logic [WAYS-1:0]    hit, victim, way;
  logic [SECTORS-1:0] full, dirty, comes, failed;
  logic [MSHR_W-1:0]  hit_mshr, free_number, mshr;
  logic [PLINE_W-1:0] way_line;
  logic [LINE_BE-1:0] way_be;
  logic [READ_W-1:0]  listed;

  // The registers of the answer and of the request to memory are free, or become so.
  logic answer_room, request_room;
  logic s2_writes;  // a write-back has its words in stage 2

  assign answer_room  = ~answer_valid | answer_ready;
  assign request_room = ~s2_writes & (~mem_valid | mem_ready);

  assign read  = s1_request & s1_op == ul1_pkg::MEMOP_READ;
  assign write = s1_request & s1_op == ul1_pkg::MEMOP_WRITE;
  assign fence = s1_request & s1_op != ul1_pkg::MEMOP_READ & s1_op != ul1_pkg::MEMOP_WRITE;
  assign hits  = hit != '0;

  // The first of these that applies: bytes of the line must be written back; it is pending; its words are
  // there; it is to get a way.
  logic [SECTORS-1:0] lacks;       // sectors of the read that are neither known nor to come
  logic               old, waits, finds, wants;
  logic               full_list, no_way, victim_old;

  assign old        = read & hits & (s1_walk ? ~pending & dirty != '0 : (s1_sect & dirty & ~full) != '0);
  assign waits      = (read | write) & hits & pending & ~old;
  assign finds      = read & hits & ~pending & ~old & ~s1_walk & (s1_sect & ~full) == '0;
  assign wants      = (read & ~old & ~waits & ~finds) | (write & ~waits);
  assign lacks      = s1_sect & ~full & ~comes & ~failed;
  assign full_list  = list_full | (comes == '0 & lacks != '0);
  assign no_way     = wants & ~hits & victim == '0;
  assign victim_old = wants & ~hits & victim_dirty;

  // ---- Stage 1: what the pass does

  logic               joins, opens, gives, stores, cleans, fetches, reads, words, answered, answers, half_q;
  logic [SECTORS-1:0] asks, good, bad;

  assign joins  = waits & read & ~s1_walk & ~full_list & (request_room | lacks == '0);
  assign opens  = wants & read & ~no_way & ~victim_old & free_valid & request_room;
  assign stores = wants & write & ~no_way & ~victim_old & (answer_room | ~ACKS);
  assign gives  = (opens & (~hits | s1_walk)) | (stores & ~hits);
  assign cleans = (old | victim_old) & request_room & answer_room;
  assign done   = joins | opens | stores | ((finds | fence) & answer_room);
  assign stays  = s1_request & ~done;

  // A read that opens an MSHR fetches what its line lacks, a page walk all of its sectors.
  assign asks    = opens ? s1_sect & ~(full & {SECTORS{~s1_walk}}) : lacks;
  assign fetches = opens | (joins & lacks != '0);

  // A replay answers the sectors that have words, then those that failed.
  assign good     = listed[SECTORS-1:0] & ~failed;
  assign bad      = listed[SECTORS-1:0] & failed;
  assign words    = good != '0 & ~half_q;
  assign answered = s1_replay & answer_room & ~(words & bad != '0);

  always_ff @(posedge clk) begin
    if (rst)                          half_q <= 1'b0;
    else if (s1_replay & answer_room) half_q <= words & bad != '0;
  end

  // The way and the MSHR of the pass
  assign way  = s1_request ? (hits ? hit : victim) : s1_way;
  assign mshr = s1_request ? hit_mshr : s1_mshr;

  logic [SECTORS-1:0] be_sect;
  always @* begin
    for (int q = 0; q < SECTORS; q++) be_sect[q] = s1_be[q*LINE_BE/SECTORS +: LINE_BE/SECTORS] != '0;
  end

  l2_ways #(.LANES(LANES)) u_ways (
      .clk, .rst, .begins(fill | replay | looks), .set, .s1_line, .s1_set, .hit, .hit_pending(pending),
      .hit_mshr, .hit_full(full), .hit_dirty(dirty), .victim, .victim_dirty, .way,
      .touches(done & ~fence), .gives, .opens, .mshr(free_number), .stores, .be(s1_be), .be_sect,
      .fills(s1_fill), .filled(s1_filled), .fails(s1_err), .cleans, .ends(answered & last), .drops,
      .way_line, .way_be
  );

  logic [ul1_pkg::L2_MSHRS-1:0] unused_drops;

  mshrs #(
      .MSHRS(ul1_pkg::L2_MSHRS), .MSHR_W(ul1_pkg::L2_MSHR_W), .LIST(ul1_pkg::L2_LIST),
      .LIST_W(ul1_pkg::L2_LIST_W), .SET_W(SET_W), .WAYS(WAYS), .READ_W(READ_W)
  ) u_mshrs (
      .clk, .rst, .resp_number, .resp_set, .resp_way, .replay_valid, .replay_number, .replay_set, .replay_way,
      .replays(replay), .s1_number(mshr), .s1_comes(comes), .s1_failed(failed), .s1_list_full(list_full),
      .s1_read(listed), .s1_last(last), .s1_drops(drops), .free_valid, .free_number, .opens, .joins,
      .set(s1_set), .way, .opens_drops(s1_walk), .drops(1'b0), .drops_all(1'b0), .fetches(asks),
      .read({s1_number, s1_sect}), .fills(s1_fill), .filled(s1_filled), .fails(s1_err), .answers(answered),
      .mshr_state, .mshr_sect, .mshr_drops(unused_drops)
  );

  // ---- The words: a row for each way of each set

  logic [ROW_W-1:0]             row;
  logic [WAY_W-1:0]             way_number;
  logic [LINE_BE-1:0]           filled_bytes;
  logic [LINE_WORDS*WORD_W-1:0] data;

  always @* begin
    way_number = '0;
    for (int w = 0; w < WAYS; w++) way_number = way_number | (WAY_W'(w) & {WAY_W{way[w]}});
  end

  spread #(.BITS(SECTORS), .TIMES(LINE_BE/SECTORS)) u_filled (.mask(s1_filled), .wide(filled_bytes));

  assign row   = ROW_W'({way_number, s1_set});
  assign reads = (finds & answer_room) | (s1_replay & answer_room & words) | cleans;

  ram #(.ROWS(WAYS*SETS), .ROW_W(ROW_W), .PARTS(LINE_BE), .PART_W(WORD_W/BYTES)) u_words (
      .clk, .re(reads), .raddr(row), .rdata(data),
      .we((filled_bytes & {LINE_BE{s1_fill}}) | (s1_be & {LINE_BE{stores}})), .waddr(row),
      .wdata(s1_fill ? s1_data : s1_word)
  );

  // ---- The answer

  logic [SECTORS-1:0]           answer_next;
  logic [SECTORS-1:0]           here_q;  // those that the answer has words of
  logic [LINE_WORDS*WORD_W-1:0] here;

  assign answers     = (finds | fence | s1_replay) & answer_room | (stores & ACKS);
  assign answer_next = s1_replay ? (words ? good : bad) : s1_sect & {SECTORS{read}};
  assign answer_data = data & here;

  spread #(.BITS(SECTORS), .TIMES(LINE_WORDS*WORD_W/SECTORS)) u_here (.mask(here_q), .wide(here));

  always_ff @(posedge clk) begin
    if (rst)              answer_valid <= 1'b0;
    else if (answer_room) answer_valid <= answers;
    if (answers) begin
      here_q        <= answer_next & {SECTORS{finds | (s1_replay & words)}};
      answer_op     <= s1_replay ? ul1_pkg::MEMOP_READ : s1_op;
      answer_number <= s1_replay ? listed[SECTORS +: TAG_W] : s1_number;
      answer_sect   <= answer_next;
      answer_err    <= s1_replay & ~words;
      answer_vline  <= s1_vline & {LINE_W{write}};
    end
  end

  // ---- The request to memory

  logic [LINE_BE-1:0] s2_be;

  always_ff @(posedge clk) begin
    if (rst) begin
      mem_valid  <= 1'b0;
      s2_writes  <= 1'b0;
      memdata_be <= '0;
    end else begin
      s2_writes <= cleans;
      mem_valid <= fetches | s2_writes | (mem_valid & ~mem_ready);
      if (~mem_valid | mem_ready) memdata_be <= s2_be & {LINE_BE{s2_writes}};
    end
    if (cleans) s2_be <= way_be;
    if (fetches | cleans) begin
      mem_op     <= cleans ? ul1_pkg::MEMOP_WRITE : ul1_pkg::MEMOP_READ;
      mem_number <= cleans ? '0 : opens ? free_number : mshr;
      mem_line   <= cleans ? way_line : s1_line;
      mem_sect   <= cleans ? '0 : asks;
      mem_vline  <= LINE_W'({way_line}) & {LINE_W{cleans}};
    end
    if (s2_writes) memdata_word <= data;
  end

  // ---- Write-backs that memory refused

  assign lost_valid = resp_valid & resp_op == ul1_pkg::MEMOP_WRITE;
  assign lost_line  = resp_vline;

  // ---- For waves and checks: what the pass did

  logic [DID_W-1:0] did;
  logic             with_way, with_mshr;

  always @* begin
    did = ul1_pkg::L2DID_NONE;
    if (s1_fill)               did = ul1_pkg::L2DID_FILL;
    else if (s1_replay)        did = ~answer_room ? ul1_pkg::L2DID_ANSWER
        : words ? ul1_pkg::L2DID_WORDS : ul1_pkg::L2DID_ERROR;
    else if (cleans)           did = ul1_pkg::L2DID_BACK;
    else if (joins)            did = ul1_pkg::L2DID_JOIN;
    else if (opens)            did = ul1_pkg::L2DID_MISS;
    else if (stores)           did = ul1_pkg::L2DID_STORE;
    else if (done)             did = fence ? ul1_pkg::L2DID_FENCE : ul1_pkg::L2DID_HIT;
    else if (waits & (write | s1_walk)) did = ul1_pkg::L2DID_PENDING;
    else if (waits & full_list) did = ul1_pkg::L2DID_LIST;
    else if (no_way)           did = ul1_pkg::L2DID_WAY;
    else if (wants & read & ~victim_old & ~free_valid) did = ul1_pkg::L2DID_MSHR;
    else if ((old | victim_old | waits | (wants & read)) & ~request_room) did = ul1_pkg::L2DID_REQUEST;
    else if (s1_request)       did = ul1_pkg::L2DID_ANSWER;
  end

  assign with_way  = s1_fill | (s1_replay & answer_room) | cleans | (done & ~fence)
      | (waits & (write | s1_walk | full_list));
  assign with_mshr = s1_fill | s1_replay | joins | opens | (waits & (write | s1_walk | full_list));

  always_ff @(posedge clk) begin
    if (rst) begin
      pass_did  <= ul1_pkg::L2DID_NONE;
      pass_set  <= '0;
      pass_way  <= '0;
      pass_mshr <= '0;
    end else begin
      pass_did  <= did;
      pass_set  <= s1_set & {SET_W{s1_fill | s1_replay | read | write}};
      pass_way  <= way_number & {WAY_W{with_way}};
      pass_mshr <= (opens ? free_number : mshr) & {MSHR_W{with_mshr}};
    end
  end

endmodule

`default_nettype wire
