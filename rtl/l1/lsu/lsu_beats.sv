// Tracks the intake beats that stores hold; a part of lsu. A store holds at most one beat for its next
// access, and one for its remainder in the table. lsu_pull requests beats with this state; the beat's number
// goes with the access to the intake of wdb.

`default_nettype none

module lsu_beats (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // ---- From lsu_pull and lsu_newq: the beat that arrives; from wdb: its number
    // A beat of store data arrives in this cycle.
    input  wire logic                         feed_arrives,
    // Store of the requested beat, one-hot by instruction-table entry; zero if no beat is requested.
    input  wire logic [ul1_pkg::INSTRS-1:0]   feed_one,
    // Instruction-table entry of the store of the requested beat; valid with `feed_arrives`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]  feed_entry,
    // The arriving beat is of a cached store; valid with `feed_arrives`.
    input  wire logic                         feed_cached,
    // The requested beat is for a remainder in the table, not for a new access.
    input  wire logic                         feed_left,
    // Intake beat that takes the next store data; valid with `intake_free`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0] intake_beat,

    // ---- To lsu_pull, lsu_front, lsu_coalescer and lsu_left: holders of beats
    // Bit i: the store in entry i holds an intake beat for its next access.
    output logic      [ul1_pkg::INSTRS-1:0]   fed,
    // Bit i: the remainder of entry i in the table holds an intake beat.
    output logic      [ul1_pkg::INSTRS-1:0]   fed_left,
    // Cached stores hold as many intake beats as they may, so none may request another.
    output logic                              cached_full,

    // ---- From lsu_coalescer and lsu_lines: the cached store in the coalescer, and the line access that
    // enters;
    // to lsu_lines
    // Instruction in the coalescer, one-hot by entry, unless its access is a replay; else zero.
    input  wire logic [ul1_pkg::INSTRS-1:0]   coalesce_new,
    // Instruction-table entry of the access in the coalescer, while it holds one.
    input  wire logic [ul1_pkg::INSTR_W-1:0]  coalesce_entry,
    // The coalescer forms a line access of a store in this cycle.
    input  wire logic                         coalesced_store,
    // Intake beat of the store in the coalescer; zero for anything else.
    output logic      [ul1_pkg::INTAKE_W-1:0] line_beat,
    // The line in the coalescer is the last of its store's sub-warp: the store gives its beat to this line
    // access.
    input  wire logic                         line_used,
    // The line access that enters is the last line of its store's sub-warp, so it uses up its beat; zero if
    // none enters.
    input  wire logic                         acc_end,
    // Intake beat of the line access that enters; zero if none enters.
    input  wire logic [ul1_pkg::INTAKE_W-1:0] acc_beat,

    // ---- From lsu_front: the shared access that is chosen; to lsu_front: its beat
    // Shared access that is next to be chosen, one-hot by instruction-table entry; zero if there is none.
    input  wire logic [ul1_pkg::INSTRS-1:0]   front_one,
    // Instruction-table entry of the shared access that is next to be chosen; zero if there is none.
    input  wire logic [ul1_pkg::INSTR_W-1:0]  front_entry,
    // The shared access that is chosen in this cycle is a remainder in the table.
    input  wire logic                         choice_left,
    // Intake beat of the chosen shared access; zero unless it is a store.
    output logic      [ul1_pkg::INTAKE_W-1:0] choice_beat,
    // The shared access that is chosen in this cycle is a store.
    input  wire logic                         choice_store
);

  localparam int INSTR_W  = ul1_pkg::INSTR_W;
  localparam int INTAKE   = ul1_pkg::INTAKE;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;
  localparam int MOST     = INTAKE - ul1_pkg::INTAKE_KEPT;  // most beats that cached stores may hold

  // State of each intake beat: pulled and not given to an access yet; for a remainder; of a cached store, up
  // to the pass of its last line; instruction-table entry
  logic [INTAKE-1:0]  candidates_q, is_left_q, cached_there_q;
  logic [INSTR_W-1:0] entry_q [0:ul1_fn::entries(INTAKE)-1];
  logic [INTAKE-1:0]  line_leaves, choice_leaves;

  logic [5:0] count;

  assign count       = ul1_fn::ones(32'(cached_there_q));
  assign cached_full = count >= 6'(MOST);

  always @* begin
    line_leaves = '0;
    line_beat = '0;
    if (ul1_fn::sim_gate(coalesced_store)) begin
      for (int b = 0; b < INTAKE; b++) line_leaves[b] = candidates_q[b] & entry_q[b] == coalesce_entry;
      line_beat = INTAKE_W'({ul1_fn::index(64'(line_leaves))});
    end
  end

  always @* begin
    choice_leaves = '0;
    choice_beat = '0;
    if (ul1_fn::sim_gate(choice_store)) begin
      for (int b = 0; b < INTAKE; b++)
        choice_leaves[b] = candidates_q[b] & is_left_q[b] == choice_left & entry_q[b] == front_entry;
      choice_beat = INTAKE_W'({ul1_fn::index(64'(choice_leaves))});
    end
  end

  always_ff @(posedge clk) begin : then_state
    logic [INTAKE-1:0] candidates_d, cached_there_d;

    if (line_used | choice_store | acc_end | feed_arrives) begin
      candidates_d   = candidates_q & ~((line_leaves & {INTAKE{line_used}})
                                   | (choice_leaves & {INTAKE{choice_store}}));
      cached_there_d = cached_there_q;
      if (acc_end) cached_there_d[acc_beat] = 1'b0;
      if (feed_arrives) begin
        candidates_d  [intake_beat] = 1'b1;
        cached_there_d[intake_beat] = feed_cached;
        is_left_q    [intake_beat] <= feed_left;
        entry_q      [intake_beat] <= feed_entry;
      end
      candidates_q   <= candidates_d;
      cached_there_q <= cached_there_d;
      fed          <= (fed & ~(choice_store & ~choice_left ? front_one : '0)
                       & ~(line_used ? coalesce_new : '0))
                      | (feed_arrives & ~feed_left ? feed_one : '0);
      fed_left     <= (fed_left & ~(choice_store & choice_left ? front_one : '0))
                      | (feed_arrives & feed_left ? feed_one : '0);
    end

    if (rst) begin
      candidates_q   <= '0;
      fed          <= '0;
      fed_left     <= '0;
      cached_there_q <= '0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (feed_arrives | line_used | choice_store)) begin
      if (feed_arrives)   assert (!(candidates_q[intake_beat]
                                    || (feed_left ? fed_left[feed_entry] : fed[feed_entry])));
      if (line_used)    assert (fed[coalesce_entry]);  // a store's last line needs its beat
      if (choice_store) assert (choice_left ? fed_left[front_entry] : fed[front_entry]);
    end
  end

endmodule

`default_nettype wire
