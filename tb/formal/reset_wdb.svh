// Invariants of two write data buffers after a reset, one bit each: what they agree on, and properties of the
// first.

localparam int W = ul1_pkg::WDB, LINE_W = ul1_pkg::line_w(8), PRT_W = ul1_pkg::PRT_W;

// Entries. An entry written to the array in the previous cycle may be free now, but forwards to loads once
// more.
wire [W-1:0] used  = entries_used_a, data = entries_has_data_a, dirty = entries_is_dirty_a;
wire [W-1:0] last  = entries_wrote_a ? W'(1) << entries_wrote_entry_a : '0;
wire [W-1:0] known = used & (data | dirty) | last;    // have their byte enables
wire [W-1:0] full  = used & data | last;              // and words

wire       store = place_s2_store_a, readout = place_s2_readout_a;
wire       pass  = place_s2_load_a | store;
wire [2:0] at    = place_s2_entry_a, at_0 = place_s0_readout_entry_a, at_1 = place_s1_readout_entry_a;
wire [1:0] evicted = evicted_before_q_a;

reg [W*32-1:0]  some_be;      // masks of the valid bits
reg [W*256-1:0] some_words;
reg [W*56-1:0]  some_rows;
reg [14*256-1:0] some_beats;
reg [W*LINE_W-1:0] some_lines;
reg [W*PRT_W-1:0] some_prt;
reg [W*4-1:0] some_sect;
reg [W-1:0] coming;           // entries of stores; their words arrive in this cycle
reg [W*W*W-1:0] ordered;
always @* begin
  for (int e = 0; e < W; e++) begin
    some_be   [e*32 +: 32] = {32{known[e]}};
    some_rows [e*56 +: 56] = {56{used[e] | last[e]}};
    some_lines[e*LINE_W +: LINE_W] = {LINE_W{used[e] | last[e]}};
    some_prt  [e*PRT_W +: PRT_W]   = {PRT_W{entries_held_a[e]}};
    some_sect [e*4 +: 4] = {4{used[e]}};
    coming[e] = store && place_s2_new_a && at == e;
    for (int k = 0; k < 32; k++) some_words[e*256 + k*8 +: 8] = {8{full[e] & words_be_q_a[e*32 + k]}};
  end
  for (int k = 0; k < 14; k++) some_beats[k*256 +: 256] = {256{intake_used_q_a[k]}};
  for (int i = 0; i < W; i++) for (int j = 0; j < W; j++) for (int l = 0; l < W; l++)
    ordered[(i*W + j)*W + l] = i == j ? !order_older_a[i*W + i]
      : order_older_a[i*W + j] != order_older_a[j*W + i]
        && (l == i || l == j || !(order_older_a[i*W + j] && order_older_a[j*W + l])
            || order_older_a[i*W + l]);
end

wire [54:0] holds = {
    // State that is valid for some entries only
    ((entries_has_data_a ^ entries_has_data_b) & used) == '0,
    ((entries_is_read_q_a ^ entries_is_read_q_b) & used & data) == '0,
    ((entries_is_cached_a ^ entries_is_cached_b) & (used | last)) == '0,
    ((entries_is_dirty_a ^ entries_is_dirty_b) & (used | last)) == '0,
    ((words_was_held_q_a ^ words_was_held_q_b) & (used | last)) == '0,
    ((entries_sect_a ^ entries_sect_b) & some_sect) == '0,
    ((entries_leave_line_a ^ entries_leave_line_b) & some_lines) == '0,
    ((entries_for_prt_a ^ entries_for_prt_b) & some_prt) == '0,
    ((words_rows_q_a ^ words_rows_q_b) & some_rows) == '0,
    ((words_be_q_a ^ words_be_q_b) & some_be) == '0,
    ((words_words_q_a ^ words_words_q_b) & some_words) == '0,
    ((intake_beats_mem_a ^ intake_beats_mem_b) & some_beats) == '0,
    // State that is always valid
    entries_used_a == entries_used_b, entries_waits_a == entries_waits_b, entries_sent_a == entries_sent_b,
    entries_held_a == entries_held_b, entries_wrote_a == entries_wrote_b, order_older_a == order_older_b,
    intake_used_q_a == intake_used_q_b, place_s1_store_a == place_s1_store_b, place_s2_load_a == place_s2_load_b,
    place_s2_store_a == place_s2_store_b, place_s2_readout_a == place_s2_readout_b,
    place_s0_readout_a == place_s0_readout_b,
    place_s0_kept_a == place_s0_kept_b, evicted_before_q_a == evicted_before_q_b,
    // State of a pipeline stage
    !entries_wrote_a || entries_wrote_entry_a == entries_wrote_entry_b && entries_wrote_sect_a
        == entries_wrote_sect_b,
    !place_s1_store_a || place_s1_cached_a == place_s1_cached_b,
    !pass || place_s2_cached_a == place_s2_cached_b && place_s2_line_a == place_s2_line_b,
    !pass || place_s2_frees_beat_a == place_s2_frees_beat_b && place_s2_beat_a == place_s2_beat_b,
    !pass || place_s2_banks_a == place_s2_banks_b && place_s2_row_a == place_s2_row_b,
    !store || place_s2_new_a == place_s2_new_b && slot_data_a == slot_data_b,
    !(store || readout) || place_s2_entry_a == place_s2_entry_b,
    !evicted[0] || place_s0_readout_entry_a == place_s0_readout_entry_b,
    !evicted[1] || place_s1_readout_entry_a == place_s1_readout_entry_b && place_s1_kept_a == place_s1_kept_b,
    !readout || place_s2_kept_a == place_s2_kept_b,

    // A dirty line's entry waits for its words until stage 2
    !readout || place_s2_load_a,
    !(store || readout) || at < W,
    !entries_wrote_a || entries_wrote_entry_a < W,
    !evicted[0] || (at_0 < W && used[at_0] && dirty[at_0] && entries_waits_a[at_0] && !data[at_0]),
    !evicted[1] || (at_1 < W && used[at_1] && dirty[at_1] && entries_waits_a[at_1] && !data[at_1]),
    !(evicted == 2'b11) || at_0 != at_1,
    !(readout && evicted[0]) || at_0 != at,
    !(readout && evicted[1]) || at_1 != at,
    !place_s0_kept_a || place_s0_readout_a,
    !evicted[0] || place_s0_readout_a,
    !(place_s0_readout_a && !evicted[0]) || used == '0,    // a readout of the reset cycle
    !readout || (used[at] && dirty[at] && !data[at]),
    // A store's words arrive at its own entry in the cycle after its allocation
    !store || (used[at] && !dirty[at]),
    !(store && !place_s2_new_a) || (used[at] && data[at]),
    (used & ~dirty & ~data & ~coming) == '0,
    // Kinds of entries
    (used & entries_is_cached_a & dirty) == '0,
    (entries_sent_a & ~data) == '0,
    ((entries_waits_a | entries_sent_a | entries_held_a) & ~used) == '0,
    // The age order is total
    ordered == '1};
