// Who is next, a part of lsu: of the new queue the oldest that is ready, if it is not to be prepared for shared memory; and
// whether it is that, or a fresh access to shared memory.

`default_nettype none

module lsu_next (
    input  wire logic                         clk,
    input  wire logic                         rst,

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
    input  wire logic                         room_cached,

    // from the pool: a fresh access is ready, of a store
    input  wire logic                         fresh_ready,
    input  wire logic                         fresh_store,

    // to and from the new queue: those that are ready; the oldest of them, as a set of one as well
    output logic      [ul1_pkg::PT-1:0]       ready,
    input  wire logic [ul1_pkg::PT-1:0]       next_one,
    input  wire logic [ul1_pkg::PT_W-1:0]     next_entry,

    // to arb
    output logic                              cand_new,
    output logic                              cand_store,
    output logic                              cand_cached,
    output logic                              cand_flush,

    // what enters: the fresh one, or that of the new queue; a null or a fence goes in a cycle in which nothing does; the next
    // one goes
    input  wire logic                         sel_new,
    output logic                              sel_fresh,
    output logic                              sel_next,
    input  wire logic                         req_valid,
    input  wire logic                         req_end,
    input  wire logic                         todo_stays,
    output logic                              plain_goes,
    output logic                              next_goes
);

  localparam int PT = ul1_pkg::PT;

  // Who is ready. A cached store or a flush needs room, and could take what a woken access was woken for.
  logic [PT-1:0] able;
  logic          free_room;
  logic          next_plain;        // the next one is a null or a fence

  assign free_room  = room_cached & ~cand_woken;
  assign able       = pt_null | fence_done
                      | (pt_cached & (~pt_flush | {PT{free_room}})
                         & (~pt_store | (fed & {PT{free_room}} & ~behind_sleeper & ~behind_look)));
  assign ready      = turn & able & ~blocked;
  assign next_plain = (next_one & (pt_null | pt_fence)) != '0;

  // They take turns where both can.
  logic turn_shared, fresh_next;

  assign fresh_next = fresh_ready & (turn_shared | ready == '0);

  always_ff @(posedge clk) begin
    if (rst)             turn_shared <= 1'b1;
    else if (sel_new)    turn_shared <= ~fresh_next;
    else if (plain_goes) turn_shared <= 1'b1;
  end

  assign cand_new    = fresh_next | (ready != '0 & ~next_plain);
  assign cand_store  = fresh_next ? fresh_store : (next_one & pt_store) != '0;
  assign cand_cached = ~fresh_next & (next_one & pt_cached) != '0;
  assign cand_flush  = ~fresh_next & (next_one & pt_flush) != '0;

  assign sel_fresh  = sel_new & fresh_next;
  assign sel_next   = sel_new & ~fresh_next;
  assign plain_goes = ~req_valid & ~fresh_next & ready != '0 & next_plain;
  assign next_goes  = (sel_next & ~todo_stays) | plain_goes;
  assign beat_ends  = sel_next & cand_store & req_end;

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(sel_next && blocked[next_entry]));   // a warp's accesses do not overtake one another
      assert (!(sel_next && cand_store && !fed[next_entry]));
    end
  end

endmodule

`default_nettype wire
