// Replies of a node: Q4 joins the flits of packets from slices, and Q2 sends packets to SMs. A reply of a
// fetch goes to the cache at once. One of a request that passed by goes on to Q2, in turn with the answers of
// the cache.

`default_nettype none

module node_replies #(
    parameter  int LANES        = 32,
    localparam int LINE_WORDS   = ul1_pkg::line_words(LANES),
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES),
    localparam int WORD_W       = ul1_pkg::WORD_W
) (
    input  wire logic                             clk,
    input  wire logic                             clk_near,
    input  wire logic                             rst,
    // First half of a cycle: at its end clk_near rises alone.
    input  wire logic                             half,

    // ---- Q4: flits from the slices; the fields are those of a head
    // A flit is offered.
    input  wire logic                             q4_valid,
    // It is taken.
    output logic                                  q4_ready,
    // First flit, and last flit, of a packet.
    input  wire logic                             q4_head,
    input  wire logic                             q4_tail,
    // Kind of the packet.
    input  wire logic [ul1_pkg::PACKET_W-1:0]     q4_kind,
    // Number of the request.
    input  wire logic [ul1_pkg::NODE_TAG_W-1:0]   q4_sub,
    // Virtual line of an ack.
    input  wire logic [LINE_W-1:0]                q4_vline,
    // The request failed.
    input  wire logic                             q4_err,
    // Sectors of the flit, and its words.
    input  wire logic [ul1_pkg::SECTORS-1:0]      q4_sect,
    input  wire logic [SECTOR_WORDS*WORD_W-1:0]   q4_word,

    // ---- Sectors for the cache, which takes them in their cycle
    // Sectors come.
    output logic                                  fill_valid,
    // MSHR of their fetch; valid with `fill_valid`.
    output logic      [ul1_pkg::NODE_MSHR_W-1:0]  fill_number,
    // These; valid with `fill_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]      fill_sect,
    // They failed; valid with `fill_valid`.
    output logic                                  fill_err,
    // The line with their words; valid with `fill_valid`.
    output logic      [LINE_WORDS*WORD_W-1:0]     fill_data,

    // ---- Answers of the cache
    // An answer waits for Q2.
    input  wire logic                             answer_valid,
    // It enters.
    output logic                                  answer_enters,
    // It is that of an inv; valid with `answer_valid`.
    input  wire logic                             answer_acks,
    // Port of the SM, and number of the request; valid with `answer_valid`.
    input  wire logic [ul1_pkg::SLICE_TAG_W-1:0]  answer_number,
    // Sectors; valid with `answer_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]      answer_sect,
    // They failed; valid with `answer_valid`.
    input  wire logic                             answer_err,
    // The line; valid with `answer_valid`.
    input  wire logic [LINE_WORDS*WORD_W-1:0]     answer_data,

    // ---- Q2: flits to the SMs
    // A flit is offered.
    output logic                                  q2_valid,
    // It is taken.
    input  wire logic                             q2_ready,
    // First flit, and last flit, of a packet.
    output logic                                  q2_head,
    output logic                                  q2_tail,
    // Fields of a head: port, kind, number, virtual line, and whether the request failed.
    output logic      [ul1_pkg::NET_W-1:0]        q2_dst,
    output logic      [ul1_pkg::PACKET_W-1:0]     q2_kind,
    output logic      [ul1_pkg::TAG_W-1:0]        q2_sub,
    output logic      [LINE_W-1:0]                q2_vline,
    output logic                                  q2_err,
    // Sectors of the flit, and its words.
    output logic      [ul1_pkg::SECTORS-1:0]      q2_sect,
    output logic      [SECTOR_WORDS*WORD_W-1:0]   q2_word
);

  localparam int MSHR_W   = ul1_pkg::NODE_MSHR_W;
  localparam int PACKET_W = ul1_pkg::PACKET_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int SUB_W    = ul1_pkg::SLICE_TAG_W;
  localparam int PART_W   = SECTOR_WORDS * WORD_W;
  localparam int HEAD_W   = PACKET_W + SUB_W + LINE_W + 1;

  // ---- Q4

  logic                      come, whole, by_valid;
  logic [SECTORS-1:0]        sect;
  logic [SECTORS*PART_W-1:0] line;
  logic                      by_q;  // the reply is of a request that passed by
  logic [SUB_W-1:0]          sub_q;
  logic [PACKET_W-1:0]       kind_q;
  logic [LINE_W-1:0]         vline_q;
  logic                      err_q;

  flits_in #(.PART_W(PART_W)) u_comes (
      .clk, .rst, .come, .head(q4_head), .tail(q4_tail), .come_sect(q4_sect), .part(q4_word),
      .done(q4_ready), .whole, .sect, .line
  );

  assign come = q4_valid & q4_ready;

  always_ff @(posedge clk) begin
    if (come & q4_head) begin
      {by_q, sub_q} <= q4_sub;
      kind_q        <= q4_kind;
      vline_q       <= q4_vline;
      err_q         <= q4_err;
    end
  end

  assign by_valid    = whole & by_q;
  assign fill_valid  = whole & ~by_q;
  assign fill_number = MSHR_W'(sub_q);
  assign fill_sect   = sect;
  assign fill_err    = err_q;
  assign fill_data   = line;

  // ---- Q2: a reply that passes by and an answer take turns

  logic              room, by_enters, head;
  logic              passed_q;  // the last packet passed by
  logic [HEAD_W-1:0] head_q;

  assign by_enters     = by_valid & room & ~(answer_valid & passed_q);
  assign answer_enters = answer_valid & room & ~by_enters;
  assign q4_ready      = ~by_valid | by_enters;

  flits_out #(.PART_W(PART_W)) u_leaves (
      .clk(clk_near), .rst, .room, .enter((by_enters | answer_enters) & ~half),
      .enter_words(by_enters ? kind_q != ul1_pkg::PACKET_ACK & ~err_q : ~answer_acks & ~answer_err),
      .enter_sect(by_enters ? sect : answer_sect), .enter_line(by_enters ? line : answer_data),
      .ready(q2_ready), .valid(q2_valid), .head, .tail(q2_tail), .sect(q2_sect), .part(q2_word)
  );

  always_ff @(posedge clk) begin
    if (rst)                            passed_q <= 1'b0;
    else if (by_enters | answer_enters) passed_q <= by_enters;
    if (by_enters)                      head_q   <= {kind_q, sub_q, vline_q, err_q};
    else if (answer_enters)
      head_q <= {answer_acks ? ul1_pkg::PACKET_ACK : ul1_pkg::PACKET_DATA, answer_number, {LINE_W{1'b0}},
                 answer_err};
  end

  assign q2_head = head;
  assign {q2_kind, q2_dst, q2_sub, q2_vline, q2_err} = head_q & {HEAD_W{head}};

endmodule

`default_nettype wire
