// Asynchronous copies. A copy starts with its load and ends when its store retires. The words that the load
// brings are kept here, one bank a slot, and leave as the store's data. Its age is the number of commits of
// its warp since it started; a wait opens when no copy of its warp is older than the groups left to it.
//
// Without copies (COPIES 0) nothing is built.

`default_nettype none

module copy #(
    parameter int LANES = 32
) (
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic                               clk,
    input  wire logic                               rst,

    // ---- From the instruction side: the halves of copies; from lsu: whether they are taken
    // A new instruction, or a remainder presented again, is offered.
    input  wire logic                               in_valid,
    // The offer is a remainder that left on `remainder`, presented again; it is always taken; valid with
    // `in_valid`.
    input  wire logic                               in_again,
    // Operation: load, store, fence, or a CMO. A fence has no access. An inval drops the clean sectors of its
    // lines, a flush writes the dirty ones back; valid with `in_valid`.
    input  wire logic [ul1_pkg::OP_W-1:0]           in_op,
    // Warp of the offered instruction; valid with `in_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]         in_warp,
    // Width of each lane's access; valid with `in_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]        in_width,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]                   in_mask,
    // The load starts a copy, or the store is that of the copy on `copy`; ignored for other operations; valid
    // with `in_valid`.
    input  wire logic                               in_copy,
    // Shared address of each lane to which the copy's words go; from 2**ADDR_W up it is out of range; ignored
    // for a store; valid with `in_copy`.
    input  wire logic [LANES*ul1_pkg::dest_w(LANES)-1:0] in_dest,
    // A new instruction of any kind is taken in this cycle if offered.
    input  wire logic                               in_ready,
    // A new access to shared memory is taken in this cycle if offered.
    input  wire logic                               in_shared_ready,
    // Instruction-table entry that a new instruction gets in this cycle; valid with `in_shared_ready`.
    input  wire logic [ul1_pkg::ID_W-1:0]           in_entry,

    // ---- From lsu and dxbar: words of the load of a copy, as they come to the register file
    // Instruction-table entry of the load that is written; valid with `rf_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]           rf_id,
    // Sub-warp of the words that are written; valid with `rf_valid`.
    input  wire logic [ul1_pkg::SUB_W-1:0]          rf_sub,
    // Slots that are written to the register file in this cycle; zero without a write.
    input  wire logic [LANES-1:0]                   load_mask,
    // Word of each slot for the register file, aligned and extended; valid with `load_mask`.
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0]   load_data,

    // ---- From lsu: retirement of a half of a copy
    // An instruction retires.
    input  wire logic                               ret_valid,
    // Instruction-table entry that the retiring instruction frees; valid with `ret_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]           ret_id,
    // Error of the retiring instruction, or none; valid with `ret_valid`.
    input  wire logic [ul1_pkg::ERR_W-1:0]          ret_err,
    // verilator lint_on UNUSEDSIGNAL

    // ---- To the instruction side: the copy whose words have come, for its store
    // A load that starts a copy may be offered: fewer than COPIES copies are under way.
    output logic                                    copy_ready,
    // Place of the copy that starts next; valid with `copy_ready`.
    output logic      [ul1_pkg::COPY_W-1:0]         copy_place,
    // The words of a copy have come: the instruction side offers its store.
    output logic                                    copy_valid,
    // Place of that copy; valid with `copy_valid`.
    output logic      [ul1_pkg::COPY_W-1:0]         copy_number,
    // Warp of that copy; valid with `copy_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]         copy_warp,
    // Width of each lane's access; valid with `copy_valid`.
    output logic      [ul1_pkg::WIDTH_W-1:0]        copy_width,
    // Active lanes; valid with `copy_valid`.
    output logic      [LANES-1:0]                   copy_mask,
    // Shared address of each lane; valid with `copy_valid`.
    output logic      [LANES*ul1_pkg::dest_w(LANES)-1:0] copy_addr,

    // ---- From lsu, and to the instruction side: data of the stores of copies
    // verilator lint_off UNUSEDSIGNAL
    // The load/store unit requests a beat of store data; it is taken if offered in this cycle.
    input  wire logic                               pull_ready,
    // Instruction-table entry of the store of the requested beat; valid with `pull_ready`.
    input  wire logic [ul1_pkg::ID_W-1:0]           pull_id,
    // Sub-warp of the requested beat; valid with `pull_ready`.
    input  wire logic [ul1_pkg::SUB_W-1:0]          pull_sub,
    // Slots of the requested beat that need data; valid with `pull_ready`.
    input  wire logic [LANES-1:0]                   pull_mask,
    // verilator lint_on UNUSEDSIGNAL
    // Slots of the requested beat whose words a copy has brought: the instruction side offers these; zero for
    // any other beat.
    output logic      [LANES-1:0]                   copydata_mask,
    // Word of each such slot; valid where `copydata_mask` is set.
    output logic      [LANES*ul1_pkg::WORD_W-1:0]   copydata_word,

    // ---- From the instruction side: the copies that a warp has started since its last commit become a group
    // verilator lint_off UNUSEDSIGNAL
    // A warp closes its open group.
    input  wire logic                               commit_valid,
    // That warp; valid with `commit_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]         commit_warp,

    // ---- From and to the instruction side: waits of warps for their groups
    // A warp begins to wait until few of its groups are under way.
    input  wire logic                               wait_valid,
    // That warp; valid with `wait_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]         wait_warp,
    // Groups of the warp, its youngest ones, that may still be under way; valid with `wait_valid`.
    input  wire logic [ul1_pkg::GROUP_W-1:0]        wait_groups,
    // verilator lint_on UNUSEDSIGNAL
    // Warps whose wait ends in this cycle.
    output logic      [ul1_pkg::WARPS-1:0]          wait_opens
);

  if (ul1_pkg::COPIES == 0) begin : g_none
    assign {copy_ready, copy_place, copy_valid, copy_number, copy_warp} = '0;
    assign {copy_width, copy_mask, copy_addr}                           = '0;
    assign {copydata_mask, copydata_word, wait_opens}                   = '0;
  end
  else begin : g_built
    localparam int COPIES  = ul1_pkg::COPIES;
    localparam int COPY_W  = ul1_pkg::COPY_W;
    localparam int DEST_W  = ul1_pkg::dest_w(LANES);
    localparam int GROUP_W = ul1_pkg::GROUP_W;
    localparam int ID_W    = ul1_pkg::ID_W;
    localparam int SUB_W   = ul1_pkg::SUB_W;
    localparam int WARPS   = ul1_pkg::WARPS;
    localparam int WARP_W  = ul1_pkg::WARP_W;
    localparam int WIDTH_W = ul1_pkg::WIDTH_W;
    localparam int WORD_W  = ul1_pkg::WORD_W;
    localparam int KEPT_W  = WIDTH_W + LANES + LANES * DEST_W;

    // -------------------------------------------------------------------------------------------------------
    // Places: a copy loads, is loaded, stores, or its place is free

    logic [COPIES-1:0]        loading_q, loaded_q, storing_q, places, under_way;
    logic [COPIES*ID_W-1:0]   entry_q;
    logic [COPIES*WARP_W-1:0] warp_q;
    logic [KEPT_W-1:0]        kept_q [0:(1<<COPY_W)-1];

    // Places of the instruction that retires, of the load whose words come, of the requested beat
    logic [COPIES-1:0]        of_ret, of_rf, of_pull;
    logic                     half, starts, stores, failed;

    assign under_way  = loading_q | loaded_q | storing_q;
    assign places     = ~under_way;
    assign copy_ready = places != '0;
    assign copy_place = COPY_W'(ul1_fn::lowest(64'(places)));

    assign half   = in_valid & ~in_again & in_copy;
    assign starts = half & in_op == ul1_pkg::OP_LOAD & in_ready & copy_ready;
    assign stores = half & in_op == ul1_pkg::OP_STORE & in_shared_ready & copy_valid;
    assign failed = ret_err != ul1_pkg::ERR_NONE;

    always @* begin
      of_ret  = '0;
      of_rf   = '0;
      of_pull = '0;
      if (ul1_fn::sim_gate(under_way != '0)) begin
        for (int i = 0; i < COPIES; i++) begin
          of_ret[i]  = ret_valid & ret_id == entry_q[i*ID_W +: ID_W];
          of_rf[i]   = loading_q[i] & rf_id == entry_q[i*ID_W +: ID_W];
          of_pull[i] = storing_q[i] & pull_ready & pull_id == entry_q[i*ID_W +: ID_W];
        end
      end
    end

    always_ff @(posedge clk) begin
      loading_q <= loading_q & ~of_ret;
      loaded_q  <= loaded_q | (loading_q & of_ret & ~{COPIES{failed}});
      storing_q <= storing_q & ~of_ret;
      if (stores) begin
        loaded_q[copy_number]               <= 1'b0;
        storing_q[copy_number]              <= 1'b1;
        entry_q[copy_number*ID_W +: ID_W]   <= in_entry;
      end
      if (starts) begin
        loading_q[copy_place]               <= 1'b1;
        entry_q[copy_place*ID_W +: ID_W]    <= in_entry;
        warp_q[copy_place*WARP_W +: WARP_W] <= in_warp;
      end
      if (rst) begin
        loading_q <= '0;
        loaded_q  <= '0;
        storing_q <= '0;
      end
    end

    always_ff @(posedge clk) begin
      if (starts) kept_q[copy_place] <= {in_width, in_mask, in_dest};
    end

    // -------------------------------------------------------------------------------------------------------
    // The loaded copy that is shown, in rotation

    logic              shown_q;
    logic [COPY_W-1:0] number_q;
    logic [COPIES-1:0] left, behind, next;

    always @* begin
      left   = loaded_q;
      behind = '0;
      if (stores) left[number_q] = 1'b0;
      for (int i = 0; i < COPIES; i++) behind[i] = left[i] & i > 32'(number_q);
      next = behind != '0 ? behind : left;
    end

    always_ff @(posedge clk) begin
      if (~shown_q | stores) begin
        shown_q <= left != '0;
        if (left != '0) number_q <= COPY_W'(ul1_fn::lowest(64'(next)));
      end
      if (rst) begin
        shown_q  <= 1'b0;
        number_q <= '0;
      end
    end

    assign copy_valid  = shown_q;
    assign copy_number = number_q;
    assign copy_warp   = warp_q[number_q*WARP_W +: WARP_W];
    assign {copy_width, copy_mask, copy_addr} = kept_q[number_q];

    // -------------------------------------------------------------------------------------------------------
    // Words, a bank a slot: a row for each beat of each place

    logic [COPY_W+SUB_W-1:0] write_row, read_row;

    assign write_row     = {COPY_W'(ul1_fn::index(64'(of_rf))), rf_sub};
    assign read_row      = {COPY_W'(ul1_fn::index(64'(of_pull))), pull_sub};
    assign copydata_mask = of_pull != '0 ? pull_mask : '0;

    for (genvar s = 0; s < LANES; s++) begin : g_slot
      logic [WORD_W-1:0] word_q [0:(1<<(COPY_W+SUB_W))-1];
      always_ff @(posedge clk) begin
        if (load_mask[s] & of_rf != '0) word_q[write_row] <= load_data[s*WORD_W +: WORD_W];
      end
      assign copydata_word[s*WORD_W +: WORD_W] = word_q[read_row];
    end

    // -------------------------------------------------------------------------------------------------------
    // Ages of copies, and waits

    logic [COPIES*GROUP_W-1:0] age_q;
    logic [WARPS-1:0]          waiting_q, held;
    logic [WARPS*GROUP_W-1:0]  leave_q;

    always_ff @(posedge clk) begin
      for (int i = 0; i < COPIES; i++) begin
        if (commit_valid & warp_q[i*WARP_W +: WARP_W] == commit_warp & ~&age_q[i*GROUP_W +: GROUP_W]) begin
          age_q[i*GROUP_W +: GROUP_W] <= age_q[i*GROUP_W +: GROUP_W] + 1'b1;
        end
      end
      if (starts) age_q[copy_place*GROUP_W +: GROUP_W] <= '0;
    end

    always @* begin
      held = '0;
      if (ul1_fn::sim_gate(waiting_q != '0)) begin
        for (int i = 0; i < COPIES; i++) begin
          if (under_way[i]
              & age_q[i*GROUP_W +: GROUP_W] > leave_q[warp_q[i*WARP_W +: WARP_W]*GROUP_W +: GROUP_W]) begin
            held[warp_q[i*WARP_W +: WARP_W]] = 1'b1;
          end
        end
      end
    end

    assign wait_opens = waiting_q & ~held;

    always_ff @(posedge clk) begin
      waiting_q <= waiting_q & held;
      if (wait_valid) begin
        waiting_q[wait_warp]                   <= 1'b1;
        leave_q[wait_warp*GROUP_W +: GROUP_W]  <= wait_groups;
      end
      if (rst) waiting_q <= '0;
    end
  end

endmodule

`default_nettype wire
