// One SRAM bank of the data array: 32-bit words, one read port, one write port, both synchronous; byte write enables.
// A read and a write of one word in one cycle read the old word. No reset. This is what an implementation replaces by a macro.

`default_nettype none

module bank #(
    parameter int ROWS  = 512,
    parameter int ROW_W = 9
) (
    input  wire logic             clk,
    input  wire logic             re,     // read `raddr` at the end of this cycle, word on `rdata` in the next
    input  wire logic [ROW_W-1:0] raddr,
    output logic      [31:0]      rdata,
    input  wire logic [3:0]       be,     // bytes to write at the end of this cycle
    input  wire logic [ROW_W-1:0] waddr,
    input  wire logic [31:0]      wdata
);

  logic [31:0] mem [0:ROWS-1];

  always_ff @(posedge clk) begin
    if (re) rdata <= mem[raddr];
    if (be[0]) mem[waddr][ 7: 0] <= wdata[ 7: 0];
    if (be[1]) mem[waddr][15: 8] <= wdata[15: 8];
    if (be[2]) mem[waddr][23:16] <= wdata[23:16];
    if (be[3]) mem[waddr][31:24] <= wdata[31:24];
  end

endmodule

`default_nettype wire
