// A store has one beat at most, and its remainder another. Each beat leaves once, with the access that it was
// read for.

module beats_each (
    input wire clk,
    input wire rst,
    input wire feed_comes, feed_cached, feed_left, gathers_store, line_ends, its_end, choice_store,
        choice_left,
    input wire [ul1_pkg::PT_W-1:0] feed_entry, gather_entry, front_entry,
    input wire [ul1_pkg::INTAKE_W-1:0] intake_beat, its_beat
);

  localparam int PT = ul1_pkg::PT, INTAKE = ul1_pkg::INTAKE, INTAKE_W = ul1_pkg::INTAKE_W;
  wire [PT-1:0] fed, fed_left;
  wire cached_full;
  wire [INTAKE_W-1:0] line_beat, choice_beat;
  wire line_used = gathers_store & line_ends;

  wire [PT-1:0] feed_one = PT'(1) << feed_entry, front_one = PT'(1) << front_entry,
      gather_new = PT'(1) << gather_entry;

  lsu_beats dut (.*);

  // The beat of one store's new access, or of its remainder
  (* anyconst *) reg [ul1_pkg::PT_W-1:0] s;
  (* anyconst *) reg of_left;
  reg there;
  reg [INTAKE_W-1:0] its;
  wire comes = feed_comes && feed_entry == s && feed_left == of_left;
  wire lines = gathers_store && gather_entry == s && !of_left, chosen = choice_store && front_entry == s
               && choice_left == of_left;
  wire goes  = (lines && line_ends) || chosen;
  wire [PT-1:0] tells = of_left ? fed_left : fed;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (s < PT && feed_entry < PT && gather_entry < PT && front_entry < PT && intake_beat < INTAKE
            && its_beat < INTAKE);
    // Contract: a beat arrives that is not present, for an access without one. A beat that leaves is present,
    // and leaves once. A cached store has no remainder here.
    if (feed_comes) assume (!(feed_left ? fed_left[feed_entry] : fed[feed_entry])
                            && !(there && intake_beat == its));
    if (gathers_store) assume (fed[gather_entry] && !fed_left[gather_entry]
                               && !(choice_store && front_entry == gather_entry));
    if (choice_store) assume (choice_left ? fed_left[front_entry] : fed[front_entry]);
    there <= ~rst & (comes | (there & ~goes));
    if (comes) its <= intake_beat;
    if (!rst) begin
      assert (tells[s] == there);
      if (lines && there) assert (line_beat == its);
      if (chosen) assert (choice_beat == its);
    end
  end

endmodule
