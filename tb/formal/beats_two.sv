// Of the beats of a new store, two at most, the one that came first is used first, and each once.

module beats_two (
    input wire clk,
    input wire rst,
    input wire feed_comes, feed_cached, gathers_store, line_ends, its_end, choice_store,
    input wire [ul1_pkg::PT_W-1:0] feed_entry, gather_entry, choice_entry,
    input wire [ul1_pkg::INTAKE_W-1:0] intake_beat, its_beat
);

  localparam int PT = ul1_pkg::PT, INTAKE = ul1_pkg::INTAKE, INTAKE_W = ul1_pkg::INTAKE_W;
  wire [PT-1:0] fed, fed_twice;
  wire cached_full;
  wire [INTAKE_W-1:0] line_beat, choice_beat;
  wire line_used = gathers_store & line_ends;

  lsu_beats dut (.*);

  // The beats of one store
  (* anyconst *) reg [ul1_pkg::PT_W-1:0] s;
  reg [1:0] count;
  reg [INTAKE_W-1:0] one, two;
  wire comes = feed_comes && feed_entry == s, goes = (line_used && gather_entry == s) || (choice_store && choice_entry == s);

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (s < PT && feed_entry < PT && gather_entry < PT && choice_entry < PT && intake_beat < INTAKE && its_beat < INTAKE);
    // the contract: a beat that is not there comes, to a store with one at most; one goes that is there, and not twice
    if (feed_comes) assume (!fed_twice[feed_entry] && (count == 0 || intake_beat != one) && (count != 2 || intake_beat != two));
    if (line_used) assume (fed[gather_entry] && !(choice_store && choice_entry == gather_entry));
    if (choice_store) assume (fed[choice_entry]);
    count <= rst ? '0 : count + comes - goes;
    if (goes) one <= two;
    if (comes && count - goes == 0) one <= intake_beat;
    if (comes && count - goes == 1) two <= intake_beat;
    if (!rst) begin
      assert (fed[s] == (count != 0) && fed_twice[s] == (count == 2));
      if (gathers_store && gather_entry == s && count != 0) assert (line_beat == one);
      if (choice_store && choice_entry == s) assert (choice_beat == one);
    end
  end

endmodule
