// The follow-up stages, a part of lsu: beside a pass they go on with whose it is, up to the cycle in which its words
// stand at the register file and, if it is the last of its instruction, the instruction retires. What there is to follow
// up of a cached load is known in stage 1, from its lookup.

`default_nettype none

module lsu_follow_up #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // the access of this cycle, or else an instruction that retires without one
    input  wire logic                            sel_replay,
    input  wire logic                            req_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]        req_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]       req_sub,
    input  wire logic                            req_store,
    input  wire logic                            req_cached,
    input  wire logic                            req_upkeep,
    input  wire logic [LANES-1:0]                its_lanes,
    input  wire logic                            bare,
    input  wire logic [ul1_pkg::ERR_W-1:0]       its_err,
    input  wire logic                            split_more,
    input  wire logic                            picked_last,
    input  wire logic                            its_final,
    input  wire logic                            plain_goes,
    input  wire logic [ul1_pkg::PT_W-1:0]        next_entry,

    // the cached load in stage 1, or an inval or a flush: its entry, its lanes, the error that it brings if it is a replay. There is a
    // cached access that is no replay; there is such a load or upkeep, and it is no replay; it is an inval or a flush
    output logic      [ul1_pkg::PT_W-1:0]        s1_entry,
    output logic      [LANES-1:0]                s1_lanes,
    output logic      [ul1_pkg::ERR_W-1:0]       s1_err,
    output logic                                 s1_asks,
    output logic                                 s1_look,
    output logic                                 s1_upkeep,

    // from tag, prt: what becomes of it. It comes again, is done, has failed; then no lane of its instruction is open any
    // more.
    input  wire logic                            look_hit,
    input  wire logic                            miss_defer,
    output logic                                 deferred,
    output logic                                 done,
    output logic                                 fails,
    input  wire logic                            all_done,

    // from arb: the stage in which the words of the pass in stage 1 are due
    input  wire logic [ul1_pkg::STAGE_W-1:0]     pass_due,

    // to the register file
    output logic                                 rf_valid,
    output logic      [ul1_pkg::PT_W-1:0]        rf_entry,
    output logic      [ul1_pkg::SUB_W-1:0]       rf_sub,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     rf_width,
    output logic      [LANES*LANE_W-1:0]         rf_lane,
    output logic      [LANES*ul1_pkg::OFS_W-1:0] rf_ofs,

    // who retires in the next cycle; in this one
    output logic                                 ends_next,
    output logic      [ul1_pkg::PT_W-1:0]        end_entry,
    output logic                                 ret_valid,
    output logic      [ul1_pkg::PT_W-1:0]        ret_entry
);

  localparam int HLAT  = ul1_pkg::HLAT;
  localparam int PT_W  = ul1_pkg::PT_W;
  localparam int SUB_W = ul1_pkg::SUB_W;

  // Stages 1 to HLAT. Of an entry, stage k is the (k-1)-th part of its vector.
  logic [HLAT:1]        retires;        // the last pass of its instruction; of a cached load in stage 1 not known yet
  logic [HLAT*PT_W-1:0] ids;

  // Of a load's pass in stage 1
  logic [SUB_W-1:0] s1_sub;
  logic             s1_shared, s1_cached, s1_replay;
  logic             s1_keeps;   // it is an inval's or a flush's
  logic             hits;
  logic             ends;       // the access of this cycle is the last of its instruction, which is no cached load

  assign s1_entry  = ids[PT_W-1:0];
  assign s1_look   = s1_cached & ~s1_replay;
  assign s1_upkeep = s1_cached & s1_keeps;
  assign ends      = req_valid & ~sel_replay & (req_cached ? req_store & its_final : picked_last & ~split_more);

  always @* begin
    deferred = 1'b0;
    hits     = 1'b0;
    fails    = 1'b0;
    done     = 1'b0;
    if (s1_cached) begin
      deferred = ~s1_replay & miss_defer;
      hits     = look_hit;
      fails    = s1_replay & s1_err != ul1_pkg::ERR_NONE;
      done     = hits | fails | (s1_keeps & ~miss_defer);
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_shared <= 1'b0;
      s1_cached <= 1'b0;
      retires   <= '0;
    end else begin
      s1_shared <= req_valid & ~req_store & ~req_cached;
      s1_cached <= req_cached & ~req_store & ~bare;
      retires   <= {retires[HLAT-1:2], retires[1] | (done & all_done), ends | plain_goes};
    end
    if (req_cached) begin
      s1_replay <= sel_replay;
      s1_keeps  <= req_upkeep;
      s1_err    <= sel_replay ? its_err : ul1_pkg::ERR_NONE;
      s1_lanes  <= its_lanes;
    end
    ids     <= {ids[(HLAT-1)*PT_W-1:0], plain_goes ? next_entry : req_entry};
    s1_asks <= req_cached & ~sel_replay;
    s1_sub  <= req_sub;
  end

  // Whose words stand at the register file, in the place of so many cycles from now: place 0 in this one. Those of the pass
  // in stage 1, if it is a shared load or hits, join when they are due: in stage 2, which is place 0, at the earliest.
  localparam int WAITS = HLAT - 1;

  logic [WAITS-1:0]       due, joins;
  logic [WAITS*PT_W-1:0]  due_ids;
  logic [WAITS*SUB_W-1:0] due_subs;

  always @* begin
    joins = '0;
    if (s1_shared | hits) begin
      for (int k = 0; k < WAITS; k++) joins[k] = pass_due == ul1_pkg::STAGE_W'(k + 2);
    end
  end

  always_ff @(posedge clk) begin
    due <= rst ? '0 : (due >> 1) | joins;
    if (due != '0 | joins != '0) begin
      due_ids  <= due_ids  >> PT_W;
      due_subs <= due_subs >> SUB_W;
      for (int k = 0; k < WAITS; k++) begin
        if (joins[k]) begin
          due_ids [k*PT_W  +: PT_W]  <= s1_entry;
          due_subs[k*SUB_W +: SUB_W] <= s1_sub;
        end
      end
    end
  end

  assign rf_valid  = due[0];
  assign rf_entry  = due_ids [PT_W-1:0];
  assign rf_sub    = due_subs[SUB_W-1:0];
  assign ends_next = retires[HLAT-1];
  assign end_entry = ids[(HLAT-2)*PT_W +: PT_W];
  assign ret_valid = retires[HLAT];
  assign ret_entry = ids[(HLAT-1)*PT_W +: PT_W];

  lsu_registers #(.LANES(LANES)) u_registers (
      .valid (rf_valid),
      .width (rf_width),
      .sub   (rf_sub),
      .lane  (rf_lane),
      .ofs   (rf_ofs)
  );

  always @(posedge clk) begin
    if (!rst) begin
      if (s1_cached) begin
        assert (!(s1_replay && !fails && !look_hit));           // a replay hits
        assert (!(fails && look_hit) && !(s1_upkeep && (s1_replay || look_hit)));
        assert (!(retires[1] && done));                         // what retires by itself is no cached load
      end
      // A cached access is accepted whole; the write port was booked for one of those whose words are due.
      assert (!(req_cached && split_more) && ((due >> 1) & joins) == '0);
    end
  end

endmodule

`default_nettype wire
