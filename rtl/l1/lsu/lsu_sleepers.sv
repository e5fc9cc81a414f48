// Sleepers, a part of lsu: the entries of the pending table that have a deferred access. A sleeper sleeps until any fetch ends,
// or, if it lacked room for a dirty line, until there is room. Then its lines are chosen in rotation like those of others
// (lsu_gather).
//
// One at most is *urgent*: it has been deferred again. It goes first, and until one of its accesses is accepted no other access
// opens a fetch that could take what it lacks (`sleep_holds`): one in the set of its line, or any if it is *alone*, as it
// lacked an entry or room. So the fetches that stand in its way end, and none follows.

`default_nettype none

module lsu_sleepers (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // stage 1: a cached access that is no replay; it is a load, an inval or a flush; that is deferred, for what
    input  wire logic                        s1_asks,
    input  wire logic                        s1_look,
    input  wire logic [ul1_pkg::PT_W-1:0]    s1_entry,
    input  wire logic                        deferred,
    input  wire logic [ul1_pkg::CAUSE_W-1:0] miss_cause,
    input  wire logic [ul1_pkg::SET_W-1:0]   look_set,
    output logic                             sleep_holds,

    // stage 0: the last replay of a filled entry enters; there is room for a dirty line
    input  wire logic                        frees,
    input  wire logic                        room_dirty,

    // the entries with a lane to do; of the sleepers those of which a line may be chosen, the urgent one as a set of one
    input  wire logic [ul1_pkg::PT-1:0]      has_todo,
    output logic      [ul1_pkg::PT-1:0]      awake,
    output logic      [ul1_pkg::PT-1:0]      urgent_one,

    // the sleepers, those that are asleep; the one in stage 1 becomes one, ceases to be one
    output logic                             comes,
    output logic                             ceases,
    output logic      [ul1_pkg::PT-1:0]      sleeper,
    output logic      [ul1_pkg::PT-1:0]      asleep
);

  localparam int PT   = ul1_pkg::PT;
  localparam int PT_W = ul1_pkg::PT_W;

  logic [PT-1:0]             for_room;   // deferred last for want of room
  logic                      urgent;     // there is an urgent one: which it is, whether it was deferred since,
  logic [PT_W-1:0]           urgent_entry;
  logic                      lacks;
  logic [ul1_pkg::SET_W-1:0] lacks_set;  // of which set its line was then; it lacked what any fetch would take
  logic                      alone;

  logic accepted, s1_urgent, wants_room, urges, calms;

  assign accepted   = s1_look & ~deferred;
  assign s1_urgent  = urgent & s1_entry == urgent_entry;
  assign wants_room = miss_cause == ul1_pkg::CAUSE_ROOM;
  assign calms      = accepted & s1_urgent;
  assign urgent_one = urgent ? PT'(1) << urgent_entry : '0;

  assign sleep_holds = s1_asks & urgent & lacks & ~s1_urgent & (alone | look_set == lacks_set);

  always @* begin
    awake  = '0;
    urges  = 1'b0;
    comes  = 1'b0;
    ceases = 1'b0;
    if (ul1_fn::worth(sleeper != '0 | deferred)) begin
      awake  = sleeper & ~asleep & has_todo & (urgent & alone ? urgent_one : '1);
      comes  = deferred & ~sleeper[s1_entry];
      ceases = accepted & sleeper[s1_entry] & ~has_todo[s1_entry];
      urges  = deferred & sleeper[s1_entry] & ~asleep[s1_entry] & ~urgent;
    end
  end

  // The next sleeper behind the last urgent one
  logic [PT-1:0]   next_one;
  logic [PT_W-1:0] next_entry;

  rotate #(.N(PT)) u_rotate (.clk, .rst, .some(sleeper), .next(next_one), .moves(urges));

  assign next_entry = PT_W'({ul1_fn::index(64'(next_one))});

  always_ff @(posedge clk) begin : then_state
    logic [PT-1:0] s1_one, room_then, wakes;

    if (ul1_fn::worth(s1_look | sleeper != '0)) begin
      s1_one    = PT'(1) << s1_entry;
      room_then = deferred ? (for_room & ~s1_one) | (s1_one & {PT{wants_room}}) : for_room;
      wakes     = frees | calms ? '1 : (urges ? next_one : '0) | (room_dirty ? room_then : '0);
      for_room <= room_then;
      sleeper  <= (sleeper | (deferred ? s1_one : '0)) & ~(ceases ? s1_one : '0);
      asleep   <= (asleep | (deferred ? s1_one : '0)) & ~wakes;
    end
    if (urges) begin
      urgent       <= 1'b1;
      urgent_entry <= next_entry;
      lacks        <= 1'b0;
      alone        <= 1'b0;
    end
    if (calms) urgent <= 1'b0;
    if (deferred & s1_urgent) begin
      lacks     <= 1'b1;
      lacks_set <= look_set;
      alone     <= alone | wants_room | miss_cause == ul1_pkg::CAUSE_ENTRY;
    end

    if (rst) begin
      sleeper <= '0;
      asleep  <= '0;
      urgent  <= 1'b0;
    end
  end

  always @(posedge clk) begin
    if (!rst & (sleeper != '0 | urgent)) begin
      assert ((asleep & ~(sleeper & has_todo)) == '0);     // what sleeps has something to come back for
      assert (!urgent || sleeper[urgent_entry]);
    end
  end

endmodule

`default_nettype wire
