// The next of some in rotation: of a set, the first of those behind the last one, else the first of all.

`default_nettype none

module next_in #(
    parameter int N = 48
) (
    input  wire logic [N-1:0] some,
    input  wire logic [N-1:0] behind,  // all behind the last one
    output logic      [N-1:0] next,    // as a set of one, or none
    output logic      [N-1:0] from     // all from that one on
);

  logic [N-1:0] rather;

  always @* begin
    rather = '0;
    from   = '0;
    next   = '0;
    if (ul1_fn::worth(some != '0)) begin
      rather = some & behind;
      from   = rather != '0 ? N'({ul1_fn::from_first(64'(rather))}) : N'({ul1_fn::from_first(64'(some))});
      next   = from & ~(from << 1);
    end
  end

endmodule

`default_nettype wire
