// Requests store data from the instruction side, one beat a cycle: a part of lsu. The beat is of the next
// store in rotation that needs one; lsu_newq has the rotations, lsu_beats the beats that stores hold. A new
// store never takes the last beat of the intake, which a remainder may need. Cached stores may wait long, so
// they leave some beats to shared stores.

`default_nettype none

module lsu_pull #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    // ---- From wdb: the intake
    // At least one intake beat is free.
    input  wire logic                            intake_free,
    // At least two intake beats are free.
    input  wire logic                            intake_spare,

    // ---- From and to lsu_newq
    // Bit i: entry i is in the new queue, and no earlier instruction of its warp there must go first.
    input  wire logic [ul1_pkg::INSTRS-1:0]      at_head,
    // Bit i: the store in entry i needs a beat and may have one.
    output logic      [ul1_pkg::INSTRS-1:0]      pulls,
    // Store of the requested beat, one-hot by instruction-table entry; zero if no beat is requested.
    input  wire logic [ul1_pkg::INSTRS-1:0]      feed_one,

    // ---- From lsu_left
    // Bit i: the remainder of store i in the table needs a beat, and waits at most one cycle more.
    input  wire logic [ul1_pkg::INSTRS-1:0]      lacking,

    // ---- From lsu_table, lsu_beats and lsu_warps: properties of the stores
    // Bit i: entry i is a store; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]      instr_store,
    // Bit i: entry i is a cached instruction; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]      instr_cached,
    // Bit i: entry i is null, faulty or without active lanes, and only retires; valid where `instr_valid` is
    // set.
    input  wire logic [ul1_pkg::INSTRS-1:0]      instr_null,
    // Bit i: the store in entry i holds an intake beat for its next access.
    input  wire logic [ul1_pkg::INSTRS-1:0]      fed,
    // Cached stores hold as many intake beats as they may, so none may request another.
    input  wire logic                            cached_full,
    // Bit i: a load or CMO of the warp of entry i is deferred, or may yet be, so a cached store must not take
    // a beat.
    input  wire logic [ul1_pkg::INSTRS-1:0]      behind_speculative,

    // ---- From lsu_table, lsu_lanes and lsu_left: the store of the requested beat
    // Access width of the store of the requested beat; zero if no beat is requested.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     feed_width,
    // Active lanes of the store of the requested beat; zero if no beat is requested.
    input  wire logic [LANES-1:0]                feed_mask,
    // Lowest sub-warp without a pulled beat of the new store `feed_one`; zero if there is none.
    input  wire logic [ul1_pkg::SUB_W-1:0]       feed_sub,
    // Sub-warp of the remainder of the requested beat; valid with `feed_left`.
    input  wire logic [ul1_pkg::SUB_W-1:0]       feed_left_sub,

    // ---- To and from the instruction side: the request
    // The load/store unit requests a beat of store data; it is taken if offered in this cycle.
    output logic                                 pull_ready,
    // Sub-warp of the requested beat; valid with `pull_ready`.
    output logic      [ul1_pkg::SUB_W-1:0]       pull_sub,
    // Slots of the requested beat that need data; valid with `pull_ready`.
    output logic      [LANES-1:0]                pull_mask,
    // Lane that provides the register for each slot; valid where `pull_mask` is set.
    output logic      [LANES*LANE_W-1:0]         pull_lane,
    // Register of that lane for each slot, counted from the first of the access; valid where `pull_mask` is
    // set.
    output logic      [LANES*ul1_pkg::OFS_W-1:0] pull_ofs,
    // The requested beat is of a matrix store, plain or transposed; none for any other; valid with
    // `pull_ready`.
    input  wire logic [ul1_pkg::MATRIX_W-1:0]    pull_matrix,
    // Lane that provides the upper half of the word for each slot of a matrix store, while `pull_lane`
    // provides the lower half; zero for any other; valid where `pull_mask` is set.
    output logic      [LANES*LANE_W-1:0]         pull_high,
    // Slots of a transposed matrix store whose halves come from the upper halves of registers; halves of
    // other slots come from the lower ones; valid with `pull_ready`.
    output logic      [LANES-1:0]                pull_half,
    // The instruction side offers the requested beat in this cycle.
    input  wire logic                            pull_valid,

    // ---- To other parts: the beat that arrives
    // A beat of store data arrives in this cycle.
    output logic                                 feed_arrives,
    // The requested beat is for a remainder in the table, not for a new access.
    output logic                                 feed_left
);

  logic [ul1_pkg::INSTRS-1:0] wants, cached_want;

  // A new store at the head of its warp without a beat has a sub-warp to pull, unless it is null.
  always @* begin
    wants       = '0;
    cached_want = '0;
    if (ul1_fn::sim_gate(at_head != '0)) begin
      wants = at_head & instr_store & ~instr_null & ~fed & {ul1_pkg::INSTRS{intake_spare}};
      if (~cached_full) cached_want = wants & instr_cached & ~behind_speculative;
    end
    pulls = (wants & ~instr_cached) | cached_want | (lacking & {ul1_pkg::INSTRS{intake_free}});
  end

  assign feed_left    = (feed_one & lacking) != '0;
  assign pull_ready   = pulls != '0;
  assign feed_arrives = pull_valid & pull_ready;
  assign pull_sub     = feed_left ? feed_left_sub : feed_sub;

  lsu_slots #(.LANES(LANES)) u_slots (
      .width (feed_width), .sub (pull_sub), .active (feed_mask), .slots (pull_mask)
  );

  lsu_registers #(.LANES(LANES)) u_registers (
      .valid (pull_ready), .width (feed_width), .sub (pull_sub), .matrix (pull_matrix), .lane (pull_lane),
      .ofs (pull_ofs), .high (pull_high), .half (pull_half)
  );

endmodule

`default_nettype wire
