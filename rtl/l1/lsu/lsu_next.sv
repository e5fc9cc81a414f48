// Who is next of the new queue, a part of lsu: which of the instructions that have the turn are ready, and what the
// oldest of them is.

`default_nettype none

module lsu_next (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // settings
    input  wire logic                         home,

    // stores that have a beat; of those, the cached ones before which a load of their warp sleeps or is looked up; the beat of
    // the next one ends: a cached store needs it for all its lines
    input  wire logic [ul1_pkg::PT-1:0]       fed,
    input  wire logic [ul1_pkg::PT-1:0]       behind_sleeper,
    input  wire logic [ul1_pkg::PT-1:0]       behind_look,
    output logic                              beat_ends,

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
    input  wire logic                         room_shared,
    input  wire logic                         room_cached,

    // to and from the new queue: those that are ready; the oldest of them, as a set of one as well
    output logic      [ul1_pkg::PT-1:0]       ready,
    input  wire logic [ul1_pkg::PT-1:0]       next_one,
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

  localparam int PT = ul1_pkg::PT;

  // Who is ready. A shared access may leave a remainder, for which there must be a place. A cached store or a flush needs
  // room, and could take what a woken access was woken for.
  logic          remainder_fits;
  logic [PT-1:0] stores_go;         // stores that wait for nothing
  logic [PT-1:0] able;
  logic          next_plain;        // the next one is a null or a fence

  assign remainder_fits = buffer_free | home == ul1_pkg::HOME_INSTR;
  assign stores_go      = fed & ((pt_cached & {PT{room_cached & ~cand_woken}} & ~behind_sleeper & ~behind_look)
                                 | (~pt_cached & {PT{room_shared}}));
  assign able           = pt_null | fence_done
                          | (~pt_fence & (~pt_flush | {PT{room_cached & ~cand_woken}}) & (pt_cached | {PT{remainder_fits}})
                             & (~pt_store | stores_go));
  assign ready          = turn & able & ~blocked;
  assign next_plain     = (next_one & (pt_null | pt_fence)) != '0;

  assign cand_new    = ready != '0 & ~next_plain;
  assign cand_store  = (next_one & pt_store) != '0;
  assign cand_cached = (next_one & pt_cached) != '0;
  assign cand_flush  = (next_one & pt_flush) != '0;

  assign plain_goes = ~req_valid & ready != '0 & next_plain;
  assign next_goes  = (sel_new & ~todo_stays) | plain_goes;
  assign beat_ends  = sel_new & cand_store & (~cand_cached | req_end);

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(sel_new && blocked[next_entry]));   // a warp's accesses do not overtake one another
      assert (!(sel_new && cand_store && !fed[next_entry]));
    end
  end

endmodule

`default_nettype wire
