// Beats of the intake, a part of lsu. A store has one at most for its next access, and one for its remainder in the table.

`default_nettype none

module lsu_beats (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // the beat of a store comes, for its remainder
    input  wire logic                         feed_comes,
    input  wire logic [ul1_pkg::PT-1:0]       feed_one,
    input  wire logic [ul1_pkg::PT_W-1:0]     feed_entry,
    input  wire logic                         feed_cached,
    input  wire logic                         feed_left,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] intake_beat,

    // the stores that have one, and whose remainder has; those of cached stores are as many as there may be
    output logic      [ul1_pkg::PT-1:0]       fed,
    output logic      [ul1_pkg::PT-1:0]       fed_left,
    output logic                              cached_full,

    // that of the cached store whose line is gathered, if one is; the line is the last of its sub-warp. The beat stays until that
    // has its pass.
    input  wire logic [ul1_pkg::PT-1:0]       gather_new,
    input  wire logic [ul1_pkg::PT_W-1:0]     gather_entry,
    input  wire logic                         gathers_store,
    output logic      [ul1_pkg::INTAKE_W-1:0] line_beat,
    input  wire logic                         line_used,
    input  wire logic                         its_end,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] its_beat,

    // that of the access to shared memory that is chosen, if it is a store's, with which it goes; it is a remainder
    input  wire logic [ul1_pkg::PT-1:0]       front_one,
    input  wire logic [ul1_pkg::PT_W-1:0]     front_entry,
    input  wire logic                         choice_left,
    output logic      [ul1_pkg::INTAKE_W-1:0] choice_beat,
    input  wire logic                         choice_store
);

  localparam int PT_W     = ul1_pkg::PT_W;
  localparam int INTAKE   = ul1_pkg::INTAKE;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;
  localparam int MOST     = INTAKE - ul1_pkg::INTAKE_KEPT;   // beats that may be there for cached stores

  // Of each beat: whether it is there, for a remainder, for which entry; whether it is a cached store's, chosen or not
  logic [INTAKE-1:0] some, is_left, cached_there;
  logic [PT_W-1:0]   entry [0:ul1_fn::entries(INTAKE)-1];
  logic [INTAKE-1:0] line_goes, choice_goes;

  logic [5:0] count;

  assign count       = ul1_fn::ones(32'(cached_there));
  assign cached_full = count >= 6'(MOST);

  always @* begin
    line_goes = '0;
    line_beat = '0;
    if (ul1_fn::worth(gathers_store)) begin
      for (int b = 0; b < INTAKE; b++) line_goes[b] = some[b] & entry[b] == gather_entry;
      line_beat = INTAKE_W'({ul1_fn::index(64'(line_goes))});
    end
  end

  always @* begin
    choice_goes = '0;
    choice_beat = '0;
    if (ul1_fn::worth(choice_store)) begin
      for (int b = 0; b < INTAKE; b++) choice_goes[b] = some[b] & is_left[b] == choice_left & entry[b] == front_entry;
      choice_beat = INTAKE_W'({ul1_fn::index(64'(choice_goes))});
    end
  end

  always_ff @(posedge clk) begin : then_state
    logic [INTAKE-1:0] some_then, cached_then;

    if (line_used | choice_store | its_end | feed_comes) begin
      some_then   = some & ~((line_goes & {INTAKE{line_used}}) | (choice_goes & {INTAKE{choice_store}}));
      cached_then = cached_there;
      if (its_end) cached_then[its_beat] = 1'b0;
      if (feed_comes) begin
        some_then  [intake_beat] = 1'b1;
        cached_then[intake_beat] = feed_cached;
        is_left    [intake_beat] <= feed_left;
        entry      [intake_beat] <= feed_entry;
      end
      some         <= some_then;
      cached_there <= cached_then;
      fed          <= (fed & ~(choice_store & ~choice_left ? front_one : '0) & ~(line_used ? gather_new : '0))
                      | (feed_comes & ~feed_left ? feed_one : '0);
      fed_left     <= (fed_left & ~(choice_store & choice_left ? front_one : '0)) | (feed_comes & feed_left ? feed_one : '0);
    end

    if (rst) begin
      some         <= '0;
      fed          <= '0;
      fed_left     <= '0;
      cached_there <= '0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (feed_comes | line_used | choice_store)) begin
      if (feed_comes)   assert (!(some[intake_beat] || (feed_left ? fed_left[feed_entry] : fed[feed_entry])));
      if (line_used)    assert (fed[gather_entry]);    // a store goes with its beat
      if (choice_store) assert (choice_left ? fed_left[front_entry] : fed[front_entry]);
    end
  end

endmodule

`default_nettype wire
