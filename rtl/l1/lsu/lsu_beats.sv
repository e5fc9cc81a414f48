// The beats of the intake that are there for new stores, a part of lsu: of a store two at most, of which the one that was
// pulled first is used first.

`default_nettype none

module lsu_beats (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // the beat of a new store comes
    input  wire logic                         feed_comes,
    input  wire logic [ul1_pkg::PT_W-1:0]     feed_entry,
    input  wire logic                         feed_cached,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] intake_beat,

    // the stores that have one, that have two; those of cached stores are as many as there may be
    output logic      [ul1_pkg::PT-1:0]       fed,
    output logic      [ul1_pkg::PT-1:0]       fed_twice,
    output logic                              cached_full,

    // that of the cached store whose line is gathered, if one is; the line is the last of its sub-warp. The beat stays until that
    // has its pass.
    input  wire logic [ul1_pkg::PT_W-1:0]     gather_entry,
    input  wire logic                         gathers_store,
    output logic      [ul1_pkg::INTAKE_W-1:0] line_beat,
    input  wire logic                         line_used,
    input  wire logic                         its_end,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] its_beat,

    // that of the access to shared memory that is chosen, if it is a new store, with which it goes
    input  wire logic [ul1_pkg::PT_W-1:0]     choice_entry,
    output logic      [ul1_pkg::INTAKE_W-1:0] choice_beat,
    input  wire logic                         choice_store
);

  localparam int PT_W     = ul1_pkg::PT_W;
  localparam int INTAKE   = ul1_pkg::INTAKE;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;
  localparam int MOST     = INTAKE - ul1_pkg::INTAKE_KEPT;   // beats that may be there for cached stores

  // Of each beat: whether it is a new store's, whose, whether that store has another that is used before, whether it is a
  // cached one's, chosen or not
  logic [INTAKE-1:0] some, second, cached_there;
  logic [PT_W-1:0]   entry [0:ul1_fn::entries(INTAKE)-1];
  logic [INTAKE-1:0] some_first, some_second, is_line, is_choice, line_goes, choice_goes;

  always @* begin
    some_first  = some & ~second;
    some_second = some & second;
    fed         = '0;
    fed_twice   = '0;
    if (some != '0) begin
      for (int b = 0; b < INTAKE; b++) begin
        if (ul1_fn::worth(some[b])) begin
          fed       = fed | ul1_pkg::PT'(some_first[b]) << (entry[b] & {PT_W{some[b]}});
          fed_twice = fed_twice | ul1_pkg::PT'(some_second[b]) << (entry[b] & {PT_W{some[b]}});
        end
      end
    end
  end

  logic [5:0] count;

  assign count       = ul1_fn::ones(32'(cached_there));
  assign cached_full = count >= 6'(MOST);

  always @* begin
    is_line   = '0;
    line_goes = '0;
    line_beat = '0;
    if (ul1_fn::worth(gathers_store)) begin
      for (int b = 0; b < INTAKE; b++) is_line[b] = some[b] & entry[b] == gather_entry;
      line_goes = is_line & ~second;
      line_beat = INTAKE_W'({ul1_fn::index(64'(line_goes))});
    end
  end

  always @* begin
    is_choice   = '0;
    choice_goes = '0;
    choice_beat = '0;
    if (ul1_fn::worth(choice_store)) begin
      for (int b = 0; b < INTAKE; b++) is_choice[b] = some[b] & entry[b] == choice_entry;
      choice_goes = is_choice & ~second;
      choice_beat = INTAKE_W'({ul1_fn::index(64'(choice_goes))});
    end
  end

  always_ff @(posedge clk) begin : then_state
    logic [INTAKE-1:0] some_then, second_then, cached_then;

    if (line_used | choice_store | its_end | feed_comes) begin
      some_then   = some & ~((line_goes & {INTAKE{line_used}}) | (choice_goes & {INTAKE{choice_store}}));
      second_then = second & ~((is_line & {INTAKE{line_used}}) | (is_choice & {INTAKE{choice_store}}));
      cached_then = cached_there;
      if (its_end) cached_then[its_beat] = 1'b0;
      if (feed_comes) begin
        some_then  [intake_beat] = 1'b1;
        cached_then[intake_beat] = feed_cached;
        second_then[intake_beat] = fed[feed_entry] & ~(line_used & feed_entry == gather_entry)
                                   & ~(choice_store & feed_entry == choice_entry);
        entry      [intake_beat] <= feed_entry;
      end
      some         <= some_then;
      second       <= second_then;
      cached_there <= cached_then;
    end

    if (rst) begin
      some         <= '0;
      cached_there <= '0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (feed_comes | line_used | choice_store)) begin
      if (feed_comes)   assert (!(some[intake_beat] || fed_twice[feed_entry]));
      if (line_used)  assert (fed[gather_entry]);    // a store goes with its beat
      if (choice_store) assert (fed[choice_entry]);
    end
  end

endmodule

`default_nettype wire
