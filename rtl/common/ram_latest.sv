// Memory of which a read in the cycle of a write to the same word sees what is written. The contract is that
// of `ram` otherwise.

`default_nettype none

module ram_latest #(
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
    // Word that was read, from the cycle after `re` until the next read.
    output logic      [PARTS*PART_W-1:0] rdata,
    // Write enable for each part: written at the end of this cycle.
    input  wire logic [PARTS-1:0]        we,
    // Row to write; valid with any bit of `we`.
    input  wire logic [ROW_W-1:0]        waddr,
    // Word to write; a part is valid with its bit of `we`.
    input  wire logic [PARTS*PART_W-1:0] wdata
);

  logic [PARTS*PART_W-1:0] old, late_q;  // late: what was written in the cycle of the read
  logic [PARTS-1:0]        is_late_q;

  ram #(.ROWS(ROWS), .ROW_W(ROW_W), .PARTS(PARTS), .PART_W(PART_W)) u_ram (
      .clk, .re, .raddr, .rdata(old), .we, .waddr, .wdata
  );

  always_ff @(posedge clk) begin
    if (re) begin
      is_late_q <= we & {PARTS{raddr == waddr}};
      late_q    <= wdata;
    end
  end

  always @* begin
    for (int p = 0; p < PARTS; p++)
      rdata[p*PART_W +: PART_W] = is_late_q[p] ? late_q[p*PART_W +: PART_W] : old[p*PART_W +: PART_W];
  end

endmodule

`default_nettype wire
