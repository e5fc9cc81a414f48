// Records where the Verilog stopped: file and line of the first failed assertion of the thread since the last
// call.
#pragma once

#include <string>

// Returns the record and clears it. Empty: no assertion has failed.
std::string take_stop();
