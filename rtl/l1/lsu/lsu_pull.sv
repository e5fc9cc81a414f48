// Store data, a part of lsu: the beat that is asked for. A remainder that lacks its beat goes first, else the next
// store in rotation that wants one. A new store never takes the intake's last beat, which a remainder presented again may need; and
// cached ones leave some to those of shared memory, as they may have to wait long.

`default_nettype none

module lsu_pull #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    // from wdb: what its intake has free
    input  wire logic                            intake_free,
    input  wire logic                            intake_spare,

    // from the pool: the next remainder that lacks its beat
    input  wire logic                            lack_some,
    input  wire logic [ul1_pkg::PT_W-1:0]        lack_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]       lack_sub,
    input  wire logic [LANES-1:0]                lack_mask,

    // to and from the new queue: who has the turn; those of these that are stores of which nothing is to be pulled, and who
    // is right behind one of them; the stores that want a beat, the next of them in rotation
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    output logic      [ul1_pkg::PT-1:0]          pulled,
    input  wire logic [ul1_pkg::PT-1:0]          heirs,
    output logic      [ul1_pkg::PT-1:0]          pulls,
    input  wire logic [ul1_pkg::PT_W-1:0]        feed_entry,

    // from lsu_table, lsu_lanes, lsu_beats: the stores, the cached ones; those with a lane to pull; those that have two
    // beats; cached ones have no more; from lsu_warps: the cached ones before which a load was deferred, or may yet be
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]          has_pull,
    input  wire logic [ul1_pkg::PT-1:0]          fed_twice,
    input  wire logic                            cached_full,
    input  wire logic [ul1_pkg::PT-1:0]          behind_unsure,

    // of that store: width, active lanes, the sub-warp to pull
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     feed_width,
    input  wire logic [LANES-1:0]                feed_mask,
    input  wire logic [ul1_pkg::SUB_W-1:0]       feed_sub,

    // to and from the instruction side
    output logic                                 pull_ready,
    output logic      [ul1_pkg::PT_W-1:0]        pull_entry,
    output logic      [ul1_pkg::SUB_W-1:0]       pull_sub,
    output logic      [LANES-1:0]                pull_mask,
    output logic      [LANES*LANE_W-1:0]         pull_lane,
    output logic      [LANES*ul1_pkg::OFS_W-1:0] pull_ofs,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     pull_width,
    input  wire logic                            pull_valid,

    // whose beat comes
    output logic                                 lack_comes,
    output logic                                 feed_comes
);

  logic [LANES-1:0] feed_slots;

  logic [ul1_pkg::PT-1:0] wants, cached_want;

  assign pulled = turn & pt_store & ~has_pull;

  always @* begin
    wants       = '0;
    cached_want = '0;
    pulls       = '0;
    if (ul1_fn::worth(has_pull != '0)) begin
      wants = (turn | heirs) & pt_store & has_pull & ~fed_twice;
      if (~cached_full) cached_want = wants & pt_cached & ~behind_unsure;
      pulls = (wants & ~pt_cached) | cached_want;
    end
  end

  lsu_slots #(.LANES(LANES)) u_slots (
      .width      (feed_width),
      .sub        (feed_sub),
      .active     (feed_mask),
      .slots      (feed_slots)
  );

  // Whether a beat is asked for if the intake has room
  logic pull_asks;

  assign pull_asks  = lack_some | pulls != '0;
  assign pull_ready = lack_some ? intake_free : pulls != '0 & intake_spare;
  assign lack_comes = pull_valid & pull_ready & lack_some;
  assign feed_comes = pull_valid & pull_ready & ~lack_some;

  always @* begin
    pull_entry = '0;
    pull_sub   = '0;
    pull_mask  = '0;
    if (ul1_fn::worth(pull_asks)) begin
      pull_entry = lack_some ? lack_entry : feed_entry;
      pull_sub   = lack_some ? lack_sub : feed_sub;
      pull_mask  = lack_some ? lack_mask : feed_slots;
    end
  end

  lsu_registers #(.LANES(LANES)) u_registers (
      .valid      (pull_asks),
      .width      (pull_width),
      .sub        (pull_sub),
      .lane       (pull_lane),
      .ofs        (pull_ofs)
  );

endmodule

`default_nettype wire
