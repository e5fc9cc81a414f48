// A memory returns the word last written, part by part.

module ram_words (
    input wire clk,
    input wire rst,
    input wire re,
    input wire [2:0] raddr, waddr,
    input wire [1:0] we,
    input wire [7:0] wdata
);

  wire [7:0] rdata;
  ram #(.ROWS(8), .ROW_W(3), .PARTS(2), .PART_W(4)) dut (.*);

  (* anyconst *) reg [2:0] candidates;
  (* anyconst *) reg       part;
  reg       known, due;
  reg [3:0] is, expected;
  reg       begins = 1'b1;
  wire      writes = we[part] && waddr == candidates;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    known <= !rst && (known || writes);
    if (writes) is <= wdata[part*4 +: 4];
    // A part that is written in the cycle of its read is undefined. Read data stay until the next read.
    if (rst)     due <= 1'b0;
    else if (re) due <= raddr == candidates && known && !writes;
    if (re) expected <= is;
    if (!rst && due) assert (rdata[part*4 +: 4] == expected);
  end

endmodule
