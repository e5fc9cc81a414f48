// Keeps remainders that have no pool entry: a part of lsu. A remainder is the set of slots that a bank
// conflict has left over. Each waits here, in the table, until it may be chosen again (lsu_front). A
// remainder that the instruction side presents again enters here too.

`default_nettype none

module lsu_left #(
    parameter int LANES = 32
) (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // ---- From lsu_pool: a remainder that leaves the pool; from the instruction side: one presented again
    // A remainder leaves the pool for the table, after its pass in this cycle.
    input  wire logic                        leaves_over,
    // Instruction-table entry of the pool access that enters; zero if none enters.
    input  wire logic [ul1_pkg::INSTR_W-1:0] picked_entry,
    // Sub-warp of the pool access that enters; zero if none enters.
    input  wire logic [ul1_pkg::SUB_W-1:0]   picked_sub,
    // Slots of the entering pool access that the splitter leaves over; zero if none enters.
    input  wire logic [LANES-1:0]            picked_left,
    // Cycles that a remainder waits in the table before it may be chosen; valid with `leaves_over`.
    input  wire logic [ul1_pkg::IV_W-1:0]    left_wait,
    // A remainder is presented again by the instruction side in this cycle.
    input  wire logic                        take_again,
    // Instruction-table entry of the remainder presented again; valid with `take_again`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] again_entry,
    // Sub-warp of the remainder presented again; valid with `in_again`.
    input  wire logic [ul1_pkg::SUB_W-1:0]   in_sub,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]            in_mask,

    // ---- From lsu_table and lsu_beats; to lsu_pull and lsu_front: remainders that need a beat, that may be
    // chosen
    // Bit i: entry i is a store; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]  instr_store,
    // Bit i: the remainder of entry i in the table holds an intake beat.
    input  wire logic [ul1_pkg::INSTRS-1:0]  fed_left,
    // Bit i: the remainder of store i in the table needs a beat, and waits at most one cycle more.
    output logic      [ul1_pkg::INSTRS-1:0]  lacking,
    // Bit i: the remainder of entry i in the table may be chosen.
    output logic      [ul1_pkg::INSTRS-1:0]  left_ready,

    // ---- From lsu_newq: the store of the requested beat; from lsu_front: the access that is next
    // Store of the requested beat, one-hot by instruction-table entry; zero if no beat is requested.
    input  wire logic [ul1_pkg::INSTRS-1:0]  feed_one,
    // Sub-warp of the remainder of the requested beat; valid with `feed_left`.
    output logic      [ul1_pkg::SUB_W-1:0]   feed_left_sub,
    // Shared access that is next to be chosen, one-hot by instruction-table entry; zero if there is none.
    input  wire logic [ul1_pkg::INSTRS-1:0]  front_one,
    // Sub-warp of the remainder that is next to be chosen; valid if `front_one` has a remainder in the table.
    output logic      [ul1_pkg::SUB_W-1:0]   front_left_sub,

    // ---- From lsu_front: the choice; to lsu_front: the slots
    // The shared access that is chosen in this cycle is a remainder in the table.
    input  wire logic                        choice_left,
    // Instruction-table entry of the shared access that is next to be chosen; zero if there is none.
    input  wire logic [ul1_pkg::INSTR_W-1:0] front_entry,
    // Slots of the chosen remainder, in the cycle after `choice_left`.
    output logic      [LANES-1:0]            left_mask
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;
  localparam int SUB_W   = ul1_pkg::SUB_W;
  localparam int IV_W    = ul1_pkg::IV_W;

  logic [INSTRS-1:0] there_q;                                         // entries with a remainder here
  // Entries with a remainder that still waits; that waits for more than one cycle
  logic [INSTRS-1:0] waiting_q, early;
  // cycles until the remainder may be chosen
  logic [IV_W-1:0] waits_q [0:ul1_fn::entries(INSTRS)-1];
  (* mem2reg *) logic [INSTRS-1:0] sub_q [0:ul1_fn::entries(SUB_W)-1];  // bits of its sub-warp

  always @* begin
    early = '0;
    if (ul1_fn::sim_gate(waiting_q != '0)) begin
      for (int i = 0; i < INSTRS; i++) early[i] = waiting_q[i] & waits_q[i][IV_W-1:1] != '0;
    end
  end

  assign lacking    = there_q & ~early & instr_store & ~fed_left;
  assign left_ready = there_q & ~waiting_q & (~instr_store | fed_left);

  always @* begin
    feed_left_sub  = '0;
    front_left_sub = '0;
    if (ul1_fn::sim_gate(there_q != '0)) begin
      for (int b = 0; b < SUB_W; b++) begin
        feed_left_sub[b]  = (sub_q[b] & feed_one) != '0;
        front_left_sub[b] = (sub_q[b] & front_one) != '0;
      end
    end
  end

  logic               arrives;
  logic [INSTR_W-1:0] come_entry;
  logic [SUB_W-1:0]   come_sub;
  logic [LANES-1:0]   come_mask;

  assign arrives  = leaves_over | take_again;
  assign come_entry = leaves_over ? picked_entry : again_entry;
  assign come_sub   = leaves_over ? picked_sub : in_sub;
  assign come_mask  = leaves_over ? picked_left : in_mask;

  always_ff @(posedge clk) begin : then_state
    logic [INSTRS-1:0] come_one;

    come_one = arrives ? INSTRS'(1) << come_entry : '0;
    if (rst)                       there_q <= '0;
    else if (arrives | choice_left)  there_q <= (there_q & ~(choice_left ? front_one : '0)) | come_one;
    waiting_q <= waiting_q & early;
    if (ul1_fn::sim_gate(waiting_q != '0)) begin
      for (int i = 0; i < INSTRS; i++) if (waiting_q[i]) waits_q[i] <= waits_q[i] - 1'b1;
    end
    if (arrives) begin
      waiting_q[come_entry] <= leaves_over & left_wait != '0;
      waits_q[come_entry] <= leaves_over ? left_wait : '0;
      for (int b = 0; b < SUB_W; b++) sub_q[b] <= come_sub[b] ? sub_q[b] | come_one : sub_q[b] & ~come_one;
    end
  end

  ram #(.ROWS(INSTRS), .ROW_W(INSTR_W), .PARTS(1), .PART_W(LANES)) u_slots (
      .clk, .re(choice_left), .raddr(front_entry), .rdata(left_mask), .we(arrives), .waddr(come_entry),
      .wdata(come_mask)
  );

  always @(posedge clk) begin
    if (!rst & (arrives | choice_left)) begin
      assert (!(leaves_over && take_again));  // remainders have one home at a time
      assert (!(arrives && there_q[come_entry]) && !(choice_left && (front_one & left_ready) == '0));
    end
  end

endmodule

`default_nettype wire
