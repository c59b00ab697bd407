#define _DEFAULT_SOURCE

#include "test_process.h"
#include <signal.h>
#include <stdlib.h>

// Before a program crashes, Swift's runtime writes all stacks, which takes three seconds. In the process of a test that
// expects a crash it does so for SIGABRT alone, which Scripts/test sends to one that hangs. The runtime has installed its
// handlers by now; a sanitizer has others, which stay.
__attribute__((constructor)) static void crash_at_once(void) {
    if (!getenv("SWT_EXIT_TEST_ID")) return;
    struct sigaction runtime, action;
    if (sigaction(SIGABRT, NULL, &runtime)) return;
    static const int crashes[] = {SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (!sigaction(crashes[i], NULL, &action) && action.sa_sigaction == runtime.sa_sigaction)
            signal(crashes[i], SIG_DFL);
}
