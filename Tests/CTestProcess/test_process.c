#define _DEFAULT_SOURCE

#include "test_process.h"
#include <stdlib.h>

// Swift's runtime has read the variable by now, so a test that hangs still ends with all stacks. Where it is not set,
// Swift Testing lets a test that expects a crash end without them, which takes three seconds less. (It may not be set to
// another value: Swift finds the program's arguments beside the environment, which setenv would move.)
__attribute__((constructor)) static void quiet_children(void) { unsetenv("SWIFT_BACKTRACE"); }
