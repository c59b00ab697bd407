#define _POSIX_C_SOURCE 200809L

#include "interrupts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int write_end = -1;

// Calls only write(2), which is safe in a signal handler (signal-safety(7)). A full pipe holds enough signals.
static void note(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(write_end, &byte, 1);
    (void)written;
    errno = saved;
}

int peel_interrupts_listen(void) {
    int ends[2];
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    write_end = ends[1];

    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
        struct sigaction action;
        if (sigaction(numbers[index], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action.sa_handler = note;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(numbers[index], &action, NULL);
    }
    return ends[0];
}
