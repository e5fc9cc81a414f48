// Nobody sleeps for what has become free already, and of those who sleep for the same nobody is told before who came first. (Its
// neighbours see to it that who is deferred for an entry of the pending request table is deferred while that is in use.)

module sleepers_wake (
    input wire clk,
    input wire rst,
    input wire [ul1_pkg::PT-1:0] has_todo, woken_ids,
    input wire woken_full, reads_woken, sel, presents_new, s1_look, miss_open, miss_defer, room_dirty, frees, opens,
    input wire [ul1_pkg::PT_W-1:0] gather_entry, req_entry, s1_entry,
    input wire [ul1_pkg::WOKEN_LINES*ul1_pkg::PT_W-1:0] woken_entries,
    input wire [ul1_pkg::CAUSE_W-1:0] miss_cause,
    input wire [ul1_pkg::KEY_W-1:0] miss_key,
    input wire [ul1_pkg::PRT_W-1:0] free_prt,
    input wire [ul1_pkg::SET_W-1:0] free_set
);

  localparam int PT = ul1_pkg::PT, PT_W = ul1_pkg::PT_W, PRT_W = ul1_pkg::PRT_W, KEY_W = ul1_pkg::KEY_W;
  localparam int WANT_W = ul1_pkg::CAUSE_W + KEY_W;
  wire some_woken, again_oldest, awake, awake_oldest, sleep_yields, comes, ceases;
  wire [ul1_pkg::WOKEN_LINES-1:0] woken_leads;
  wire [PT_W-1:0] awake_entry;
  wire [PT-1:0] sleeper, asleep;
  wire sel_woken = sel & some_woken, presents = sel_woken | presents_new;

  lsu_sleepers dut (.*);

  (* anyconst *) reg [PT_W-1:0] a, b;
  (* anyconst *) reg [PRT_W-1:0] p;
  reg [WANT_W-1:0] want_a, want_b;     // what each sleeps for
  reg in_use;                          // entry p
  reg before;                          // a was a sleeper before b, and still is one
  reg [PT-1:0] slept;
  reg freed, same_then;
  wire [WANT_W-1:0] lacks = {miss_cause, miss_key};
  wire for_p = miss_cause == ul1_pkg::CAUSE_MERGE | miss_cause == ul1_pkg::CAUSE_CLOSED;
  wire falls_a = s1_look & miss_defer & s1_entry == a & ~asleep[a], falls_b = s1_look & miss_defer & s1_entry == b & ~asleep[b];
  wire a_for_p = want_a == {ul1_pkg::CAUSE_MERGE, KEY_W'(p)} | want_a == {ul1_pkg::CAUSE_CLOSED, KEY_W'(p)};
  wire shared = want_a[KEY_W +: ul1_pkg::CAUSE_W] == ul1_pkg::CAUSE_ENTRY | want_a[KEY_W +: ul1_pkg::CAUSE_W] == ul1_pkg::CAUSE_WAY
                | want_a[KEY_W +: ul1_pkg::CAUSE_W] == ul1_pkg::CAUSE_ROOM;

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (a < PT && b < PT && a != b && p < ul1_pkg::PRT && s1_entry < PT && req_entry < PT && gather_entry < PT && free_prt < ul1_pkg::PRT);
    for (int i = 0; i < ul1_pkg::WOKEN_LINES; i++) assume (woken_entries[i*PT_W +: PT_W] < PT);
    assume (!(s1_look && miss_defer) || (for_p ? miss_key < ul1_pkg::PRT : 1'b1));
    assume (!(s1_look && miss_defer && for_p && miss_key == KEY_W'(p)) || in_use);
    assume (!(s1_look && miss_defer && (miss_cause == ul1_pkg::CAUSE_ENTRY || miss_cause == ul1_pkg::CAUSE_ROOM)) || miss_key == '0);
    assume (!(frees && free_prt == p) || in_use);
    in_use <= ~rst & ((in_use & ~(frees & free_prt == p)) | (opens & ~frees));
    if (falls_a) want_a <= lacks;
    if (falls_b) want_b <= lacks;
    before <= ~rst & (before | (comes & s1_entry == b & sleeper[a])) & ~(ceases & (s1_entry == a | s1_entry == b));
    slept     <= rst ? '0 : asleep;
    freed     <= ~rst & frees & ~(s1_look & miss_defer);   // (who falls asleep in that cycle may be older)
    same_then <= ~rst & asleep[a] & asleep[b] & before & shared & want_a == want_b;
    if (!rst) begin
      if (asleep[a] && a_for_p) assert (in_use);
      if (same_then && !asleep[b]) assert (!asleep[a]);
      if (freed && slept == PT'(1) << a && want_a[KEY_W +: ul1_pkg::CAUSE_W] == ul1_pkg::CAUSE_ENTRY) assert (!asleep[a]);
      if (before) assert (sleeper[a] && sleeper[b]);
    end
  end

endmodule
