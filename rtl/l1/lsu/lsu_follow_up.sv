// Follow-up pipeline: carries the identity of each pass beside it, up to the register file and to retirement.
// It is a part of lsu. It combines the pass with the outcome of the lookup in stage 1, and reports to
// lsu_lanes and lsu_deferral whether the access is done, failed or deferred.

`default_nettype none

module lsu_follow_up #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // ---- From lsu_access, lsu_lines, lsu_pool, lsu_next and split: the entering access, or an instruction
    // that only retires
    // The line access that enters is the replay of a filled line.
    input  wire logic                            sel_replay,
    // An access enters the pipeline in this cycle.
    input  wire logic                            req_valid,
    // Instruction-table entry of the entering access; zero without one.
    input  wire logic [ul1_pkg::INSTR_W-1:0]     req_entry,
    // Sub-warp of the entering access, of a cached one its part (for traces and checks); valid with
    // `req_valid`.
    input  wire logic [ul1_pkg::PART_W-1:0]      req_sub,
    // The entering access is a store; valid with `req_valid`.
    input  wire logic                            req_store,
    // Operation of the entering atomic or lock access; none for any other access.
    input  wire logic [ul1_pkg::ATOM_W-1:0]      req_atom,
    // The entering access is cached: all its slots lie on one line.
    input  wire logic                            req_cached,
    // The entering access returns old words, or an error, of an atomic on global memory.
    input  wire logic                            req_old,
    // The entering reduction is an atomic: memory answers with the old words; else zero.
    input  wire logic                            req_returns,
    // The entering access is a CMO (inval or flush); valid with `req_cached`.
    input  wire logic                            req_cmo,
    // Lanes of the line access that enters; zero if none enters.
    input  wire logic [LANES-1:0]                acc_lanes,
    // The entering line access is a bare replay; zero if none enters.
    input  wire logic                            bare,
    // Error of the replay that enters, or none; zero if no line access enters.
    input  wire logic [ul1_pkg::ERR_W-1:0]       acc_err,
    // Slots of the entering access are left for a remainder.
    input  wire logic                            split_more,
    // The pool access that enters is of the last sub-warp of its instruction; zero if none enters.
    input  wire logic                            picked_last,
    // The line access that enters is the last line of its instruction; zero if none enters.
    input  wire logic                            acc_final,
    // An instruction without accesses (a null or a fence) leaves the new queue to retire.
    input  wire logic                            plain_issues,
    // Instruction-table entry of the next null or fence that is ready; zero if there is none.
    input  wire logic [ul1_pkg::INSTR_W-1:0]     next_entry,

    // ---- To lsu_lanes, lsu_failures, lsu_deferral and lsu_warps: the access in stage 1
    // Instruction-table entry of the access in stage 1.
    output logic      [ul1_pkg::INSTR_W-1:0]     s1_entry,
    // Lanes of the cached access in stage 1; valid for a load, replay, inval or flush.
    output logic      [LANES-1:0]                s1_lanes,
    // Error that the replay in stage 1 delivers; none for other accesses.
    output logic      [ul1_pkg::ERR_W-1:0]       s1_err,
    // A cached access other than a replay is in stage 1.
    output logic                                 s1_asks,
    // A cached load (no replay), an inval or a flush is looked up in stage 1.
    output logic                                 s1_look,
    // A CMO (inval or flush) is in stage 1.
    output logic                                 s1_cmo,

    // ---- From tag and prt: the lookup in stage 1; to other parts: its outcome; from lsu_lanes
    // The stage-1 load or replay finds all its words in the array.
    input  wire logic                            look_hit,
    // The stage-1 access is deferred: a load because a resource is missing, a CMO because its line is under
    // fetch.
    input  wire logic                            miss_defer,
    // The cached access in stage 1 is deferred: its lanes must be coalesced again.
    output logic                                 deferred,
    // The cached access in stage 1 is done with its lanes, by a hit, an error, or as a CMO.
    output logic                                 done,
    // The replay in stage 1 delivers an error to its lanes.
    output logic                                 fails,
    // No lane of the instruction in stage 1 is open any more; valid with `done`.
    input  wire logic                            all_done,

    // ---- From arb
    // Stage in which the words of the stage-1 pass reach the register file: for a shared load the reserved
    // one, else HLAT; valid with `pass_valid`.
    input  wire logic [ul1_pkg::STAGE_W-1:0]     pass_due,

    // ---- To the register file; from lsu_table: the width
    // A beat of loaded words is written to the register file.
    output logic                                 rf_valid,
    // Instruction-table entry of the load that is written; valid with `rf_valid`.
    output logic      [ul1_pkg::INSTR_W-1:0]     rf_entry,
    // Sub-warp of the words that are written; valid with `rf_valid`.
    output logic      [ul1_pkg::SUB_W-1:0]       rf_sub,
    // Access width of the load that is written; valid with `rf_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     rf_width,
    // Pairs of lanes that the words are for: 1 lanes n and n^1, 2 lanes n and n^2; 0 for single lanes; valid
    // with `rf_valid`.
    input  wire logic [1:0]                      rf_pairs,
    // Active lanes of the load that is written; valid with `rf_pairs`.
    input  wire logic [LANES-1:0]                rf_active,
    // Slots with a word for both lanes of a pair: for lane `rf_lane`, and for `rf_lane` ^ `rf_pairs`; valid
    // with `rf_valid`.
    output logic      [LANES-1:0]                rf_both,
    // Lane that each slot's word goes to; of a pair the lower one that is active; valid with `rf_valid`.
    output logic      [LANES*LANE_W-1:0]         rf_lane,
    // Register of that lane for each slot's word, counted from the first of the access; valid with
    // `rf_valid`.
    output logic      [LANES*ul1_pkg::OFS_W-1:0] rf_ofs,
    // The words are of a matrix load, plain or transposed; none for any other; valid with `rf_valid`.
    input  wire logic [ul1_pkg::MATRIX_W-1:0]    rf_matrix,
    // Lane that the upper half of each slot's word of a matrix load goes to, while the lower half goes to
    // `rf_lane`; zero for any other; valid with `rf_valid`.
    output logic      [LANES*LANE_W-1:0]         rf_high,
    // Slots of a transposed matrix load whose halves go to the upper halves of registers; halves of other
    // slots go to the lower ones; valid with `rf_valid`.
    output logic      [LANES-1:0]                rf_half,

    // ---- To other parts: retirement
    // An instruction retires in the next cycle.
    output logic                                 ends_next,
    // Instruction-table entry that retires in the next cycle; valid with `ends_next`.
    output logic      [ul1_pkg::INSTR_W-1:0]     end_entry,
    // An instruction retires.
    output logic                                 ret_valid,
    // Instruction-table entry that retires; valid with `ret_valid`.
    output logic      [ul1_pkg::INSTR_W-1:0]     ret_entry
);

  localparam int HLAT    = ul1_pkg::HLAT;
  localparam int INSTR_W = ul1_pkg::INSTR_W;
  localparam int SUB_W   = ul1_pkg::SUB_W;

  // Stages 1 to HLAT. The entry of stage k is field k-1 of `ids_q`.
  // The pass is the last of its instruction; for a cached load in stage 1 not decided yet
  logic [HLAT:1]           retires_q;
  logic [HLAT*INSTR_W-1:0] ids_q;

  // The pass in stage 1
  logic [SUB_W-1:0] s1_sub;
  logic             s1_shared, s1_cached, s1_replay;
  logic             s1_old;  // the pass returns old words
  logic             s1_keeps;  // the pass is of an inval or a flush
  logic             hits;
  // The access of this cycle is the last of its instruction, which is no cached load
  logic ends;

  assign s1_entry = ids_q[INSTR_W-1:0];
  assign s1_look  = s1_cached & ~s1_replay;
  assign s1_cmo   = s1_cached & s1_keeps;
  assign ends     = req_cached ? req_store & acc_final & ~req_returns : picked_last & ~split_more;

  always @* begin
    deferred = 1'b0;
    hits     = 1'b0;
    fails    = 1'b0;
    done     = 1'b0;
    if (s1_cached) begin
      deferred = ~s1_replay & miss_defer;
      hits     = s1_old ? s1_err == ul1_pkg::ERR_NONE : look_hit;
      fails    = s1_replay & s1_err != ul1_pkg::ERR_NONE;
      done     = hits | fails | (s1_keeps & ~miss_defer);
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_shared <= 1'b0;
      s1_cached <= 1'b0;
      retires_q   <= '0;
    end else begin
      s1_shared <= req_valid & ul1_fn::returns_words(req_store, req_atom) & ~req_cached & ~req_old;
      s1_cached <= (req_cached & ~req_store & ~bare) | req_old;
      retires_q   <= {retires_q[HLAT-1:2], retires_q[1] | (done & all_done), ends | plain_issues};
    end
    if (req_cached | req_old) begin
      s1_old    <= req_old;
      s1_replay <= sel_replay;
      s1_keeps  <= req_cmo;
      s1_err    <= sel_replay ? acc_err : ul1_pkg::ERR_NONE;
      s1_lanes  <= acc_lanes;
    end
    ids_q     <= {ids_q[(HLAT-1)*INSTR_W-1:0], plain_issues ? next_entry : req_entry};
    s1_asks <= req_cached & ~sel_replay;
    s1_sub  <= ul1_pkg::LANE_GROUPS != 1 & (req_cached | req_old) ? ul1_fn::sub_of_part(req_sub)
               : SUB_W'(req_sub);
  end

  // Loads on their way to the register file: field k is due in k cycles, field 0 in this cycle. The load in
  // stage 1 joins if it is shared or hits; its words are due in stage 2, which is field 0 then, at the
  // earliest.
  localparam int WAITS = HLAT - 1;

  logic [WAITS-1:0]         due_q, joins;
  logic [WAITS*INSTR_W-1:0] due_ids_q;
  logic [WAITS*SUB_W-1:0]   due_subs_q;

  always @* begin
    joins = '0;
    if (s1_shared | hits) begin
      for (int k = 0; k < WAITS; k++) joins[k] = pass_due == ul1_pkg::STAGE_W'(k + 2);
    end
  end

  always_ff @(posedge clk) begin
    due_q <= rst ? '0 : (due_q >> 1) | joins;
    if (due_q != '0 | joins != '0) begin
      due_ids_q  <= due_ids_q  >> INSTR_W;
      due_subs_q <= due_subs_q >> SUB_W;
      for (int k = 0; k < WAITS; k++) begin
        if (joins[k]) begin
          due_ids_q[k*INSTR_W +: INSTR_W] <= s1_entry;
          due_subs_q[k*SUB_W +: SUB_W]    <= s1_sub;
        end
      end
    end
  end

  assign rf_valid  = due_q[0];
  assign rf_entry  = due_ids_q [INSTR_W-1:0];
  assign rf_sub    = due_subs_q[SUB_W-1:0];
  assign ends_next = retires_q[HLAT-1];
  assign end_entry = ids_q[(HLAT-2)*INSTR_W +: INSTR_W];
  assign ret_valid = retires_q[HLAT];
  assign ret_entry = ids_q[(HLAT-1)*INSTR_W +: INSTR_W];

  logic [LANES*LANE_W-1:0] rf_place;  // lane of each slot, or the pair in its place

  lsu_registers #(.LANES(LANES)) u_registers (
      .valid (rf_valid), .width (rf_width), .sub (rf_sub), .matrix (rf_matrix), .lane (rf_place),
      .ofs (rf_ofs), .high (rf_high), .half (rf_half)
  );

  lsu_pair_registers #(.LANES(LANES)) u_pair_registers (
      .pairs (rf_pairs), .active (rf_active), .place (rf_place), .lane (rf_lane), .both (rf_both)
  );

  always @(posedge clk) begin
    if (!rst) begin
      if (s1_cached) begin
        assert (!(s1_replay && !fails && !hits));  // a replay hits
        assert (!(fails && look_hit) && !(s1_cmo && (s1_replay || look_hit)));
        assert (!(retires_q[1] && done));  // an access that is not a cached load retires without an outcome
      end
      // A cached access is accepted whole. The write port was reserved for only one of the loads that are
      // due.
      assert (!(req_cached && split_more) && ((due_q >> 1) & joins) == '0);
    end
  end

endmodule

`default_nettype wire
