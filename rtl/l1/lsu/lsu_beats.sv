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

    // the stores that have one, that have two; those of cached stores are as many as there may be, so few that one more may be
    // of a store that may have to wait for a load
    output logic      [ul1_pkg::PT-1:0]       fed,
    output logic      [ul1_pkg::PT-1:0]       fed_twice,
    output logic                              cached_full,
    output logic                              cached_few,

    // that of the cached one that could be chosen as new; it is, and it is a store's. What that has stays until its last line
    // has its pass.
    input  wire logic [ul1_pkg::PT_W-1:0]     fresh_entry,
    output logic      [ul1_pkg::INTAKE_W-1:0] fresh_beat,
    input  wire logic                         fresh_store,
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
  logic [INTAKE-1:0] some, second, cached_there, cached_then;
  logic [INTAKE-1:0] some_first, some_second;
  logic [PT_W-1:0]   entry [0:INTAKE-1];
  logic [INTAKE-1:0] is_fresh, is_choice, fresh_goes, choice_goes, ends, some_then, second_then;
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

  always @* begin
    count = '0;
    for (int b = 0; b < INTAKE; b++) count = count + (INTAKE_W+1)'(cached_there[b]);
  end

  always @* begin
    is_fresh  = '0;
    is_choice = '0;
    if (some != '0) begin
      for (int b = 0; b < INTAKE; b++) begin
        is_fresh [b] = some[b] & entry[b] == fresh_entry;
        is_choice[b] = some[b] & entry[b] == choice_entry;
      end
    end
  end

  assign cached_full = count >= (INTAKE_W+1)'(MOST);
  assign cached_few  = count < (INTAKE_W+1)'(ul1_pkg::UNSURE_BEATS);
  assign fresh_goes  = is_fresh & ~second;
  assign choice_goes = is_choice & ~second;
  assign fresh_beat  = INTAKE_W'({ul1_fn::index(64'(fresh_goes))});
  assign choice_beat = INTAKE_W'({ul1_fn::index(64'(choice_goes))});
  assign ends        = (fresh_goes & {INTAKE{fresh_store}}) | (choice_goes & {INTAKE{choice_store}});

  always @* begin
    some_then   = some & ~ends;
    second_then = second & ~((is_fresh & {INTAKE{fresh_store}}) | (is_choice & {INTAKE{choice_store}}));
    cached_then = cached_there;
    if (its_end) cached_then[its_beat] = 1'b0;
    if (feed_comes) begin
      some_then  [intake_beat] = 1'b1;
      cached_then[intake_beat] = feed_cached;
      second_then[intake_beat] = fed[feed_entry] & ~(fresh_store & feed_entry == fresh_entry)
                                 & ~(choice_store & feed_entry == choice_entry);
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      some         <= '0;
      cached_there <= '0;
    end else begin
      some         <= some_then;
      cached_there <= cached_then;
    end
    second <= second_then;
    if (feed_comes) entry[intake_beat] <= feed_entry;
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(feed_comes && (some[intake_beat] || fed_twice[feed_entry])));
      assert (!(fresh_store && !fed[fresh_entry]) && !(choice_store && !fed[choice_entry]));   // a store goes with its beat
    end
  end

endmodule

`default_nettype wire
