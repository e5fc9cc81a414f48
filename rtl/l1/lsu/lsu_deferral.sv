// Tracks deferred accesses: a part of lsu. An entry with a deferred access is not chosen until the last
// replay of any line enters. If it lacked a WDB credit for a dirty victim, it is not chosen until a credit is
// free. Then it is woken, and lsu_coalescer coalesces its lanes again.
//
// At most one deferred entry is urgent: when a woken entry is deferred again, the next entry in rotation
// becomes urgent. It goes first. Until one of its accesses is accepted, `defer_holds` keeps other accesses
// from opening a fetch in its set, or any fetch if it lacked a PRT entry or a credit (`alone`). So the
// fetches in its way end, and none follows.

`default_nettype none

module lsu_deferral (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // ---- From lsu_follow_up, tag and prt: the access in stage 1; to prt
    // A cached access other than a replay is in stage 1.
    input  wire logic                        s1_asks,
    // A cached load (no replay), an inval or a flush is looked up in stage 1.
    input  wire logic                        s1_look,
    // Instruction-table entry of the access in stage 1.
    input  wire logic [ul1_pkg::INSTR_W-1:0] s1_entry,
    // The cached access in stage 1 is deferred: its lanes must be coalesced again.
    input  wire logic                        deferred,
    // Resource that the deferred stage-1 access lacks; valid with `miss_defer`.
    input  wire logic [ul1_pkg::CAUSE_W-1:0] miss_cause,
    // Set of the line in stage 1; valid with `pass_cached`.
    input  wire logic [ul1_pkg::SET_W-1:0]   look_set,
    // The stage-1 access must open no fetch: free resources are reserved for the urgent deferred access.
    output logic                             defer_holds,

    // ---- Events that wake: the last replay of a line enters, a credit is free
    // The last replay of a PRT entry enters, so that its resources become free after the next cycle.
    input  wire logic                        frees,
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    input  wire logic                        credit_dirty,

    // ---- From lsu_lanes; to lsu_coalescer: entries that may be chosen
    // Bit i: cached entry i has lanes to do: not coalesced yet, or deferred.
    input  wire logic [ul1_pkg::INSTRS-1:0]  has_todo,
    // Bit i: entry i has a deferred access that was woken, so that the coalescer may choose it.
    output logic      [ul1_pkg::INSTRS-1:0]  awake,
    // The urgent deferred entry, one-hot; zero if there is none.
    output logic      [ul1_pkg::INSTRS-1:0]  urgent_one,

    // ---- To lsu_warps, lsu_coalescer and observers: deferred entries
    // The entry in stage 1 becomes deferred, and was not before.
    output logic                             defer_set,
    // The entry in stage 1 is no longer deferred: its last deferred access is accepted.
    output logic                             defer_clear,
    // Bit i: entry i has a deferred access, woken or not.
    output logic      [ul1_pkg::INSTRS-1:0]  is_deferred,
    // Bit i: entry i has a deferred access that is not woken, so that nothing of it may be chosen.
    output logic      [ul1_pkg::INSTRS-1:0]  unwoken
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;

  logic [INSTRS-1:0] for_credit_q;  // entries that were deferred last for lack of a WDB credit
  // The urgent entry: there is one; its number; it was deferred since it became urgent
  logic               urgent_q;
  logic [INSTR_W-1:0] urgent_entry_q;
  logic               lacks_q;
  // The set of its line when it was deferred; it lacked a resource that any fetch takes
  logic [ul1_pkg::SET_W-1:0] lacks_set_q;
  logic                      alone_q;

  logic accepted, s1_urgent, needs_credit, urges, calms;

  assign accepted     = s1_look & ~deferred;
  assign s1_urgent    = urgent_q & s1_entry == urgent_entry_q;
  assign needs_credit = miss_cause == ul1_pkg::CAUSE_CREDIT;
  assign calms        = accepted & s1_urgent;
  assign urgent_one   = urgent_q ? INSTRS'(1) << urgent_entry_q : '0;

  assign defer_holds = s1_asks & urgent_q & lacks_q & ~s1_urgent & (alone_q | look_set == lacks_set_q);

  always @* begin
    awake       = '0;
    urges       = 1'b0;
    defer_set   = 1'b0;
    defer_clear = 1'b0;
    if (ul1_fn::sim_gate(is_deferred != '0 | deferred)) begin
      awake       = is_deferred & ~unwoken & has_todo & (urgent_q & alone_q ? urgent_one : '1);
      defer_set   = deferred & ~is_deferred[s1_entry];
      defer_clear = accepted & is_deferred[s1_entry] & ~has_todo[s1_entry];
      urges       = deferred & is_deferred[s1_entry] & ~unwoken[s1_entry] & ~urgent_q;
    end
  end

  // Next deferred entry behind the last urgent one
  logic [INSTRS-1:0]  next_one;
  logic [INSTR_W-1:0] urgent_entry_d;

  rotate #(.N(INSTRS)) u_rotate (.clk, .rst, .candidates(is_deferred), .next(next_one), .moves(urges));

  assign urgent_entry_d = INSTR_W'({ul1_fn::index(64'(next_one))});

  always_ff @(posedge clk) begin : then_state
    logic [INSTRS-1:0] s1_one, for_credit_d, wakes;

    if (ul1_fn::sim_gate(s1_look | is_deferred != '0)) begin
      s1_one      = INSTRS'(1) << s1_entry;
      for_credit_d = deferred ? (for_credit_q & ~s1_one) | (s1_one & {INSTRS{needs_credit}}) : for_credit_q;
      wakes       = frees | calms ? '1 : (urges ? next_one : '0) | (credit_dirty ? for_credit_d : '0);
      for_credit_q  <= for_credit_d;
      is_deferred <= (is_deferred | (deferred ? s1_one : '0)) & ~(defer_clear ? s1_one : '0);
      unwoken      <= (unwoken | (deferred ? s1_one : '0)) & ~wakes;
    end
    if (urges) begin
      urgent_q       <= 1'b1;
      urgent_entry_q <= urgent_entry_d;
      lacks_q        <= 1'b0;
      alone_q        <= 1'b0;
    end
    if (calms) urgent_q <= 1'b0;
    if (deferred & s1_urgent) begin
      lacks_q     <= 1'b1;
      lacks_set_q <= look_set;
      alone_q     <= alone_q | needs_credit | miss_cause == ul1_pkg::CAUSE_ENTRY;
    end

    if (rst) begin
      is_deferred <= '0;
      unwoken      <= '0;
      urgent_q      <= 1'b0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (is_deferred != '0 | urgent_q)) begin
      assert ((unwoken & ~(is_deferred & has_todo)) == '0);  // a deferred entry has lanes to do
      assert (!urgent_q || is_deferred[urgent_entry_q]);
    end
  end

endmodule

`default_nettype wire
