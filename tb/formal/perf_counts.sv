// Each performance counter, over all its bits, is incremented in the cycle after its event, is 0 after a
// clear or reset, and otherwise keeps its value. This value is what is read. The proof is one step from any
// state of the module: assumptions about the first state are asserted for the next. So it holds for any
// number of cycles. The memory is assumed to return the word last written there (ram_words).

module perf_counts (
    input wire clk,
    input wire rst,
    input wire perf_read, perf_clear,
    input wire [ul1_pkg::COUNTER_W-1:0] perf_index,
    input wire lsu_idle, ret_valid, pass_valid, pass_cached, pass_readout, sel_valid, cand_remainder,
    input wire [ul1_pkg::ERR_W-1:0] ret_err,
    input wire pass_replay, look_hit, miss_open, miss_merge, miss_defer, store_through, store_dirty,
        store_alloc, store_hold,
    input wire [ul1_pkg::CAUSE_W-1:0] miss_cause,
    input wire evict_valid, fill_valid, mem_valid, mem_ready,
    input wire [ul1_pkg::MEMOP_W-1:0] mem_op,
    input wire [ul1_pkg::NUMBER_W-1:0] mem_number,
    input wire in_valid, in_again, in_ready, in_shared_ready, conin_ready, texin_ready, cmd_hold,
    input wire [ul1_pkg::OP_W-1:0] in_op,
    input wire [ul1_pkg::SPACE_W-1:0] in_space,
    input wire cand_lacks, pull_ready, pull_valid, credit_cached, write_valid, array_ready,
    input wire [ul1_pkg::INSTRS-1:0] defer_ids,
    input wire [ul1_pkg::WALKERS*ul1_pkg::WALK_STATE_W-1:0] walk_state
);

  localparam int COUNTERS = ul1_pkg::COUNTERS, COUNTER_W = ul1_pkg::COUNTER_W, PERF_W = ul1_pkg::PERF_W;
  localparam int PRT = ul1_pkg::PRT, WALK_W = ul1_pkg::WALK_STATE_W;
  localparam int LOW_W = ul1_pkg::PERF_LOW_W, HIGH_W = ul1_pkg::PERF_HIGH_W;
  wire perf_valid;
  wire [PERF_W-1:0] perf_value;

  perf #(.LANES(8)) dut (.*);

  // The event of each counter, as in the document's table
  reg [COUNTERS-1:0] event_now;
  wire takes = mem_valid & mem_ready, reads = takes & mem_op == ul1_pkg::MEMOP_READ;
  wire shared = in_op != ul1_pkg::OP_FENCE & in_space == ul1_pkg::SPACE_SHARED;
  wire constants = ul1_pkg::CONSTANTS > 0 & in_op == ul1_pkg::OP_LOAD & in_space == ul1_pkg::SPACE_CONST;
  wire textures = ul1_pkg::TEXTURE > 0 & in_op == ul1_pkg::OP_TEX;
  wire waits = in_valid & ~in_again
      & ~(textures ? texin_ready : shared ? in_shared_ready : constants ? conin_ready : in_ready);
  wire of_line = mem_number < PRT | mem_number >= PRT + ul1_pkg::WALKERS;
  integer w;
  always @* begin
    event_now = '0;
    event_now[ul1_pkg::COUNTER_BUSY]             = ~lsu_idle;
    event_now[ul1_pkg::COUNTER_RETIRED]          = ret_valid;
    event_now[ul1_pkg::COUNTER_FAILED]           = ret_valid & ret_err != ul1_pkg::ERR_NONE;
    event_now[ul1_pkg::COUNTER_PASSES]           = pass_valid & ~pass_cached & ~pass_readout;
    event_now[ul1_pkg::COUNTER_REMAINDERS]       = sel_valid & cand_remainder;
    event_now[ul1_pkg::COUNTER_HITS]             = look_hit & ~pass_replay;
    event_now[ul1_pkg::COUNTER_MISSES]           = miss_open;
    event_now[ul1_pkg::COUNTER_MERGES]           = miss_merge;
    event_now[ul1_pkg::COUNTER_NO_ENTRY]         = miss_defer & miss_cause == ul1_pkg::CAUSE_ENTRY;
    event_now[ul1_pkg::COUNTER_NO_WAY]           = miss_defer & miss_cause == ul1_pkg::CAUSE_WAY;
    event_now[ul1_pkg::COUNTER_NO_MERGE]         = miss_defer & miss_cause == ul1_pkg::CAUSE_MERGE;
    event_now[ul1_pkg::COUNTER_CLOSED]           = miss_defer & miss_cause == ul1_pkg::CAUSE_CLOSED;
    event_now[ul1_pkg::COUNTER_NO_CREDIT]        = miss_defer & miss_cause == ul1_pkg::CAUSE_CREDIT;
    event_now[ul1_pkg::COUNTER_REPLAYS]          = pass_replay;
    event_now[ul1_pkg::COUNTER_THROUGH]          = store_through;
    event_now[ul1_pkg::COUNTER_BACK]             = store_dirty | store_alloc;
    event_now[ul1_pkg::COUNTER_HELD]             = store_hold;
    event_now[ul1_pkg::COUNTER_EVICTIONS]        = evict_valid;
    event_now[ul1_pkg::COUNTER_FILLS]            = fill_valid;
    event_now[ul1_pkg::COUNTER_READS]            = reads & of_line;
    event_now[ul1_pkg::COUNTER_WALKS]            = reads & ~of_line;
    event_now[ul1_pkg::COUNTER_WRITES]           = takes & mem_op == ul1_pkg::MEMOP_WRITE;
    event_now[ul1_pkg::COUNTER_FENCES]           = takes & mem_op == ul1_pkg::MEMOP_FENCE;
    event_now[ul1_pkg::COUNTER_WAIT_OFFER]       = waits & ~cmd_hold;
    event_now[ul1_pkg::COUNTER_WAIT_COMMAND]     = waits & cmd_hold;
    event_now[ul1_pkg::COUNTER_WAIT_RESERVATION] = cand_lacks;
    event_now[ul1_pkg::COUNTER_WAIT_BEAT]        = pull_ready & ~pull_valid;
    event_now[ul1_pkg::COUNTER_WAIT_CREDIT]      = ~credit_cached;
    event_now[ul1_pkg::COUNTER_WAIT_DEFERRED]    = defer_ids != '0;
    event_now[ul1_pkg::COUNTER_WAIT_PORT]        = write_valid & ~array_ready;
    event_now[ul1_pkg::COUNTER_WAIT_MEMORY]      = mem_valid & ~mem_ready;
    for (w = 0; w < ul1_pkg::WALKERS; w = w + 1) begin
      if (walk_state[w*WALK_W +: WALK_W] == ul1_pkg::WALK_STATE_ASKS || walk_state[w*WALK_W +: WALK_W]
          == ul1_pkg::WALK_STATE_WAITS)
        event_now[ul1_pkg::COUNTER_WAIT_WALK] = 1'b1;
    end
  end

  // Names within the module
  (* hierconn *) wire [COUNTER_W-1:0] \dut.at_q ;
  (* hierconn *) wire [COUNTER_W-1:0] \dut.turn_q ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.seen_q ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.fresh_q ;
  (* hierconn *) wire                 \dut.old_fresh_q ;
  (* hierconn *) wire                 \dut.twice_q ;
  (* hierconn *) wire [HIGH_W-1:0]    \dut.last_q ;
  (* hierconn *) wire [HIGH_W-1:0]    \dut.old ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.low_q[0] ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.low_q[1] ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.low_q[2] ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.low_q[3] ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.low_q[4] ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.low_q[5] ;
  (* hierconn *) wire [COUNTERS-1:0]  \dut.low_q[6] ;

  // One counter: its expected value; its value when its upper bits were last accessible, or 0 after a clear,
  // and the number of cycles since then; the upper bits as they were written then
  (* anyconst *) reg [COUNTER_W-1:0] one;
  reg [PERF_W-1:0] value, base;
  reg [7:0]         age;
  reg [HIGH_W-1:0]  stored;
  reg               seen, reads_one, begins = 1'b1;

  wire                 at_one = \dut.at_q  == one, fresh = \dut.fresh_q [one];
  wire [COUNTER_W-1:0] ahead  = one - \dut.turn_q ;          // counters that are processed earlier
  wire [LOW_W-1:0]     low    = {\dut.low_q[6] [one], \dut.low_q[5] [one], \dut.low_q[4] [one],
                                 \dut.low_q[3] [one], \dut.low_q[2] [one], \dut.low_q[1] [one],
                                 \dut.low_q[0] [one]};
  wire [PERF_W-1:0]   since  = value - base;

  wire is_low    = low == value[LOW_W-1:0] && seen == \dut.seen_q [one];
  wire is_recent = since <= age && age + (at_one ? 0 : 2*ahead + 1 + !perf_valid) <= 2*COUNTERS;
  wire is_stored = fresh ? base == 0 : stored == base[PERF_W-1:LOW_W-1];
  wire is_fresh  = !at_one || (\dut.old_fresh_q  ? fresh || (base <= 2*COUNTERS && age == 1) : !fresh);
  wire is_last   = !at_one || !\dut.twice_q  || (\dut.last_q  == stored && age <= 1) || fresh;
  wire is_read   = !reads_one || (perf_valid && at_one);

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!(at_one && !\dut.twice_q  && !\dut.old_fresh_q ) || \dut.old  == stored);
    assume (!begins || (is_low && is_recent && is_stored && is_fresh && is_last && is_read));
    seen      <= !rst && event_now[one];
    reads_one <= !rst && perf_read && !perf_valid && perf_index == one;
    value     <= rst || perf_clear ? '0 : value + seen;
    base      <= rst || perf_clear ? '0 : at_one ? value : base;
    age       <= rst || perf_clear ? '0 : at_one ? 8'd1 : age + 1'b1;
    stored    <= at_one ? value[PERF_W-1:LOW_W-1] : stored;
    if (at_one) assert (perf_value == value);
    assert (is_low);
    assert (is_recent);
    assert (is_stored);
    assert (is_fresh);
    assert (is_last);
    assert (is_read);
  end

endmodule
