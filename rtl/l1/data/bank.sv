// One SRAM bank of the data array: a word in each row, one read port, one write port, both synchronous; byte write
// enables. A read and a write of one word in one cycle read the old word. No reset. This is what an implementation
// replaces by a macro.

`default_nettype none

module bank #(
    parameter int ROWS  = 512,
    parameter int ROW_W = 9
) (
    input  wire logic                           clk,
    input  wire logic                           re,  // read `raddr` at the end of this cycle, word on `rdata` in the next
    input  wire logic [ROW_W-1:0]               raddr,
    output logic      [ul1_pkg::WORD_W-1:0]     rdata,
    input  wire logic [ul1_pkg::WORD_BYTES-1:0] be,  // bytes to write at the end of this cycle
    input  wire logic [ROW_W-1:0]               waddr,
    input  wire logic [ul1_pkg::WORD_W-1:0]     wdata
);

  logic [ul1_pkg::WORD_W-1:0] mem [0:ROWS-1];

  // Tools of synthesis see one write port with byte enables. It is written at once, behind the read, as nobody else looks
  // at it: that spares the simulation a copy of each byte.
  // verilator lint_off BLKSEQ
  always @(posedge clk) begin
    if (re) rdata <= mem[raddr];
    if (be != '0) begin
      for (int b = 0; b < ul1_pkg::WORD_BYTES; b++) begin
        if (be[b]) mem[waddr][8*b +: 8] = wdata[8*b +: 8];
      end
    end
  end
  // verilator lint_on BLKSEQ

endmodule

`default_nettype wire
