// Node: a cache between the L1s of some SMs and the L2 slices. It is sectored and never dirty: writes pass
// by. Q1 brings requests into a queue. In each cycle a pass begins: that of a reply of a slice, else of an
// MSHR that answers its reads, else of the oldest request. Stage 0 reads the row of its set, stage 1 acts,
// and in stage 2 the words that it read wait for Q2. Requests of stage 1 to slices leave by Q3.

`default_nettype none

module node #(
    parameter  int LANES        = 32,
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES),
    localparam int PLINE_W      = ul1_pkg::pline_w(LANES)
) (
    input  wire logic                                             clk,
    input  wire logic                                             clk_near,
    input  wire logic                                             rst,

    // ---- Halves of a cycle
    // First half of a cycle: at its end the clock of the near network rises alone.
    input  wire logic                                             half,

    // ---- Q1: flits of requests, from the network of the SMs
    // A flit is offered; it stays unchanged until it is taken.
    input  wire logic                                             q1_valid,
    // The flit is taken in this cycle, if one is offered.
    output logic                                                  q1_ready,
    // First flit of a packet; valid with `q1_valid`.
    input  wire logic                                             q1_head,
    // Last flit of a packet; valid with `q1_valid`.
    input  wire logic                                             q1_tail,
    // Kind of the packet: read, write, atom or inv; 0 but in a head; valid with `q1_valid`.
    input  wire logic [ul1_pkg::PACKET_W-1:0]                     q1_kind,
    // Number of the request, which the reply returns; 0 but in a head; valid with `q1_valid`.
    input  wire logic [ul1_pkg::TAG_W-1:0]                        q1_sub,
    // Physical line of the request; 0 but in a head; valid with `q1_valid`.
    input  wire logic [PLINE_W-1:0]                               q1_line,
    // Virtual line of a write or an atomic; else 0, and 0 but in a head; valid with `q1_valid`.
    input  wire logic [LINE_W-1:0]                                q1_vline,
    // Purpose of a read; else 0, and 0 but in a head; valid with `q1_valid`.
    input  wire logic [ul1_pkg::READKIND_W-1:0]                   q1_use,
    // Operation that memory performs on the words of a write or an atomic; else none, and none but in a
    // head; valid with `q1_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                       q1_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; 0 without an operation; valid
    // with `q1_valid`.
    input  wire logic                                             q1_wide,
    // The operation is on signed numbers; 0 without an operation; valid with `q1_valid`.
    input  wire logic                                             q1_signed,
    // Not used, and 0: a request has not failed; valid with `q1_valid`.
    input  wire logic                                             q1_err,
    // Sectors that a read requests; of a write or an atomic the sector of the flit; of an inv of all lines
    // 0; valid with `q1_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                      q1_sect,
    // Bytes that a write or an atomic enables in the sector of the flit; else 0; valid with `q1_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0]      q1_be,
    // Words of the sector of the flit, of a write or an atomic; else 0; valid with `q1_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]          q1_word,

    // ---- Origin of the packet
    // Port of the SM that a head on offer is from; 0 but in a head; valid with `q1_valid`.
    input  wire logic [ul1_pkg::NET_W-1:0]                        from_input,

    // ---- Q2: flits of replies, to the network of the SMs
    // A flit is offered; it stays unchanged until it is taken.
    output logic                                                  q2_valid,
    // The flit is taken in this cycle.
    input  wire logic                                             q2_ready,
    // First flit of a packet; valid with `q2_valid`.
    output logic                                                  q2_head,
    // Last flit of a packet; valid with `q2_valid`.
    output logic                                                  q2_tail,
    // Port of the SM that the packet is for; 0 but in a head; valid with `q2_valid`.
    output logic      [ul1_pkg::NET_W-1:0]                        q2_dst,
    // Kind of the packet: data, ack or old; 0 but in a head; valid with `q2_valid`.
    output logic      [ul1_pkg::PACKET_W-1:0]                     q2_kind,
    // Number of the request, which the reply returns; 0 but in a head; valid with `q2_valid`.
    output logic      [ul1_pkg::TAG_W-1:0]                        q2_sub,
    // Always 0: a reply has none; valid with `q2_valid`.
    output logic      [PLINE_W-1:0]                               q2_line,
    // Virtual line of a write that is answered; else 0, and 0 but in a head; valid with `q2_valid`.
    output logic      [LINE_W-1:0]                                q2_vline,
    // Always 0: a reply has none; valid with `q2_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]                   q2_use,
    // Always 0: a reply has none; valid with `q2_valid`.
    output logic      [ul1_pkg::ATOM_W-1:0]                       q2_atom,
    // Always 0: a reply has none; valid with `q2_valid`.
    output logic                                                  q2_wide,
    // Always 0: a reply has none; valid with `q2_valid`.
    output logic                                                  q2_signed,
    // The request failed; 0 but in a head; valid with `q2_valid`.
    output logic                                                  q2_err,
    // Sector of a flit with words; of an error the sectors that failed; of an ack 0; valid with `q2_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                      q2_sect,
    // Always 0: a reply has none; valid with `q2_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0]      q2_be,
    // Words of the sector of the flit, of data or old words; else 0, as with an error; valid with
    // `q2_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]          q2_word,

    // ---- Q3: flits of requests, to the network of the slices
    // A flit is offered; it stays unchanged until it is taken.
    output logic                                                  q3_valid,
    // The flit is taken in this cycle.
    input  wire logic                                             q3_ready,
    // First flit of a packet; valid with `q3_valid`.
    output logic                                                  q3_head,
    // Last flit of a packet; valid with `q3_valid`.
    output logic                                                  q3_tail,
    // Slice of the line; 0 but in a head; valid with `q3_valid`.
    output logic      [ul1_pkg::NET_W-1:0]                        q3_dst,
    // Kind of the packet: read, write or atom; 0 but in a head; valid with `q3_valid`.
    output logic      [ul1_pkg::PACKET_W-1:0]                     q3_kind,
    // Number of the request: an MSHR for a fetch; else the upper bit, then the port and the number that the
    // request came with; 0 but in a head; valid with `q3_valid`.
    output logic      [ul1_pkg::NODE_TAG_W-1:0]                   q3_sub,
    // Physical line of the request; 0 but in a head; valid with `q3_valid`.
    output logic      [PLINE_W-1:0]                               q3_line,
    // Virtual line of a write or an atomic; else 0, and 0 but in a head; valid with `q3_valid`.
    output logic      [LINE_W-1:0]                                q3_vline,
    // Purpose of a read; else 0, and 0 but in a head; valid with `q3_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]                   q3_use,
    // Operation that memory performs on the words of a write or an atomic; else none, and none but in a
    // head; valid with `q3_valid`.
    output logic      [ul1_pkg::ATOM_W-1:0]                       q3_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; 0 without an operation; valid
    // with `q3_valid`.
    output logic                                                  q3_wide,
    // The operation is on signed numbers; 0 without an operation; valid with `q3_valid`.
    output logic                                                  q3_signed,
    // Always 0: a request has not failed; valid with `q3_valid`.
    output logic                                                  q3_err,
    // Sectors that a read requests; of a write or an atomic the sector of the flit; valid with `q3_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                      q3_sect,
    // Bytes that a write or an atomic enables in the sector of the flit; else 0; valid with `q3_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0]      q3_be,
    // Words of the sector of the flit, of a write or an atomic; else 0; valid with `q3_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]          q3_word,

    // ---- Q4: flits of replies, from the network of the slices
    // A flit is offered; it stays unchanged until it is taken.
    input  wire logic                                             q4_valid,
    // The flit is taken in this cycle, if one is offered.
    output logic                                                  q4_ready,
    // First flit of a packet; valid with `q4_valid`.
    input  wire logic                                             q4_head,
    // Last flit of a packet; valid with `q4_valid`.
    input  wire logic                                             q4_tail,
    // Kind of the packet: data, ack or old; 0 but in a head; valid with `q4_valid`.
    input  wire logic [ul1_pkg::PACKET_W-1:0]                     q4_kind,
    // Number of the request; 0 but in a head; valid with `q4_valid`.
    input  wire logic [ul1_pkg::NODE_TAG_W-1:0]                   q4_sub,
    // Not used, and 0: a reply has none; valid with `q4_valid`.
    input  wire logic [PLINE_W-1:0]                               q4_line,
    // Virtual line of a write that is answered; else 0, and 0 but in a head; valid with `q4_valid`.
    input  wire logic [LINE_W-1:0]                                q4_vline,
    // Not used, and 0: a reply has none; valid with `q4_valid`.
    input  wire logic [ul1_pkg::READKIND_W-1:0]                   q4_use,
    // Not used, and 0: a reply has none; valid with `q4_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                       q4_atom,
    // Not used, and 0: a reply has none; valid with `q4_valid`.
    input  wire logic                                             q4_wide,
    // Not used, and 0: a reply has none; valid with `q4_valid`.
    input  wire logic                                             q4_signed,
    // The request failed; 0 but in a head; valid with `q4_valid`.
    input  wire logic                                             q4_err,
    // Sector of a flit with words; of an error the sectors that failed; of an ack 0; valid with `q4_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                      q4_sect,
    // Not used, and 0: a reply has none; valid with `q4_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0]      q4_be,
    // Words of the sector of the flit, of data or old words; else 0, as with an error; valid with
    // `q4_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]          q4_word,

    // ---- For waves and checks
    // Requests in the queue.
    output logic      [ul1_pkg::NODE_QUEUE_W-1:0]                 queue_used,
    // Its action, or the thing that it lacked; none without a pass.
    output logic      [ul1_pkg::NODEDID_W-1:0]                    pass_did,
    // Its set; 0 without one.
    output logic      [ul1_pkg::NODE_SET_W-1:0]                   pass_set,
    // The way that it read, filled or gave away; 0 without one.
    output logic      [ul1_pkg::NODE_WAY_W-1:0]                   pass_way,
    // The MSHR that it opened, merged into, filled, answered for or waits for; 0 without one.
    output logic      [ul1_pkg::NODE_MSHR_W-1:0]                  pass_mshr,
    // State of each MSHR: free, sectors are to come, or its reads are answered.
    output logic      [ul1_pkg::NODE_MSHRS*ul1_pkg::MSHRSTATE_W-1:0] mshr_state,
    // Sectors that are to come, for each MSHR; valid with `mshr_state`.
    output logic      [ul1_pkg::NODE_MSHRS*ul1_pkg::SECTORS-1:0]  mshr_sect,
    // The MSHR takes no further reads, and its line is not kept; 0 if it is free.
    output logic      [ul1_pkg::NODE_MSHRS-1:0]                   mshr_closed
);

  localparam int ATOM_W   = ul1_pkg::ATOM_W;
  localparam int DID_W    = ul1_pkg::NODEDID_W;
  localparam int LOW      = ul1_pkg::NODE_LOW;
  localparam int MSHR_W   = ul1_pkg::NODE_MSHR_W;
  localparam int PACKET_W = ul1_pkg::PACKET_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int SETS     = ul1_pkg::NODE_SETS;
  localparam int SET_W    = ul1_pkg::NODE_SET_W;
  localparam int SUB_W    = ul1_pkg::SLICE_TAG_W;
  localparam int TAG_W    = ul1_pkg::NODE_TAG_W;
  localparam int USE_W    = ul1_pkg::READKIND_W;
  localparam int WAYS     = ul1_pkg::NODE_WAYS;
  localparam int WAY_W    = ul1_pkg::NODE_WAY_W;
  localparam int WORD_W   = ul1_pkg::WORD_W;
  localparam int DATA_W   = SECTORS * SECTOR_WORDS * WORD_W;
  localparam int PART_W   = SECTOR_WORDS * (ul1_pkg::WORD_BYTES + WORD_W);
  localparam int HEAD_W   = PACKET_W + SUB_W + PLINE_W + LINE_W + USE_W + ATOM_W + 2;
  localparam int ENTRY_W  = HEAD_W + SECTORS + SECTORS*PART_W;
  localparam int READ_W   = SUB_W + SECTORS;
  localparam int ROW_W    = $clog2(WAYS * SETS);

  logic unused;
  assign unused = q1_err ^ ^q4_line ^ ^q4_use ^ ^q4_atom ^ q4_wide ^ q4_signed ^ ^q4_be;

  // ---- Q1

  logic                      come, came, queue_ready;
  logic [HEAD_W-1:0]         came_head_q;
  logic [SECTORS-1:0]        came_sect;
  logic [SECTORS*PART_W-1:0] came_line;
  logic [SET_W-1:0]          came_set_q;
  logic [ATOM_W+1:0]         operation;

  assign operation = ul1_pkg::GLOBAL_ATOMICS != 0 ? {q1_atom, q1_wide, q1_signed} : '0;

  assign q1_ready = ~came | queue_ready;
  assign come     = q1_valid & q1_ready;

  flits_in #(.PART_W(PART_W)) u_q1 (
      .clk(clk_near), .rst, .come, .head(q1_head), .tail(q1_tail), .come_sect(q1_sect),
      .part({q1_be, q1_word}), .done(queue_ready), .whole(came), .sect(came_sect), .line(came_line)
  );

  always_ff @(posedge clk_near) begin
    if (come & q1_head) begin
      came_head_q <= {q1_kind, from_input, q1_sub, q1_line, q1_vline, q1_use, operation};
      came_set_q  <= q1_line[LOW +: SET_W];
    end
  end

  // ---- Stage 0: a pass begins

  logic                fill, replay, looks, look_valid, replay_valid;
  logic [SET_W-1:0]    set, look_set, replay_set, fill_set;
  logic [WAYS-1:0]     replay_way, fill_way;
  logic [MSHR_W-1:0]   fill_number, replay_number;
  logic [SECTORS-1:0]  fill_sect;
  logic                fill_err;
  logic [DATA_W-1:0]   fill_data;

  // The pass in stage 1, and what a reply has brought
  logic                s1_fill, s1_replay, s1_request, s1_err;
  logic [SET_W-1:0]    s1_set;
  logic [WAYS-1:0]     s1_way;
  logic [MSHR_W-1:0]   s1_mshr;
  logic [SECTORS-1:0]  s1_filled;
  logic [DATA_W-1:0]   s1_data;
  logic                done;  // the request in stage 1

  assign replay = ~fill & replay_valid & ~s1_replay;
  assign looks  = ~fill & ~replay & look_valid;
  assign set    = fill ? fill_set : replay ? replay_set : look_set;

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_fill    <= 1'b0;
      s1_replay  <= 1'b0;
      s1_request <= 1'b0;
    end else begin
      s1_fill    <= fill;
      s1_replay  <= replay;
      s1_request <= looks & (done | ~s1_request);
    end
    s1_set  <= set;
    s1_way  <= fill ? fill_way : replay_way;
    s1_mshr <= fill ? fill_number : replay_number;
    if (ul1_fn::sim_gate(fill)) begin
      s1_filled <= fill_sect;
      s1_err    <= fill_err;
      s1_data   <= fill_data;
    end
  end

  logic [ENTRY_W-1:0]        s1_entry;
  logic [PACKET_W-1:0]       s1_kind;
  logic [SUB_W-1:0]          s1_number;
  logic [PLINE_W-1:0]        s1_line;
  logic [LINE_W-1:0]         s1_vline;
  logic [USE_W-1:0]          s1_use;
  logic [ATOM_W+1:0]         s1_operation;
  logic [SECTORS-1:0]        s1_sect;
  logic [SECTORS*PART_W-1:0] s1_parts;

  request_queue #(.ENTRY_W(ENTRY_W), .QUEUE(ul1_pkg::NODE_QUEUE), .SET_W(SET_W)) u_queue (
      .clk(clk_near), .rst, .req_valid(came), .req_set(came_set_q),
      .req_entry({came_head_q, came_sect, came_line}), .req_ready(queue_ready), .queue_used, .look_valid,
      .look_set, .looks(looks & ~half), .s1_request, .s1_entry, .done(done & ~half)
  );

  assign {s1_kind, s1_number, s1_line, s1_vline, s1_use, s1_operation, s1_sect, s1_parts} = s1_entry;

  // ---- Stage 1: what the request finds

  logic               hits, pending, list_full, closed, last, free_valid;
  logic               answer_q, answer_enters, answer_room, ask_room;
  logic [WAYS-1:0]    hit, victim, way;
  logic [SECTORS-1:0] full, comes, failed;
  logic [MSHR_W-1:0]  hit_mshr, free_number, mshr;
  logic [READ_W-1:0]  listed;

  assign answer_room = ~answer_q | answer_enters;
  assign hits        = hit != '0;

  logic               read, inv, passes, finds, waits, wants;
  logic [SECTORS-1:0] lacks;  // sectors of the read that are neither valid nor to come
  logic               full_list, no_way;

  assign read      = s1_request & s1_kind == ul1_pkg::PACKET_READ;
  assign inv       = s1_request & s1_kind == ul1_pkg::PACKET_INV;
  assign passes    = s1_request & ~inv & (~read | s1_use == ul1_pkg::READKIND_WALK
                                          | s1_use == ul1_pkg::READKIND_FRESH | (pending & closed));
  assign finds     = read & ~passes & hits & (s1_sect & ~full) == '0;
  assign waits     = read & ~passes & ~finds & pending;
  assign wants     = read & ~passes & ~finds & ~pending;
  assign lacks     = s1_sect & ~full & ~comes & ~failed;
  assign full_list = list_full | (comes == '0 & lacks != '0);
  assign no_way    = ~hits & victim == '0;

  // ---- Stage 1: what the pass does

  logic               goes, merges, opens, asks, invs, ends, replies, words, half_q;
  logic [SECTORS-1:0] ask_sect, good, bad;

  assign goes   = passes & ask_room;
  assign merges = waits & ~full_list & (ask_room | lacks == '0);
  assign opens  = wants & ~no_way & free_valid & ask_room;
  assign invs   = inv & answer_room;
  assign done   = goes | merges | opens | invs | (finds & answer_room);

  // A replay answers the sectors that have words, then those that failed.
  assign good    = listed[SECTORS-1:0] & ~failed;
  assign bad     = listed[SECTORS-1:0] & failed;
  assign words   = good != '0 & ~half_q;
  assign replies = s1_replay & answer_room & ~(words & bad != '0);  // the read is answered
  assign ends    = replies & last;

  always_ff @(posedge clk) begin
    if (rst)                          half_q <= 1'b0;
    else if (s1_replay & answer_room) half_q <= words & bad != '0;
  end

  assign way  = ~s1_request ? s1_way : hits ? hit : victim;
  assign mshr = s1_request ? hit_mshr : s1_mshr;

  // A request that passes by, or an inv of a line: no copy of it stays.
  logic evicts, clears;
  assign evicts = goes | (invs & s1_sect != '0);
  assign clears = invs & s1_sect == '0;

  node_ways #(.LANES(LANES)) u_ways (
      .clk, .rst, .begins(fill | replay | looks), .set, .s1_line, .s1_set, .hit, .hit_pending(pending),
      .hit_mshr, .hit_full(full), .victim, .way, .touches(merges | opens | (finds & answer_room)),
      .gives(opens & ~hits), .opens, .mshr(free_number), .fills(s1_fill & ~s1_err), .filled(s1_filled), .ends,
      .drops(closed), .evicts(evicts & hits), .clears
  );

  mshrs #(
      .MSHRS(ul1_pkg::NODE_MSHRS), .MSHR_W(MSHR_W), .LIST(ul1_pkg::NODE_LIST), .LIST_W(ul1_pkg::NODE_LIST_W),
      .SET_W(SET_W), .WAYS(WAYS), .READ_W(READ_W)
  ) u_mshrs (
      .clk, .rst, .resp_number(fill_number), .resp_set(fill_set), .resp_way(fill_way), .replay_valid,
      .replay_number, .replay_set, .replay_way, .replays(replay), .s1_number(mshr), .s1_comes(comes),
      .s1_failed(failed), .s1_list_full(list_full), .s1_read(listed), .s1_last(last), .s1_drops(closed),
      .free_valid, .free_number, .opens, .joins(merges), .set(s1_set), .way, .opens_drops(1'b0),
      .drops(evicts & pending), .drops_all(clears), .fetches(ask_sect), .read({s1_number, s1_sect}),
      .fills(s1_fill), .filled(s1_filled), .fails(s1_err), .answers(replies), .mshr_state, .mshr_sect,
      .mshr_drops(mshr_closed)
  );

  // ---- The words: a row for each way of each set

  logic [ROW_W-1:0]  row;
  logic [WAY_W-1:0]  way_number;
  logic [DATA_W-1:0] data;

  always @* begin
    way_number = '0;
    for (int w = 0; w < WAYS; w++) way_number = way_number | (WAY_W'(w) & {WAY_W{way[w]}});
  end

  assign row = ROW_W'({way_number, s1_set});

  ram #(.ROWS(WAYS*SETS), .ROW_W(ROW_W), .PARTS(SECTORS), .PART_W(DATA_W/SECTORS)) u_words (
      .clk, .re((finds | (s1_replay & words)) & answer_room), .raddr(row), .rdata(data),
      .we(s1_filled & {SECTORS{s1_fill}}), .waddr(row), .wdata(s1_data)
  );

  // ---- Stage 2: the answer

  logic               acks_q, err_q, sets_answer;
  logic [SUB_W-1:0]   number_q;
  logic [SECTORS-1:0] sect_q;

  assign sets_answer = (finds | inv | s1_replay) & answer_room;

  always_ff @(posedge clk) begin
    if (rst)              answer_q <= 1'b0;
    else if (answer_room) answer_q <= sets_answer;
    if (sets_answer) begin
      acks_q   <= inv;
      err_q    <= s1_replay & ~words;
      number_q <= s1_replay ? listed[SECTORS +: SUB_W] : s1_number;
      sect_q   <= s1_replay ? (words ? good : bad) : s1_sect & {SECTORS{read}};
    end
  end

  node_replies #(.LANES(LANES)) u_replies (
      .clk, .clk_near, .rst, .half, .q4_valid, .q4_ready, .q4_head, .q4_tail, .q4_kind, .q4_sub,
      .q4_vline, .q4_err, .q4_sect, .q4_word, .fill_valid(fill), .fill_number, .fill_sect, .fill_err,
      .fill_data, .answer_valid(answer_q), .answer_enters, .answer_acks(acks_q),
      .answer_number(number_q), .answer_sect(sect_q), .answer_err(err_q), .answer_data(data), .q2_valid,
      .q2_ready, .q2_head, .q2_tail, .q2_dst, .q2_kind, .q2_sub, .q2_vline, .q2_err, .q2_sect, .q2_word
  );

  assign {q2_line, q2_use, q2_wide, q2_signed, q2_be} = '0;
  assign q2_atom = ul1_pkg::ATOM_NONE;

  // ---- Q3

  logic                asked_head;
  logic [PACKET_W-1:0] ask_kind_q;
  logic [TAG_W-1:0]    ask_sub_q;
  logic [PLINE_W-1:0]  ask_line_q;
  logic [LINE_W-1:0]   ask_vline_q;
  logic [USE_W-1:0]    ask_use_q;
  logic [ATOM_W+1:0]   ask_operation_q;

  // A read that opens an MSHR fetches what its line lacks.
  assign ask_sect = goes ? s1_sect : opens ? s1_sect & ~full : lacks;
  assign asks     = goes | opens | (merges & lacks != '0);

  flits_out #(.PART_W(PART_W)) u_q3 (
      .clk, .rst, .room(ask_room), .enter(asks), .enter_words(~read), .enter_sect(ask_sect),
      .enter_line(s1_parts), .ready(q3_ready), .valid(q3_valid), .head(asked_head), .tail(q3_tail),
      .sect(q3_sect), .part({q3_be, q3_word})
  );

  always_ff @(posedge clk) begin
    if (asks) begin
      ask_kind_q      <= s1_kind;
      ask_sub_q       <= goes ? {1'b1, s1_number} : opens ? TAG_W'(free_number) : TAG_W'(mshr);
      ask_line_q      <= s1_line;
      ask_vline_q     <= s1_vline;
      ask_use_q       <= s1_use;
      ask_operation_q <= s1_operation;
    end
  end
  assign q3_head = asked_head;
  assign q3_dst  = ul1_fn::home_of(64'(ask_line_q), ul1_pkg::NODE_SKIP)
      & {ul1_pkg::NET_W{asked_head}};
  assign {q3_kind, q3_sub, q3_line, q3_vline, q3_use} =
      {ask_kind_q, ask_sub_q, ask_line_q, ask_vline_q, ask_use_q}
      & {(PACKET_W+TAG_W+PLINE_W+LINE_W+USE_W){asked_head}};
  assign {q3_atom, q3_wide, q3_signed} =
      ul1_pkg::GLOBAL_ATOMICS != 0 ? ask_operation_q & {(ATOM_W+2){asked_head}} : '0;
  assign q3_err = 1'b0;

  // ---- For waves and checks: what the pass did

  logic [DID_W-1:0] did;
  logic             with_way, with_mshr;

  always @* begin
    did = ul1_pkg::NODEDID_NONE;
    if (s1_fill)                      did = ul1_pkg::NODEDID_FILL;
    else if (s1_replay)               did = ~answer_room ? ul1_pkg::NODEDID_ANSWER
        : words ? ul1_pkg::NODEDID_WORDS : ul1_pkg::NODEDID_ERROR;
    else if (goes)                    did = ul1_pkg::NODEDID_PASS;
    else if (invs)                    did = ul1_pkg::NODEDID_INV;
    else if (merges)                  did = ul1_pkg::NODEDID_MERGE;
    else if (opens)                   did = ul1_pkg::NODEDID_MISS;
    else if (done)                    did = ul1_pkg::NODEDID_HIT;
    else if (finds | inv)             did = ul1_pkg::NODEDID_ANSWER;
    else if (waits & full_list)       did = ul1_pkg::NODEDID_LIST;
    else if (wants & no_way)          did = ul1_pkg::NODEDID_WAY;
    else if (wants & ~free_valid)     did = ul1_pkg::NODEDID_MSHR;
    else if (s1_request)              did = ul1_pkg::NODEDID_REQUEST;
  end

  assign with_way  = s1_fill | (s1_replay & answer_room) | merges | opens | (finds & answer_room);
  assign with_mshr = s1_fill | s1_replay | merges | opens | (waits & full_list);

  always_ff @(posedge clk) begin
    if (rst) begin
      pass_did  <= ul1_pkg::NODEDID_NONE;
      pass_set  <= '0;
      pass_way  <= '0;
      pass_mshr <= '0;
    end else begin
      pass_did  <= did;
      pass_set  <= s1_set & {SET_W{s1_fill | s1_replay | s1_request}};
      pass_way  <= way_number & {WAY_W{with_way}};
      pass_mshr <= (opens ? free_number : mshr) & {MSHR_W{with_mshr}};
    end
  end

endmodule

`default_nettype wire
