#define _GNU_SOURCE

#include "thread_stacks.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// The beginning of the main thread's stack, its highest address. The dynamic linker sets it.
extern void *__libc_stack_end;

// What Swift's runtime says of the calling thread: it reads a variable of the thread (swift/Runtime/Concurrency.h).
typedef struct {
    void *identity;
    uintptr_t implementation;
} serial_executor;
__attribute__((swiftcall)) serial_executor swift_task_getCurrentExecutor(void);
__attribute__((swiftcall)) serial_executor swift_task_getMainExecutor(void);

enum { most_frames = 64 };
static uintptr_t found[most_frames];
static size_t found_count;
static sem_t done;
static void *main_executor;
// 1 from the request of a sample until the handler takes it or the caller gives it up.
static atomic_int wanted;

// The signal of sampling profilers: of the signals that Dispatch's threads do not block, the only one without another
// use here.
static const int sample_signal = SIGPROF;

// The highest address of the calling thread's stack. The C library keeps its data of a thread above the stack.
static uintptr_t stack_end(void) {
    return getpid() == gettid() ? (uintptr_t)__libc_stack_end : (uintptr_t)pthread_self();
}

// A frame begins with the address of the enclosing frame and the return address. Swift marks the frames of asynchronous
// functions in the highest bits.
enum { next_frame = 0, return_address = 1 };
static const uintptr_t address_bits = 0x0fffffffffffffff;

// Writes the return addresses of `frame` and of the frames around it, and returns their number. All memory up to `end`
// is mapped.
__attribute__((no_sanitize("address", "thread"))) static size_t follow(uintptr_t frame, uintptr_t lowest, uintptr_t end,
                                                                       uintptr_t *addresses, size_t capacity) {
    size_t count = 0;
    frame &= address_bits;
    while (count < capacity && frame >= lowest && frame % sizeof frame == 0 && frame + 2 * sizeof frame <= end) {
        const uintptr_t *link = (const uintptr_t *)frame;
        if (link[return_address] < 4096) break;
        addresses[count++] = link[return_address];
        lowest = frame + 2 * sizeof frame;
        frame = link[next_frame] & address_bits;
    }
    return count;
}

// Runs in a signal handler on the thread, so it may neither lock nor allocate (signal-safety(7)). It reads the whole
// stack, which the sanitizers would report.
__attribute__((no_sanitize("address", "thread"))) static void walk(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)info;
    if (!atomic_exchange(&wanted, 0)) return;
    size_t count = 0;
    if (swift_task_getCurrentExecutor().identity == main_executor) {
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
        const uintptr_t end = stack_end();
        if (instruction) found[count++] = instruction;
        size_t around = follow(frame, lowest, end, found + count, most_frames - count);
        // A C function may use the frame pointer for something else. The first linked frames on the stack are those of
        // its callers.
        const size_t plausible = 3, nearby = 2048;
        for (uintptr_t place = lowest; around < plausible && place < lowest + nearby; place += sizeof place)
            around = follow(place, lowest, end, found + count, most_frames - count);
        if (around >= plausible) count += around;
    }
    found_count = count;
    sem_post(&done);
}

int peel_stacks_prepare(void) {
    static atomic_int state;
    int expected = 0;
    if (!atomic_compare_exchange_strong(&state, &expected, 1)) return 1;
    main_executor = swift_task_getMainExecutor().identity;
    struct sigaction action = {.sa_sigaction = walk, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    return sem_init(&done, 0, 0) == 0 && sigaction(sample_signal, &action, NULL) == 0;
}

// Returns whether the thread ran the handler.
static int interrupt(pid_t thread) {
    atomic_store(&wanted, 1);
    if (syscall(SYS_tgkill, getpid(), thread, sample_signal) != 0) {
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
    if (result == 0) return 1;
    // The sample is given up, unless the handler runs already; then it is nearly done.
    if (atomic_exchange(&wanted, 0)) return 0;
    while (sem_wait(&done) != 0) continue;
    return 1;
}

size_t peel_stacks_sample_main_actor(const pid_t *threads, size_t thread_count, uintptr_t *addresses, size_t capacity) {
    for (size_t thread = 0; thread < thread_count; thread++) {
        if (!interrupt(threads[thread]) || found_count == 0) continue;
        const size_t count = found_count < capacity ? found_count : capacity;
        for (size_t index = 0; index < count; index++) addresses[index] = found[index];
        return count;
    }
    return 0;
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

pid_t peel_thread_number(void) { return gettid(); }
