// A line that the flits of a packet bring, a sector each. `flits_out` is the other end.

`default_nettype none

module flits_in #(
    // Bits of a line that come in a flit: those of a sector.
    parameter  int PART_W  = 8,
    localparam int SECTORS = ul1_pkg::SECTORS
) (
    input  wire logic                      clk,
    input  wire logic                      rst,
    // A flit comes.
    input  wire logic                      come,
    // It is the first one, and the last one; valid with `come`.
    input  wire logic                      head,
    input  wire logic                      tail,
    // Sectors that it names: one, if it carries words; valid with `come`.
    input  wire logic [SECTORS-1:0]        come_sect,
    // The bits of that sector; valid with `come`.
    input  wire logic [PART_W-1:0]         part,
    // The packet is taken on in this cycle, if it is whole.
    input  wire logic                      done,
    // The tail has come, and the packet was not taken on.
    output logic                           whole,
    // Sectors that the flits named; valid with `whole`.
    output logic      [SECTORS-1:0]        sect,
    // The line, in sectors that came with their words; valid with `whole`.
    output logic      [SECTORS*PART_W-1:0] line
);

  logic                      whole_q;
  logic [SECTORS-1:0]        sect_q;
  logic [SECTORS*PART_W-1:0] line_q;

  assign whole = whole_q;
  assign sect  = sect_q;
  assign line  = line_q;

  always_ff @(posedge clk) begin
    if (rst)       whole_q <= 1'b0;
    else if (come) whole_q <= tail;
    else if (done) whole_q <= 1'b0;
  end

  always_ff @(posedge clk) begin
    if (come) begin
      sect_q <= head ? come_sect : sect_q | come_sect;
      for (int s = 0; s < SECTORS; s++) begin
        if (come_sect[s]) line_q[s*PART_W +: PART_W] <= part;
      end
    end
  end

endmodule

`default_nettype wire
