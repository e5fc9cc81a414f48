// A line that leaves as the flits of a packet: a flit for each of its sectors, in ascending order, or one
// flit without words. `flits_in` is the other end.

`default_nettype none

module flits_out #(
    // Bits of a line that go in a flit: those of a sector.
    parameter  int PART_W  = 8,
    localparam int SECTORS = ul1_pkg::SECTORS
) (
    input  wire logic                      clk,
    input  wire logic                      rst,
    // A line may enter: there is none, or its last flit is taken in this cycle.
    output logic                           room,
    // A line enters at the end of this cycle.
    input  wire logic                      enter,
    // Its flits carry words, one sector each; valid with `enter`.
    input  wire logic                      enter_words,
    // Its sectors, those of its flits, or that its only flit names; valid with `enter`.
    input  wire logic [SECTORS-1:0]        enter_sect,
    // The line; valid with `enter`.
    input  wire logic [SECTORS*PART_W-1:0] enter_line,
    // The flit on offer is taken in this cycle.
    input  wire logic                      ready,
    // A flit is on offer.
    output logic                           valid,
    // It is the first one, and the last one.
    output logic                           head,
    output logic                           tail,
    // Sectors that it names: one, if it carries words.
    output logic      [SECTORS-1:0]        sect,
    // The bits of that sector; zero without words.
    output logic      [PART_W-1:0]         part
);

  logic                      valid_q, begun_q, words_q;
  logic [SECTORS-1:0]        sect_q, first, picked;
  logic [SECTORS*PART_W-1:0] line_q;

  assign first  = sect_q & -sect_q;
  assign picked = first & {SECTORS{words_q}};
  assign valid  = valid_q;
  assign head   = ~begun_q;
  assign sect   = words_q ? first : sect_q;
  assign tail   = ~words_q | sect_q == first;
  assign room   = ~valid_q | (ready & tail);

  pick #(.WORDS(SECTORS), .WORD_W(PART_W)) u_part (.one(picked), .words(line_q), .word(part));

  always_ff @(posedge clk) begin
    if (rst)        valid_q <= 1'b0;
    else if (enter) valid_q <= 1'b1;
    else if (ready) valid_q <= valid_q & ~tail;
  end

  always_ff @(posedge clk) begin
    if (enter) begin
      begun_q <= 1'b0;
      words_q <= enter_words;
      sect_q  <= enter_sect;
      line_q  <= enter_line;
    end
    else if (valid_q & ready) begin
      begun_q <= 1'b1;
      sect_q  <= sect_q & ~sect;
    end
  end

endmodule

`default_nettype wire
