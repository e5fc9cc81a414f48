// A store has one beat at most, and its remainder another. Each beat leaves once, with the access that it was
// read for.

module beats_each (
    input wire clk,
    input wire rst,
    input wire feed_arrives, feed_cached, feed_left, coalesced_store, line_ends, acc_end, choice_store,
        choice_left,
    input wire [ul1_pkg::INSTR_W-1:0] feed_entry, coalesce_entry, front_entry,
    input wire [ul1_pkg::INTAKE_W-1:0] intake_beat, acc_beat
);

  localparam int INSTRS = ul1_pkg::INSTRS, INTAKE = ul1_pkg::INTAKE, INTAKE_W = ul1_pkg::INTAKE_W;
  wire [INSTRS-1:0] fed, fed_left;
  wire cached_full;
  wire [INTAKE_W-1:0] line_beat, choice_beat;
  wire line_used = coalesced_store & line_ends;

  wire [INSTRS-1:0] feed_one = INSTRS'(1) << feed_entry, front_one = INSTRS'(1) << front_entry,
      coalesce_new = INSTRS'(1) << coalesce_entry;

  lsu_beats dut (.*);

  // The beat of one store's new access, or of its remainder
  (* anyconst *) reg [ul1_pkg::INSTR_W-1:0] s;
  (* anyconst *) reg of_left;
  reg there;
  reg [INTAKE_W-1:0] its;
  wire arrives = feed_arrives && feed_entry == s && feed_left == of_left;
  wire lines = coalesced_store && coalesce_entry == s && !of_left, chosen = choice_store && front_entry == s
               && choice_left == of_left;
  wire leaves  = (lines && line_ends) || chosen;
  wire [INSTRS-1:0] tells = of_left ? fed_left : fed;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (s < INSTRS && feed_entry < INSTRS && coalesce_entry < INSTRS && front_entry < INSTRS
            && intake_beat < INTAKE
            && acc_beat < INTAKE);
    // Contract: a beat arrives that is not present, for an access without one. A beat that leaves is present,
    // and leaves once. A cached store has no remainder here.
    if (feed_arrives) assume (!(feed_left ? fed_left[feed_entry] : fed[feed_entry])
                            && !(there && intake_beat == its));
    if (coalesced_store) assume (fed[coalesce_entry] && !fed_left[coalesce_entry]
                               && !(choice_store && front_entry == coalesce_entry));
    if (choice_store) assume (choice_left ? fed_left[front_entry] : fed[front_entry]);
    there <= ~rst & (arrives | (there & ~leaves));
    if (arrives) its <= intake_beat;
    if (!rst) begin
      assert (tells[s] == there);
      if (lines && there) assert (line_beat == its);
      if (chosen) assert (choice_beat == its);
    end
  end

endmodule
