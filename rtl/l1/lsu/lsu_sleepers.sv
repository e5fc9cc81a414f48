// Sleepers, a part of lsu: the entries of the pending table that have a deferred access, in the order in which they
// became sleepers. A sleeper sleeps until what its access lacked becomes free, then it is presented again, the oldest
// first. Of one way or one entry of the pending request table that becomes free only the oldest that sleeps for such a
// thing is told: it wakes with a *token*, which goes along with its next access. An access that turns out not to need
// what its token stands for passes it on. For room in the write data buffer, of which nobody says when it becomes free,
// the oldest wakes whenever there is some, a single one at a time; meanwhile no other access may take it.
//
// The order is kept as a matrix: who was there when I came. What leaves is struck from all rows, so the oldest of any set
// is the one in whose row nobody of that set stands.

`default_nettype none

module lsu_sleepers (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // which entries have a lane to do, and which an access that is prepared, or is gathered now. Of the sleepers that are awake
    // and have either, where no place is free the latter: whether there is one; whether the entry of each place of such an
    // access is the oldest. Of those that have the former: whether the one that is gathered now is the oldest, the oldest of
    // the others, and whether that is older than all that have the latter. An access, new or woken, is presented
    input  wire logic [ul1_pkg::PT-1:0]      has_todo,
    input  wire logic [ul1_pkg::PT-1:0]      woken_ids,
    input  wire logic                        woken_full,   // no further place is free
    input  wire logic                        reads_woken,
    input  wire logic [ul1_pkg::PT_W-1:0]    gather_entry,
    input  wire logic [ul1_pkg::WOKEN_LINES*ul1_pkg::PT_W-1:0] woken_entries,
    output logic                             some_woken,
    output logic      [ul1_pkg::WOKEN_LINES-1:0] woken_leads,
    output logic                             again_oldest,
    output logic                             awake,
    output logic      [ul1_pkg::PT_W-1:0]    awake_entry,
    output logic                             awake_oldest,
    input  wire logic                        sel_woken,
    input  wire logic                        presents,
    input  wire logic [ul1_pkg::PT_W-1:0]    req_entry,

    // stage 1: a cached load, new or woken, and what became of it
    input  wire logic                        s1_look,
    input  wire logic [ul1_pkg::PT_W-1:0]    s1_entry,
    input  wire logic                        miss_open,
    input  wire logic                        miss_defer,
    input  wire logic [ul1_pkg::CAUSE_W-1:0] miss_cause,
    input  wire logic [ul1_pkg::KEY_W-1:0]   miss_key,

    // there is room for a dirty line; the access in stage 1 may use it
    input  wire logic                        room_dirty,
    output logic                             sleep_yields,

    // stage 0: the last replay of a filled entry enters; that entry, and the set of its line
    input  wire logic                        frees,
    input  wire logic [ul1_pkg::PRT_W-1:0]   free_prt,
    input  wire logic [ul1_pkg::SET_W-1:0]   free_set,

    // who is a sleeper, asleep or awake, and who is asleep; the one in stage 1 becomes one, ceases to be one
    output logic                             comes,
    output logic                             ceases,
    output logic      [ul1_pkg::PT-1:0]      sleeper,
    output logic      [ul1_pkg::PT-1:0]      asleep
);

  localparam int PT      = ul1_pkg::PT;
  localparam int PT_W    = ul1_pkg::PT_W;
  localparam int CAUSE_W = ul1_pkg::CAUSE_W;
  localparam int KEY_W   = ul1_pkg::KEY_W;
  localparam int WANT_W  = CAUSE_W + KEY_W;   // what an access lacks

  logic [PT-1:0]        token;
  (* mem2reg *) logic [WANT_W-1:0] want [0:ul1_fn::entries(PT)-1];   // of each: what it sleeps for, or slept for
  logic [PT-1:0]        for_room;             // of each: whether that is room
  (* mem2reg *) logic [PT-1:0] older [0:ul1_fn::entries(PT)-1];      // row i: the sleepers that were there when i became one, and still are

  // The token of the access in stage 1, and what it was given for
  logic                 s1_token;
  logic [WANT_W-1:0]    s1_want;

  // The oldest of a set of sleepers, alone
  function automatic logic [PT-1:0] oldest(input logic [PT-1:0] among);
    oldest = '0;
    if (ul1_fn::worth(among != '0)) begin
      for (int i = 0; i < PT; i++) oldest[i] = among[i] & ((older[i] & among) == '0);
    end
  endfunction

  // Of those asleep, those that want this
  function automatic logic [PT-1:0] wanting(input logic [WANT_W-1:0] what);
    wanting = '0;
    if (ul1_fn::worth(asleep != '0)) begin
      for (int i = 0; i < PT; i++) wanting[i] = asleep[i] & (want[i] == what);
    end
  endfunction

  // Who is presented next, and prepared next
  logic [PT-1:0] gathered, prepared, ready, placed, ready_todo, other_todo, first_todo, first_older;

  always @* begin
    gathered     = '0;
    prepared     = '0;
    ready        = '0;
    placed       = '0;
    some_woken   = 1'b0;
    ready_todo   = '0;
    other_todo   = '0;
    awake        = 1'b0;
    awake_entry  = '0;
    awake_oldest = 1'b0;
    first_todo   = '0;
    first_older  = '0;
    if (ul1_fn::worth(sleeper != '0)) begin
      gathered   = reads_woken ? PT'(1) << gather_entry : '0;
      prepared   = woken_ids | gathered;
      ready      = sleeper & ~asleep & (has_todo | prepared);
      placed     = woken_full ? ready & prepared : ready;
      some_woken = ready != '0;
      ready_todo = sleeper & ~asleep & has_todo;
      other_todo = ready_todo & ~gathered;
      awake      = other_todo != '0;
      if (ul1_fn::worth(other_todo != '0)) begin
        for (int i = 0; i < PT; i++) first_todo[i] = other_todo[i] & ((older[i] & other_todo) == '0);
        for (int i = 0; i < PT; i++) first_older = first_older | (older[i] & {PT{first_todo[i]}});
      end
      awake_entry  = PT_W'({ul1_fn::index(64'(first_todo))});
      awake_oldest = ((first_older | first_todo) & prepared) == '0;
    end
  end

  always @* begin
    again_oldest = 1'b0;
    if (ul1_fn::worth((gathered & ready_todo) != '0)) begin
      for (int i = 0; i < PT; i++) begin
        again_oldest = again_oldest | (gathered[i] & ready_todo[i] & (older[i] & ready_todo) == '0);
      end
    end
  end

  // (Of the places of woken ones each by itself, as their entries are known early in the cycle, and who is the oldest is not.)
  logic [PT_W-1:0] lead;

  always @* begin
    woken_leads = '0;
    lead        = '0;
    if (ul1_fn::worth(placed != '0)) begin
      for (int p = 0; p < ul1_pkg::WOKEN_LINES; p++) begin
        lead           = woken_entries[p*PT_W +: PT_W];
        woken_leads[p] = placed[lead] & (older[lead] & placed) == '0;
      end
    end
  end

  // Of an access with a token: it is for room; it lacks the same again, as somebody older was faster
  logic              s1_room, again;
  logic [WANT_W-1:0] lacks;

  assign lacks   = {miss_cause, miss_key};
  assign s1_room = s1_token & s1_want[KEY_W +: CAUSE_W] == ul1_pkg::CAUSE_ROOM;
  assign again   = miss_defer & miss_cause == s1_want[KEY_W +: CAUSE_W];

  // What becomes of the one in stage 1
  logic [PT-1:0] s1_one;
  logic          s1_sleeps, s1_free;   // it is a sleeper; one that would be none any more

  assign s1_one    = s1_look ? PT'(1) << s1_entry : '0;
  assign s1_sleeps = (s1_one & sleeper) != '0;
  assign s1_free   = (s1_one & sleeper & ~has_todo & ~prepared) != '0;   // (who is asleep has what was deferred to do)
  assign comes     = s1_look & miss_defer & ~s1_sleeps;
  assign ceases    = s1_free & ~miss_defer;

  // Whoever waits for room keeps it from all others; of those who wait one at a time is told that there is some.
  logic tells_room;

  assign sleep_yields = ((asleep | token) & for_room) == '0 | s1_room;
  assign tells_room   = room_dirty & (token & for_room) == '0 & ~s1_room;

  // Who falls asleep in this cycle, and for what, is known late, and so is what becomes of a token. So whom a token would wake
  // is found before that, among those that were asleep before: the oldest, and the one behind it. Who falls asleep now is told
  // instead if it wants the same and is older than these: if it was a sleeper before, or they are none.
  logic              s1_falls;
  logic [PT-1:0]     s1_after;    // who is older than the one in stage 1
  logic [WANT_W-1:0] want_entry, want_way;

  assign s1_falls   = s1_look & miss_defer & (s1_one & asleep) == '0;
  assign s1_after   = s1_sleeps ? older[s1_entry] : '1;
  assign want_entry = {ul1_pkg::CAUSE_ENTRY, KEY_W'(0)};
  assign want_way   = {ul1_pkg::CAUSE_WAY, KEY_W'(free_set)};

  // The oldest of those that want the same: without that one if it is `gone`, with the one in stage 1 if it `falls` asleep for
  // it (not both: who passes on a token is not deferred for what the token is for)
  function automatic logic [PT-1:0] first_of(input logic [PT-1:0] among, input logic gone, input logic falls);
    first_of = '0;
    if (among != '0 | falls) begin
      first_of = oldest(among);
      if (gone) first_of = oldest(among & ~first_of);
      if (falls & (s1_after & among) == '0) first_of = s1_one;
    end
  endfunction

  // The state to come, in the order of events: what is presented takes its token along; then the outcome of the access
  // before; then what it leaves unused, and what becomes free, wakes others, perhaps who has fallen asleep just now. What is
  // woken for room is none of those woken for anything else, so the two searches go side by side.
  always_ff @(posedge clk) begin : then_state
    logic [PT-1:0] sleeper_then;
    logic [PT-1:0] req_one, falls, comer;
    logic [PT-1:0] passed, awakened, told, for_rest;   // woken: by a token passed on; without one; with one; for room
    logic          passes;

    s1_token <= sel_woken & token[req_entry];
    if (sel_woken) s1_want <= want[req_entry];

    if (sel_woken | s1_look | frees | (tells_room & (asleep & for_room) != '0)) begin
      req_one  = presents ? PT'(1) << req_entry : '0;
      passed   = '0;
      awakened = '0;
      told     = '0;
      for_rest = '0;

      // Falling asleep, becoming a sleeper if it is none, and ceasing to be one
      falls        = s1_falls ? s1_one : '0;
      sleeper_then = miss_defer ? sleeper | s1_one : s1_free ? sleeper & ~s1_one : sleeper;
      comer        = sleeper_then & ~sleeper;
      if (sleeper_then != sleeper) begin
        for (int i = 0; i < PT; i++) older[i] <= comer[i] ? sleeper : older[i] & sleeper_then;
      end
      if (s1_falls) begin
        want[s1_entry] <= lacks;
        for_room <= miss_cause == ul1_pkg::CAUSE_ROOM ? for_room | s1_one : for_room & ~s1_one;
      end

      passes = s1_look & s1_token & ~miss_open & ~again;
      if (s1_token & ~s1_room) passed = oldest(wanting(s1_want));
      if (~passes) passed = '0;
      if (frees) begin
        awakened = wanting({ul1_pkg::CAUSE_MERGE,  KEY_W'(free_prt)}) | wanting({ul1_pkg::CAUSE_CLOSED, KEY_W'(free_prt)});
        if (s1_falls & (miss_cause == ul1_pkg::CAUSE_MERGE | miss_cause == ul1_pkg::CAUSE_CLOSED)
            & miss_key == KEY_W'(free_prt)) awakened = awakened | s1_one;
        told = first_of(wanting(want_entry), passes & s1_want == want_entry, s1_falls & lacks == want_entry)
               | first_of(wanting(want_way), passes & s1_want == want_way, s1_falls & lacks == want_way);
      end

      // Who falls asleep and has another access presented is told later. (Who was asleep before has none.)
      if (tells_room) begin
        for_rest = first_of(asleep & for_room, 1'b0,
                            s1_falls & miss_cause == ul1_pkg::CAUSE_ROOM & ~(presents & req_entry == s1_entry));
      end

      asleep  <= (asleep | falls) & ~passed & ~awakened & ~told & ~for_rest;
      token   <= (sel_woken ? token & ~req_one : token) | passed | told | for_rest;
      sleeper <= sleeper_then;
    end

    if (rst) begin
      sleeper  <= '0;
      asleep   <= '0;
      token    <= '0;
      s1_token <= 1'b0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (asleep | token | other_todo) != '0) begin
      assert ((asleep & ~(sleeper & has_todo)) == '0);           // who sleeps has something to come back for
      assert ((token & ~ready) == '0);                           // who holds a token will present it
      assert (!(presents && asleep[req_entry]));                 // what else of it is prepared is taken back at once
      assert (!ul1_fn::several(64'(first_todo)) && awake == (first_todo != '0));   // the order is total
    end
    if (!rst & (sel_woken | s1_look | s1_token)) begin
      if (sel_woken) assert (placed[req_entry] && (older[req_entry] & placed) == '0);
      assert (!(s1_token && !s1_look));
      assert (!(s1_look && miss_defer && token[s1_entry]));      // who is given a token has no access under way
      assert (!(s1_token && again && lacks != s1_want));         // its next is of the line whose deferral earned it
    end
  end

endmodule

`default_nettype wire
