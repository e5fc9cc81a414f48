// The warps, a part of lsu: whose the instructions in flight are, and what of a warp stands in the way of another
// instruction of it.

`default_nettype none

module lsu_warps (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // an instruction is taken, or a remainder presented again
    input  wire logic                       take_new,
    input  wire logic                       take_again,
    input  wire logic [ul1_pkg::PT_W-1:0]   new_entry,
    input  wire logic [ul1_pkg::PT_W-1:0]   again_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0] in_warp,

    // a shared access has its pass, which leaves something over or not; an inval or a flush is presented in full
    input  wire logic                       shared_passes,
    input  wire logic                       split_more,
    input  wire logic                       upkeep_goes,
    input  wire logic [ul1_pkg::PT_W-1:0]   req_entry,

    // an inval or a flush in stage 1 is deferred, or done for good
    input  wire logic                       upkeep_defers,
    input  wire logic                       upkeep_ends,

    // of those that have the turn, whose warp has a remainder, or an inval or a flush that is not done
    input  wire logic [ul1_pkg::PT-1:0]     turn,
    output logic      [ul1_pkg::PT-1:0]     blocked,

    // of these fences, those whose warp has nothing out: in flight, and not waiting in the new queue
    input  wire logic [ul1_pkg::PT-1:0]     fences,
    input  wire logic [ul1_pkg::PT-1:0]     pt_valid,
    input  wire logic [ul1_pkg::PT-1:0]     queued,
    output logic      [ul1_pkg::PT-1:0]     settled,

    // the store of the oldest beat, if there is one: whether a cached load of its warp sleeps or is being looked up
    input  wire logic                       beat_some,
    input  wire logic [ul1_pkg::PT_W-1:0]   beat_entry,
    input  wire logic [ul1_pkg::PT-1:0]     sleeper,
    input  wire logic                       s1_look,
    output logic                            beat_waits,

    // whose these are
    input  wire logic [ul1_pkg::PT_W-1:0]   next_entry,
    output logic      [ul1_pkg::WARP_W-1:0] next_warp,
    input  wire logic [ul1_pkg::PT_W-1:0]   s1_entry,
    output logic      [ul1_pkg::WARP_W-1:0] s1_warp,
    input  wire logic [ul1_pkg::PT_W-1:0]   rf_entry,
    output logic      [ul1_pkg::WARP_W-1:0] rf_warp,
    input  wire logic [ul1_pkg::PT_W-1:0]   ret_entry,
    output logic      [ul1_pkg::WARP_W-1:0] ret_warp
);

  localparam int PT     = ul1_pkg::PT;
  localparam int WARP_W = ul1_pkg::WARP_W;

  logic [WARP_W-1:0]    warp [0:PT-1];
  logic [2**WARP_W-1:0] busy;   // a shared access of it has a remainder, here or at the instruction side; or as said above

  always_ff @(posedge clk) begin
    if (take_new) warp[new_entry] <= in_warp;
  end

  // Of a busy warp only the remainder can have a shared pass, so each such pass settles its warp's bit. So does what becomes
  // of an inval or a flush, behind which nothing of its warp is presented.
  always_ff @(posedge clk) begin
    if (rst) busy <= '0;
    else begin
      if (shared_passes | upkeep_goes) busy[warp[req_entry]] <= split_more | upkeep_goes;
      if (upkeep_defers | upkeep_ends) busy[s1_warp]         <= upkeep_defers;
    end
  end

  // Here and below, what takes a look at each entry is done only when it matters, for the sake of simulation.
  always @* begin
    blocked = '0;
    if (busy != '0) begin
      for (int i = 0; i < PT; i++) blocked[i] = turn[i] & busy[warp[i]];
    end
  end

  logic [PT-1:0]        out;
  logic [2**WARP_W-1:0] out_warps;

  assign out = pt_valid & ~queued;

  always @* begin
    out_warps = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) if (out[i]) out_warps[warp[i]] = 1'b1;
    end
  end
  always @* begin
    settled = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) settled[i] = fences[i] & ~out_warps[warp[i]] & ~blocked[i];
    end
  end

  logic [WARP_W-1:0] beat_warp;
  logic [PT-1:0]     beat_sleepers;

  assign beat_warp  = warp[beat_entry];
  assign beat_waits = (s1_look & s1_warp == beat_warp) | beat_sleepers != '0;

  always @* begin
    beat_sleepers = '0;
    if (beat_some & sleeper != '0) begin
      for (int i = 0; i < PT; i++) beat_sleepers[i] = sleeper[i] & warp[i] == beat_warp;
    end
  end

  assign next_warp = warp[next_entry];
  assign s1_warp   = warp[s1_entry];
  assign rf_warp   = warp[rf_entry];
  assign ret_warp  = warp[ret_entry];

  always @(posedge clk) begin
    if (!rst) assert (!(take_again && !busy[warp[again_entry]]));
  end

endmodule

`default_nettype wire
