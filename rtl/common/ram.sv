// A memory of one read port and one write port, both synchronous. A read and a write of one row in one cycle read the old
// one. No reset. This is what an implementation replaces by a macro.

`default_nettype none

module ram #(
    parameter int ROWS  = 48,
    parameter int ROW_W = 6,
    parameter int BITS  = 32
) (
    input  wire logic             clk,
    input  wire logic             re,      // read `raddr` at the end of this cycle, `rdata` in the next
    input  wire logic [ROW_W-1:0] raddr,
    output logic      [BITS-1:0]  rdata,
    input  wire logic             we,      // write at the end of this cycle
    input  wire logic [ROW_W-1:0] waddr,
    input  wire logic [BITS-1:0]  wdata
);

  logic [BITS-1:0] mem [0:ROWS-1];

  always_ff @(posedge clk) begin
    if (re) rdata <= mem[raddr];
    if (we) mem[waddr] <= wdata;
  end

endmodule

`default_nettype wire
