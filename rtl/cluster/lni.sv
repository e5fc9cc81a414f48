// Lni: the network interface of a slice. It joins the flits of a packet to a request, which is on offer
// to the slice, and sends each response of the slice as a packet. The upper bits of a request's number
// are the port of the networks that the packet came by; the response returns them.

`default_nettype none

module lni #(
    parameter  int LANES        = 32,
    localparam int LINE_WORDS   = ul1_pkg::line_words(LANES),
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES),
    localparam int PLINE_W      = ul1_pkg::pline_w(LANES)
) (
    input  wire logic                                        clk,
    input  wire logic                                        rst,

    // ---- Flits of requests, from the network
    // A flit is offered; it stays unchanged until it is taken.
    input  wire logic                                        rq_valid,
    // The flit is taken in this cycle, if one is offered.
    output logic                                             rq_ready,
    // First flit of a packet; valid with `rq_valid`.
    input  wire logic                                        rq_head,
    // Last flit of a packet; valid with `rq_valid`.
    input  wire logic                                        rq_tail,
    // Kind of the packet: read, write or atom; 0 but in a head; valid with `rq_valid`.
    input  wire logic [ul1_pkg::PACKET_W-1:0]                rq_kind,
    // Number of the request, which the reply returns; 0 but in a head; valid with `rq_valid`.
    input  wire logic [ul1_pkg::TAG_W-1:0]                   rq_sub,
    // Physical line of the request; 0 but in a head; valid with `rq_valid`.
    input  wire logic [PLINE_W-1:0]                          rq_line,
    // Virtual line of a write or an atomic; else 0, and 0 but in a head; valid with `rq_valid`.
    input  wire logic [LINE_W-1:0]                           rq_vline,
    // Purpose of a read; else 0, and 0 but in a head; valid with `rq_valid`.
    input  wire logic [ul1_pkg::READKIND_W-1:0]              rq_use,
    // Operation that memory performs on the words of a write or an atomic; else none, and none but in a head;
    // valid with `rq_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                  rq_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; 0 without an operation; valid
    // with `rq_valid`.
    input  wire logic                                        rq_wide,
    // The operation is on signed numbers; 0 without an operation; valid with `rq_valid`.
    input  wire logic                                        rq_signed,
    // Not used, and 0: a request has not failed; valid with `rq_valid`.
    input  wire logic                                        rq_err,
    // Sectors that a read requests; of a write or an atomic the sector of the flit; valid with `rq_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                 rq_sect,
    // Bytes that a write or an atomic enables in the sector of the flit; else 0; valid with `rq_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0] rq_be,
    // Words of the sector of the flit, of a write or an atomic; else 0; valid with `rq_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]     rq_word,

    // ---- Origin of the packet
    // Port of the networks that a head on offer came by; 0 but in a head; valid with `rq_valid`.
    input  wire logic [ul1_pkg::NET_W-1:0]                   from_input,

    // ---- Requests to the slice
    // A request is offered to the slice; it stays unchanged until it is taken.
    output logic                                             mem_valid,
    // Kind of the request: read or write; valid with `mem_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]                 mem_op,
    // Number of the request, which its response returns: the port of the networks that it came by, then its
    // number there; valid with `mem_valid`.
    output logic      [ul1_pkg::SLICE_TAG_W-1:0]             mem_number,
    // Physical line of the request; valid with `mem_valid`.
    output logic      [PLINE_W-1:0]                          mem_line,
    // Sectors that a read requests; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                 mem_sect,
    // Virtual line of a write, which its response returns; else 0; valid with `mem_valid`.
    output logic      [LINE_W-1:0]                           mem_vline,
    // Always 0, as no fence is sent to a slice; valid with `mem_valid`.
    output logic      [ul1_pkg::LEVEL_W-1:0]                 mem_level,
    // The slice takes the offered request in this cycle.
    input  wire logic                                        mem_ready,

    // ---- Purpose of the read on offer
    // Purpose of a read; else 0; valid with `mem_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]              memread_kind,
    // Always 0: a packet does not tell the warp of a read; valid with `mem_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]                  memread_warp,
    // Always 0: a packet does not tell the space of a read; valid with `mem_valid`.
    output logic      [ul1_pkg::SPACE_W-1:0]                 memread_space,

    // ---- Data of the write on offer
    // Bytes of the write on offer; zero without one.
    output logic      [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0]   memdata_be,
    // Words of the write on offer that came in flits.
    output logic      [LINE_WORDS-1:0]                       memdata_carries,
    // Words of the write on offer; the operands, if it has an operation; valid with `memdata_carries`.
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0]       memdata_word,
    // Operation that memory performs on the words of the write on offer; none for a plain write, or without a
    // write.
    output logic      [ul1_pkg::ATOM_W-1:0]                  memdata_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; else zero.
    output logic                                             memdata_wide,
    // The operation is on signed numbers; else zero.
    output logic                                             memdata_signed,

    // ---- Writes that are answered with old words
    // The write on offer is answered with the old words of its line; else zero.
    output logic                                             memold_valid,
    // Number that the answer has: that of the request; valid with `memold_valid`.
    output logic      [ul1_pkg::SLICE_TAG_W-1:0]             memold_number,

    // ---- Responses of the slice: each request is answered, writes too
    // A response is offered; it stays unchanged until it is taken.
    input  wire logic                                        resp_valid,
    // The response on offer, if there is one, is taken in this cycle.
    output logic                                             resp_ready,
    // Kind of request that the response answers: read, write or atom; valid with `resp_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                 resp_op,
    // Number of the request that the response answers; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SLICE_TAG_W-1:0]             resp_number,
    // Sectors that the response to a read or an atomic brings, or that failed; valid with `resp_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                 resp_sect,
    // The request failed: there are no words; valid with `resp_valid`.
    input  wire logic                                        resp_err,
    // Virtual line of a write, as the request had it; valid with `resp_valid`.
    input  wire logic [LINE_W-1:0]                           resp_vline,
    // Words of the line, of a read or an atomic; valid with `resp_valid`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0]       resp_data,

    // ---- Flits of replies, to the network
    // A flit is offered to the network; it stays unchanged until it is taken.
    output logic                                             rp_valid,
    // The flit is taken in this cycle.
    input  wire logic                                        rp_ready,
    // First flit of a packet; valid with `rp_valid`.
    output logic                                             rp_head,
    // Last flit of a packet; valid with `rp_valid`.
    output logic                                             rp_tail,
    // Output of the crossbar that the packet leaves by; 0 but in a head; valid with `rp_valid`.
    output logic      [ul1_pkg::NET_W-1:0]                   rp_dst,
    // Kind of the packet: data, ack or old; 0 but in a head; valid with `rp_valid`.
    output logic      [ul1_pkg::PACKET_W-1:0]                rp_kind,
    // Number of the request, which the reply returns; 0 but in a head; valid with `rp_valid`.
    output logic      [ul1_pkg::TAG_W-1:0]                   rp_sub,
    // Always 0: a reply has none; valid with `rp_valid`.
    output logic      [PLINE_W-1:0]                          rp_line,
    // Virtual line of a write that is answered; else 0, and 0 but in a head; valid with `rp_valid`.
    output logic      [LINE_W-1:0]                           rp_vline,
    // Always 0: a reply has none; valid with `rp_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]              rp_use,
    // Always 0: a reply has none; valid with `rp_valid`.
    output logic      [ul1_pkg::ATOM_W-1:0]                  rp_atom,
    // Always 0: a reply has none; valid with `rp_valid`.
    output logic                                             rp_wide,
    // Always 0: a reply has none; valid with `rp_valid`.
    output logic                                             rp_signed,
    // The request failed; 0 but in a head; valid with `rp_valid`.
    output logic                                             rp_err,
    // Sector of a flit with words; of an error the sectors that failed; of an ack 0; valid with `rp_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                 rp_sect,
    // Always 0: a reply has none; valid with `rp_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0] rp_be,
    // Words of the sector of the flit, of data or old words; else 0, as with an error; valid with `rp_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]     rp_word
);

  localparam int ATOM_W   = ul1_pkg::ATOM_W;
  localparam int BYTES    = ul1_pkg::WORD_BYTES;
  localparam int NET_W    = ul1_pkg::NET_W;
  localparam int PACKET_W = ul1_pkg::PACKET_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int TAG_W    = ul1_pkg::TAG_W;
  localparam int USE_W    = ul1_pkg::READKIND_W;
  localparam int WORD_W   = ul1_pkg::WORD_W;
  localparam int PART_W   = SECTOR_WORDS * (BYTES + WORD_W);

  // ---- Requests

  logic                      come, whole, writes;
  logic [SECTORS-1:0]        sect;
  logic [SECTORS*PART_W-1:0] line;
  logic [PACKET_W-1:0]       kind_q;
  logic [NET_W-1:0]          from_q;
  logic [TAG_W-1:0]          sub_q;
  logic [PLINE_W-1:0]        line_q;
  logic [LINE_W-1:0]         vline_q;
  logic [USE_W-1:0]          use_q;

  assign rq_ready = ~whole | mem_ready;
  assign come     = rq_valid & rq_ready;

  flits_in #(.PART_W(PART_W)) u_request (
      .clk       (clk),
      .rst       (rst),
      .come      (come),
      .head      (rq_head),
      .tail      (rq_tail),
      .come_sect (rq_sect),
      .part      ({rq_be, rq_word}),
      .done      (mem_ready),
      .whole     (whole),
      .sect      (sect),
      .line      (line)
  );

  always_ff @(posedge clk) begin
    if (come & rq_head) begin
      kind_q  <= rq_kind;
      from_q  <= from_input;
      sub_q   <= rq_sub;
      line_q  <= rq_line;
      vline_q <= rq_vline;
      use_q   <= rq_use;
    end
  end

  assign writes        = whole & kind_q != ul1_pkg::PACKET_READ;
  assign mem_valid     = whole;
  assign mem_op        = writes ? ul1_pkg::MEMOP_WRITE : ul1_pkg::MEMOP_READ;
  assign mem_number    = {from_q, sub_q};
  assign mem_line      = line_q;
  assign mem_sect      = writes ? '0 : sect;
  assign mem_vline     = vline_q;
  assign mem_level     = '0;
  assign memread_kind  = use_q;
  assign memread_warp  = '0;
  assign memread_space = '0;
  assign memold_number = ul1_pkg::GLOBAL_ATOMICS > 1 ? mem_number : '0;
  assign memold_valid  = ul1_pkg::GLOBAL_ATOMICS > 1 & whole & kind_q == ul1_pkg::PACKET_ATOM;

  always @* begin
    for (int s = 0; s < SECTORS; s++) begin
      memdata_word[s*SECTOR_WORDS*WORD_W +: SECTOR_WORDS*WORD_W] = line[s*PART_W +: SECTOR_WORDS*WORD_W];
      memdata_be[s*SECTOR_WORDS*BYTES +: SECTOR_WORDS*BYTES] =
          line[s*PART_W + SECTOR_WORDS*WORD_W +: SECTOR_WORDS*BYTES]
          & {(SECTOR_WORDS*BYTES){writes & sect[s]}};
    end
  end

  spread #(.BITS(SECTORS), .TIMES(SECTOR_WORDS)) u_carries (
      .mask (sect & {SECTORS{writes}}),
      .wide (memdata_carries)
  );

  if (ul1_pkg::GLOBAL_ATOMICS != 0) begin : g_atom
    logic [ATOM_W-1:0] atom_q;
    logic              wide_q, signed_q;
    always_ff @(posedge clk) begin
      if (come & rq_head) {atom_q, wide_q, signed_q} <= {rq_atom, rq_wide, rq_signed};
    end
    assign {memdata_atom, memdata_wide, memdata_signed} = {atom_q, wide_q, signed_q} & {(ATOM_W+2){writes}};
  end else begin : g_atom
    assign {memdata_atom, memdata_wide, memdata_signed} = '0;
  end

  // ---- Replies

  logic                enter, acks;
  logic [SECTORS-1:0]  enter_sect;
  logic [NET_W-1:0]    dst_q;
  logic [PACKET_W-1:0] reply_kind_q;
  logic [TAG_W-1:0]    reply_sub_q;
  logic [LINE_W-1:0]   reply_vline_q;
  logic                reply_err_q;

  assign acks       = resp_op == ul1_pkg::MEMOP_WRITE;
  assign enter      = resp_valid & resp_ready;
  assign enter_sect = acks ? '0 : resp_sect;

  flits_out #(.PART_W(SECTOR_WORDS*WORD_W)) u_reply (
      .clk         (clk),
      .rst         (rst),
      .room        (resp_ready),
      .enter       (enter),
      .enter_words (~resp_err), // an ack has no sector, and no words
      .enter_sect  (enter_sect),
      .enter_line  (resp_data),
      .ready       (rp_ready),
      .valid       (rp_valid),
      .head        (rp_head),
      .tail        (rp_tail),
      .sect        (rp_sect),
      .part        (rp_word)
  );

  always_ff @(posedge clk) begin
    if (enter) begin
      {dst_q, reply_sub_q} <= resp_number;
      reply_kind_q  <= acks ? ul1_pkg::PACKET_ACK
          : resp_op == ul1_pkg::MEMOP_READ ? ul1_pkg::PACKET_DATA : ul1_pkg::PACKET_OLD;
      reply_vline_q <= acks ? resp_vline : '0;
      reply_err_q   <= resp_err;
    end
  end

  assign {rp_dst, rp_kind, rp_sub, rp_vline, rp_err} =
      {dst_q, reply_kind_q, reply_sub_q, reply_vline_q, reply_err_q}
      & {(NET_W+PACKET_W+TAG_W+LINE_W+1){rp_head}};
  assign {rp_line, rp_use, rp_wide, rp_signed, rp_be} = '0;
  assign rp_atom = ul1_pkg::ATOM_NONE;

  logic unused;
  assign unused = rq_err ^ ^rq_atom ^ rq_wide ^ rq_signed;

endmodule

`default_nettype wire
