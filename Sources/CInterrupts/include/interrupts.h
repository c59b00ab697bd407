#pragma once

/// From now on SIGINT, SIGTERM and SIGHUP no longer end the program: each writes its number, one byte, into a pipe. What
/// the program was started to ignore (nohup, the background of a shell script) stays ignored.
///
/// Returns the pipe's end for reading, -1 when there can be none. To be called once.
int peel_interrupts_listen(void);
