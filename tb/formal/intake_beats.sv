// A beat that the intake accepted is there, unchanged, for its pass, until the pass has used it up. No other
// beat overwrites it.

module intake_beats (
    input wire clk,
    input wire rst,
    input wire pull_ready, pull_valid, pass_valid, pass_store, s2_frees_beat,
    input wire [255:0] pull_data,
    input wire [ul1_pkg::INTAKE_W-1:0] pass_beat
);

  localparam int INTAKE = ul1_pkg::INTAKE, INTAKE_W = ul1_pkg::INTAKE_W;
  wire intake_free, intake_spare, slot_valid;
  wire [INTAKE_W-1:0] intake_beat;
  wire [255:0] slot_data;
  reg s2_store;
  reg [INTAKE_W-1:0] s2_beat;

  wdb_intake #(.LANES(8)) dut (.*);

  reg begins = 1'b1;
  reg [INTAKE-1:0] there;                 // beats accepted and not used up
  reg [7:0] data [0:2**INTAKE_W-1];
  reg [7:0] expected;
  wire arrives = pull_valid & pull_ready;
  wire pass  = pass_valid & pass_store;

  always @(posedge clk) begin
    begins   <= 1'b0;
    assume (rst == begins);
    s2_store <= !rst & pass;
    s2_beat  <= pass_beat;
    expected <= data[pass_beat];
    // Contract: a beat is accepted if an entry is free. A pass has a beat that was accepted, and that no
    // earlier pass uses up.
    if (!rst & arrives) assume (intake_free);
    if (!rst & pass)  assume (pass_beat < INTAKE && there[pass_beat] && !(s2_store && s2_frees_beat
        && s2_beat == pass_beat));
    if (rst) there <= '0;
    else begin
      if (arrives) there[intake_beat] <= 1'b1;
      if (s2_store & s2_frees_beat) there[s2_beat] <= 1'b0;
    end
    if (arrives) data[intake_beat] <= pull_data[7:0];
    if (!rst) begin
      assert (intake_free == (there != '1));
      assert (intake_spare == ul1_fn::several(64'(INTAKE'(~there))));
      if (intake_free) assert (intake_beat < INTAKE && !there[intake_beat]);
      assert (slot_valid == s2_store);
      if (s2_store) assert (slot_data[7:0] == expected);    // all bits of a beat take the same path
    end
  end

endmodule
