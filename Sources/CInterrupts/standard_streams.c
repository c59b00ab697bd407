#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// If a program is started with a closed standard stream (`<&-`, some cron and systemd units), the next file that it
// opens gets that stream's number: its output would go into its own pipe, or its input come from there. So these
// numbers are taken before anything else is opened, before main and before Swift's runtime makes its first queue.
//
// Each is opened in the wrong direction, so reading from a closed standard input and writing to a closed standard
// output still fail with EBADF, as they should.
__attribute__((constructor(101))) static void fill_standard_streams(void) {
    int saved = errno;
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
        if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
        // The lowest free number is this one, because those below it are open.
        int flags = number == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (open("/dev/null", flags) != number) break;
    }
    errno = saved;
}
