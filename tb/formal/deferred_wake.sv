// All deferred instructions wake with the last replay of an entry, and when an access of the urgent one is
// accepted. A credit for a dirty line wakes those that lacked it. At most one deferred instruction is urgent.
// One becomes urgent when a woken instruction is deferred again, and stays so until an access of it is
// accepted. It holds back other accesses, never its own: all of them if it lacked an entry or a credit, else
// those of its set. No instruction becomes urgent twice while another one stays deferred and is not urgent in
// between.

module deferred_wake (
    input wire clk,
    input wire rst,
    input wire s1_asks, s1_look, deferred, frees, credit_dirty,
    input wire [ul1_pkg::INSTR_W-1:0] s1_entry,
    input wire [ul1_pkg::CAUSE_W-1:0] miss_cause,
    input wire [ul1_pkg::SET_W-1:0] look_set,
    input wire [ul1_pkg::INSTRS-1:0] has_todo
);

  localparam int INSTRS = ul1_pkg::INSTRS, INSTR_W = ul1_pkg::INSTR_W, SET_W = ul1_pkg::SET_W;
  wire defer_holds, defer_set, defer_clear;
  wire [INSTRS-1:0] awake, urgent_one, is_deferred, unwoken;

  lsu_deferral dut (.*);

  // Names within the module
  (* hierconn *) wire [INSTRS-1:0]   \dut.for_credit_q , \dut.next_one , \dut.u_rotate.behind_q ;
  (* hierconn *) wire            \dut.urges , \dut.urgent_q ;
  (* hierconn *) wire [INSTR_W-1:0] \dut.urgent_entry_q ;

  // One deferred instruction, and another
  (* anyconst *) reg [INSTR_W-1:0] e, other;
  wire s1_urgent = urgent_one[s1_entry], accepted = s1_look & ~deferred;
  wire one_more  = deferred & is_deferred[s1_entry] & ~unwoken[s1_entry];       // deferred again
  wire urges_e   = \dut.urges & \dut.next_one [e], urges_other = \dut.urges & \dut.next_one [other];

  // Since it became urgent: whether it was deferred, the set of its line then, whether it lacked an entry or
  // a credit
  reg lacked, all;
  reg [SET_W-1:0] set;
  wire lacks_any = miss_cause == ul1_pkg::CAUSE_ENTRY | miss_cause == ul1_pkg::CAUSE_CREDIT;

  // The other became urgent since this one is deferred, or was urgent. Then it is not between the last urgent
  // one and this one.
  reg passed, begins = 1'b1;
  wire [INSTRS-1:0] behind  = \dut.u_rotate.behind_q ;
  wire [INSTRS-1:0] below_e = (INSTRS'(1) << e) - 1'b1;
  wire [INSTRS-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;

  reg freed, roomy, calmed, again, ended, slept;
  reg [INSTRS-1:0] was_urgent, lacked_credit;

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (e < INSTRS && other < INSTRS && e != other && s1_entry < INSTRS);
    // Contract: a load or CMO that is looked up requests a line. A deferred access was looked up, and has a
    // lane left afterwards. A deferred instruction that is not woken is not coalesced.
    assume ((!s1_look || s1_asks) && (!deferred || s1_look));
    assume ((unwoken & ~has_todo) == '0);

    lacked <= ~rst & ~(\dut.urges ) & (lacked | (deferred & s1_urgent));
    all    <= ~rst & ~(\dut.urges ) & (all | (deferred & s1_urgent & lacks_any));
    if (deferred & s1_urgent) set <= look_set;
    passed <= ~rst & is_deferred[e] & ~urges_e & (passed | urges_other);

    freed       <= ~rst & frees;
    calmed      <= ~rst & accepted & s1_urgent;
    roomy       <= ~rst & credit_dirty;
    again       <= ~rst & one_more;
    was_urgent  <= rst ? '0 : urgent_one;
    ended       <= ~rst & urgent_one != '0 & ~(accepted & s1_urgent);
    slept       <= ~rst & unwoken[e] & ~(defer_clear & s1_entry == e);
    if (deferred) lacked_credit[s1_entry] <= miss_cause == ul1_pkg::CAUSE_CREDIT;
    if (!rst) begin
      // Wake-up
      if (freed | calmed) assert (unwoken == '0);
      if (roomy) assert (!(unwoken[e] & lacked_credit[e]));
      if (slept) assert (is_deferred[e]);
      // At most one is urgent, from a second deferral until an access of it is accepted
      assert (!ul1_fn::several(64'(urgent_one)) && (urgent_one & ~is_deferred) == '0);
      if (again) assert (urgent_one != '0);
      if (ended) assert (urgent_one == was_urgent);
      if (calmed) assert (urgent_one == '0);
      if (urgent_one != '0 && was_urgent == '0) assert (again && (unwoken & urgent_one) == '0);
      // Hold
      assert (!(defer_holds && (s1_urgent || !s1_asks || urgent_one == '0)));
      if (s1_asks && !s1_urgent && urgent_one != '0) assert (defer_holds == (lacked
          && (all || look_set == set)));
      // Eligible instructions
      assert ((awake & (unwoken | ~is_deferred | ~has_todo)) == '0);
      if (is_deferred[e] && !unwoken[e] && has_todo[e]
          && (urgent_one[e] || !(urgent_one != '0 && all))) assert (awake[e]);
      if (urgent_one != '0 && all) assert ((awake & ~urgent_one) == '0);
      // Rotation: the next is the first deferred one behind the last urgent one, woken or not
      if (urges_e) assert ((ahead & is_deferred) == '0);
      assert (!(passed && is_deferred[e] && urges_other));
      // Invariants for the prover
      assert ((unwoken & ~is_deferred) == '0);
      assert ((behind << 1 & ~behind) == '0 && !behind[0]);
      assert (!passed || !is_deferred[e] || !ahead[other]);
      if (unwoken[e]) assert (\dut.for_credit_q [e] == lacked_credit[e]);
    end
  end

endmodule
