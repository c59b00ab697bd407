#define _GNU_SOURCE

#include "thread_stacks.h"

#include <dlfcn.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// Where the main thread's stack begins, its highest address; the dynamic linker sets it.
extern void *__libc_stack_end;

enum { most_frames = 64 };
static uintptr_t found[most_frames];
static size_t found_count;
static sem_t done;
// 1 from the request of a sample until the handler takes it up, or until it is given up.
static atomic_int wanted;

// Of the real-time signals, one that neither the C library nor a debugger uses.
static int sample_signal(void) { return SIGRTMIN + 9; }

// Runs on the main thread, wherever it is: nothing here may lock or allocate (signal-safety(7)). The sanitizers would
// take what lies between the frames for somebody else's.
__attribute__((no_sanitize("address", "thread"))) static void walk(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)info;
    if (!atomic_exchange(&wanted, 0)) return;
    const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
    uintptr_t instruction = (uintptr_t)machine->gregs[REG_RIP];
    uintptr_t frame = (uintptr_t)machine->gregs[REG_RBP];
    uintptr_t lowest = (uintptr_t)machine->gregs[REG_RSP];
#elif defined(__aarch64__)
    uintptr_t instruction = (uintptr_t)machine->pc;
    uintptr_t frame = (uintptr_t)machine->regs[29];
    uintptr_t lowest = (uintptr_t)machine->sp;
#else
    uintptr_t instruction = 0, frame = 0, lowest = 0;
#endif
    size_t count = 0;
    if (instruction) found[count++] = instruction;
    // A frame begins with the address of the one around it, and what is called next. All up to the stack's begin is mapped.
    const uintptr_t end = (uintptr_t)__libc_stack_end;
    while (count < most_frames && frame >= lowest && frame % sizeof frame == 0 && frame + 2 * sizeof frame <= end) {
        const uintptr_t *link = (const uintptr_t *)frame;
        if (link[1] == 0) break;
        found[count++] = link[1];
        lowest = frame + 2 * sizeof frame;
        frame = link[0];
    }
    found_count = count;
    sem_post(&done);
}

int peel_stacks_prepare(void) {
    static atomic_int state;
    int expected = 0;
    if (!atomic_compare_exchange_strong(&state, &expected, 1)) return 1;
    struct sigaction action = {.sa_sigaction = walk, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    return sem_init(&done, 0, 0) == 0 && sigaction(sample_signal(), &action, NULL) == 0;
}

size_t peel_stacks_sample_main(uintptr_t *addresses, size_t capacity) {
    atomic_store(&wanted, 1);
    // The main thread has the process' own number.
    if (syscall(SYS_tgkill, getpid(), getpid(), sample_signal()) != 0) {
        atomic_store(&wanted, 0);
        return 0;
    }
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_nsec += 50 * 1000 * 1000;
    if (limit.tv_nsec >= 1000 * 1000 * 1000) {
        limit.tv_sec++;
        limit.tv_nsec -= 1000 * 1000 * 1000;
    }
    int result;
    while ((result = sem_timedwait(&done, &limit)) != 0 && errno == EINTR) continue;
    if (result != 0) {
        // Given up, unless the handler runs already: then it is nearly done.
        if (atomic_exchange(&wanted, 0)) return 0;
        while (sem_wait(&done) != 0) continue;
    }
    const size_t count = found_count < capacity ? found_count : capacity;
    for (size_t index = 0; index < count; index++) addresses[index] = found[index];
    return count;
}

int peel_stacks_look_up(uintptr_t address, const char **file, uintptr_t *base, const char **name) {
    Dl_info place;
    if (dladdr((const void *)address, &place) == 0) return 0;
    *file = place.dli_fname;
    *base = (uintptr_t)place.dli_fbase;
    *name = place.dli_sname;
    return 1;
}

uintptr_t peel_stacks_program_entry(void) { return (uintptr_t)getauxval(AT_ENTRY); }
