// The unit of delay: a chain of inverters, each of which drives four of its kind. time.tcl measures from w2 to w4.
module fo4 (input a, output z);
  wire w1, w2, w3, w4;
  INVX1 i1 (.A(a), .Y(w1));
  INVX1 i2 (.A(w1), .Y(w2));
  INVX1 i3 (.A(w2), .Y(w3));
  INVX1 i4 (.A(w3), .Y(w4));
  INVX1 i5 (.A(w4), .Y(z));
  INVX1 load1a (.A(w1));
  INVX1 load1b (.A(w1));
  INVX1 load1c (.A(w1));
  INVX1 load2a (.A(w2));
  INVX1 load2b (.A(w2));
  INVX1 load2c (.A(w2));
  INVX1 load3a (.A(w3));
  INVX1 load3b (.A(w3));
  INVX1 load3c (.A(w3));
  INVX1 load4a (.A(w4));
  INVX1 load4b (.A(w4));
  INVX1 load4c (.A(w4));
endmodule
