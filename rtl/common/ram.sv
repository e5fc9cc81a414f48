// Memory with one synchronous read port and one synchronous write port; an implementation replaces this
// module by a macro. Words consist of parts, each with a write enable. There is no reset, and the initial
// contents are undefined.
//
// A part that is written at the end of the cycle in which its word is read is undefined in the read data, and
// must not be used. The other parts of that word are read correctly. If a macro does not promise that, each
// part needs a macro of its own.

`default_nettype none

module ram #(
    parameter int ROWS   = 512,
    parameter int ROW_W  = 9,
    parameter int PARTS  = 4,
    parameter int PART_W = 8
) (
    input  wire logic                    clk,
    // Read enable: the word at `raddr` is read at the end of this cycle.
    input  wire logic                    re,
    // Row to read; valid with `re`.
    input  wire logic [ROW_W-1:0]        raddr,
    // Word that was read, from the cycle after `re` until the next read; a part written in the same cycle is
    // undefined.
    output logic      [PARTS*PART_W-1:0] rdata,
    // Write enable for each part: written at the end of this cycle.
    input  wire logic [PARTS-1:0]        we,
    // Row to write; valid with any bit of `we`.
    input  wire logic [ROW_W-1:0]        waddr,
    // Word to write; a part is valid with its bit of `we`.
    input  wire logic [PARTS*PART_W-1:0] wdata
);

  logic [PARTS*PART_W-1:0] mem [0:ul1_fn::entries(ROWS)-1];

  // Synthesis tools see one write port with an enable for each part. The assignment is blocking, behind the
  // read, as no other process reads the array. This saves the simulator a copy of each part.
  // verilator lint_off BLKSEQ
  always @(posedge clk) begin
    if (re) rdata <= mem[raddr];
    if (we != '0) begin
`ifndef SYNTHESIS
      // An undefined part is inverted in a two-state simulation, as in the C model, so that the memory
      // checker detects a use of it.
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
