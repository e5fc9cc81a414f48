// The intake, a part of wdb: beats of store data, in slot order, from their being pulled to their pass in stage 2.

`default_nettype none

module wdb_intake #(
    parameter int LANES = 32
) (
    input  wire logic                             clk,
    input  wire logic                             rst,

    // from outside: a beat, asked for by lsu; to lsu: what is free, and where the beat goes
    input  wire logic                             pull_ready,
    input  wire logic                             pull_valid,
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0] pull_data,
    output logic                                  intake_free,
    output logic                                  intake_spare,
    output logic      [ul1_pkg::INTAKE_W-1:0]     intake_beat,

    // the store in stage 1: its beat, which is read for stage 2; the store there, after which it is free or not; to dxbar: its
    // words
    input  wire logic                             pass_valid,
    input  wire logic                             pass_store,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]     pass_beat,
    input  wire logic                             s2_store,
    input  wire logic                             s2_frees_beat,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]     s2_beat,
    output logic                                  slot_valid,
    output logic      [LANES*ul1_pkg::WORD_W-1:0] slot_data
);

  localparam int INTAKE   = ul1_pkg::INTAKE;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;

  logic [INTAKE-1:0] used, used_then, free;
  logic              comes;

  assign free         = ~used;
  assign intake_free  = free != '0;
  assign intake_spare = ul1_fn::several(64'(free));
  assign intake_beat  = INTAKE_W'({ul1_fn::lowest(64'(free))});
  assign comes        = pull_valid & pull_ready;

  always @* begin
    used_then = used;
    if (comes)                    used_then[intake_beat] = 1'b1;
    if (s2_store & s2_frees_beat) used_then[s2_beat]     = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) used <= '0;
    else     used <= used_then;
  end

  // A beat that is read is used, so it is not the one that is filled.
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
    if (!rst) assert (!(s2_store && !used[s2_beat]));   // a store's pass finds its beat
  end

endmodule

`default_nettype wire
