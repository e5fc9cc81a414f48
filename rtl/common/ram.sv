// A memory: one read port, one write port, both synchronous; a word is of parts, each with a write enable. No reset, and
// contents that are anything at first. A part that is written at the end of a cycle in which its word is read is not defined in
// what is read, and nobody may use it. (Parts that are not written are read as they are. A macro that does not promise that
// either is to be one for each part.) This is what an implementation replaces by a macro.

`default_nettype none

module ram #(
    parameter int ROWS   = 512,
    parameter int ROW_W  = 9,
    parameter int PARTS  = 4,
    parameter int PART_W = 8
) (
    input  wire logic                    clk,
    input  wire logic                    re,  // read `raddr` at the end of this cycle, word on `rdata` from the next on
    input  wire logic [ROW_W-1:0]        raddr,
    output logic      [PARTS*PART_W-1:0] rdata,
    input  wire logic [PARTS-1:0]        we,  // parts to write at the end of this cycle
    input  wire logic [ROW_W-1:0]        waddr,
    input  wire logic [PARTS*PART_W-1:0] wdata
);

  logic [PARTS*PART_W-1:0] mem [0:ul1_fn::entries(ROWS)-1];

  // Tools of synthesis see one write port with an enable for each part. It is written at once, behind the read, as nobody else
  // looks at it: that spares the simulation a copy of each part.
  // verilator lint_off BLKSEQ
  always @(posedge clk) begin
    if (re) rdata <= mem[raddr];
    if (we != '0) begin
`ifndef SYNTHESIS
      // Undefined is inverted where there are but two states, as in the C model: so the witness sees who uses it.
      if (re & raddr == waddr) begin
        for (int p = 0; p < PARTS; p++) begin
`ifdef VERILATOR
          if (we[p]) rdata[PART_W*p +: PART_W] <= ~mem[raddr][PART_W*p +: PART_W];
`else
          if (we[p]) rdata[PART_W*p +: PART_W] <= 'x;
`endif
        end
      end
`endif
      for (int p = 0; p < PARTS; p++) begin
        if (we[p]) mem[waddr][PART_W*p +: PART_W] = wdata[PART_W*p +: PART_W];
      end
    end
  end
  // verilator lint_on BLKSEQ

endmodule

`default_nettype wire
