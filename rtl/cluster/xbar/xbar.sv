// Xbar: the crossbar of a network of packets. Each input has a FIFO of flits, each output a register. A
// packet leaves whole by the output that its head names: up to its tail the output is locked to its
// input.

`default_nettype none

module xbar #(
    parameter  int LANES        = 32,
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES),
    localparam int PLINE_W      = ul1_pkg::pline_w(LANES),
    localparam int XIN          = ul1_pkg::XIN,
    localparam int XOUT         = ul1_pkg::XOUT
) (
    input  wire logic                                             clk,
    input  wire logic                                             rst,

    // ---- Flits at the inputs: a field for each input
    // A flit is offered to the input; it stays unchanged until it is taken.
    input  wire logic [XIN-1:0]                                   i_valid,
    // The flit is taken in this cycle, if one is offered: the FIFO of the input is not full.
    output logic      [XIN-1:0]                                   i_ready,
    // First flit of a packet; valid with `i_valid`.
    input  wire logic [XIN-1:0]                                   i_head,
    // Last flit of a packet; valid with `i_valid`.
    input  wire logic [XIN-1:0]                                   i_tail,
    // Output of the crossbar that the packet leaves by; 0 but in a head; valid with `i_valid`.
    input  wire logic [XIN*ul1_pkg::NET_W-1:0]                    i_dst,
    // Kind of the packet; 0 but in a head; valid with `i_valid`.
    input  wire logic [XIN*ul1_pkg::PACKET_W-1:0]                 i_kind,
    // Number of the request, which the reply returns; 0 but in a head; valid with `i_valid`.
    input  wire logic [XIN*ul1_pkg::TAG_W-1:0]                    i_sub,
    // Physical line of a request; 0 but in a head of a request; valid with `i_valid`.
    input  wire logic [XIN*PLINE_W-1:0]                           i_line,
    // Virtual line of a write, an atomic or an ack; 0 but in such a head; valid with `i_valid`.
    input  wire logic [XIN*LINE_W-1:0]                            i_vline,
    // Purpose of a read; 0 but in a head of a read; valid with `i_valid`.
    input  wire logic [XIN*ul1_pkg::READKIND_W-1:0]               i_use,
    // Operation on memory's words of a write or an atomic; none but in such a head; valid with `i_valid`.
    input  wire logic [XIN*ul1_pkg::ATOM_W-1:0]                   i_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; 0 without an operation; valid
    // with `i_valid`.
    input  wire logic [XIN-1:0]                                   i_wide,
    // The operation is on signed numbers; 0 without an operation; valid with `i_valid`.
    input  wire logic [XIN-1:0]                                   i_signed,
    // The request failed; 0 but in a head of a reply; valid with `i_valid`.
    input  wire logic [XIN-1:0]                                   i_err,
    // Sector of a flit with words; without words the sectors that the packet is about, or 0; valid with
    // `i_valid`.
    input  wire logic [XIN*ul1_pkg::SECTORS-1:0]                  i_sect,
    // Bytes that a write or an atomic enables in the sector of the flit; else 0; valid with `i_valid`.
    input  wire logic [XIN*SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0]  i_be,
    // Words of the sector of the flit; 0 in a flit without words; valid with `i_valid`.
    input  wire logic [XIN*SECTOR_WORDS*ul1_pkg::WORD_W-1:0]      i_word,

    // ---- Flits at the outputs: a field for each output
    // The output offers a flit; it stays unchanged until it is taken.
    output logic      [XOUT-1:0]                                  o_valid,
    // The flit is taken in this cycle.
    input  wire logic [XOUT-1:0]                                  o_ready,
    // First flit of a packet; valid with `o_valid`.
    output logic      [XOUT-1:0]                                  o_head,
    // Last flit of a packet; valid with `o_valid`.
    output logic      [XOUT-1:0]                                  o_tail,
    // Kind of the packet; 0 but in a head; valid with `o_valid`.
    output logic      [XOUT*ul1_pkg::PACKET_W-1:0]                o_kind,
    // Number of the request, which the reply returns; 0 but in a head; valid with `o_valid`.
    output logic      [XOUT*ul1_pkg::TAG_W-1:0]                   o_sub,
    // Physical line of a request; 0 but in a head of a request; valid with `o_valid`.
    output logic      [XOUT*PLINE_W-1:0]                          o_line,
    // Virtual line of a write, an atomic or an ack; 0 but in such a head; valid with `o_valid`.
    output logic      [XOUT*LINE_W-1:0]                           o_vline,
    // Purpose of a read; 0 but in a head of a read; valid with `o_valid`.
    output logic      [XOUT*ul1_pkg::READKIND_W-1:0]              o_use,
    // Operation on memory's words of a write or an atomic; none but in such a head; valid with `o_valid`.
    output logic      [XOUT*ul1_pkg::ATOM_W-1:0]                  o_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; 0 without an operation; valid
    // with `o_valid`.
    output logic      [XOUT-1:0]                                  o_wide,
    // The operation is on signed numbers; 0 without an operation; valid with `o_valid`.
    output logic      [XOUT-1:0]                                  o_signed,
    // The request failed; 0 but in a head of a reply; valid with `o_valid`.
    output logic      [XOUT-1:0]                                  o_err,
    // Sector of a flit with words; without words the sectors that the packet is about, or 0; valid with
    // `o_valid`.
    output logic      [XOUT*ul1_pkg::SECTORS-1:0]                 o_sect,
    // Bytes that a write or an atomic enables in the sector of the flit; else 0; valid with `o_valid`.
    output logic      [XOUT*SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0] o_be,
    // Words of the sector of the flit; 0 in a flit without words; valid with `o_valid`.
    output logic      [XOUT*SECTOR_WORDS*ul1_pkg::WORD_W-1:0]     o_word,

    // ---- Origins of packets
    // Input that a head on offer came by; 0 but in a head; valid with `o_valid`.
    output logic      [XOUT*ul1_pkg::NET_W-1:0]                   from_input,

    // ---- Outputs in the middle of a packet
    // The output is locked: it has passed a head and not yet the tail.
    output logic      [XOUT-1:0]                                  lock_valid,
    // Input that the output is locked to; valid with `lock_valid`.
    output logic      [XOUT*ul1_pkg::XIN_W-1:0]                   lock_input,

    // ---- Flits that wait at the inputs
    // Flits in the FIFO of the input.
    output logic      [XIN*ul1_pkg::XUSED_W-1:0]                  fifo_used
);

  localparam int BYTES    = ul1_pkg::WORD_BYTES;
  localparam int WORD_W   = ul1_pkg::WORD_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int NET_W    = ul1_pkg::NET_W;
  localparam int PACKET_W = ul1_pkg::PACKET_W;
  localparam int TAG_W    = ul1_pkg::TAG_W;
  localparam int USE_W    = ul1_pkg::READKIND_W;
  localparam int ATOM_W   = ul1_pkg::ATOM_W;
  localparam int XIN_W    = ul1_pkg::XIN_W;
  localparam int XUSED_W  = ul1_pkg::XUSED_W;
  localparam int DATA_W   = SECTOR_WORDS * (BYTES + WORD_W);
  localparam int PLAIN_W  = PACKET_W + TAG_W + PLINE_W + LINE_W + USE_W + 1 + SECTORS + DATA_W + 2;
  localparam int WHOLE_W  = ATOM_W + 2 + PLAIN_W;

  // A flit, with head and tail as its lowest bits. Its highest ones, the operation of a write, are not built
  // without operations on global memory.
  localparam int FLIT_W   = ul1_pkg::GLOBAL_ATOMICS != 0 ? WHOLE_W : PLAIN_W;

  // ---- Inputs

  logic [XIN*FLIT_W-1:0]        fronts;
  logic [XIN-1:0]               has_flit, leaves, last;
  logic [XOUT*XIN-1:0]          has_head, moves;

  for (genvar i = 0; i < XIN; i++) begin : g_in
    logic [WHOLE_W-1:0] whole;
    logic [FLIT_W-1:0]  flit;
    logic [NET_W-1:0]   dst;
    logic [XOUT-1:0]    moves_to;

    assign whole = {i_atom[i*ATOM_W +: ATOM_W], i_wide[i], i_signed[i],
                    i_kind[i*PACKET_W +: PACKET_W], i_sub[i*TAG_W +: TAG_W], i_line[i*PLINE_W +: PLINE_W],
                    i_vline[i*LINE_W +: LINE_W], i_use[i*USE_W +: USE_W], i_err[i],
                    i_sect[i*SECTORS +: SECTORS], i_be[i*SECTOR_WORDS*BYTES +: SECTOR_WORDS*BYTES],
                    i_word[i*SECTOR_WORDS*WORD_W +: SECTOR_WORDS*WORD_W], i_head[i], i_tail[i]};
    assign flit  = FLIT_W'({whole});

    xbar_input #(.FLIT_W(NET_W+FLIT_W)) u_input (
        .clk    (clk),
        .rst    (rst),
        .valid  (i_valid[i]),
        .flit   ({i_dst[i*NET_W +: NET_W], flit}),
        .ready  (i_ready[i]),
        .used   (fifo_used[i*XUSED_W +: XUSED_W]),
        .front  ({dst, fronts[i*FLIT_W +: FLIT_W]}),
        .leaves (leaves[i])
    );

    assign has_flit[i] = fifo_used[i*XUSED_W +: XUSED_W] != '0;
    assign last[i]     = fronts[i*FLIT_W];

    for (genvar o = 0; o < XOUT; o++) begin : g_to
      assign has_head[o*XIN+i] = has_flit[i] & fronts[i*FLIT_W + 1] & dst == NET_W'(o);
      assign moves_to[o]       = moves[o*XIN+i];
    end

    assign leaves[i] = moves_to != '0;
  end

  // ---- Outputs

  for (genvar o = 0; o < XOUT; o++) begin : g_out
    logic [FLIT_W-1:0] flit;
    logic [XIN_W-1:0]  from;

    xbar_output #(.FLIT_W(FLIT_W)) u_output (
        .clk        (clk),
        .rst        (rst),
        .has_flit   (has_flit),
        .has_head   (has_head[o*XIN +: XIN]),
        .fronts     (fronts),
        .last       (last),
        .moves      (moves[o*XIN +: XIN]),
        .valid      (o_valid[o]),
        .flit       (flit),
        .from       (from),
        .ready      (o_ready[o]),
        .lock_valid (lock_valid[o]),
        .lock_input (lock_input[o*XIN_W +: XIN_W])
    );

    assign {o_atom[o*ATOM_W +: ATOM_W], o_wide[o], o_signed[o],
            o_kind[o*PACKET_W +: PACKET_W], o_sub[o*TAG_W +: TAG_W], o_line[o*PLINE_W +: PLINE_W],
            o_vline[o*LINE_W +: LINE_W], o_use[o*USE_W +: USE_W], o_err[o],
            o_sect[o*SECTORS +: SECTORS], o_be[o*SECTOR_WORDS*BYTES +: SECTOR_WORDS*BYTES],
            o_word[o*SECTOR_WORDS*WORD_W +: SECTOR_WORDS*WORD_W], o_head[o], o_tail[o]} = WHOLE_W'(flit);

    assign from_input[o*NET_W +: NET_W] = o_head[o] ? NET_W'(from) : '0;
  end

  logic unused;
  assign unused = ^i_atom ^ ^i_wide ^ ^i_signed;

endmodule

`default_nettype wire
