// Store data, a part of lsu: the beat that is asked for, of the next store in rotation that wants one. A new store never takes the
// intake's last beat, which a remainder may need. Cached stores leave some beats to those of shared memory, as they may wait long.

`default_nettype none

module lsu_pull #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    // from wdb: what its intake has free
    input  wire logic                            intake_free,
    input  wire logic                            intake_spare,

    // to and from the new queue: those that have the turn; the stores that want a beat, the next of them in rotation as a set of one
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    output logic      [ul1_pkg::PT-1:0]          pulls,
    input  wire logic [ul1_pkg::PT-1:0]          feed_one,

    // from lsu_left: the stores whose remainder lacks its beat
    input  wire logic [ul1_pkg::PT-1:0]          lacking,

    // from lsu_table, lsu_beats: the stores, the cached ones, the nulls; those that have a beat; cached ones have no more; from lsu_warps:
    // the cached ones before which a load was deferred, or may yet be
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    input  wire logic                            cached_full,
    input  wire logic [ul1_pkg::PT-1:0]          behind_unsure,

    // of the next one: width, active lanes, the sub-warp to pull, that of its remainder
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     feed_width,
    input  wire logic [LANES-1:0]                feed_mask,
    input  wire logic [ul1_pkg::SUB_W-1:0]       feed_sub,
    input  wire logic [ul1_pkg::SUB_W-1:0]       feed_left_sub,

    // to and from the instruction side
    output logic                                 pull_ready,
    output logic      [ul1_pkg::SUB_W-1:0]       pull_sub,
    output logic      [LANES-1:0]                pull_mask,
    output logic      [LANES*LANE_W-1:0]         pull_lane,
    output logic      [LANES*ul1_pkg::OFS_W-1:0] pull_ofs,
    input  wire logic                            pull_valid,

    // a beat comes; it is for a remainder
    output logic                                 feed_comes,
    output logic                                 feed_left
);

  logic [ul1_pkg::PT-1:0] wants, cached_want;

  // (A new store that has the turn, and no beat, has a lane whose beat is not pulled, unless it is null.)
  always @* begin
    wants       = '0;
    cached_want = '0;
    if (ul1_fn::worth(turn != '0)) begin
      wants = turn & pt_store & ~pt_null & ~fed & {ul1_pkg::PT{intake_spare}};
      if (~cached_full) cached_want = wants & pt_cached & ~behind_unsure;
    end
    pulls = (wants & ~pt_cached) | cached_want | (lacking & {ul1_pkg::PT{intake_free}});
  end

  assign feed_left  = (feed_one & lacking) != '0;
  assign pull_ready = pulls != '0;
  assign feed_comes = pull_valid & pull_ready;
  assign pull_sub   = feed_left ? feed_left_sub : feed_sub;

  lsu_slots #(.LANES(LANES)) u_slots (
      .width      (feed_width),
      .sub        (pull_sub),
      .active     (feed_mask),
      .slots      (pull_mask)
  );

  lsu_registers #(.LANES(LANES)) u_registers (
      .valid      (pull_ready),
      .width      (feed_width),
      .sub        (pull_sub),
      .lane       (pull_lane),
      .ofs        (pull_ofs)
  );

endmodule

`default_nettype wire
