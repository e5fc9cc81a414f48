// An output of the crossbar: a register for a flit, which is on offer. From the head of a packet to its
// tail the output is locked to the input of the packet. Else it grants the inputs that ask for it in
// turn, round robin.

`default_nettype none

module xbar_output #(
    // Bits of a flit, without its output.
    parameter  int FLIT_W = 8,
    localparam int XIN    = ul1_pkg::XIN,
    localparam int XIN_W  = ul1_pkg::XIN_W
) (
    input  wire logic                  clk,
    input  wire logic                  rst,
    // Inputs with a flit at the front, and those with a head for this output there.
    input  wire logic [XIN-1:0]        has_flit,
    input  wire logic [XIN-1:0]        has_head,
    // The flits at the fronts, with `last` beside them: they are tails.
    input  wire logic [XIN*FLIT_W-1:0] fronts,
    input  wire logic [XIN-1:0]        last,
    // The input that moves its flit to the register at the end of this cycle, one-hot; zero if none does.
    output logic      [XIN-1:0]        moves,
    // A flit is on offer.
    output logic                       valid,
    // The flit, and the input that it came by; valid with `valid`.
    output logic      [FLIT_W-1:0]     flit,
    output logic      [XIN_W-1:0]      from,
    // The flit is taken in this cycle.
    input  wire logic                  ready,
    // The output is locked, and to which input; the latter valid with the former.
    output logic                       lock_valid,
    output logic      [XIN_W-1:0]      lock_input
);

  // Inputs that ask; among them those behind the last one; the granted one and all behind it; the granted one
  logic [XIN-1:0]              asks, rather, onward, grant, behind_q;
  logic                        valid_q, locked_q, takes;
  logic [XIN_W-1:0]            lock_q;
  logic [FLIT_W-1:0]           flit_q, picked;
  logic [XIN_W-1:0]            from_q, number;
  logic [XIN*(XIN_W+FLIT_W)-1:0] numbered;

  assign valid      = valid_q;
  assign flit       = flit_q;
  assign from       = from_q;
  assign lock_valid = locked_q;
  assign lock_input = lock_q;
  assign takes      = ~valid_q | ready;
  assign moves      = grant & {XIN{takes}};

  always @* begin
    for (int i = 0; i < XIN; i++) begin
      asks[i] = locked_q ? has_flit[i] & lock_q == XIN_W'(i) : has_head[i];
      numbered[i*(XIN_W+FLIT_W) +: XIN_W+FLIT_W] = {XIN_W'(i), fronts[i*FLIT_W +: FLIT_W]};
    end
  end

  // From the first on: depth is the logarithm of the number of inputs
  always @* begin
    rather = asks & behind_q;
    onward = rather != '0 ? rather : asks;
    for (int n = 1; n < XIN; n = 2 * n) onward = onward | onward << n;
    grant = onward & ~(onward << 1);
  end

  pick #(.WORDS(XIN), .WORD_W(XIN_W+FLIT_W)) u_pick (.one(grant), .words(numbered), .word({number, picked}));

  always_ff @(posedge clk) begin
    if (rst) begin
      valid_q  <= 1'b0;
      locked_q <= 1'b0;
      behind_q <= '0;
    end
    else if (takes) begin
      valid_q <= grant != '0;
      if (grant != '0) begin
        locked_q <= (grant & last) == '0;
        behind_q <= onward << 1;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (takes & grant != '0) begin
      flit_q <= picked;
      from_q <= number;
      lock_q <= number;
    end
  end

endmodule

`default_nettype wire
