// Who is next of the new queue, a part of lsu: which of the instructions that have the turn are ready, and what the
// oldest of them is. Here is the *beat queue*, too: the beats pulled for new stores, in order, since of stores only that
// of the oldest beat can be ready.

`default_nettype none

module lsu_next (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // settings
    input  wire logic                         home,

    // the beat of a new store comes
    input  wire logic                         feed_comes,
    input  wire logic [ul1_pkg::PT_W-1:0]     feed_entry,
    input  wire logic [ul1_pkg::INTAKE_W-1:0] intake_beat,

    // the oldest beat, and the store that it is of; a cached load of that store's warp could still see the store
    output logic                              beat_some,
    output logic      [ul1_pkg::PT_W-1:0]     beat_entry,
    output logic      [ul1_pkg::INTAKE_W-1:0] beat_number,
    input  wire logic                         beat_waits,

    // a woken access stands there
    input  wire logic                         cand_woken,

    // what the instructions in flight are, and what stands in their way
    input  wire logic [ul1_pkg::PT-1:0]       turn,
    input  wire logic [ul1_pkg::PT-1:0]       blocked,
    input  wire logic [ul1_pkg::PT-1:0]       pt_null,
    input  wire logic [ul1_pkg::PT-1:0]       pt_fence,
    input  wire logic [ul1_pkg::PT-1:0]       pt_store,
    input  wire logic [ul1_pkg::PT-1:0]       pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]       pt_flush,
    input  wire logic [ul1_pkg::PT-1:0]       fence_done,
    input  wire logic                         buffer_free,
    input  wire logic                         room_store,

    // to and from the new queue: those that are ready, the oldest of them
    output logic      [ul1_pkg::PT-1:0]       ready,
    input  wire logic [ul1_pkg::PT_W-1:0]     next_entry,

    // to arb
    output logic                              cand_new,
    output logic                              cand_store,
    output logic                              cand_cached,
    output logic                              cand_flush,

    // what enters; a null or a fence goes in a cycle in which nothing does; the next one goes
    input  wire logic                         sel_new,
    input  wire logic                         req_valid,
    input  wire logic                         req_end,
    input  wire logic                         todo_stays,
    output logic                              plain_goes,
    output logic                              next_goes
);

  localparam int PT       = ul1_pkg::PT;
  localparam int INTAKE   = ul1_pkg::INTAKE;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;

  // Beat queue: a ring. A bit more than an index tells full from empty.
  logic [ul1_pkg::PT_W-1:0] queue_entry  [0:INTAKE-1];
  logic [INTAKE_W-1:0]      queue_beat[0:INTAKE-1];
  logic [INTAKE_W:0]        head, tail;
  logic                     beat_ends;   // its store uses it for the last time: a cached one needs it for all its lines

  assign beat_some   = head != tail;
  assign beat_entry     = beat_some ? queue_entry[head[INTAKE_W-1:0]] : '0;
  assign beat_number = queue_beat[head[INTAKE_W-1:0]];
  assign beat_ends   = sel_new & cand_store & (~cand_cached | req_end);

  always_ff @(posedge clk) begin
    if (rst) begin
      head <= '0;
      tail <= '0;
    end else begin
      if (feed_comes) tail <= tail + 1'b1;
      if (beat_ends)  head <= head + 1'b1;
    end
    if (feed_comes) begin
      queue_entry  [tail[INTAKE_W-1:0]] <= feed_entry;
      queue_beat[tail[INTAKE_W-1:0]] <= intake_beat;
    end
  end

  // Who is ready. A shared access may leave a remainder, for which there must be a place. A cached store or a flush needs room, and
  // could take what a woken access was woken for.
  logic          remainder_fits;
  logic          beat_goes;         // there is nothing that the store of the oldest beat waits for
  logic [PT-1:0] able;
  logic          next_plain;        // the next one is a null or a fence

  assign remainder_fits = buffer_free | home == ul1_pkg::HOME_INSTR;
  assign beat_goes      = beat_some & room_store & ~beat_waits & ~(cand_woken & pt_cached[beat_entry]);
  assign able           = pt_null | fence_done
                          | (~pt_fence & (~pt_flush | {PT{room_store & ~cand_woken}}) & (pt_cached | {PT{remainder_fits}}) & (~pt_store | (PT'(beat_goes) << beat_entry)));
  assign ready          = turn & able & ~blocked;
  assign next_plain     = pt_null[next_entry] | pt_fence[next_entry];

  assign cand_new    = ready != '0 & ~next_plain;
  assign cand_store  = pt_store[next_entry];
  assign cand_cached = pt_cached[next_entry];
  assign cand_flush  = pt_flush[next_entry];

  assign plain_goes = ~req_valid & ready != '0 & next_plain;
  assign next_goes  = (sel_new & ~todo_stays) | plain_goes;

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(sel_new && blocked[next_entry]));   // a warp's accesses do not overtake one another
      assert (!(sel_new && cand_store && !(beat_some && beat_entry == next_entry)));
      assert (tail - head <= (INTAKE_W+1)'(INTAKE));
    end
  end

endmodule

`default_nettype wire
