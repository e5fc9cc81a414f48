// Intake: holds beats of store data, in slot order, from their pull to their pass in stage 2; it is a part of
// wdb. lsu decides which beat is pulled, and keeps the beat's number for the pass.

`default_nettype none

module wdb_intake #(
    parameter int LANES = 32
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // ---- From lsu and the instruction side: a beat; to lsu: free beats
    // The load/store unit requests a beat of store data; it is taken if offered in this cycle.
    input  wire logic                             pull_ready,
    // The instruction side offers the requested beat in this cycle.
    input  wire logic                             pull_valid,
    // Store word of each slot; valid with `pull_valid`.
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0] pull_data,
    // At least one intake beat is free.
    output logic                                  intake_free,
    // At least two intake beats are free.
    output logic                                  intake_spare,
    // Intake beat that takes the next store data; valid with `intake_free`.
    output logic      [ul1_pkg::INTAKE_W-1:0]     intake_beat,

    // ---- The store in stage 1, and the one in stage 2, which delivers its words to dxbar
    // A pass is in stage 1.
    input  wire logic                             pass_valid,
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                             pass_store,
    // Intake beat that holds the store data of the stage-1 pass; valid with `pass_store`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0]     pass_beat,
    // A store is in stage 2.
    input  wire logic                             s2_store,
    // The store in stage 2 is the last use of its intake beat; valid with `s2_store`.
    input  wire logic                             s2_frees_beat,
    // Intake beat of the store in stage 2; valid with `s2_store`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0]     s2_beat,
    // A store is in stage 2.
    output logic                                  slot_valid,
    // Words of the stage-2 store in slot order, from the intake; valid with `slot_valid`.
    output logic      [LANES*ul1_pkg::WORD_W-1:0] slot_data
);

  localparam int INTAKE   = ul1_pkg::INTAKE;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;

  logic [INTAKE-1:0] used_q, used_d, free;
  logic              comes;

  assign free         = ~used_q;
  assign intake_free  = free != '0;
  assign intake_spare = ul1_fn::several(64'(free));
  assign intake_beat  = INTAKE_W'({ul1_fn::lowest(64'(free))});
  assign comes        = pull_valid & pull_ready;

  always @* begin
    used_d = used_q;
    if (comes)                    used_d[intake_beat] = 1'b1;
    if (s2_store & s2_frees_beat) used_d[s2_beat]     = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) used_q <= '0;
    else     used_q <= used_d;
  end

  // A beat that is read is in use, so it is not the one that is written.
  ram #(
      .ROWS   (INTAKE),
      .ROW_W  (INTAKE_W),
      .PARTS  (1),
      .PART_W (LANES*ul1_pkg::WORD_W)
  ) u_beats (
      .clk   (clk),
      .re    (pass_valid & pass_store),
      .raddr (pass_beat),
      .rdata (slot_data),
      .we    (comes),
      .waddr (intake_beat),
      .wdata (pull_data)
  );

  assign slot_valid = s2_store;

  always @(posedge clk) begin
    if (!rst) assert (!(s2_store && !used_q[s2_beat]));  // the pass of a store finds its beat
  end

endmodule

`default_nettype wire
