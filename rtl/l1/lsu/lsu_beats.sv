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

    // that of the next one of the new queue, if it is a store; it is used for the last time
    input  wire logic [ul1_pkg::PT_W-1:0]     next_entry,
    output logic      [ul1_pkg::INTAKE_W-1:0] beat_number,
    input  wire logic                         beat_ends,

    // that of the one that is chosen to be prepared, if it is a new store, with which it goes
    input  wire logic [ul1_pkg::PT_W-1:0]     choice_entry,
    output logic      [ul1_pkg::INTAKE_W-1:0] choice_beat,
    input  wire logic                         choice_store
);

  localparam int PT_W     = ul1_pkg::PT_W;
  localparam int INTAKE   = ul1_pkg::INTAKE;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;
  localparam int MOST     = INTAKE - ul1_pkg::INTAKE_KEPT;   // beats that may be there for cached stores

  // Of each beat: whether it is a new store's, whose, whether that store has another that is used before, whether it is a
  // cached one
  logic [INTAKE-1:0] some, second, cached;
  logic [INTAKE-1:0] some_first, some_second;
  logic [PT_W-1:0]   entry [0:INTAKE-1];
  logic [INTAKE-1:0] cached_there, is_next, is_choice, is_used, goes, ends, some_then, second_then;
  logic [INTAKE_W:0] count;

  assign some_first  = some & ~second;
  assign some_second = some & second;

  always @* begin
    fed       = '0;
    fed_twice = '0;
    if (some != '0) begin
      for (int b = 0; b < INTAKE; b++) begin
        fed       = fed | ul1_pkg::PT'(some_first[b]) << (entry[b] & {PT_W{some_first[b]}});
        fed_twice = fed_twice | ul1_pkg::PT'(some_second[b]) << (entry[b] & {PT_W{some_second[b]}});
      end
    end
  end

  assign cached_there = some & cached;

  always @* begin
    count = '0;
    for (int b = 0; b < INTAKE; b++) count = count + (INTAKE_W+1)'(cached_there[b]);
  end

  for (genvar b = 0; b < INTAKE; b++) begin : g_next
    assign is_next[b]   = some[b] & entry[b] == next_entry;
    assign is_choice[b] = some[b] & entry[b] == choice_entry;
  end

  assign cached_full = count >= (INTAKE_W+1)'(MOST);
  assign is_used     = is_next & ~second;
  assign goes        = is_choice & ~second;
  assign beat_number = INTAKE_W'({ul1_fn::index(64'(is_used))});
  assign choice_beat = INTAKE_W'({ul1_fn::index(64'(goes))});
  assign ends        = (is_used & {INTAKE{beat_ends}}) | (goes & {INTAKE{choice_store}});

  always @* begin
    some_then   = some & ~ends;
    second_then = second & ~((is_next & {INTAKE{beat_ends}}) | (is_choice & {INTAKE{choice_store}}));
    if (feed_comes) begin
      some_then  [intake_beat] = 1'b1;
      second_then[intake_beat] = fed[feed_entry] & ~(beat_ends & feed_entry == next_entry)
                                 & ~(choice_store & feed_entry == choice_entry);
    end
  end

  always_ff @(posedge clk) begin
    if (rst) some <= '0;
    else     some <= some_then;
    second <= second_then;
    if (feed_comes) begin
      entry [intake_beat] <= feed_entry;
      cached[intake_beat] <= feed_cached;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(feed_comes && (some[intake_beat] || fed_twice[feed_entry])));
      assert (!(beat_ends && !fed[next_entry]) && !(choice_store && !fed[choice_entry]));   // a store goes with its beat
    end
  end

endmodule

`default_nettype wire
