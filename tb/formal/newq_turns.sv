// An instruction in one of four sets of the new queue (it could retire next, wants store data, wants to ask memory, could be prepared
// for shared memory) is passed only by those that were taken before it. Of each set one goes, if it is not empty: the order is total
// and has no circle. So each other instruction passes it once at most, with its last part: one that has gone comes again as the
// youngest. (An older one may go several times before that: once for each sub-warp that is prepared, for each beat that is pulled.)
//
// No fairness is assumed: passes are counted in the cycles in which it could go itself, however often it could not in between.
// New cached instructions are chosen in rotation instead: gather_turns.sv.

module newq_turns (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::PT-1:0] pulled, ready, pulls, asking, choosable, gather_new, join_kin,
    input wire joins, join_shared, join_fence, goes, chosen, gathered, falls, accept_fence,
    input wire [ul1_pkg::PT_W-1:0] join_entry, fall_entry
);

  localparam int PT = ul1_pkg::PT, PT_W = ul1_pkg::PT_W;
  wire [PT-1:0] queued, turn, heirs, heir, feed_one, oldest_one;
  wire [PT_W-1:0] next_entry, feed_entry, asking_entry, oldest_entry;

  lsu_newq dut (.*);

  // names within the module
  (* hierconn *) wire [PT-1:0] \dut.in_cached ;
  (* hierconn *) wire [PT-1:0] \dut.next_one ;
  (* hierconn *) wire [PT-1:0] \dut.asking_one ;
  (* hierconn *) wire [PT-1:0] \dut.older[0] , \dut.older[1] , \dut.older[2] , \dut.older[3] , \dut.older[4] , \dut.older[5] ;
  (* hierconn *) wire [PT-1:0] \dut.older[6] , \dut.older[7] , \dut.older[8] , \dut.older[9] , \dut.older[10] , \dut.older[11] ;
  (* hierconn *) wire [PT-1:0] \dut.older[12] , \dut.older[13] , \dut.older[14] , \dut.older[15] , \dut.older[16] , \dut.older[17] ;
  wire [PT*PT-1:0] older = {\dut.older[17] , \dut.older[16] , \dut.older[15] , \dut.older[14] , \dut.older[13] , \dut.older[12] ,
                            \dut.older[11] , \dut.older[10] , \dut.older[9] , \dut.older[8] , \dut.older[7] , \dut.older[6] ,
                            \dut.older[5] , \dut.older[4] , \dut.older[3] , \dut.older[2] , \dut.older[1] , \dut.older[0] };

  // The order is one of all that are in the queue; and it is one of any three. Each set has a first.
  (* anyconst *) reg [PT_W-1:0] x, y, z;
  (* anyconst *) reg [1:0] kind;
  reg [PT-1:0] set, one;
  always @* begin
    case (kind)
      2'd0:    {set, one} = {ready, \dut.next_one };
      2'd1:    {set, one} = {choosable, oldest_one};
      2'd2:    {set, one} = {asking, \dut.asking_one };
      default: {set, one} = {pulls, feed_one};
    endcase
  end
  wire total, of_three;
  wire [PT-1:0] lead;
  wire [PT:0]   leads;
  in_order #(.N(PT)) u_order (.there(queued), .set, .older, .x, .y, .z, .total, .of_three, .lead, .leads);

  // One that waits, and another: which could go of each set, and whose turn it is; whether the other was there when the one came, and
  // still is. It has passed when it left the queue, or asked, in a cycle in which the one could have.
  (* anyconst *) reg [PT_W-1:0] e, other;
  wire [3:0] could = {pulls[e], asking[e], choosable[e], ready[e]};
  wire [3:0] first = {feed_one[other], \dut.asking_one [other], oldest_one[other], \dut.next_one [other]};
  wire [2:0] passes = could[2:0] & first[2:0] & {accept_fence, chosen, goes};
  wire e_joins = joins && join_entry == e;
  reg before, asked, begins = 1'b1;
  reg [2:0] passed;

  wire both       = queued[e] && queued[other];
  wire is_before  = !both || older[e*PT + 32'(other)] == before;
  wire is_passed  = !both || !before || (passed[1:0] == '0 && (!passed[2] || asked));

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (total && is_before && is_passed));
    assume (x < PT && y < PT && z < PT && e < PT && other < PT && e != other);
    // the contract: an instruction that is taken gets an entry that is free (lsu_take). One that could go has the turn, or is the next
    // behind one that has it, and so is in the queue (lsu_next, lsu_pull, lsu_fences, lsu_front choose among these; order_warps). What
    // is prepared is no fence, and so in one of the two orders.
    assume (!joins || (join_entry < PT && !queued[join_entry]));
    assume (((ready | pulls | asking | choosable) & ~queued) == '0);
    assume ((choosable & \dut.in_cached ) == '0);
    assume (!(asked && asking[other]));      // a fence asks once (fences_ask)
    before <= e_joins ? queued[other] : before & queued[other];
    asked  <= ~rst & queued[other] & (asked | (accept_fence & \dut.asking_one [other]));
    passed <= rst | e_joins ? '0 : passed | passes;
    if (!rst) begin
      assert (of_three);
      assert (is_before);
      assert (is_passed);
    end
    // (what follows from such a state is asserted of the first alone, as it may be any)
    if (begins && !rst) begin
      if ((could & first) != '0) assert (before);
      assert ((passed & passes) == '0);
      for (int i = 0; i < PT; i++) if (leads[i]) assert (leads[i+1]);
      if (leads[PT]) assert (one == lead);       // one goes
    end
  end

endmodule
