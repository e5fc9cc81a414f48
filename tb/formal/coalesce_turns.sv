// Rotation of new cached line accesses. An instruction that is eligible, a deferred one included, is passed
// by each other one of its kind at most once. The other kind passes it at most once between two choices of
// its own kind, if it is eligible whenever one of its kind is. So it is chosen within INSTRS choices of its
// kind.
// An eligible instruction is chosen unless a replay goes first.
//
// The two kinds are loads with invalidations, and stores with flushes. A line of the urgent deferred
// instruction precedes all others, and does not move the rotations. So these properties hold for the choices
// of the others, with any number of its lines in between.

module coalesce_turns (
    input wire clk,
    input wire rst,
    input wire replay_valid, merged_last, merged_bare, replay_free, replay_spare, loads_fit,
    input wire stores_fit, credit_cached, coalesce_store,
    input wire [ul1_pkg::PRT_W-1:0] replay_prt,
    input wire [ul1_pkg::INSTR_W-1:0] replay_entry,
    input wire [ul1_pkg::PART_W-1:0] merged_part,
    input wire [ul1_pkg::line_w(8)-1:0] merged_line,
    input wire [ul1_pkg::ERR_W-1:0] merged_err,
    input wire [ul1_pkg::INSTRS-1:0] awake, urgent_one, unwoken, at_head, successor, sure, instr_cached,
        instr_null, instr_store,
        instr_plain, instr_flush, fed,
    input wire [ul1_pkg::WIDTH_W-1:0] coalesce_width,
    input wire [7:0] coalesce_todo
);

  localparam int LANES = 8, INSTRS = ul1_pkg::INSTRS, INSTR_W = ul1_pkg::INSTR_W, VA_W = ul1_pkg::VA_W;
  wire coalesce_ready, reading, coalesce_valid, coalesced_todo, ends_new, line_joins, line_ends, line_final,
      line_last, line_bare;
  wire reads, reads_other, takes_replay;
  wire [INSTR_W-1:0] coalesce_entry, other_entry;
  wire [INSTRS-1:0] coalesce_new, other_one;
  wire [1:0] line_kind;
  wire [ul1_pkg::PART_W-1:0] line_part;
  wire [LANES-1:0] line_lanes, line_mask;
  wire [ul1_pkg::line_w(8)-1:0] line_line;
  wire [LANES*ul1_pkg::addr_w(8)-1:0] line_addr;
  wire [ul1_pkg::PRT_W-1:0] line_prt;
  wire [ul1_pkg::ERR_W-1:0] line_err;

  // Addresses are not examined here.
  lsu_coalescer #(.LANES(LANES)) dut (.*, .take_cached(1'b0), .new_entry({INSTR_W{1'b0}}),
                                   .in_addr({LANES*VA_W{1'b0}}));

  // Names within the module
  (* hierconn *) wire [INSTRS-1:0] \dut.others , \dut.picked , \dut.storing , \dut.behind_load_q ,
      \dut.behind_store_q ;
  (* hierconn *) wire \dut.stored_last_q , \dut.takes_replay , \dut.next_stores , \dut.stores_can ;
  // The eligible ones
  wire [INSTRS-1:0] others = (\dut.others & ~\dut.storing & {INSTRS{loads_fit}})
                         | (\dut.others & \dut.storing & {INSTRS{\dut.stores_can }});

  // One that waits, and another of its kind
  (* anyconst *) reg [INSTR_W-1:0] e, other;
  (* anyconst *) reg is_store;
  wire [INSTRS-1:0] could  = others & (is_store ? \dut.storing : ~\dut.storing );
  wire [INSTRS-1:0] behind = is_store ? \dut.behind_store_q : \dut.behind_load_q ;
  wire takes   = reads & ~\dut.takes_replay ;               // a new line
  wire urgent  = (others & urgent_one) != '0;               // a line of the urgent one precedes all
  wire stores  = \dut.next_stores ;                         // the line is of a store or flush
  wire chooses = takes & ~urgent & stores == is_store;       // one of the kind is chosen in rotation
  wire crosses = takes & ~urgent & stores != is_store;       // one of the other kind is
  wire chosen_e = chooses & other_entry == e, chosen_other = chooses & other_entry == other;

  // The other was chosen since the first is eligible; the other kind was chosen since this kind was
  reg passed, crossed, begins = 1'b1;

  // A line of the urgent one was chosen in the previous cycle, and the rotations at that time
  reg urged, was_stored;
  reg [INSTRS-1:0] was_loads, was_stores;

  // Entries from behind the last choice up to e, in rotation. If the other has passed, it is not among them.
  wire [INSTRS-1:0] below_e = (INSTRS'(1) << e) - 1'b1;
  wire [INSTRS-1:0] ahead   = behind[e] ? behind & below_e : behind | below_e;
  wire is_suffix  = (behind << 1 & ~behind) == '0 && !behind[0];
  wire is_passed  = !passed || !ahead[other];
  wire is_crossed = !crossed || \dut.stored_last_q != is_store;

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (is_suffix && is_passed && is_crossed));
    assume (e < INSTRS && other < INSTRS && e != other);
    // Contract: `successor` and the urgent one are sets of at most one (order_warps, deferred_wake)
    assume (!ul1_fn::several(64'(successor)) && !ul1_fn::several(64'(urgent_one)));
    passed  <= ~rst & ~chosen_e & (chooses & ~could[e] ? 1'b0 : passed | (chosen_other & could[e]));
    crossed <= ~rst & ~chooses & (crossed | (crosses & could[e]));
    urged      <= ~rst & takes & urgent;
    was_loads  <= \dut.behind_load_q ;
    was_stores <= \dut.behind_store_q ;
    was_stored <= \dut.stored_last_q ;
    if (!rst) begin
      if (!begins && urged)
        assert (\dut.behind_load_q == was_loads && \dut.behind_store_q == was_stores && \dut.stored_last_q
                == was_stored);
      assert (is_suffix);
      assert (is_passed);
      assert (is_crossed);
    end
    // Consequences of such a state are asserted in the first cycle only, as its state may be any
    if (begins && !rst) begin
      if (could[e]) begin
        assert (\dut.picked != '0);
        assert (!(passed && chosen_other));
        assert (!(crossed && crosses));
        assert (takes == !\dut.takes_replay );
        if (urgent && takes) assert (urgent_one[other_entry]);
      end
      if (others != '0) begin
        assert (\dut.picked != '0 && !ul1_fn::several(64'(\dut.picked )));
        assert ((\dut.picked & ~others ) == '0);
        if (takes) assert (\dut.picked [other_entry] && stores == \dut.storing [other_entry]);
      end
      // A woken instruction may always be chosen, another one if it is sure; none whose line is being
      // coalesced
      if (could[e] && !awake[e]) assert (at_head[e] && instr_cached[e] && sure[e]
                                         && (!instr_store[e] || fed[e]));
      assert ((others & coalesce_new) == '0);
      // A deferred instruction that is not woken is not coalesced
      if (coalesced_todo && coalesce_entry < INSTRS) assert (!unwoken[coalesce_entry]
          && coalesce_new[coalesce_entry]);
    end
  end

endmodule
