// Where the Verilog stopped: file and line of the first assertion that failed since the thread was asked.
#pragma once

#include <string>

// And forgets it. Empty: none has failed.
std::string take_stop();
