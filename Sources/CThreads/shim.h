// What Swift cannot import of Linux's threads: functions with a variable number of arguments.
#pragma once
#include <sys/prctl.h>
#include <sys/resource.h>

/// The calling thread's name for debuggers and profilers. 15 bytes of it are kept.
static inline void peel_name_calling_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// Lowers the priority of the calling thread and of the threads that it starts. On Linux this number is per thread.
static inline void peel_nice_calling_thread(int niceness) {
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness);
}
