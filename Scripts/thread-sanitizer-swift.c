// Tells the thread sanitizer two things that Swift's libraries on Linux do unseen, because they are not built with it.
// These functions stand before the libraries' own in the tests' program, call them, and report the hand-over.
//
// A Mutex for which threads contend is handed over in libswiftSynchronization. The sanitizer sees the critical sections
// but not what separates them, and reports a race between any two of them (swiftlang/swift, LinuxImpl.swift: the kernel
// hands the lock over).
//
// A continuation that is resumed before its task has gone to sleep does not pass through the queue of an executor,
// where Swift's runtime acquires what it released when the continuation was resumed (swiftlang/swift, Task.cpp). Here a
// task acquires that before it waits for a continuation, and after each call of an asynchronous function, whose memory
// it then gives back: AsyncStream.Iterator.next waits inside of the library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT_FUNCTION __attribute__((swiftcall))
#define SWIFT_ASYNC_FUNCTION __attribute__((swiftasynccall))
#define SELF __attribute__((swift_context)) void *mutex

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT_FUNCTION void peel_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT_FUNCTION bool peel_try_lock(SELF) __asm__(TRY_LOCK);
SWIFT_FUNCTION void peel_unlock(SELF) __asm__(UNLOCK);

SWIFT_FUNCTION void peel_lock(uint32_t thread, SELF) {
    SWIFT_FUNCTION void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT_FUNCTION bool peel_try_lock(SELF) {
    SWIFT_FUNCTION bool (*try_lock)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool locked = try_lock(mutex);
    if (locked) __tsan_acquire(mutex);
    return locked;
}

SWIFT_FUNCTION void peel_unlock(SELF) {
    SWIFT_FUNCTION void (*unlock)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    unlock(mutex);
}

SWIFT_FUNCTION void *swift_task_getCurrent(void);
SWIFT_FUNCTION void swift_task_dealloc(void *memory);
SWIFT_ASYNC_FUNCTION void swift_continuation_await(void *continuation);

static SWIFT_FUNCTION void (*give_back)(void *);
static SWIFT_ASYNC_FUNCTION void (*wait_for)(void *);

__attribute__((constructor)) static void find_functions(void) {
    give_back = dlsym(RTLD_NEXT, "swift_task_dealloc");
    wait_for = dlsym(RTLD_NEXT, "swift_continuation_await");
}

static void acquire_what_resumed_this_task(void) {
    void *task = swift_task_getCurrent();
    if (task) __tsan_acquire(task);
}

SWIFT_FUNCTION void swift_task_dealloc(void *memory) {
    give_back(memory);
    acquire_what_resumed_this_task();
}

SWIFT_ASYNC_FUNCTION void swift_continuation_await(void *continuation) {
    acquire_what_resumed_this_task();
    __attribute__((musttail)) return wait_for(continuation);
}
