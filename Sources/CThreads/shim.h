// What Swift cannot import of Linux's threads: functions with a variable number of arguments.
#pragma once
#include <sys/prctl.h>
#include <sys/resource.h>

/// What debuggers and profilers call the calling thread: 15 bytes are kept.
static inline void peel_name_calling_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// Lets the calling thread, and those that it starts, stand back for others: on Linux the number is a thread's.
static inline void peel_nice_calling_thread(int niceness) {
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness);
}
