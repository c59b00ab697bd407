#pragma once

/// Makes SIGINT, SIGTERM and SIGHUP write their number, one byte, into a pipe instead of ending the program. Signals
/// that the program was started to ignore (nohup, the background of a shell script) stay ignored.
///
/// Returns the pipe's end for reading, or -1 if there can be none. Call it once.
int peel_interrupts_listen(void);
