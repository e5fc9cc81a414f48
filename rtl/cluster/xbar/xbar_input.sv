// An input of the crossbar: a FIFO of flits.

`default_nettype none

module xbar_input #(
    // Bits of a flit.
    parameter  int FLIT_W  = 8,
    localparam int XUSED_W = ul1_pkg::XUSED_W
) (
    input  wire logic               clk,
    input  wire logic               rst,
    // The flit joins at the end of this cycle, if there is room for it.
    input  wire logic               valid,
    input  wire logic [FLIT_W-1:0]  flit,
    // There is room for a flit.
    output logic                    ready,
    // Flits in the FIFO.
    output logic      [XUSED_W-1:0] used,
    // The flit at the front; valid while `used` is not 0.
    output logic      [FLIT_W-1:0]  front,
    // The flit at the front leaves at the end of this cycle.
    input  wire logic               leaves
);

  localparam int DEPTH = ul1_pkg::XDEPTH;
  localparam int AT_W  = $clog2(DEPTH);

  logic [FLIT_W-1:0]  flit_q [0:ul1_fn::entries(DEPTH)-1];
  logic [AT_W-1:0]    first_q, next_q;  // places of the oldest flit, and of the one that joins next
  logic [XUSED_W-1:0] used_q;
  logic               joins;

  assign ready = used_q != XUSED_W'(DEPTH);
  assign used  = used_q;
  assign joins = valid & ready;
  assign front = flit_q[first_q];

  function automatic logic [AT_W-1:0] behind(input logic [AT_W-1:0] at);
    behind = at == AT_W'(DEPTH - 1) ? '0 : at + 1'b1;
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      first_q <= '0;
      next_q  <= '0;
      used_q  <= '0;
    end
    else begin
      if (leaves) first_q <= behind(first_q);
      if (joins)  next_q  <= behind(next_q);
      used_q <= used_q + XUSED_W'(joins) - XUSED_W'(leaves);
    end
  end

  always_ff @(posedge clk) begin
    if (joins) flit_q[next_q] <= flit;
  end

endmodule

`default_nettype wire
